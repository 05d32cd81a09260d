"""Where the injected script runs: an isolated world of Chromium, or the page's own elsewhere.

In an isolated world the script has the DOM and pristine functions; nothing of it is visible to the
page, and neither Content-Security-Policy nor Trusted Types apply to it.
"""

from collections.abc import AsyncIterator
from inspect import signature
from itertools import count
from typing import Any, Protocol

import orjson
from playwright.sync_api import CDPSession
from playwright.sync_api import Error as PlaywrightError

from holdfast.adapters.browser.main_world import MainWorlds
from holdfast.adapters.browser.measurement import (
    MEASURE_SOURCE,
    Frame,
    iter_frames,
    read_measurement,
)
from holdfast.adapters.browser.sync_or_async import (
    AnyElement,
    AnyFrame,
    AnyHandle,
    AnyPage,
    AnySession,
)
from holdfast.ports import ready

# A symbol: names of elements and frames become properties of the window, in isolated worlds too.
_WORLD = f"(globalThis[Symbol.for('holdfast')] ??= {MEASURE_SOURCE})"
# Runs in the page's own world, where alone Playwright's handles are made. By the prototypes' own
# getters, because fields of a form hide the form's properties.
_FOLLOW = """([way, tag]) => {
  const get = (kind, name, node) =>
    Object.getOwnPropertyDescriptor(kind.prototype, name).get.call(node);
  let node = document.documentElement;
  for (let i = 0; node && i < way.length; i++) {
    let kind = Element;
    if (way[i] === -1) {
      kind = DocumentFragment;
      node = get(Element, 'shadowRoot', node);
      i++;
    }
    node = node && get(kind, 'firstElementChild', node);
    for (let place = way[i]; node && place > 0; place--) {
      node = get(Element, 'nextElementSibling', node);
    }
  }
  return node && get(Element, 'tagName', node).toLowerCase() === tag ? node : null;
}"""
_numbers = count(1)
ANSWER_MS = 15_000.0  # a page that is measured and has not answered by then never will
# Playwright's later versions take a time limit.
_LIMIT = {"timeout": ANSWER_MS} if "timeout" in signature(CDPSession.send).parameters else {}


class Worlds(Protocol):
    """The script in all frames of a page."""

    async def measure(self, *, closed_roots: bool) -> Frame:
        """Return the page's main frame, measured, with the frames in it."""

    async def everywhere(self, function: str) -> list[Any]:
        """Return what a function answers in each frame, the main frame first."""

    async def pause(self, milliseconds: int) -> None:
        """Wait, in the page: the events that come meanwhile are heard."""

    async def close(self) -> None:
        """Let go of the page."""


async def open_worlds(page: AnyPage, *, isolated: bool = True) -> Worlds:
    """Return the worlds of a page: isolated ones where the browser has them."""
    if isolated:
        try:
            return IsolatedWorlds(page, await _open_session(page, page))
        except PlaywrightError:
            pass  # not a Chromium
    return MainWorlds(page)


async def _open_session(page: AnyPage, target: AnyPage | AnyFrame) -> AnySession:
    opened: AnySession = await ready(page.context.new_cdp_session(target))  # type: ignore[arg-type]  # page and target are of one kind
    return opened


# ----------------------------------------------------------------------------------------- isolated


class IsolatedWorld:
    """The script in an isolated world of one frame; ``frame_id`` is Chromium's name for it."""

    def __init__(self, session: AnySession, frame_id: str, name: str) -> None:
        self.session, self.frame_id, self._name = session, frame_id, name
        self._context: int | None = None

    async def ask(self, function: str, *given: object) -> Any:
        """Return what a function of the script answers."""
        values = ",".join(orjson.dumps(value).decode() for value in given)
        return await self._evaluate(f"{_WORLD}.{function}({values})")

    async def measure(self, *, closed_roots: bool) -> str:
        """Return the measured frame as JSON."""
        inside = await self._closed_roots() if closed_roots else []
        if not inside:
            return str(await self.ask("measure"))
        answer = await self._send(
            "Runtime.callFunctionOn",
            functionDeclaration=f"(...closed) => {_WORLD}.measure(closed)",
            executionContextId=self._context,
            arguments=[{"objectId": name} for name in inside],
            returnByValue=True,
        )
        return str(answer["result"]["value"])

    async def find(self, number: int, index: int, tag: str, frame: AnyFrame) -> AnyElement | None:
        """Return the live element of a measurement, None when it is not in the page any more."""
        way = orjson.loads(await self.ask("way", number, index))
        if not isinstance(way, list):
            return None
        handle: AnyHandle = await ready(frame.evaluate_handle(_FOLLOW, [way, tag]))
        return handle.as_element()

    async def frame_id_of(self, number: int, index: int) -> str | None:
        """Return Chromium's name for the document in a frame element, None when there is none."""
        answer = await self._evaluate(f"{_WORLD}.element({number},{index})", by_value=False)
        if "objectId" not in answer:
            return None
        described = await self._send("DOM.describeNode", objectId=answer["objectId"])
        found: str | None = described["node"].get("frameId")
        return found

    async def _evaluate(self, expression: str, *, by_value: bool = True) -> Any:
        """Return the value of an expression; after a navigation, in the new document's world."""
        for attempt in (1, 2):
            try:
                if self._context is None:
                    self._context = await self._create()
                answer = await self._send(
                    "Runtime.evaluate",
                    expression=expression,
                    contextId=self._context,
                    returnByValue=by_value,
                    awaitPromise=True,
                )
            except PlaywrightError:
                self._context = None
                if attempt == 2:
                    raise
            else:
                return answer["result"].get("value") if by_value else answer["result"]
        raise AssertionError("unreachable")

    async def _create(self) -> int:
        created = await self._send(
            "Page.createIsolatedWorld", frameId=self.frame_id, worldName=self._name
        )
        context: int = created["executionContextId"]
        return context

    async def _closed_roots(self) -> list[str]:
        """Return the objects of each shadow host and its closed root, in turn."""
        document = await self._evaluate("document", by_value=False)
        described = await self._send(
            "DOM.describeNode", objectId=document["objectId"], depth=-1, pierce=True
        )
        names: list[str] = []
        for host, root in _iter_closed(described["node"]):
            for backend_id in (host, root):
                resolved = await self._send(
                    "DOM.resolveNode", backendNodeId=backend_id, executionContextId=self._context
                )
                names.append(resolved["object"]["objectId"])
        return names

    async def _send(self, method: str, **parameters: object) -> Any:
        return await ready(self.session.send(method, parameters, **_LIMIT))


