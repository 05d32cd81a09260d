"""Find the same web element again after the page has changed, and say how sure that is."""

import importlib as _importlib
import typing as _typing

if _typing.TYPE_CHECKING:
    from holdfast.adapters.html import parse
    from holdfast.app.recorder import Recorder
    from holdfast.app.strategy_results import evaluate_strategies
    from holdfast.doors.player import Player, evaluate_healing, evaluate_healing_async
    from holdfast.doors.playwright.heal import heal
    from holdfast.doors.playwright.notice import HealedWarning
    from holdfast.engine import locate
    from holdfast.model.candidate import Candidate, Evidence, Location, Refusal
    from holdfast.model.fingerprint import Fingerprint
    from holdfast.model.snapshot import Node, Snapshot
    from holdfast.quotes import Quote, anchor
    from holdfast.selectors.describe import describe as fingerprint

__all__ = [
    "Candidate",
    "Evidence",
    "Fingerprint",
    "HealedWarning",
    "Location",
    "Node",
    "Player",
    "Quote",
    "Recorder",
    "Refusal",
    "Snapshot",
    "anchor",
    "evaluate_healing",
    "evaluate_healing_async",
    "evaluate_strategies",
    "fingerprint",
    "heal",
    "locate",
    "parse",
]

# Imported when they are used: saved pages need no browser, finding elements no quotes, and a test
# run that loads the plugin and does not use it nothing at all.
_LATER = {
    "Candidate": "holdfast.model.candidate",
    "Evidence": "holdfast.model.candidate",
    "Fingerprint": "holdfast.model.fingerprint",
    "HealedWarning": "holdfast.doors.playwright.notice",
    "Location": "holdfast.model.candidate",
    "Node": "holdfast.model.snapshot",
    "Player": "holdfast.doors.player",
    "Quote": "holdfast.quotes",
    "Recorder": "holdfast.app.recorder",
    "Refusal": "holdfast.model.candidate",
    "Snapshot": "holdfast.model.snapshot",
    "anchor": "holdfast.quotes",
    "evaluate_healing": "holdfast.doors.player",
    "evaluate_healing_async": "holdfast.doors.player",
    "evaluate_strategies": "holdfast.app.strategy_results",
    "fingerprint": "holdfast.selectors.describe",
    "heal": "holdfast.doors.playwright.heal",
    "locate": "holdfast.engine",
    "parse": "holdfast.adapters.html",
}
_CALLED = {"fingerprint": "describe"}  # there, where that differs


def __getattr__(name: str) -> object:
    """Return a public name that is imported on first use."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_importlib.import_module(_LATER[name]), _CALLED.get(name, name))
