"""Find the same web element again after the page has changed, and say how sure that is."""

import importlib as _importlib
import typing as _typing

from holdfast.adapters.html import parse
from holdfast.engine import locate
from holdfast.model.candidate import Candidate, Evidence, Location, Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.recording.describe import describe as fingerprint

if _typing.TYPE_CHECKING:
    from holdfast.interfaces.player import Player, evaluate_healing, evaluate_healing_async
    from holdfast.interfaces.recorder import Recorder
    from holdfast.quotes import Quote, anchor

__all__ = [
    "Candidate",
    "Evidence",
    "Fingerprint",
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
    "fingerprint",
    "locate",
    "parse",
]

# Imported when they are used: saved pages need no browser, and finding elements no quotes.
_LATER = {
    "Quote": "holdfast.quotes",
    "anchor": "holdfast.quotes",
    "Player": "holdfast.interfaces.player",
    "evaluate_healing": "holdfast.interfaces.player",
    "evaluate_healing_async": "holdfast.interfaces.player",
    "Recorder": "holdfast.interfaces.recorder",
}


def __getattr__(name: str) -> object:
    """Return a public name that is imported on first use."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_importlib.import_module(_LATER[name]), name)
