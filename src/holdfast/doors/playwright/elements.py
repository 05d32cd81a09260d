"""Elements: from a live one to its node in a capture of the page, and to code that finds it."""

from typing import Any

import orjson
from playwright.sync_api import Error as PlaywrightError

from holdfast.app.expression import follow
from holdfast.app.healing import Judged
from holdfast.app.wiring import LiveTab, Target
from holdfast.doors.element_place import WAY_SOURCE, Place
from holdfast.model.secret_fields import is_secret_field
from holdfast.page.tables import tables_of
from holdfast.ports import LivePage, LiveTarget, ready
from holdfast.selectors.css import css_path
from holdfast.selectors.selector import SelectorKind, css_selector
from holdfast.selectors.writing import frames_of, selectors_of

_FIELD_SOURCE = """(elements => elements.length !== 1 ? null : Object.fromEntries(
  [...elements[0].attributes].map(own => [own.name, own.value])))"""


async def is_secret(locator: Any) -> bool:
    """Return whether the only element of a locator is a field for secrets."""
    seen = await ready(locator.evaluate_all(_FIELD_SOURCE))
    return seen is not None and is_secret_field(seen)


async def same_element(locator: Any, target: LiveTarget | None) -> bool:
    """Return whether a locator finds this very element."""
    if not isinstance(target, Target):
        return False
    same: bool = await ready(locator.evaluate("(one, other) => one === other", target.handle))
    return same


async def spell_unique(page: LivePage, judged: Judged) -> str:
    """Return code, the most readable first, that finds this element and nothing else.

    What is asserted about it is not in the code; without it there may be nothing but its place.
    """
    best, weighed = judged.location.best, judged.weighed
    assert best is not None, "there is a target"
    assert isinstance(page, LiveTab), "suites run on these"
    written = selectors_of(best.node if weighed is None else weighed.candidates[0].node)
    spelled = [selector.playwright for selector in written]
    if weighed is not None:
        path = css_path(tables_of(best.node.snapshot), best.node)
        spelled.append(css_selector(SelectorKind.PATH, path, path, frames_of(best.node)).playwright)
    for code in spelled:
        try:
            locator = follow(page.page, code)
            if await ready(locator.count()) == 1 and await same_element(locator, judged.target):
                return code
        except PlaywrightError:
            continue  # a browser reads the page in another way than we do
    return ""


async def find_place(locator: Any, *, framed: bool) -> Place:
    """Return where the only element of a locator is; ``framed`` when it may be inside frames."""
    seen = orjson.loads(await ready(locator.evaluate_all(WAY_SOURCE)))
    if "way" not in seen:
        return Place(count=seen["count"])
    ways = [tuple(seen["way"])]
    if framed:
        handle = await ready(locator.element_handle())
        ways = [*await _frame_ways(handle), *ways]
    state = (*seen["state"], hash(seen["said"]))
    return Place(count=1, ways=tuple(ways), tag=seen["tag"], state=state)


async def _frame_ways(handle: Any) -> list[tuple[int, ...]]:
    """Return the ways to the frame elements around an element, outermost first."""
    ways: list[tuple[int, ...]] = []
    frame = await ready(handle.owner_frame())
    while frame is not None and frame.parent_frame is not None:
        owner = await ready(frame.frame_element())
        seen = orjson.loads(await ready(owner.evaluate(f"owner => ({WAY_SOURCE})([owner])")))
        ways.insert(0, tuple(seen["way"]))
        frame = frame.parent_frame
    return ways
