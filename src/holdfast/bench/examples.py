"""Labelled questions as the fit needs them: everything measured, nothing weighed.

The cases come from the yardstick's own maker (``relocbench.py`` in the folder that
``HOLDFAST_BENCH`` names). What is kept of each are numbers; no text of a page leaves this module.
"""

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from holdfast.adapters.html import parse
from holdfast.errors import EnvironmentFailure
from holdfast.matching.circumstances import Around, look_around
from holdfast.matching.columns import Flags, Floats, Ints
from holdfast.matching.comparison import TRAIT, Comparison
from holdfast.matching.doubt import (
    Backward,
    Forward,
    Lookalikes,
    best_of,
    doubts,
    look_back,
)
from holdfast.matching.matcher import Matcher
from holdfast.matching.tables import Situation
from holdfast.model.snapshot import Snapshot
from holdfast.page.compact import compact
from holdfast.page.nearby import nearby

_LOOKED_BACK = 3  # candidates of each case whose look backwards is kept
_KEPT = 8  # pages


@dataclass(frozen=True)
class Example:
    """One case with all that was measured about it."""

    id: str
    source: str
    variant: str
    stratum: str
    seen: Comparison
    ends: Ints
    origins: Ints
    image: int
    strength: int
    around: Around
    back: dict[int, tuple[Comparison, Ints, Flags]]  # candidate → look back, ends, placed
    lookalikes: dict[int, Lookalikes]  # by candidate that was looked back from
    right: Flags  # by candidate: the element, or another part of the same control
    is_there: bool

    def without_screen(self) -> "Example":
        """Return the same example as it would be without boxes and measured visibility."""
        back = {
            candidate: (_without_screen(seen), ends, placed)
            for candidate, (seen, ends, placed) in self.back.items()
        }
        return replace(self, seen=_without_screen(self.seen), back=back)

    def forward(self, weights: Floats) -> Forward:
        """Return the shortlist scored with the given weights."""
        return Forward(
            candidates=self.seen.candidates, ends=self.ends, origins=self.origins,
            traits=self.seen.traits, scores=self.seen.traits @ weights,
            agreements=self.seen.agreements, contradictions=self.seen.contradictions,
            target=self.seen.target, row_twin=self.seen.row_twin,
            image=self.image, strength=self.strength,
        )  # fmt: skip

    def judged(self, weights: Floats) -> tuple[int, Floats]:
        """Return the best candidate's row and the inputs of its probability."""
        forward = self.forward(weights)
        best = best_of(forward)
        backward, lookalikes = self._backward(forward, best, weights), self._lookalikes(best)
        return best, doubts(forward, self.around, backward, lookalikes, best)

    def allowed(self, weights: Floats) -> float:
        """Return the most that may be believed of the best candidate."""
        forward = self.forward(weights)
        best = best_of(forward)
        return self._lookalikes(best).allow(forward, best)

    def _lookalikes(self, best: int) -> Lookalikes:
        nobody = Lookalikes(namesakes=np.zeros(len(self.right), np.bool_), reads=0.0)
        return self.lookalikes.get(int(self.seen.candidates[best]), nobody)

    def _backward(self, forward: Forward, best: int, weights: Floats) -> Backward:
        kept = self.back.get(int(forward.candidates[best]))
        if kept is None:  # not among the first under the weights the examples were made with
            return Backward(lead=0.0, share=0.5, rival_placed=False)
        seen, ends, placed = kept
        return look_back(seen.candidates, ends, seen.traits @ weights, self.seen.target, placed)


_SCREEN = [
    TRAIT[name]
    for name in ("same column", "same row", "same width", "same height", "same visibility")
]


def _without_screen(seen: Comparison) -> Comparison:
    traits = seen.traits.copy()
    traits[:, _SCREEN] = 0.0
    return replace(seen, traits=traits)


def load_yardstick(folder: Path) -> ModuleType:
    """Return the yardstick's module; raises ``EnvironmentFailure`` if it is not there."""
    path = folder / "relocbench.py"
    if not path.is_file():
        raise EnvironmentFailure(
            f"no yardstick: {path.name} is not in the folder that HOLDFAST_BENCH names\n"
            "  next: set HOLDFAST_BENCH to the folder that holds relocbench.py and relocate/"
        )
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("relocbench", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["relocbench"] = module
    spec.loader.exec_module(module)
    return module


def iter_examples(
    yardstick: Any, corpus: Path, cases: list[Any], situation: Situation, weights: Floats
) -> Iterator[Example]:
    """Yield an example per case; ``weights`` choose which candidates are looked back from."""
    shelf = _Shelf(situation)
    for case in cases:
        (old_html, old_boxes), (new_html, new_boxes) = (
            yardstick.render(
                corpus / page,
                corpus / boxes if boxes else None,
                [edit for edit in case.edits if edit["page"] == side],
            )
            for side, page, boxes in (
                ("old", case.old_html, case.old_boxes),
                ("new", case.new_html, case.new_boxes),
            )
        )
        old, new = shelf.page(old_html, old_boxes), shelf.page(new_html, new_boxes)
        node = old.find_xpath(case.old_xpath)
        assert node is not None
        yield _example(case, shelf.matcher(old, new, node.index), new, weights)


class _Shelf:
    """The pages and matchers in use, so that neighbouring cases share the page work."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._pages: list[tuple[str, Snapshot]] = []
        self._matchers: list[tuple[Snapshot, Snapshot, Matcher]] = []

    def page(self, html: str, boxes: Any) -> Snapshot:
        for text, page in self._pages:
            if text is html:
                return page
        page = compact(parse(html, boxes=boxes if self.situation is Situation.BOXES else None))
        self._pages.insert(0, (html, page))
        del self._pages[_KEPT:]
        return page

    def matcher(self, old: Snapshot, new: Snapshot, target: int) -> tuple[Matcher, int]:
        if self.situation is Situation.ELEMENT:
            small, target = nearby(old, target)
            return Matcher(small, new, whole_page=False), target
        for one, other, matcher in self._matchers:
            if one is old and other is new:
                return matcher, target
        matcher = Matcher(old, new)
        self._matchers.insert(0, (old, new, matcher))
        del self._matchers[_KEPT:]
        return matcher, target


def _example(case: Any, matched: tuple[Matcher, int], new: Snapshot, weights: Floats) -> Example:
    matcher, target = matched
    view = matcher.view
    seen = matcher.seen(target)
    first = np.argsort(-(seen.traits @ weights), kind="stable")[:_LOOKED_BACK]
    right = {new.find_xpath(path) for path in (case.truth, *case.equivalents) if path}
    indices = {node.index for node in right if node is not None}
    looked = [int(seen.candidates[i]) for i in first]
    return Example(
        id=case.id, source=case.source, variant=case.variant, stratum=case.stratum, seen=seen,
        ends=matcher.new.end[seen.candidates], origins=view.origin[seen.candidates],
        image=int(view.image[target]), strength=int(view.strength[target]),
        around=look_around(view, target),
        back={index: matcher.seen_back(index) for index in looked},
        lookalikes={i: matcher.lookalikes(seen.candidates, target, i) for i in looked},
        right=np.isin(seen.candidates, list(indices)), is_there=case.truth is not None,
    )  # fmt: skip