def _iter_closed(top: dict[str, Any]) -> list[tuple[int, int]]:
    """Return host and root of every closed shadow root of a document; frames are not entered."""
    found: list[tuple[int, int]] = []
    waiting = [top]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.get("children", ()))
        for root in node.get("shadowRoots", ()):
            if root.get("shadowRootType") == "user-agent":
                continue
            waiting.append(root)
            if root.get("shadowRootType") == "closed":
                found.append((node["backendNodeId"], root["backendNodeId"]))
    return found


class IsolatedWorlds:
    """An isolated world in each frame, whichever process the frame lives in."""

    def __init__(self, page: AnyPage, session: AnySession) -> None:
        self._page, self._session = page, session
        self._name = f"holdfast-{next(_numbers)}"  # of its own: others measure at the same time
        self._main: IsolatedWorld | None = None
        self._inner: dict[str, IsolatedWorld] = {}

    async def measure(self, *, closed_roots: bool) -> Frame:
        """Return the page's main frame, measured, with the frames in it."""
        seen: set[str] = set()
        measured = await self._measure(await self._main_world(), seen, closed_roots=closed_roots)
        for gone in self._inner.keys() - seen:
            del self._inner[gone]
        return measured

    async def everywhere(self, function: str) -> list[Any]:
        """Return what a function answers in each frame, the main frame first."""
        answers = [await (await self._main_world()).ask(function)]
        for world in list(self._inner.values()):
            try:
                answers.append(await world.ask(function))
            except PlaywrightError:
                continue  # the frame is gone
        return answers

    async def pause(self, milliseconds: int) -> None:
        """Wait, in the page: the events that come meanwhile are heard."""
        await (await self._main_world()).ask("pause", milliseconds)

    async def close(self) -> None:
        """Let go of the page."""
        remote = {id(world.session): world.session for world in self._inner.values()}
        for session in {id(self._session): self._session, **remote}.values():
            await ready(session.detach())

    async def _main_world(self) -> IsolatedWorld:
        if self._main is None:
            tree = await ready(self._session.send("Page.getFrameTree"))
            frame_id = tree["frameTree"]["frame"]["id"]
            self._main = IsolatedWorld(self._session, frame_id, self._name)
        return self._main

    async def _measure(self, world: IsolatedWorld, seen: set[str], *, closed_roots: bool) -> Frame:
        frame = read_measurement(await world.measure(closed_roots=closed_roots), world)
        for index in [element.place for element in iter_frames(frame.data)]:
            frame_id = await world.frame_id_of(frame.data["number"], index)
            if frame_id is None or frame_id in seen:
                continue
            seen.add(frame_id)
            async for inner in self._iter_worlds(frame_id, world.session):
                try:
                    frame.inner[index] = await self._measure(inner, seen, closed_roots=closed_roots)
                except PlaywrightError:
                    continue  # not this process, or the frame went away
                self._inner[frame_id] = inner
                break
        return frame

    async def _iter_worlds(self, frame_id: str, outer: AnySession) -> AsyncIterator[IsolatedWorld]:
        """Yield where a frame may live: where it was, with its parent, in a process of its own."""
        if frame_id in self._inner:
            yield self._inner.pop(frame_id)
        yield IsolatedWorld(outer, frame_id, self._name)
        session = await self._find_remote(frame_id)
        if session is not None:
            yield IsolatedWorld(session, frame_id, self._name)

    async def _find_remote(self, frame_id: str) -> AnySession | None:
        """Return the session of a frame that lives in a process of its own."""
        for frame in self._page.frames[1:]:
            try:
                session = await _open_session(self._page, frame)
                tree = await ready(session.send("Page.getFrameTree"))
            except PlaywrightError:
                continue  # it lives in the process of its parent, or is gone
            if tree["frameTree"]["frame"]["id"] == frame_id:
                return session
            await ready(session.detach())
        return None
