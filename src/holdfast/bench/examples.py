"""Examples: labelled questions as the fit needs them: everything measured, nothing weighed.

The cases come from the yardstick's own maker (``relocbench.py`` in the folder that
``HOLDFAST_BENCH`` names), from each of its corpora. What is kept of each are numbers; no text of a
page leaves this module.
"""

import importlib.util
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holdfast.bench.answers import BenchPage, BenchPages
from holdfast.bench.wrong_labels import is_left_out
from holdfast.errors import EnvironmentFailure
from holdfast.matching.columns import Flags
from holdfast.matching.fitted import Situation
from holdfast.matching.matcher import Matcher
from holdfast.matching.matchup import Matchup
from holdfast.matching.pair_features import pair_feature
from holdfast.model.snapshot import Snapshot
from holdfast.page.nearby import nearby

CORPORA = ("relocate", "applications", "own")  # own: what python -m tools.sources builds
PAGES, UPGRADES, REDESIGNS = FAMILIES = ("pages", "upgrades", "redesigns")
SCREEN = ("near", "same height on the screen", "same size")  # what only boxes tell
ROW_REMOVED = "row-removed"  # a question of our own: the whole row of the element is gone
_KEPT = 8  # pages


def family_of(corpus: str, source: str) -> str:
    """Return which kind of change a source stands for."""
    if corpus == "relocate":
        return PAGES
    return REDESIGNS if source.startswith(("r1-", "r2-", "r3-")) else UPGRADES


@dataclass(frozen=True)
class Example:
    """One case with all that was measured about it, packed."""

    id: str
    source: str
    family: str
    variant: str
    stratum: str
    is_there: bool
    row: int  # of the element among the old units
    right: Flags  # by new unit: the element, or another part of the same control
    is_foreign: bool  # the new page is in another language
    shape: tuple[int, ...]
    packed: bytes  # the pair features, to one part in 255
    rest: Matchup  # all but the pair features

    @property
    def matchup(self) -> Matchup:
        """Return what was measured."""
        return replace(self.rest, pairs=self.pairs.astype(np.float32) / 255.0)

    @property
    def pairs(self) -> NDArray[np.uint8]:
        """Return the pair features, in parts of 255."""
        return np.frombuffer(zlib.decompress(self.packed), np.uint8).reshape(self.shape)

    def without_screen(self) -> "Example":
        """Return the same example as it would be without boxes."""
        pairs = self.pairs.copy()
        pairs[[pair_feature.names.index(name) for name in SCREEN]] = 0
        sides = replace(self.rest.old, boxes=None), replace(self.rest.new, boxes=None)
        rest = replace(self.rest, old=sides[0], new=sides[1])
        return replace(self, packed=zlib.compress(pairs.tobytes(), 1), rest=rest)


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


def corpora_of(folder: Path) -> list[str]:
    """Return the corpora that are there."""
    return [corpus for corpus in CORPORA if (folder / corpus / "pairs.jsonl").is_file()]


def make_cases(
    folder: Path,
    corpus: str,
    per_source: int,
    sources: str | None = None,
    *,
    backwards: bool = False,
) -> list[Any]:
    """Return the yardstick's cases, at most so many labelled pairs of each source.

    Backwards, the new page is the old one: another redesign by the same hands. Labels that are
    known to be wrong are left out.
    """
    yardstick = load_yardstick(folder)
    lines = (folder / corpus / "pairs.jsonl").read_text("utf-8").splitlines()
    pairs = [p for p in map(json.loads, lines) if yardstick.chosen(sources, p["source"])]
    if backwards:
        pairs = [_turned(pair) for pair in pairs if pair["new_xpath"] is not None]
    chosen = yardstick.sample(pairs, 0, 25, per_source)
    return [
        case
        for pair in chosen
        for case in yardstick.cases_of(pair, folder / corpus)
        if not is_left_out(pair, case.variant)
    ]


def _turned(pair: dict[str, Any]) -> dict[str, Any]:
    sides = ("old", "new"), ("old_xpath", "new_xpath"), ("old_tag", "new_tag")
    return {
        **pair,
        **{one: pair[other] for old, new in sides for one, other in ((old, new), (new, old))},
    }


