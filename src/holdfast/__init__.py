"""Holdfast: finds the same web element again after the page has changed; says how sure it is."""

import importlib as _importlib
import typing as _typing

from holdfast import errors as _errors
from holdfast.model import saved as _saved

if _typing.TYPE_CHECKING:
    from holdfast.adapters.browser.capture import capture, capture_async
    from holdfast.adapters.browser.highlighting import highlight, highlight_async
    from holdfast.adapters.html import parse
    from holdfast.app.strategy_results import evaluate_strategies
    from holdfast.doors.agent_cache import Cached, CachedRun, HandedStep, cached
    from holdfast.doors.player import Player, evaluate_healing, evaluate_healing_async
    from holdfast.doors.playwright.extent import Extent
    from holdfast.doors.playwright.heal import heal
    from holdfast.doors.playwright.notice import HealedWarning
    from holdfast.doors.recorder import Recorder
    from holdfast.engine import locate
    from holdfast.errors import (
        ActFailed,
        ActRefused,
        AdviceFailed,
        AnsweredAlready,
        BrowserMissing,
        CaptureFailed,
        EffectMissing,
        ElementMissing,
        EnvironmentFailure,
        ExtraMissing,
        ForeignFormat,
        HoldfastError,
        InvalidSelector,
        NoDocument,
        PageChanged,
        QuoteInvalid,
        QuoteOrphaned,
        ReadingFailed,
        ResolutionError,
        RunStopped,
        SettingInvalid,
        TargetMissing,
        UsageError,
    )
    from holdfast.model.candidate import Candidate, Evidence, Location, Refusal
    from holdfast.model.fingerprint import Fingerprint
    from holdfast.model.healing_decision import Decision, HealingAction
    from holdfast.model.recording import Recording, Step, StepAction
    from holdfast.model.replay_result import Replay, StepOutcome, StepResult
    from holdfast.model.search_settings import (
        EvidenceScoringConfig,
        SearchSettings,
        VisionStrategyConfig,
    )
    from holdfast.model.snapshot import Node, Snapshot
    from holdfast.model.strategy import StrategyEvaluationResult
    from holdfast.model.thresholds import Mode, Thresholds
    from holdfast.quotes import (
        Anchoring,
        Quote,
        QuoteIndex,
        TextPoint,
        TextRange,
        anchor,
        from_annotation,
        to_annotation,
    )
    from holdfast.selectors.describe import describe as fingerprint
    from holdfast.selectors.writing import selectors_of

__all__ = [
    "ActFailed",
    "ActRefused",
    "AdviceFailed",
    "Anchoring",
    "AnsweredAlready",
    "BrowserMissing",
    "Cached",
    "CachedRun",
    "Candidate",
    "CaptureFailed",
    "Decision",
    "EffectMissing",
    "ElementMissing",
    "EnvironmentFailure",
    "Evidence",
    "EvidenceScoringConfig",
    "Extent",
    "ExtraMissing",
    "Fingerprint",
    "ForeignFormat",
    "HandedStep",
    "HealedWarning",
    "HealingAction",
    "HoldfastError",
    "InvalidSelector",
    "Location",
    "Mode",
    "NoDocument",
    "Node",
    "PageChanged",
    "Player",
    "Quote",
    "QuoteIndex",
    "QuoteInvalid",
    "QuoteOrphaned",
    "ReadingFailed",
    "Recorder",
    "Recording",
    "Refusal",
    "Replay",
    "ResolutionError",
    "RunStopped",
    "SearchSettings",
    "SettingInvalid",
    "Snapshot",
    "Step",
    "StepAction",
    "StepOutcome",
    "StepResult",
    "StrategyEvaluationResult",
    "TargetMissing",
    "TextPoint",
    "TextRange",
    "Thresholds",
    "UsageError",
    "VisionStrategyConfig",
    "anchor",
    "cached",
    "capture",
    "capture_async",
    "evaluate_healing",
    "evaluate_healing_async",
    "evaluate_strategies",
    "fingerprint",
    "from_annotation",
    "heal",
    "highlight",
    "highlight_async",
    "locate",
    "parse",
    "selectors_of",
    "to_annotation",
]

# Where each name is; all others are errors. Imported when it is used: saved pages need no browser,
# finding elements no quotes, a test run that loads the plugin and does not use it nothing at all.
_ROOMS = {
    "adapters.browser.capture": "capture capture_async",
    "adapters.browser.highlighting": "highlight highlight_async",
    "adapters.html": "parse",
    "doors.agent_cache": "Cached CachedRun HandedStep cached",
    "doors.recorder": "Recorder",
    "app.strategy_results": "evaluate_strategies",
    "doors.player": "Player evaluate_healing evaluate_healing_async",
    "doors.playwright.extent": "Extent",
    "doors.playwright.heal": "heal",
    "doors.playwright.notice": "HealedWarning",
    "engine": "locate",
    "model.candidate": "Candidate Evidence Location Refusal",
    "model.fingerprint": "Fingerprint",
    "model.healing_decision": "Decision HealingAction",
    "model.recording": "Recording Step StepAction",
    "model.replay_result": "Replay StepOutcome StepResult",
    "model.search_settings": "EvidenceScoringConfig SearchSettings VisionStrategyConfig",
    "model.snapshot": "Node Snapshot",
    "model.strategy": "StrategyEvaluationResult",
    "model.thresholds": "Mode Thresholds",
    "selectors.describe": "fingerprint",
    "quotes": "Anchoring Quote QuoteIndex TextPoint TextRange anchor from_annotation to_annotation",
    "selectors.writing": "selectors_of",
}
_CALLED = {"fingerprint": "describe"}  # there, where that differs
_LATER = dict.fromkeys(__all__, "errors") | {
    name: room for room, names in _ROOMS.items() for name in names.split()
}

# Whoever saves or loads a value gets the files from here: the core opens none.
_saved.use_files(
    lambda: _typing.cast("_saved.Files", _importlib.import_module("holdfast.adapters.files"))
)


def __getattr__(name: str) -> object:
    """Return a public name that is imported on first use; from then on it says it is ours."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _errors.naming_extras():
        room = _importlib.import_module(f"holdfast.{_LATER[name]}")
    value = getattr(room, _CALLED.get(name, name))
    value.__module__, value.__name__, value.__qualname__ = __name__, name, name
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return [*__all__, *globals()]
