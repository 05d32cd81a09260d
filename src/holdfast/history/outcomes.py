"""The outcome cache: how often healings worked, by fingerprint and by kind of page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from holdfast.model.healing import History
from holdfast.page.url_pattern import url_pattern


class OutcomeRow(NamedTuple):
    """One applied healing with a known outcome."""

    fingerprint_id: str | None
    url: str
    succeeded: bool


@dataclass(frozen=True, slots=True)
class OutcomeCache:
    """Histories by fingerprint and by URL pattern; what is not in it has no history."""

    by_fingerprint: Mapping[str, History] = field(default_factory=dict)
    by_pattern: Mapping[str, History] = field(default_factory=dict)

    def history_of(self, fingerprint_id: str) -> History:
        """Return how often healings of this element worked."""
        return self.by_fingerprint.get(fingerprint_id, History())

    def history_at(self, url: str) -> History:
        """Return how often healings on pages of this kind worked."""
        return self.by_pattern.get(url_pattern(url), History())

    def plus(self, rows: Iterable[OutcomeRow]) -> "OutcomeCache":
        """Return the cache with more outcomes; this one stays as it is."""
        elements, pages = dict(self.by_fingerprint), dict(self.by_pattern)
        for row in rows:
            pattern = url_pattern(row.url)
            pages[pattern] = pages.get(pattern, History()).plus(row.succeeded)
            if row.fingerprint_id is not None:
                known = elements.get(row.fingerprint_id, History())
                elements[row.fingerprint_id] = known.plus(row.succeeded)
        return OutcomeCache(elements, pages)