def iter_examples(
    folder: Path, corpus: str, cases: Sequence[Any], situation: Situation
) -> Iterator[Example]:
    """Yield an example per case."""
    shelf = _Shelf(situation)
    for case, (old_html, old_boxes), (new_html, new_boxes) in iter_pages(folder, corpus, cases):
        old, new = shelf.page(old_html, old_boxes), shelf.page(new_html, new_boxes)
        node = old.find(case.old_xpath)
        if node is None or (case.truth and new.find(case.truth) is None):
            continue  # lxml has what browsers have not
        matched = shelf.matcher(old.page, new.page, node.index)
        yield _example(case, corpus, matched, new)
        if (gone := _without_row(case, folder / corpus, matched, new)) is not None:
            ((_, _, (html, boxes)),) = iter_pages(folder, corpus, [gone])
            new = shelf.page(html, boxes)
            yield _example(gone, corpus, shelf.matcher(old.page, new.page, node.index), new)


def _without_row(case: Any, corpus: Path, matched: tuple[Matcher, int], new: BenchPage) -> Any:
    """Return the case in which the element's whole row is gone, and with it what it had to say.

    None where it stands in none, or where its double would stay behind.
    """
    matcher, target = matched
    found = new.find(case.truth) if case.variant == "plain" else None
    if found is None or matcher.situation is Situation.ELEMENT:
        return None
    row = matcher.new_reader.read(found.index).row
    if row < 0 or matcher.old_reader.read(target).row < 0:
        return None
    yardstick = sys.modules["relocbench"]
    trees = (yardstick.read_page(corpus / page)[1] for page in (case.old_html, case.new_html))
    before, now = map(yardstick.elements, trees)
    path = new.paths.of(new.page.nodes[row])
    if path not in now or not yardstick.removal(before[case.old_xpath], now[case.truth]):
        return None
    edit = {"page": "new", "xpath": path, "op": "delete"}
    name = case.id.replace(":plain", f":{ROW_REMOVED}")
    return replace(
        case, id=name, variant=ROW_REMOVED, truth=None, equivalents=[], hidden=[], edits=[edit]
    )


def iter_pages(folder: Path, corpus: str, cases: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each case with its old and its new page, as text and boxes."""
    yardstick = load_yardstick(folder)
    for case in cases:
        sides = (("old", case.old_html, case.old_boxes), ("new", case.new_html, case.new_boxes))
        old, new = (
            yardstick.render(
                folder / corpus / page,
                folder / corpus / boxes if boxes else None,
                [edit for edit in case.edits if edit["page"] == side],
            )
            for side, page, boxes in sides
        )
        yield case, old, new


class _Shelf:
    """The pages and matchers in use, so that neighbouring cases share the page work."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._pages = BenchPages()
        self._matchers: list[tuple[Snapshot, Snapshot, Matcher]] = []

    def page(self, html: str, boxes: Any) -> BenchPage:
        return self._pages.get(html, boxes, stored=True)

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


def _example(case: Any, corpus: str, matched: tuple[Matcher, int], new: BenchPage) -> Example:
    matcher, target = matched
    matchup = matcher.matchup(target)
    right = map(new.find, (case.truth, *case.equivalents))
    indices = [node.index for node in right if node is not None]
    pairs = (np.clip(matchup.pairs, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)
    return Example(
        id=case.id,
        source=case.source,
        family=family_of(corpus, case.source),
        variant=case.variant,
        stratum=case.stratum,
        is_there=case.truth is not None,
        row=matchup.row_of(target),
        right=np.isin(matchup.new.at, indices),
        is_foreign=_language(matcher.old.snapshot) != _language(new.page),
        shape=pairs.shape,
        packed=zlib.compress(pairs.tobytes(), 1),
        rest=replace(matchup, pairs=np.zeros((0, 0, 0), np.float32)),
    )


def _language(page: Snapshot) -> str:
    return page.attributes[0].get("lang", "en").partition("-")[0].lower() if len(page) else ""
