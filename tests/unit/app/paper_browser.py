"""A browser of paper: saved pages that a run walks through, and a clock that only waiting moves.

Pages are HTML by address. What is done is written down in ``acts``; what it leads to, the test says
with ``then``. Nothing here sleeps, draws or guesses: an element is found as the engine finds it on
a saved page.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.adapters.html import parse
from holdfast.app.finding import Finder
from holdfast.app.healing import Healer
from holdfast.app.journal import Journal
from holdfast.app.replay import Runner, RunSettings
from holdfast.app.values import Values
from holdfast.errors import ActFailed, CaptureFailed, PageChanged
from holdfast.history.log import RunContext
from holdfast.model.recording import AssertCheck, EffectKind, Recording, Step, StepAction
from holdfast.model.replay_result import (
    DialogAnswer,
    Glimpse,
    Guard,
    Replay,
    Screen,
    Usability,
    same_words,
)
from holdfast.model.snapshot import Node, Point, Snapshot, TextRun
from holdfast.model.strategy import LocatorStrategy
from holdfast.model.thresholds import Thresholds
from holdfast.page.build import build_snapshot
from holdfast.page.keys import label_of
from holdfast.page.strategy_port import MATCHES
from holdfast.ports import run_now
from holdfast.selectors.describe import describe
from holdfast.selectors.selector_kinds import SELECTORS
from holdfast.testing import FixedClock, MemoryStore

SHOP = "https://shop.example/"
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WAITING = ("effects", "finding", "page_check", "pointing", "replay", "steps")
PICTURE = b"\x89PNG\r\n\x1a\n a picture"


class PaperTime:
    """The time as waiting modules ask for it: it stands still until somebody waits."""

    def __init__(self) -> None:
        self.waited_ms = 0.0

    def monotonic(self) -> float:
        return self.waited_ms / 1000

    perf_counter = monotonic

    @property
    def seconds(self) -> float:
        return self.monotonic()


def on_paper_time(monkeypatch: pytest.MonkeyPatch) -> PaperTime:
    """Let the use cases that wait for a page wait on paper."""
    clock = PaperTime()
    for name in WAITING:
        monkeypatch.setattr(f"holdfast.app.{name}.time", clock)
    return clock


def snapshot_of(html: str, url: str = SHOP) -> Snapshot:
    """Return a page with this body."""
    return parse(f"<!doctype html><html><body>{html}</body></html>", url=url)


class PaperTarget:
    """One element: the same one as long as it is on the page, or whatever a selector finds."""

    def __init__(self, page: "PaperPage", find: Callable[[], Node | None]) -> None:
        self.page, self._find = page, find

    @property
    def node(self) -> Node:
        """Return the element as it is now; raises ``ActFailed`` when there is none."""
        found = self._find()
        if found is None:
            raise ActFailed("waiting for an element: none, or several")
        return found

    @property
    def label(self) -> str:
        return label_of(self.node.snapshot, self.node.index) or self.node.tag

    async def usability(self) -> Usability:
        return self.page.usability.get(self.label, Usability())

    async def pinned(self) -> "PaperTarget":
        node = self.node
        return PaperTarget(self.page, lambda: node)

    async def document_url(self) -> str:
        return self.page.url

    async def picture(self) -> bytes | None:
        self.page.pictured.append(self.label)
        return PICTURE


@dataclass
class PaperProof:
    """Says which selectors find one element; ``heard_as`` is what a driver calls it."""

    target: PaperTarget

    async def is_found(self, strategy: LocatorStrategy, frames: Sequence[str]) -> bool:
        found = _found(strategy, self.target.page.snapshot)
        self.target.page.proved.append(strategy)
        return found == [self.target.node.index]

    async def heard(self, css: str, frames: Sequence[str]) -> tuple[str, str] | None:
        return self.target.page.heard_as


@dataclass
class PaperPage:
    """One tab. ``soon`` is what the page does by itself, one thing at each wait."""

    time: PaperTime
    url: str = "about:blank"
    html: str = ""
    is_quiet: bool = True
    soon: list[Callable[[], object]] = field(default_factory=list)
    usability: dict[str, Usability] = field(default_factory=dict)
    pictured: list[str] = field(default_factory=list)
    proved: list[LocatorStrategy] = field(default_factory=list)
    heard_as: tuple[str, str] | None = None
    dies: bool = False
    captures: int = 0
    _read: tuple[str, str, Snapshot] | None = None

    @property
    def snapshot(self) -> Snapshot:
        if self._read is None or self._read[:2] != (self.url, self.html):
            self._read = self.url, self.html, snapshot_of(self.html, self.url)
        return self._read[2]

    def show(self, html: str, url: str = "") -> None:
        """Become another page."""
        self.html, self.url = html, url or self.url

    async def glimpse(
        self, strategy: LocatorStrategy, frames: Sequence[str], share: Point | None = None
    ) -> tuple[Glimpse, PaperTarget]:
        found = _found(strategy, self.snapshot)
        node = self.snapshot.nodes[found[0]] if len(found) == 1 else None
        element = None if node is None else _cut_out(node)
        return Glimpse(count=len(found), element=element), self._live(node)

    async def guarded(self, guard: Guard) -> PaperTarget | None:
        node = self._guarded(guard)
        return None if node is None else self._live(node)

    def presumed(self, guard: Guard, patience_ms: float) -> PaperTarget:
        return PaperTarget(self, lambda: self._guarded(guard))

    def _guarded(self, guard: Guard) -> Node | None:
        named = set(_found(guard.strategy, self.snapshot))
        nodes = [one for one in self.snapshot.select(guard.css) if one.index in named]
        if guard.text is not None:
            nodes = [one for one in nodes if _says(one.text, guard.text)]
        return nodes[0] if len(nodes) == 1 else None

    def proof(self, target: Any) -> PaperProof:
        return PaperProof(target)

    async def capture(self) -> Snapshot:
        self.captures += 1
        if self.dies:
            raise CaptureFailed("capturing the page", "it is closed")
        return self.snapshot

    async def stacks_at(self, snapshot: Snapshot, points: Sequence[Point]) -> list[list[int]]:
        return [[] for _ in points]

    async def settled(self) -> bool:
        return self.is_quiet

    async def target(self, node: Node, share: Point | None = None) -> PaperTarget:
        if node.snapshot is not self.snapshot:
            raise PageChanged("an element")
        return self._live(node)

    def _live(self, node: Node | None) -> PaperTarget:
        """Return the element of a node as long as the page is the one that it was found on."""
        return PaperTarget(self, lambda: node if node and node.snapshot is self.snapshot else None)

    async def screen(self) -> Screen:
        raise CaptureFailed("taking a picture", "this is paper")

    async def pause(self, milliseconds: float) -> None:
        self.time.waited_ms += milliseconds
        if self.soon:
            self.soon.pop(0)()


def _found(strategy: LocatorStrategy, page: Snapshot) -> list[int]:
    result = SELECTORS[strategy.type].evaluate(strategy, page)
    return list(result.metadata[MATCHES]) if result.match_count else []


def _says(text: str, wanted: str) -> bool:
    return wanted in text if wanted else not text.strip()


def _cut_out(node: Node) -> Snapshot:
    """Return an element and what is inside it as a snapshot of their own."""
    page, start, end = node.snapshot, node.index, node.snapshot.index.ends[node.index]
    inside = range(start, end)
    attributes = [dict(page.attributes[index]) for index in inside]
    if name := label_of(page, start):
        attributes[0].setdefault("aria-label", name)
    return build_snapshot(
        tags=[page.tags[index] for index in inside],
        parents=[-1, *(page.parents[index] - start for index in inside[1:])],
        attributes=attributes,
        runs=[
            TextRun(run.owner - start, run.at - start, run.text)
            for run in page.text_runs
            if start <= run.owner < end
        ],
        shown=[page.index.shown[index] for index in inside],
    )


Then = Callable[["PaperStage"], object]


@dataclass
class PaperStage:
    """A browser with tabs of paper. ``then`` says what an act on a label leads to."""

    site: Mapping[str, str]
    time: PaperTime = field(default_factory=PaperTime)
    then: dict[str, Then] = field(default_factory=dict)
    acts: list[tuple[str, ...]] = field(default_factory=list)
    effects: dict[EffectKind, Any] = field(default_factory=dict)
    looked_at: list[bool] = field(default_factory=list)  # whether as it is drawn
    looked_on: list[PaperTarget] = field(default_factory=list)  # where effects were looked for
    downloads: list[str] = field(default_factory=list)
    traces: list[str | None] = field(default_factory=list)
    trace_fails: Exception | None = None
    was_interrupted: bool = False
    is_open: bool = True
    values: dict[str, str] = field(default_factory=dict)
    answers: list[DialogAnswer] = field(default_factory=list)
    given: list[tuple[str, bool, str | None]] = field(default_factory=list)
    _said: list[str] = field(default_factory=list)
    _declined: list[str] = field(default_factory=list)
    _tabs: list[PaperPage] = field(default_factory=list)
    _current: int = 0

    def __post_init__(self) -> None:
        self._tabs.append(PaperPage(self.time))

    @property
    def page(self) -> PaperPage:
        return self._tabs[self._current]

    def begin_step(self) -> None:
        self.acts.append(("step",))

    @property
    def done(self) -> list[tuple[str, ...]]:
        """Return what was done, without where steps begin."""
        return [act for act in self.acts if act != ("step",)]

    def go(self, path: str) -> None:
        """Show a page of the site."""
        url = path if "://" in path else SHOP + path
        self.page.show(self.site[url.removeprefix(SHOP)], url)

    # --------------------------------------------------------------------------------------- tabs

    async def enter_tab(self, number: int) -> None:
        if number >= len(self._tabs):
            raise ActFailed(f"there is no tab {number}")
        self._current = number

    async def open_tab(self) -> None:
        self._tabs.append(PaperPage(self.time))
        self._current = len(self._tabs) - 1
        self.acts.append(("open tab",))

    async def close_tab(self, number: int) -> None:
        self.acts.append(("close tab", str(number)))

    # --------------------------------------------------------------------------------- the page

    async def navigate(self, url: str) -> None:
        self.acts.append(("open", url))
        if url.removeprefix(SHOP) not in self.site:
            raise ActFailed(f"opening {url}: nothing answers there")
        self.go(url)

    async def scroll(self, x: float, y: float) -> None:
        self.acts.append(("scroll", f"{x:g}", f"{y:g}"))

    async def press(self, keys: str) -> None:
        self.acts.append(("press", keys))

    # ------------------------------------------------------------------------------------ dialogs

    def expect_dialogs(self, dialogs: Sequence[DialogAnswer]) -> None:
        self.answers = list(dialogs)

    def asks(self, message: str) -> bool:
        """Let the page ask something; return whether it was expected, and so not declined."""
        expected = self.answers.pop(0) if self.answers else None
        if expected is None:
            self._declined.append(message)
            return False
        fits = expected.message is None or same_words(expected.message, message)
        self.given.append((message, expected.accept and fits, expected.text))
        self._said.append(message)
        return True

    def take_dialog(self) -> str | None:
        return self._said.pop(0) if self._said else None

    def take_declined(self) -> str | None:
        return self._declined.pop(0) if self._declined else None

    def forget_downloads(self) -> None:
        self.downloads.clear()

    # ------------------------------------------------------------------------------------ elements

    async def pin(self, target: Any) -> Any:
        return await target.pinned()

    async def find_beside(self, target: Any, css: str) -> PaperTarget | None:
        found = self.page.snapshot.select(css)
        return PaperTarget(self.page, lambda: found[0]) if found else None

    async def lists_around(self, source: Any, end: Any) -> Any:
        return source

    async def lists_before(self, target: Any) -> Any:
        return target

    async def effect_on(self, target: Any, kind: EffectKind, *, drawn: bool = False) -> Any:
        self.looked_at.append(drawn)
        self.looked_on.append(target)
        if kind is EffectKind.VALUE and kind not in self.effects:
            return self.values.get(target.label)
        seen = self.effects.get(kind)
        return seen.pop(0) if isinstance(seen, list) and len(seen) > 1 else _only(seen)

    async def perform(self, step: Step, target: Any, values: Sequence[str]) -> None:
        label = target.label
        given = [] if step.value is None and step.values is None else values
        self.acts.append((step.action.value, label, *given))
        if step.action is StepAction.TYPE:
            self.values[label] = values[0]
        if label in self.then:
            self.then[label](self)

    async def drag(self, source: Any, to: Any, step: Step) -> None:
        self.acts.append(("drag", source.label, "" if to is None else to.label))

    async def is_seen(self, target: Any) -> bool:
        try:
            node = target.node
        except ActFailed:
            return False
        return bool(node.snapshot.index.shown[node.index])

    async def text_of(self, target: Any) -> str:
        return str(target.node.text)

    async def value_of(self, target: Any) -> str:
        return self.values.get(target.label, "")

    async def start_trace(self) -> None:
        self.acts.append(("trace",))

    async def stop_trace(self, path: str | None) -> None:
        if self.trace_fails is not None:
            raise self.trace_fails
        self.traces.append(path)


def _only(seen: Any) -> Any:
    return seen[0] if isinstance(seen, list) else seen


# ----------------------------------------------------------------------------------------- building


def numbered(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps with ids of their own."""
    for number, step in enumerate(steps, 1):
        yield replace(step, id=f"s{number}")


