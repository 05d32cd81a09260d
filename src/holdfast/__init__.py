"""Find the same web element again after the page has changed, and say how sure that is."""

from holdfast.adapters.html import parse
from holdfast.engine import locate
from holdfast.model.candidate import Candidate, Evidence, Location, Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.recording.describe import describe as fingerprint

__all__ = [
    "Candidate",
    "Evidence",
    "Fingerprint",
    "Location",
    "Node",
    "Refusal",
    "Snapshot",
    "fingerprint",
    "locate",
    "parse",
]
