"""Actions: do with an element what a step says, by Playwright's own checks."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from math import hypot
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from holdfast.adapters.browser.live import Target
from holdfast.adapters.browser.observer import EFFECTS_SOURCE
from holdfast.errors import ActFailed
from holdfast.model.recording import Step
from holdfast.model.snapshot import Point
from holdfast.ports import ready

# Where to press the label of a box that cannot be pressed itself; null when it can. A link or a
# button in the label would take the press.
_PLACE_IN_LABEL = """box => {
  const root = box.getRootNode(), at = place => root.elementFromPoint(...place);
  const middle = rect => [rect.x + rect.width / 2, rect.y + rect.height / 2];
  if (!box.labels?.length) return null;
  if (at(middle(box.getBoundingClientRect())) === null) box.scrollIntoView({block: "nearest"});
  const rect = box.getBoundingClientRect();
  if (at(middle(rect)) === box) return null;
  for (const [index, label] of box.labels.entries()) {
    const area = label.getBoundingClientRect(), [x, y] = middle(area);
    for (const place of [middle(rect), [x, y], [area.x + 4, y], [area.right - 4, y]]) {
      const hit = at(place);
      if (hit === null || !label.contains(hit) || hit.closest("a, button, input, select")) continue;
      return {label: index, x: place[0] - area.x, y: place[1] - area.y};
    }
  }
  return null;
}"""
# An editor hears of what is marked in it a moment later, and many draw with the next frame: what
# follows at once would come to stand elsewhere. A window that nobody sees draws none.
_DRAWN = """() => new Promise(done => {
  requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 500) })"""
TRIED_MS = 1_000.0  # how long a box is tried before its label is looked at
MOVE_PX = 15  # from one place of the mouse to the next
NEAR_PX = 20  # as far as two renderings of one page put an element
REST_MS = 100  # between two moves of a hand that is about to let go; things glide for 150 or 200
EFFECT_PATIENCE_MS = 2_000  # to find again what was just acted on


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


async def type_keys(target: Target, text: str) -> None:
    """Type where the cursor is, by a field that nobody sees."""
    await ready((await target.pinned()).handle.type(text, timeout=target.patience_ms))


async def edit(target: Target, text: str) -> None:
    """Write into what is edited in place: where the cursor is, if only that is missing.

    Else what is to go is replaced, so that the rest keeps its dress; else all of it.
    """
    editor = await target.pinned()
    missing, is_dressed = [await _ask(editor, what, text) for what in ("missing", "isDressed")]
    if missing is None and (put := await _ask(editor, "markChange", text)) is not None:
        await ready(editor.handle.evaluate(_DRAWN))
        if put:
            await _type_lines(editor, put)
        else:
            await press(editor, "Delete")
        # What is bold in it would be lost: that another text has come of it is seen and said.
        if is_dressed or await _ask(editor, "valueOf", text) == text:
            return
    if missing is None:
        several = "\n" in text  # put in at once, they can leave the cursor within the last one
        await write(target, "" if several else text)
        missing = text if several else ""
    if missing:
        await _type_lines(editor, missing)


async def _ask(editor: Target, what: str, text: str) -> Any:
    asked = f"(element, text) => {EFFECTS_SOURCE}.{what}(element, text)"
    return await ready(editor.handle.evaluate(asked, text))


async def _type_lines(editor: Target, text: str) -> None:
    for number, line in enumerate(text.split("\n")):
        if number:
            await press(editor, "Enter")
            await ready(editor.handle.evaluate(_DRAWN))
        await ready(editor.handle.type(line, timeout=editor.patience_ms))


async def select(target: Target, choices: Sequence[str]) -> None:
    """Choose options of a list, each by its value or its label."""
    await ready(target.handle.select_option(list(choices), timeout=target.patience_ms))


async def check(target: Target, *, on: bool, by_label: bool) -> None:
    """Tick or untick; a box that its own label covers or hides, by that label, as people do.

    ``by_label``: it was recorded so. Otherwise the label is looked at when the box cannot be had:
    a look costs a third of the act.
    """
    act = target.handle.check if on else target.handle.uncheck
    if not by_label:
        with suppress(PlaywrightTimeout):
            await ready(act(timeout=min(target.patience_ms, TRIED_MS)))
            return
    box = (await target.pinned()).handle
    place = await ready(box.evaluate(_PLACE_IN_LABEL))
    if place is None:
        await ready(act(timeout=target.patience_ms))
    elif await ready(box.is_checked()) != on:
        label = await ready(box.evaluate_handle("(box, i) => box.labels[i]", place["label"]))
        position = {"x": place["x"], "y": place["y"]}
        await ready(label.as_element().click(position=position, timeout=target.patience_ms))
        if await ready(box.is_checked()) != on:
            raise ActFailed("its label was pressed, and the box did not change")


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


async def drag(page: Any, source: Target, to: Target | None, step: Step) -> None:
    """Drag it with the mouse, along the recorded way or to a place in another element."""
    await ready(source.handle.hover(timeout=source.patience_ms))
    box = await ready(source.handle.bounding_box())
    middle = (box["width"] / 2, box["height"] / 2)
    way = [(box["x"] + x, box["y"] + y) for x, y in [one[:2] for one in step.path] or [middle]]
    if to is not None or len(way) == 1:
        end = await _end_of(to, way[0], step)
        # Where what it ends on stands elsewhere now, the recorded way would lead past it.
        is_near = hypot(end[0] - way[-1][0], end[1] - way[-1][1]) < NEAR_PX
        way = [*(way[:-1] if is_near else way[:1]), end]
    await ready(page.mouse.move(*way[0]))
    await ready(page.mouse.down())
    # Several moves: pages begin a drag with the first and follow it with the others.
    for (x, y), (to_x, to_y) in pairwise(way):
        moves = 2 + int(hypot(to_x - x, to_y - y) / MOVE_PX)
        await ready(page.mouse.move(to_x, to_y, steps=moves))
    if not _is_drawn_on(step):
        await _rest(page, way[-1])
    await ready(page.mouse.up())


def _is_drawn_on(step: Step) -> bool:
    return step.fingerprint is not None and step.fingerprint.node.tag == "canvas"


async def _rest(page: Any, place: tuple[float, float]) -> None:
    """Stay where a drag ends as a hand does: what makes room meanwhile takes no other place."""
    for away in (1, 0, 1, 0):
        await ready(page.wait_for_timeout(REST_MS))
        await ready(page.mouse.move(place[0] + away, place[1]))


async def _end_of(to: Target | None, start: tuple[float, float], step: Step) -> tuple[float, float]:
    """Return where in the window a drag ends."""
    if to is None:
        by = step.delta or Point(0, 0)
        return start[0] + by.x, start[1] + by.y
    box = await ready(to.handle.bounding_box())
    place = step.point or Point(box["width"] / 2, box["height"] / 2)
    return box["x"] + place.x, box["y"] + place.y


async def effect_on(target: Target, kind: str) -> object:
    """Return what is to be seen on it, None when it is gone."""
    return await ready(
        target.handle.evaluate(
            f"(element, kind) => {EFFECTS_SOURCE}.read(kind, element)", kind, **_patience(target)
        )
    )


async def find_beside(target: Target, css: str) -> Any:
    """Return what a selector finds in its document."""
    ask = """(element, css) => element.getRootNode().querySelector(css)
      ?? element.ownerDocument.querySelector(css)"""
    found = await ready(target.handle.evaluate_handle(ask, css, **_patience(target)))
    return found.as_element()


async def lists_around(source: Target, to: Target | None) -> Any:
    """Return the lists that a drag of it may change, as they are now, in their page."""
    onto = None if to is None else (await to.pinned()).handle
    return await ready(
        source.handle.evaluate_handle(
            f"(element, onto) => {EFFECTS_SOURCE}.watchDrag(element, onto)",
            onto,
            **_patience(source),
        )
    )


async def lists_before(target: Target) -> Any:
    """Return the lists that a click on it may change, as they are now, in their page."""
    return await ready(
        target.handle.evaluate_handle(
            f"element => {EFFECTS_SOURCE}.watchLists(element)", **_patience(target)
        )
    )


def _patience(target: Target) -> dict[str, Any]:
    """Return how long to wait for an element that has still to be found."""
    return {"timeout": EFFECT_PATIENCE_MS} if hasattr(target.handle, "element_handle") else {}


async def text_of(target: Target) -> str:
    """Return what it says to a person."""
    return str(await ready(target.handle.inner_text()))


async def value_of(target: Target) -> str:
    """Return what is in a field."""
    return str(await ready(target.handle.evaluate("element => element.value ?? ''")))
