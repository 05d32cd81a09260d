"""Everything recorded about one element."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.model.snapshot import Node, Snapshot
    from holdfast.model.strategy import LocatorStrategy

FINGERPRINT_FORMAT = "holdfast-fingerprint/1"


class IdentityMeaning(StrEnum):
    """What a fingerprint stands for: this very thing, or whatever stands in this place."""

    CONTENT = "content"
    SLOT = "slot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """One element as it was recorded: ways to find it, and the page it stood on.

    ``page`` is the compact snapshot of the page, shared by all fingerprints made on it, and
    ``target`` the element's index there. ``has_page`` is False when only the element itself (and
    what stands around it) was kept; everything still works then, more carefully.
    """

    page: Snapshot
    target: int
    strategies: tuple[LocatorStrategy, ...]
    meaning: IdentityMeaning = IdentityMeaning.CONTENT
    has_page: bool = True

    @property
    def node(self) -> Node:
        """Return the recorded element on its page."""
        return self.page.nodes[self.target]
