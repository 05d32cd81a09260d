"""Fingerprint: holds everything recorded about one element."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from holdfast.model.saved import SavedPage, read_json
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import NOTHING, JsonObject, LocatorStrategy

FINGERPRINT_FORMAT = "holdfast-fingerprint/1"


class IdentityMeaning(StrEnum):
    """What a fingerprint stands for: this very thing, or whatever stands in this place."""

    CONTENT = "content"
    SLOT = "slot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint(SavedPage):
    """One element as it was recorded: ways to find it, and the page it stood on.

    ``page`` is the compact snapshot of the page, shared by all fingerprints made on it, and
    ``target`` the element's index there. ``has_page`` is False when only the element itself (and
    what stands around it) was kept; everything still works then, more carefully.
    ``unknown_strategies`` and ``extra`` hold what a later version wrote: it is not used, and not
    lost when the fingerprint is saved again.
    """

    page: Snapshot
    target: int
    strategies: tuple[LocatorStrategy, ...]
    meaning: IdentityMeaning = IdentityMeaning.CONTENT
    has_page: bool = True
    unknown_strategies: tuple[JsonObject, ...] = ()
    extra: JsonObject = field(default_factory=lambda: NOTHING)

    def __post_init__(self) -> None:
        """Refuse a target that is not on the page."""
        if not 0 <= self.target < len(self.page):
            raise ValueError(f"target {self.target} is not among {len(self.page)} elements")

    @property
    def node(self) -> Node:
        """Return the recorded element on its page."""
        return self.page.nodes[self.target]

    def to_json(self) -> dict[str, Any]:
        """Return the fingerprint with its page as plain JSON values."""
        from holdfast.model.fingerprint_json import fingerprint_to_json

        return fingerprint_to_json(self)

    @classmethod
    def from_json(cls, data: object) -> "Fingerprint":
        """Return the fingerprint from its JSON, text or values; raises ``ForeignFormat``."""
        from holdfast.model.fingerprint_json import fingerprint_from_json

        return fingerprint_from_json(read_json(data, FINGERPRINT_FORMAT))


@dataclass(frozen=True, slots=True)
class KeptLook:
    """For which locator of a suite a fingerprint is kept; its text ``changes`` from run to run."""

    file: str
    expression: str
    changes: bool = False
