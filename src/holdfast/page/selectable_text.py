"""Selectable text: what elements say to Playwright's text selectors, whether it is shown or not."""

import re
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from holdfast.model.runs import TextRuns

if TYPE_CHECKING:
    from holdfast.page.index import PageIndex

_SILENT = ("script", "noscript", "style", "head")
_BREAKS = re.compile("[\u200b\u00ad]")  # where a line may be broken; nobody asks for them


class SelectableText:
    """The texts of one page that can be asked for."""

    def __init__(self, page: "PageIndex") -> None:
        self._ends = page.ends
        silent = {j for i in page.shape.places_of(_SILENT) for j in range(i, self._ends[i])}
        rows = [
            row
            for row in page.runs.rows()
            if row[0] >= 0 and row[0] not in silent and page.frame_of(row[0]) == 0
        ]
        rows += [
            (index, index + 1, page.attributes[index].get("value", ""))
            for index in page.shape.places_of(["input"])
            if page.attributes[index].get("type", "").lower() in {"submit", "button"}
        ]
        self._runs = TextRuns.of(sorted(rows, key=itemgetter(1)))
        self._whole: dict[int, str] = {}

    def whole(self, index: int) -> str:
        """Return all that an element says."""
        if index not in self._whole:
            inside = self._runs.inside(index, self._ends[index])
            self._whole[index] = normal("".join(text for _, _, text in inside))
        return self._whole[index]

    def parts(self, index: int) -> Sequence[str]:
        """Return its own texts, cut where another element stands between them."""
        joined: dict[int, str] = {}
        for owner, place, text in self._runs.inside(index, self._ends[index]):
            if owner == index:
                joined[place] = joined.get(place, "") + text
        return [normal(text) for text in joined.values()]


def normal(text: str) -> str:
    """Return a text as it is compared: with single spaces."""
    return " ".join(_BREAKS.sub("", text).split())
