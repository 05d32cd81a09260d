"""Locating: makes Playwright's locators of recorded selectors, and says whether they are true."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from holdfast.errors import ActFailed
from holdfast.model.snapshot import Node
from holdfast.model.strategy import JsonObject, LocatorStrategy, StrategyType
from holdfast.page.metadata import find_text, read_text
from holdfast.ports import ready

_BY_WORDS = {
    "label": "get_by_label",
    "placeholder": "get_by_placeholder",
    "text": "get_by_text",
    "alt": "get_by_alt_text",
    "title": "get_by_title",
}
_IS_ONLY = "(found, wanted) => found.length === 1 && found[0] === wanted"
# From the top of a document to an element: places among siblings, -1 where a shadow root is
# entered. Null when the page is another by now: the element says something else, or is no more.
_ELEMENT_AT = """([way, tag, said, label]) => {
  let here = document.documentElement;
  for (const step of way) {
    if (!here) return null;
    here = step < 0 ? here.shadowRoot : here.children[step];
  }
  if (here?.localName !== tag || (here.getAttribute("aria-label") ?? "") !== label) return null;
  const words = here.textContent.split(/\\s+/).filter(Boolean).join(" ");
  return said === null || words === said ? here : null;
}"""
_SHADOW = -1
_FRAMES = frozenset({"iframe", "frame"})
# What stands in these is not all kept.
_UNKEPT = _FRAMES | {"textarea", "script", "style", "template", "noscript"}
_HEARD = re.compile(r'- \'?([a-z-]+)(?: "((?:[^"\\]|\\.)*)")?')
_HEARING_MS = 2_000.0


def scope_of(page: Any, frames: Sequence[str]) -> Any:
    """Return the frame that the CSS of each leads to, outermost first."""
    for css in frames:
        page = page.frame_locator(css)
    return page


def locator_for(page: Any, strategy: LocatorStrategy, frames: Sequence[str]) -> Any:
    """Return the locator of a recorded selector by role, words or CSS."""
    try:
        return _located(scope_of(page, frames), strategy)
    except ValueError as exc:
        raise ActFailed(
            f"its {strategy.type} selector is damaged: {exc}; holdfast validate names the line"
        ) from exc


def _located(scope: Any, strategy: LocatorStrategy) -> Any:
    metadata = strategy.metadata
    if strategy.type is StrategyType.CDP_SEMANTIC:
        if within := metadata.get("within"):
            scope = _anchor(scope, within)
        heard = metadata.get("heard") or metadata
        role, name = read_text(heard, "role"), find_text(heard, "name")
        return scope.get_by_role(role, name=name, exact=True, level=metadata.get("level"))
    if strategy.type is StrategyType.CDP_POWER:
        by, words = read_text(metadata, "by"), read_text(metadata, "value")
        if by == "testId":
            return scope.get_by_test_id(words)
        if by not in _BY_WORDS:
            raise ValueError(f"by must be one of {', '.join(_BY_WORDS)}, testId, got {by[:80]!r}")
        return getattr(scope, _BY_WORDS[by])(words, exact=True)
    return scope.locator(strategy.selector)


def _anchor(scope: Any, within: JsonObject) -> Any:
    """Return the row, dialog or region in which an element is the only one."""
    if css := find_text(within, "css"):
        return scope.locator(css)
    role, words = read_text(within, "role"), find_text(within, "words")
    if not words:
        return scope.get_by_role(role, name=find_text(within, "name"), exact=True)
    if role == "row":
        return scope.get_by_role(role, name=words)
    return scope.get_by_role(role).filter(has_text=words)


class Proof:
    """Says of one live element which selectors find it, and nothing else, on the page as it is."""

    def __init__(self, page: Any, handle: Any) -> None:
        self._page, self._handle = page, handle

    async def is_found(self, strategy: LocatorStrategy, frames: Sequence[str]) -> bool:
        """Return whether a selector finds exactly one element, and this one."""
        try:
            locator = locator_for(self._page, strategy, frames)
            found: bool = await ready(locator.evaluate_all(_IS_ONLY, self._handle))
        except (PlaywrightError, ActFailed):
            return False  # a selector that Playwright does not read; another frame or page by now
        return found

    async def heard(self, css: str, frames: Sequence[str]) -> tuple[str, str] | None:
        """Return Playwright's own role and name of the element that the CSS finds."""
        locator = scope_of(self._page, frames).locator(css)
        try:
            if not await ready(locator.evaluate_all(_IS_ONLY, self._handle)):
                return None
            line = _HEARD.match(await ready(locator.aria_snapshot(timeout=_HEARING_MS)))
        except PlaywrightError:
            return None
        if line is None or not line[2]:
            return None
        return line[1], re.sub(r"\\(.)", r"\1", line[2]).replace("''", "'")


async def prove(page: Any, node: Node) -> Proof | None:
    """Return the proof for a node of a page that was measured a moment ago; None if it moved on."""
    snapshot, frame = node.snapshot, page.main_frame
    owners = [i for i in snapshot.scope_path(node.index) if snapshot.tags[i] in _FRAMES]
    try:
        for owner in owners:
            element = await _element_at(frame, snapshot.nodes[owner])
            frame = element and await ready(element.content_frame())
            if not frame:
                return None
        element = await _element_at(frame, node)
    except PlaywrightError:
        return None
    return None if element is None else Proof(page, element)


async def _element_at(frame: Any, node: Node) -> Any:
    wanted = [_way_to(node), node.tag, _said(node), node.get("aria-label")]
    return (await ready(frame.evaluate_handle(_ELEMENT_AT, wanted))).as_element()


def _said(node: Node) -> str | None:
    """Return all text in an element, white space collapsed; None where it is not kept."""
    index = node.snapshot.index
    end = index.ends[node.index]
    if not _UNKEPT.isdisjoint(index.tags[node.index : end]) or "contenteditable" in node.attributes:
        return None
    own, runs = index.scope(node.index), index.runs.inside(node.index, end)
    return " ".join("".join(text for owner, _, text in runs if index.scope(owner) == own).split())


def _way_to(node: Node) -> list[int]:
    """Return the way to a node from the top of its document."""
    snapshot, way, here = node.snapshot, list[int](), node
    while here.parent is not None and here.parent.frame == node.frame:
        family, scope = snapshot.children[here.parent.index], snapshot.index.scope(here.index)
        way.insert(0, [i for i in family if snapshot.index.scope(i) == scope].index(here.index))
        if scope != snapshot.index.scope(here.parent.index):
            way.insert(0, _SHADOW)
        here = here.parent
    return way
