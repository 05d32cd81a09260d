"""Actions: do with an element what a step says, by Playwright's own checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.model.snapshot import Point
from holdfast.ports import ready

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.adapters.browser.live import Target


async def click(
    target: Target, *, times: int = 1, button: str = "left", modifiers: Sequence[str] = ()
) -> None:
    """Click once or twice, in the middle or at the target's own place."""
    act = target.handle.dblclick if times == 2 else target.handle.click
    settings: dict[str, Any] = {"button": button, "timeout": target.patience_ms}
    if modifiers:
        settings["modifiers"] = list(modifiers)
    if target.share is not None:
        settings["position"] = await target.place()
    await ready(act(**settings))


async def hover(target: Target) -> None:
    """Move the mouse over it."""
    await ready(target.handle.hover(timeout=target.patience_ms, position=await target.place()))


async def write(target: Target, text: str) -> None:
    """Replace what is in a field."""
    await ready(target.handle.fill(text, timeout=target.patience_ms))


async def select(target: Target, choices: Sequence[str]) -> None:
    """Choose options of a list, each by its value or its label."""
    await ready(target.handle.select_option(list(choices), timeout=target.patience_ms))


async def check(target: Target, *, on: bool) -> None:
    """Tick or untick."""
    act = target.handle.check if on else target.handle.uncheck
    await ready(act(timeout=target.patience_ms))


async def press(target: Target, keys: str) -> None:
    """Press a key or a combination while it has the focus."""
    await ready(target.handle.press(keys, timeout=target.patience_ms))


async def upload(target: Target, paths: Sequence[str]) -> None:
    """Choose files."""
    await ready(target.handle.set_input_files(list(paths), timeout=target.patience_ms))


async def submit(target: Target) -> None:
    """Send the form that it is, or is in."""
    await ready(target.handle.evaluate("element => (element.form ?? element).requestSubmit()"))


async def scroll(target: Target, to: Point) -> None:
    """Scroll what is in it to a place."""
    await ready(target.handle.evaluate("(element, to) => element.scrollTo(...to)", list(to)))


async def drag(page: Any, source: Target, to: Target | None, by: Point) -> None:
    """Drag it with the mouse, by a distance or to a place in another element."""
    await ready(source.handle.hover(timeout=source.patience_ms))
    box = await ready(source.handle.bounding_box())
    start = Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    end = Point(start.x + by.x, start.y + by.y)
    await ready(page.mouse.down())
    if to is not None:
        other = await ready(to.handle.bounding_box())
        end = Point(other["x"] + by.x, other["y"] + by.y)
    # Two moves: pages begin a drag with the first and follow it with the second.
    await ready(page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2))
    await ready(page.mouse.move(end.x, end.y))
    await ready(page.mouse.up())


async def text_of(target: Target) -> str:
    """Return what it says to a person."""
    return str(await ready(target.handle.inner_text()))


async def value_of(target: Target) -> str:
    """Return what is in a field."""
    return str(await ready(target.handle.evaluate("element => element.value ?? ''")))
