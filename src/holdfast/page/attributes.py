"""Attributes of a page by name: which elements have one, and what they say."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from operator import methodcaller
from typing import NamedTuple, Self

import numpy as np

from holdfast.page.grouping import grouped

_values_of = methodcaller("values")


class Column(NamedTuple):
    """One attribute: the elements that have it, in document order, and its value at each."""

    places: Sequence[int]
    values: Sequence[str]


_NOTHING = Column((), ())


class AttributeColumns:
    """The attributes of all elements, in one row; a column is picked out when asked for."""

    def __init__(self, attributes: Sequence[Mapping[str, str]]) -> None:
        counts = np.fromiter(map(len, attributes), np.int64, len(attributes))
        size = int(counts.sum())
        codes: dict[str, int] = defaultdict(count().__next__)  # numbers in the order of first use
        names = chain.from_iterable(attributes)
        self._numbers = np.fromiter(map(codes.__getitem__, names), np.uint32, size)
        values = chain.from_iterable(map(_values_of, attributes))
        self._values = np.fromiter(values, np.object_, size)
        self._places = np.repeat(np.arange(len(attributes)), counts)
        self._codes = dict(codes)
        self._columns: dict[str, Column] = {}
        self._tables: dict[str, Mapping[str, list[int]]] = {}

    @classmethod
    def of(cls, columns: Mapping[str, tuple[Sequence[int], Sequence[str]]]) -> Self:
        """Return the columns of a page that is stored by column."""
        made = cls(())
        made._codes = {name: code for code, name in enumerate(columns)}
        made._columns = {name: Column(*column) for name, column in columns.items()}
        return made

    def put(self, name: str, changes: Mapping[int, str | None]) -> None:
        """Take over other values of one attribute at some places; None takes it away there."""
        given = zip(*self.column(name), strict=True)
        kept = [(place, changes.get(place, value)) for place, value in given]
        left = [(place, value) for place, value in kept if value is not None]
        self._columns[name] = Column([p for p, _ in left], [v for _, v in left])
        self._tables.pop(name, None)

    @property
    def names(self) -> Iterable[str]:
        """Return every name that the page uses, in the order of its first use."""
        return self._codes.keys()

    def column(self, name: str) -> Column:
        """Return one attribute; nobody has it when the page does not know it."""
        if name not in self._codes:
            return _NOTHING
        if name not in self._columns:
            here = np.flatnonzero(self._numbers == self._codes[name])
            self._columns[name] = Column(self._places[here].tolist(), self._values[here].tolist())
        return self._columns[name]

    def places_of(self, names: Iterable[str]) -> list[int]:
        """Return the elements that have one of some attributes, in document order."""
        return sorted({place for name in names for place in self.column(name).places})

    def table(self, name: str) -> Mapping[str, list[int]]:
        """Return the elements by the value of one attribute."""
        if name not in self._tables:
            places, values = self.column(name)
            self._tables[name] = grouped(zip(values, places, strict=True))
        return self._tables[name]
