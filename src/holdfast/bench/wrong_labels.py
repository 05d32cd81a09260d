"""Wrong labels: which of the yardstick's labels two readings contradicted, and what is not asked.

They are left out after sampling, for every system alike: no other question takes their place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import orjson

ALL = "all"  # the label itself is wrong
REMOVED = "removed"  # what does the same is still there when the element is taken away


@dataclass(frozen=True)
class WrongLabel:
    """A label that is not believed; places are XPaths as lxml's ``getpath`` gives them."""

    source: str
    page: str
    old: str
    new: str
    old_xpath: str
    new_xpath: str | None  # what the label says
    questions: str  # that are left out: ALL, or REMOVED alone
    reason: str

    def is_of(self, pair: Mapping[str, Any]) -> bool:
        """Return whether a pair is this label, as it was written or asked backwards."""
        if (self.source, self.page) != (pair["source"], pair["page"]):
            return False
        old, new = ((pair[side], pair[f"{side}_xpath"]) for side in ("old", "new"))
        mine = (self.old, self.old_xpath), (self.new, self.new_xpath)
        return mine == (old, new) or (self.questions == ALL and mine == (new, old))


@cache
def wrong_labels() -> tuple[WrongLabel, ...]:
    """Return the labels that are listed as wrong."""
    text = files(__package__).joinpath("wrong_labels.json").read_bytes()
    return tuple(WrongLabel(**told) for told in orjson.loads(text))


def is_left_out(pair: Mapping[str, Any], variant: str) -> bool:
    """Return whether a question about a labelled pair is asked of nobody."""
    return any(wrong.questions in (ALL, variant) for wrong in wrong_labels() if wrong.is_of(pair))
