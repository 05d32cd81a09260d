"""Testing: builds pages, strategies and fingerprints for tests, ours and yours; fakes the rest."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from holdfast.adapters.html import parse
from holdfast.model.advice import Advice, Question, Reply
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Scope, Snapshot, TextRun
from holdfast.model.strategy import BASE_WEIGHTS, NOTHING, JsonObject, LocatorStrategy, StrategyType
from holdfast.page.build import build_snapshot

if TYPE_CHECKING:
    from holdfast.testing.memory_store import MemoryStore

__all__ = [
    "FakeAdviser",
    "FixedClock",
    "MemoryStore",
    "Place",
    "a_fingerprint",
    "a_framed_page",
    "a_page",
    "a_strategy",
]


Place: TypeAlias = tuple[float, float, float, float]  # x, y, width, height


def __getattr__(name: str) -> Any:
    """Return the store, whose database only its own users need."""
    if name != "MemoryStore":
        raise AttributeError(name)
    from holdfast.testing.memory_store import MemoryStore

    return MemoryStore


def a_page(
    body: str,
    *,
    boxes: Mapping[str, Place] | None = None,
    viewport: tuple[float, float] | None = None,
) -> Snapshot:
    """Return the snapshot of a page with this body; ``boxes`` gives places by CSS selector."""
    html = f"<!doctype html><html><body>{body}</body></html>"
    page = parse(html, viewport=viewport)
    if boxes is None:
        return page
    places = {
        node.xpath: {"x": x, "y": y, "w": width, "h": height}
        for selector, (x, y, width, height) in boxes.items()
        for node in page.select(selector)
    }
    return parse(html, viewport=viewport, boxes=places)


def a_framed_page(body: str, frames: Mapping[str, str], *, kind: str = "frame") -> Snapshot:
    """Return a page with documents inside: ``frames`` gives the body of each by its frame's CSS.

    With ``kind`` "shadow" the elements named are hosts, and what is given is in their shadow root.
    """
    outer = a_page(body)
    inner = {outer.select(css)[0].index: a_page(html) for css, html in frames.items()}
    columns = _Columns(kind)
    columns.add(outer, inner, below=-1, scope=0)
    return build_snapshot(
        tags=columns.tags,
        parents=columns.parents,
        attributes=columns.attributes,
        runs=columns.runs,
        scope_of=columns.scope_of,
        scopes=columns.scopes,
    )


class _Columns:
    """The columns of a page, put together from several."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.attributes: list[Mapping[str, str]] = []
        self.runs: list[TextRun] = []
        self.scope_of: list[int] = []
        self.scopes = [Scope("document", -1, "")]

    def add(self, page: Snapshot, inner: Mapping[int, Snapshot], *, below: int, scope: int) -> None:
        """Append a page below an element, and each inner one right after its own."""
        places = {-1: below}
        runs = list(page.runs)
        for index in range(len(page)):
            self._add_runs(runs, index, places)
            places[index] = len(self.tags)
            self.tags.append(page.tags[index])
            self.parents.append(places[page.parents[index]])
            self.attributes.append(page.attributes[index])
            self.scope_of.append(scope)
            if index in inner:
                url = f"https://example.org/{len(self.scopes)}"
                self.scopes.append(Scope(self.kind, places[index], url))
                below, latest = places[index], len(self.scopes) - 1
                self.add(inner[index], {}, below=below, scope=latest)
        self._add_runs(runs, len(page), places)

    def _add_runs(self, runs: list[TextRun], upto: int, places: Mapping[int, int]) -> None:
        while runs and runs[0].at <= upto:
            run = runs.pop(0)
            self.runs.append(TextRun(places[run.owner], len(self.tags), run.text))


def a_strategy(
    kind: StrategyType | str,
    metadata: JsonObject = NOTHING,
    *,
    selector: str | None = None,
    confidence: float | None = None,
) -> LocatorStrategy:
    """Return a recorded strategy, worth its base weight unless told otherwise."""
    type_ = StrategyType(kind)
    worth = BASE_WEIGHTS.get(type_, 0.8) if confidence is None else confidence
    return LocatorStrategy(type=type_, confidence=worth, selector=selector, metadata=metadata)


def a_fingerprint(
    page: Snapshot,
    css: str,
    *strategies: LocatorStrategy,
    meaning: IdentityMeaning = IdentityMeaning.CONTENT,
) -> Fingerprint:
    """Return the fingerprint of the only element that a CSS selector finds."""
    (node,) = page.select(css)
    return Fingerprint(page=page, target=node.index, strategies=strategies, meaning=meaning)


class FixedClock:
    """A clock that stands until it is told to go on."""

    def __init__(self, now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)) -> None:
        self._now = now

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Go on."""
        self._now += by


class FakeAdviser:
    """An adviser that gives one answer to every question, and keeps the questions.

    ``choice`` is a candidate's number, 0 for none of these; an ``error`` is raised instead.
    """

    name = "fake/adviser"

    def __init__(self, choice: int = 1, score: int = 90, error: Exception | None = None) -> None:
        self.choice, self.score, self.error = choice, score, error
        self.questions: list[Question] = []

    def advise(self, question: Question) -> Reply:
        """Return the answer."""
        self.questions.append(question)
        if self.error is not None:
            raise self.error
        advice = Advice(
            choice=self.choice or None,
            raw_score=self.score,
            element_match=self.score,
            location_match=self.score,
            text_match=self.score,
            why="as the test says",
        )
        return Reply(advice=advice, input_tokens=800, output_tokens=60)
