"""Elements: from a live one to its node in a capture of the page."""

from collections.abc import Callable, Sequence
from typing import Any

import orjson

from holdfast.app.finding import Found
from holdfast.app.wiring import LiveTab, Target
from holdfast.doors.element_place import WAY_SOURCE, LocatorPlace
from holdfast.doors.secret_places import FIELD_SOURCE
from holdfast.model.secret_fields import is_secret_field
from holdfast.ports import LiveTarget, ready

_KEPT_TAB = "holdfast_tab"
_FIELD_SOURCE = f"(all => all.length !== 1 ? null : ({FIELD_SOURCE})(all[0]))"


def listening_tab(page: Any, at_end: list[Callable[[], None]]) -> LiveTab:
    """Return the page as the engine uses it, one for all runs on it; listens until the end."""
    inner = page._impl_obj
    if not hasattr(inner, _KEPT_TAB):
        setattr(inner, _KEPT_TAB, LiveTab(page))
    tab: LiveTab = getattr(inner, _KEPT_TAB)
    tab.listen()
    at_end.append(tab.stop_listening)
    return tab


async def is_secret(locator: Any) -> bool:
    """Return whether the only element of a locator is a field for secrets."""
    seen = await ready(locator.evaluate_all(_FIELD_SOURCE))
    return seen is not None and is_secret_field(*seen)


async def same_element(locator: Any, target: LiveTarget | None) -> bool:
    """Return whether a locator finds this very element."""
    if not isinstance(target, Target):
        return False
    same: bool = await ready(locator.evaluate("(one, other) => one === other", target.handle))
    return same


async def finds_another(locator: Any, found: Sequence[Found]) -> bool:
    """Return whether a locator finds one element, and none of those that were found."""
    return await ready(locator.count()) == 1 and not any(
        [await same_element(locator, one.target) for one in found]
    )


async def find_place(locator: Any, *, framed: bool) -> LocatorPlace:
    """Return where the only element of a locator is; ``framed`` when it may be inside frames."""
    seen = orjson.loads(await ready(locator.evaluate_all(WAY_SOURCE)))
    if "way" not in seen:
        return LocatorPlace(count=seen["count"])
    ways = [tuple(seen["way"])]
    if framed:
        handle = await ready(locator.element_handle())
        ways = [*await _frame_ways(handle), *ways]
    state = (*seen["state"], hash(seen["said"]))
    return LocatorPlace(count=1, ways=tuple(ways), tag=seen["tag"], state=state)


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
