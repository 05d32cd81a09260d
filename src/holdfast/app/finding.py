"""Finding one recorded element on a live page: does it hold, and if not, where is it now."""

import time
from dataclasses import dataclass, field, replace

from holdfast.app.advising.advice_effect import Advised
from holdfast.app.asserted import changes, search_without
from holdfast.app.consulting import Consultant, Consulted
from holdfast.app.reading import CANVAS, PageReading, Seen, is_in_doubt
from holdfast.engine import find_primary, looks_same, search, still_selects
from holdfast.errors import PageChanged
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.replay_result import Guard
from holdfast.model.search_settings import EvidenceScoringConfig
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import StrategyType
from holdfast.page.frames import Crossing, find_crossing, foreign_origin, frame_origin
from holdfast.page.keys import TEST_ID_ATTRIBUTES, label_of
from holdfast.ports import LivePage, LiveTarget
from holdfast.selectors.css import is_quotable, quote
from holdfast.selectors.writing import frames_of
from holdfast.witnesses.facts import LiveFacts, points_to_ask

HEAL_AFTER_MS = 2_000.0  # nothing is healed before nothing has held for this long
POLL_MS = 100.0  # between two glimpses; a page that is loading is not hurried


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is known after looking. ``target`` is None when nothing is offered.

    ``location`` is None when the recorded selector held: nothing else was asked then. ``weighed``
    is the location without what is asserted about the element, if something is: it decides.
    """

    target: LiveTarget | None
    location: Location | None = None
    weighed: Location | None = None
    is_held: bool = False
    settled: bool = True
    consulted: Consulted | None = None

    @property
    def advised(self) -> Advised | None:
        """Return what an adviser made of it, None when none was asked."""
        return None if self.consulted is None else self.consulted.advised


@dataclass(slots=True)
class Finder:
    """Finds recorded elements on live pages."""

    heal_after_ms: float = HEAL_AFTER_MS
    reading: PageReading | None = None
    consultant: Consultant | None = None
    evidence: EvidenceScoringConfig = field(default_factory=EvidenceScoringConfig)

    def presume(self, page: LivePage, seen: Seen) -> LiveTarget | None:
        """Return what can be nothing but the element, if it holds; nothing is asked yet.

        For acts that may be done twice: one that fails may have been done all the same.
        """
        guard = find_guard(seen.fingerprint)
        if guard is None or guard.frames:
            return None  # which document a frame shows now must be asked
        return page.presumed(guard, self.heal_after_ms)

    async def find(
        self, page: LivePage, seen: Seen, *, heal: bool = True, waited_ms: float = 0.0
    ) -> Found:
        """Return the element if it holds; else, on a settled page, where it is now.

        ``waited_ms`` is how long somebody has waited for it to hold already.
        """
        held = await _wait_until_held(page, seen, self.heal_after_ms - waited_ms)
        if held is not None or not heal:
            return Found(target=held, is_held=held is not None)
        settled = await page.settled()
        held = await _find_held(page, seen)
        if held is not None:
            return Found(target=held, is_held=True)
        try:
            return await self.search(page, seen, settled=settled)
        except PageChanged:
            # It moved on while it was searched: once more, as it is now.
            settled = await page.settled()
            return await self.search(page, seen, settled=settled)

    async def search(self, page: LivePage, seen: Seen, *, settled: bool) -> Found:
        """Return where the element is on the page as it is now, whatever its selector finds."""
        snapshot = await page.capture()
        facts = await _look_at_points(page, seen.fingerprint, snapshot, self.evidence)
        if seen.asserted or changes(seen.fingerprint):
            return await _search_without(page, seen, snapshot, facts, settled=settled)
        location = search(seen.fingerprint, snapshot, facts)
        if self.reading is not None and not location.held and is_in_doubt(location):
            location = await self.reading.look_again(page, location, snapshot, seen, facts)
        is_held = (location.held or still_selects(location)) and not _has_crossed(location)
        consulted = None
        if self.consultant is not None and not is_held:
            consulted = await self.consultant.consult(location, seen.action, page, seen.picture)
            location = location if consulted is None else consulted.advised.location
        best = location.best
        if best is None:
            return Found(target=None, location=location, settled=settled)
        return Found(
            target=await page.target(best.node, share_of(location, seen.share)),
            location=location,
            is_held=is_held,
            settled=settled,
            consulted=consulted,
        )


async def _search_without(
    page: LivePage, seen: Seen, snapshot: Snapshot, facts: LiveFacts, *, settled: bool
) -> Found:
    """Return where the element is by what is not asserted of it; nobody reads or advises then."""
    weighed = search_without(seen.asserted, seen.fingerprint, snapshot, facts)
    seen_there = [replace(c, node=snapshot.nodes[c.node.index]) for c in weighed.candidates]
    location = replace(weighed, fingerprint=seen.fingerprint, candidates=tuple(seen_there))
    best = location.best
    target = None if best is None else await page.target(best.node)
    return Found(target=target, location=location, weighed=weighed, settled=settled)


async def _look_at_points(
    page: LivePage, fingerprint: Fingerprint, snapshot: Snapshot, evidence: EvidenceScoringConfig
) -> LiveFacts:
    """Return what the page says is where the mouse went; nothing leaves it to the boxes."""
    points = points_to_ask(fingerprint, snapshot, evidence)
    if not points:
        return LiveFacts(evidence=evidence)
    try:
        stacks = await page.stacks_at(snapshot, points)
    except PageChanged:
        return LiveFacts(evidence=evidence)
    return LiveFacts(stacks=dict(zip(points, stacks, strict=True)), evidence=evidence)


async def _wait_until_held(page: LivePage, seen: Seen, wait_ms: float) -> LiveTarget | None:
    if find_primary(seen.fingerprint) is None:
        return None
    deadline = time.monotonic() + wait_ms / 1000
    while True:
        held = await _find_held(page, seen)
        if held is not None or time.monotonic() >= deadline:
            return held
        await page.pause(POLL_MS)


async def _find_held(page: LivePage, seen: Seen) -> LiveTarget | None:
    """Return the element if it holds, in a frame only if that still is of the recorded origin."""
    held = await _find_selected(page, seen)
    if held is None or not frames_of(seen.fingerprint.node):
        return held
    recorded, target = seen.fingerprint.page, seen.fingerprint.target
    then = frame_origin(recorded, recorded.frame_of(target))
    return held if foreign_origin(await held.document_url(), page.url) == then else None


def _has_crossed(location: Location) -> bool:
    """Return whether what a selector found is in another frame than the recorded one."""
    fingerprint, best = location.fingerprint, location.best
    if best is None:
        return False
    page, found = fingerprint.page, best.node
    crossing = find_crossing(page, fingerprint.target, found.snapshot, found.index)
    return crossing is not Crossing.NONE


async def _find_selected(page: LivePage, seen: Seen) -> LiveTarget | None:
    """Return the element if its recorded selector finds it and nothing contradicts.

    The guarded selector answers nearly always. It is stricter than need be, so what it does not
    find is measured and compared.
    """
    fingerprint = seen.fingerprint
    guard, primary = find_guard(fingerprint), find_primary(fingerprint)
    if guard is not None and (held := await page.guarded(guard)) is not None:
        return held
    if primary is None:
        return None
    glimpse, target = await page.glimpse(primary, frames_of(fingerprint.node), seen.share)
    if glimpse.count != 1 or glimpse.element is None:
        return None
    return target if looks_same(fingerprint, glimpse.element, 0) else None


def share_of(location: Location, recorded: Point | None) -> Point | None:
    """Return where in a canvas to act, as shares of its size; None for other elements.

    At the words that were read, else where it was ``recorded``.
    """
    best = location.best
    if best is None or best.node.tag != CANVAS:
        return None
    box, points = best.node.box, _points_read(location, best.node.index)
    if box is None or not points:
        return recorded
    return Point((points[0].x - box.x) / box.width, (points[0].y - box.y) / box.height)


def _points_read(location: Location, index: int) -> list[Point]:
    return [
        result.click_point
        for result in location.results
        if result.strategy.type is StrategyType.VISION_OCR
        and result.node == index
        and result.click_point is not None
    ]


# The attributes that name an element or say what kind it is.
KEY_ATTRIBUTES = ("id", "name", "href", "type", "role", *TEST_ID_ATTRIBUTES)
VOID_TAGS = frozenset({"input", "img"})  # nothing can stand in them, and asking costs time


def find_guard(fingerprint: Fingerprint) -> Guard | None:
    """Return a selector that can find nothing but what looks as it was recorded; None without one.

    Measuring an element and comparing it takes the page several turns. A recorded role and name,
    narrowed by what must not contradict, refuses everything else by itself, so that counting what
    it finds is enough. What does not pass is looked at in the long way, which is less strict.
    """
    primary = find_primary(fingerprint)
    if primary is None or primary.type is not StrategyType.CDP_SEMANTIC:
        return None
    page, node = fingerprint.page, fingerprint.node
    name = primary.metadata.get("name")
    if not name or name != label_of(page, node.index) or not page.index.shown[node.index]:
        return None
    attributes = {key: node.get(key) for key in KEY_ATTRIBUTES if node.get(key)}
    if not node.tag.isalnum() or not all(map(is_quotable, attributes.values())):
        return None
    return Guard(
        strategy=primary,
        frames=frames_of(node),
        css=node.tag + "".join(_not_another(key, value) for key, value in attributes.items()),
        text=_text(fingerprint, str(name)),
    )


def _not_another(key: str, value: str) -> str:
    """Return the condition that an attribute is as recorded, or is not there at all."""
    return f":is([{key}={quote(value)}], :not([{key}]))"


def _text(fingerprint: Fingerprint, name: str) -> str | None:
    """Return the words that stand in the element itself, if they name it; None for any."""
    said = fingerprint.node.text
    if fingerprint.node.tag in VOID_TAGS:
        return None
    if not said:
        return ""
    return name if said == name else None
