"""What the yardstick calls: find elements again, many at once, and say how sure.

``relocate`` answers one question about two saved pages; ``answer_cases`` answers a file of them.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from holdfast.app.wiring import LxmlPaths, parse
from holdfast.engine import locate
from holdfast.errors import ForeignFormat, TargetMissing
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.page.compact import compact
from holdfast.page.nearby import nearby

Boxes = Mapping[str, Mapping[str, Any]]
Answer = tuple[str | None, float | None]
_KEPT = 6  # pages; neighbouring questions are about the same ones


def relocate(
    old_html: str,
    new_html: str,
    target_xpath: str,
    old_boxes: Boxes | None = None,
    new_boxes: Boxes | None = None,
) -> Answer:
    """Return where the element is on the new page and the confidence (0-100); None when refused.

    XPaths, those of the boxes too, are those of lxml's own HTML parser on the given text.
    """
    old, new = _PAGES.get(old_html, old_boxes, stored=True), _PAGES.get(new_html, new_boxes)
    return new.answer(find(old.page, new.page, old.target(target_xpath)))


def find(old: Snapshot, new: Snapshot, target: int, *, whole_page: bool = True) -> Location:
    """Return the engine's location for one element of an old page, by what the pages say alone."""
    page, target = (old, target) if whole_page else nearby(old, target)
    fingerprint = Fingerprint(
        page=page, target=target, strategies=(_SIMILARITY,), has_page=whole_page
    )
    return locate(fingerprint, new)


_SIMILARITY = LocatorStrategy(type=StrategyType.SIMILARITY, confidence=1.0)


@dataclass(frozen=True, slots=True)
class BenchPage:
    """A parsed page, and where lxml has its elements."""

    page: Snapshot
    paths: LxmlPaths

    def find(self, path: str | None) -> Node | None:
        """Return the element that lxml has at a path; None for none."""
        return self.paths.find(self.page, path) if path else None

    def target(self, path: str) -> int:
        node = self.find(path)
        if node is None:
            raise TargetMissing(path, 0)
        return node.index

    def answer(self, location: Location) -> Answer:
        if location.node is None:
            return None, None
        return self.paths.of(location.node), round(100 * location.probability, 2)


class BenchPages:
    """The last few pages, parsed; told apart by being the same objects."""

    def __init__(self) -> None:
        self._recent: list[tuple[str, object, bool, BenchPage]] = []

    def get(self, html: str, boxes: Boxes | None, *, stored: bool = False) -> BenchPage:
        for text, placed, was_stored, known in self._recent:
            if text is html and placed is boxes and was_stored == stored:
                return known
        page = parse(html, boxes=boxes)
        paths = LxmlPaths(html, page)
        if boxes is not None and paths.differ:
            page = parse(html, boxes=paths.renamed(page, boxes))
        if stored:  # what a recording keeps, and no more
            page = compact(page)
        self._recent.insert(0, (html, boxes, stored, BenchPage(page, paths)))
        del self._recent[_KEPT:]
        return self._recent[0][-1]


_PAGES = BenchPages()


# ------------------------------------------------------------------------------- files of questions


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchCase:
    """One exported question: files beside the list, and the element's XPath on the old page."""

    id: str
    old: str
    new: str
    target: str


def read_cases(path: Path) -> list[BenchCase]:
    """Return the questions of a file; raises ``ForeignFormat`` with the line that is wrong."""
    cases = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = orjson.loads(line)
            cases.append(
                BenchCase(**{key: str(data[key]) for key in ("id", "old", "new", "target")})
            )
        except (orjson.JSONDecodeError, KeyError, TypeError) as exc:
            wanted = 'a JSON object with "id", "old", "new" and "target"'
            raise ForeignFormat(wanted, f"line {number} of {path.name}: {exc}") from exc
    return cases


def answer_cases(
    cases: Iterable[BenchCase],
    folder: Path,
    *,
    boxes: bool = True,
    whole_page: bool = True,
    progress: Callable[[], None] = lambda: None,
) -> Iterator[dict[str, Any]]:
    """Yield one answer line per question, in order."""
    texts: dict[str, tuple[str, Boxes | None]] = {}
    for case in cases:
        for name in (case.old, case.new):
            if name not in texts:
                while len(texts) >= _KEPT:
                    texts.pop(next(iter(texts)))
                texts[name] = _read_page(folder / name, boxes)
        started = time.perf_counter()
        old = _PAGES.get(*texts[case.old], stored=True)
        new = _PAGES.get(*texts[case.new])
        location = find(old.page, new.page, old.target(case.target), whole_page=whole_page)
        found, confidence = new.answer(location)
        spent = 1000 * (time.perf_counter() - started)
        yield {"id": case.id, "found": found, "confidence": confidence, "ms": round(spent, 2)}
        progress()


def _read_page(path: Path, boxes: bool) -> tuple[str, Boxes | None]:
    beside = path.with_suffix(".boxes.json")
    placed = orjson.loads(beside.read_bytes()) if boxes and beside.exists() else None
    return path.read_text("utf-8"), placed