def a_step(
    action: StepAction | str, css: str | None = None, body: str = "", path: str = "", **given: Any
) -> Step:
    """Return a step on the only element of a body that a selector finds, or on none."""
    url = given.pop("url", SHOP + path)
    if "check" in given:
        given["check"] = AssertCheck(given["check"])
    made = None if css is None else describe(snapshot_of(body, url), css)
    return Step(id="s", action=StepAction(action), url=url, fingerprint=made, **given)


def a_recording(*steps: Step, **given: Any) -> Recording:
    """Return a recording of the shop."""
    told = {"name": "Buy", "start_url": SHOP, "created_at": NOON, **given}
    return Recording(steps=tuple(numbered(steps)), **told)


def a_runner(stage: PaperStage, **given: Any) -> Runner:
    """Return who replays on paper; with a ``store`` what happens is written down."""
    store, thresholds = given.pop("store", None), given.pop("thresholds", BALANCED)
    clock = FixedClock(NOON)
    journal = None
    if store is not None:
        run = RunContext(run_id="run-1", user_id="ann", recording_id="shop.json")
        journal = Journal(store=store, clock=clock, run=run, name="Buy")
    risky = given.pop("risky_allowed", False)
    healer = Healer(
        finder=Finder(), thresholds=thresholds, store=store, journal=journal, risky_allowed=risky
    )
    return Runner(stage=stage, healer=healer, clock=clock, run_id="run-1", **given)


def replayed(stage: PaperStage, *steps: Step, **given: Any) -> Replay:
    """Return how a recording of these steps went on paper."""
    told = {key: given.pop(key) for key in ("start_url", "secrets", "extra") if key in given}
    return run_now(a_runner(stage, **given).play(a_recording(*steps, **told)))


def a_store() -> MemoryStore:
    """Return an empty store."""
    return MemoryStore()


__all__ = [
    "BALANCED",
    "PICTURE",
    "SHOP",
    "PaperPage",
    "PaperStage",
    "PaperTime",
    "RunSettings",
    "Values",
    "a_recording",
    "a_runner",
    "a_step",
    "a_store",
    "on_paper_time",
    "replayed",
    "snapshot_of",
]
