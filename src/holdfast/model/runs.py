"""The text nodes of a page, as three columns: a page has more of them than elements.

An object for each would cost half a snapshot's time, a good part of it in Python's search for
garbage; one is made when somebody looks at it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, overload


class TextRun(NamedTuple):
    """One text node: the element that holds it, how many elements start before it, and the text."""

    owner: int
    at: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class TextRuns(Sequence[TextRun]):
    """All text nodes in document order; reads like a tuple of ``TextRun``."""

    owners: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, runs: Iterable[tuple[int, int, str]]) -> "TextRuns":
        """Return the runs as columns; the same object if they are."""
        if isinstance(runs, TextRuns):
            return runs
        rows = list(runs)
        owners, places, texts = (tuple(map(itemgetter(i), rows)) for i in range(3))
        return cls(owners, places, texts)

    def rows(self) -> Iterator[tuple[int, int, str]]:
        """Return owner, place and text of each, the cheapest way to read all."""
        return zip(self.owners, self.places, self.texts, strict=True)

    def inside(self, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """Yield the texts whose owners are in a stretch of elements that is a subtree."""
        first, last = bisect_right(self.places, start), bisect_right(self.places, end)
        for index in range(first, last):
            if start <= self.owners[index] < end:
                yield self.owners[index], self.places[index], self.texts[index]

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[TextRun]:
        return map(TextRun, self.owners, self.places, self.texts)

    @overload
    def __getitem__(self, index: int) -> TextRun: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[TextRun, ...]: ...
    def __getitem__(self, index: int | slice) -> TextRun | tuple[TextRun, ...]:
        if isinstance(index, slice):
            return tuple(map(TextRun, self.owners[index], self.places[index], self.texts[index]))
        return TextRun(self.owners[index], self.places[index], self.texts[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TextRuns | tuple):
            return NotImplemented
        theirs = TextRuns.of(other)
        return (self.owners, self.places, self.texts) == (
            theirs.owners,
            theirs.places,
            theirs.texts,
        )

    def __hash__(self) -> int:
        return hash((self.owners, self.places, self.texts))
