"""Attributes of a page by name: which elements have one, and what they say."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import methodcaller
from typing import NamedTuple, Self

import numpy as np

_values_of = methodcaller("values")


class Column(NamedTuple):
    """One attribute: the elements that have it, in document order, and its value at each."""

    places: Sequence[int]
    values: Sequence[str]


_NOTHING = Column((), ())


class AttributeColumns:
    """The attributes of all elements, sorted by name once; a column is cut out when asked for."""

    def __init__(self, attributes: Sequence[Mapping[str, str]]) -> None:
        counts = np.fromiter(map(len, attributes), np.int64, len(attributes))
        names = list(chain.from_iterable(attributes))
        codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
        # Small numbers are sorted in one pass.
        sort = np.uint16 if len(codes) < 1 << 16 else np.uint32
        numbers = np.fromiter(map(codes.__getitem__, names), sort, len(names))
        order = np.argsort(numbers, kind="stable")
        values = chain.from_iterable(map(_values_of, attributes))
        self._values = np.fromiter(values, np.object_, len(names))[order]
        self._places = np.repeat(np.arange(len(attributes)), counts)[order]
        ends = np.cumsum(np.bincount(numbers, minlength=len(codes))).tolist()
        self._spans = dict(zip(codes, zip([0, *ends], ends, strict=False), strict=True))
        self._columns: dict[str, Column] = {}
        self._tables: dict[str, Mapping[str, list[int]]] = {}

    @classmethod
    def of(cls, columns: Mapping[str, tuple[Sequence[int], Sequence[str]]]) -> Self:
        """Return the columns of a page that is stored by column."""
        made = cls(())
        made._spans = dict.fromkeys(columns, (0, 0))
        made._columns = {name: Column(*column) for name, column in columns.items()}
        return made

    @property
    def names(self) -> Iterable[str]:
        """Return every name that the page uses, in the order of its first use."""
        return self._spans.keys()

    def column(self, name: str) -> Column:
        """Return one attribute; nobody has it when the page does not know it."""
        if name not in self._spans:
            return _NOTHING
        if name not in self._columns:
            start, end = self._spans[name]
            places, values = self._places[start:end], self._values[start:end]
            self._columns[name] = Column(places.tolist(), values.tolist())
        return self._columns[name]

    def places_of(self, names: Iterable[str]) -> list[int]:
        """Return the elements that have one of some attributes, in document order."""
        return sorted({place for name in names for place in self.column(name).places})

    def table(self, name: str) -> Mapping[str, list[int]]:
        """Return the elements by the value of one attribute."""
        if name not in self._tables:
            table: dict[str, list[int]] = {}
            for place, value in zip(*self.column(name), strict=True):
                table.setdefault(value, []).append(place)
            self._tables[name] = table
        return self._tables[name]
