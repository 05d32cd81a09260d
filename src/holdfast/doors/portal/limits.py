"""Limits: keep the portal standing and to itself: sizes, tries, who may, the browser's rules."""

import asyncio
from asyncio import AbstractEventLoop
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from hashlib import blake2b
from weakref import WeakKeyDictionary

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.doors.portal.needed_roles import API, is_open
from holdfast.doors.portal.problems import PortalProblem, answer, as_json
from holdfast.doors.portal.sign_in import admit
from holdfast.errors import HoldfastError
from holdfast.ports import Access, Clock

MOST_FAILURES = 5  # wrong tokens that begin alike within the window; a person mistypes twice
MOST_STRANGE = 30  # wrong tokens of any kind from one address: beyond that only right ones count
BEGINNING = 11  # characters by which a token is known that somebody guesses at
FAILURE_WINDOW = timedelta(minutes=1)
MOST_CLIENTS = 10_000  # remembered at once, so that strangers cannot fill the memory

MOST_BYTES = 256 * 1024  # of a request: forms and small JSON
# A page with all its boxes is some megabytes.
SEARCHES = (f"{API}/locate", f"{API}/fingerprint")
LOGIN = "/login"
MOST_BYTES_AT: Mapping[str, int] = {
    **dict.fromkeys(SEARCHES, 16 * 1024 * 1024),
    LOGIN: 8 * 1024,
}
LONGEST_PATH = 2000
BODY_S = 30.0  # a body that takes longer is given up
# Requests that are worked on at once; others wait their turn, and beyond that are sent away.
# More would be no quicker, for Python does one thing at a time, and each needs its memory.
MOST_AT_ONCE = 2
MOST_SEARCHES = 2  # each may take seconds and a hundred megabytes
MOST_WAITING = 200

# Everything from here and nothing inline: what a page's text says can never run.
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers would then hide the origin of our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_STATIC = "/static/"


class LoginLimit:
    """Counts wrong tokens by client, and refuses more of them for a while.

    ``shared``: counted in the store, for several portals that stand on it.
    """

    def __init__(self, clock: Clock, shared: Access | None = None) -> None:
        self._clock = clock
        self._shared = shared
        self._failures: OrderedDict[str, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many addresses and beginnings are remembered."""
        return len(self._failures)

    def check(self, client: str, token: str) -> None:
        """Raise a problem when somebody there is guessing at this token just now."""
        self._refuse_beyond(MOST_FAILURES, _guessed(client, token))

    def _refuse_beyond(self, most: int, key: str) -> None:
        times = self._recent(key)
        if len(times) < most:
            return
        wait = int(times[0] + FAILURE_WINDOW.total_seconds() - self._clock.now().timestamp()) + 1
        raise PortalProblem(
            429,
            "too-many-tries",
            f"too many wrong tokens: try again in {wait} seconds",
            {"Retry-After": str(wait)},
        )

    def count_failure(self, client: str, token: str) -> None:
        """Remember a wrong token; raise a problem when there were too many from that address."""
        self._refuse_beyond(MOST_STRANGE, client)
        keys = client, _guessed(client, token)
        if self._shared is not None:
            now = self._clock.now()
            self._shared.count_failure(keys, now, now - FAILURE_WINDOW)
            return
        for key in keys:
            times = self._recent(key)
            times.append(self._clock.now().timestamp())
            self._failures[key] = times
            self._failures.move_to_end(key)
        while len(self._failures) > MOST_CLIENTS:
            self._failures.popitem(last=False)

    def _recent(self, key: str) -> deque[float]:
        if self._shared is not None:
            now = self._clock.now()
            listed = self._shared.list_failures(key, now - FAILURE_WINDOW)
            return deque(at.timestamp() for at in listed if at <= now)
        times = self._failures.get(key, deque())  # looking remembers nobody
        oldest = self._clock.now().timestamp() - FAILURE_WINDOW.total_seconds()
        # Also what lies ahead: the clock was set back, and nobody waits until it is there again.
        while times and not oldest < times[0] <= oldest + FAILURE_WINDOW.total_seconds():
            times.popleft()
        return times


def _guessed(client: str, token: str) -> str:
    # Hashed, for it may lie in a database: a wrong token is mostly a right one, mistyped.
    return f"{client} {blake2b(token[:BEGINNING].encode('utf-8', 'replace')).hexdigest()[:32]}"


class Turns:
    """Lets so many requests in at once; some wait their turn, the rest is sent away."""

    def __init__(self, most: int) -> None:
        self._most = most
        # A semaphore wakes only those of its own loop, and an app may be asked from several.
        self._places: WeakKeyDictionary[AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()
        self._waiting = 0

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Yield when it is one's turn; raises a problem (503) when too many wait."""
        if self._waiting >= MOST_WAITING:
            raise PortalProblem(
                503, "busy", "too many requests at once: try again soon", {"Retry-After": "2"}
            )
        places = self._places.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._most))
        self._waiting += 1
        try:
            await places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            places.release()


class Fence:
    """Around the whole app: nobody's body is read before it is known who asks and may."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts
        self._turns, self._searches = Turns(MOST_AT_ONCE), Turns(MOST_SEARCHES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = _with_headers(send, _keeping(scope))
        headers = Headers(scope=scope)
        most = MOST_BYTES_AT.get(scope["path"], MOST_BYTES)
        try:
            self._check_host(headers)
            _check_length(headers, most)
            _check_path(scope)
        except PortalProblem as problem:
            await as_json(problem)(scope, receive, told)
            return
        bounded = _counted(receive, most)
        if is_open(scope["path"]):
            await self._app(scope, bounded, told)
        else:
            await self._serve(scope, bounded, told)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in who may, and when it is their turn; strangers take nobody's turn."""
        request = Request(scope)
        turns = self._searches if scope["path"] in SEARCHES else self._turns
        try:
            request.state.viewer = await run_in_threadpool(admit, request)
            if turns is self._turns:  # who sends slowly keeps nobody waiting
                receive = await _taken_in(receive)
            await self._answer(turns, scope, receive, send)
        except (PortalProblem, HoldfastError) as exc:
            await (await answer(request, exc))(scope, receive, send)

    async def _answer(self, turns: Turns, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer when it is one's turn; who takes the answer in slowly keeps nobody waiting."""
        told: list[Message] = []

        async def keep(message: Message) -> None:
            told.append(message)

        try:
            async with turns.taken():
                await self._app(scope, receive, keep)
        finally:  # an error of ours has an answer, too
            for message in told:
                await send(message)

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if self._hosts and name not in self._hosts:
            raise PortalProblem(421, "wrong-host", "this portal does not answer to that name")


def _check_length(headers: Headers, most: int) -> None:
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 15 or int(length) > most:
        raise _too_large(most)


def _check_path(scope: Scope) -> None:
    if len(scope["path"]) > LONGEST_PATH:
        raise PortalProblem(414, "too-long", f"an address has at most {LONGEST_PATH} characters")


def _too_large(most: int) -> PortalProblem:
    return PortalProblem(413, "too-large", f"a request here may hold at most {most} bytes")


def _counted(receive: Receive, most: int) -> Receive:
    """Return a receiver that gives up a body that grows too large, or does not come to an end."""
    seen, ended = 0, False
    until: float | None = None

    async def counted() -> Message:
        nonlocal seen, until, ended
        if until is None:
            until = asyncio.get_running_loop().time() + BODY_S
        try:
            async with asyncio.timeout_at(None if ended else until):
                message = await receive()
        except TimeoutError as exc:
            raise PortalProblem(408, "too-slow", "the request did not come to its end") from exc
        ended = not message.get("more_body", False)
        seen += len(message.get("body", b""))
        if seen > most:
            raise _too_large(most)
        return message

    return counted


async def _taken_in(receive: Receive) -> Receive:
    """Return a receiver that has the whole body already."""
    parts: list[bytes] = []
    message: Message = {"more_body": True}
    while message.get("more_body", False):
        message = await receive()
        parts.append(message.get("body", b""))
    coming: list[Message] = [{**message, "body": b"".join(parts)}]

    async def taken_in() -> Message:
        return coming.pop() if coming else await receive()

    return taken_in


def _keeping(scope: Scope) -> str:
    """Return how long an answer may be kept: what is shown is somebody's, and of this moment."""
    if not scope["path"].startswith(_STATIC):
        return "no-store"
    # A file of ours whose address names its version never changes.
    versioned = b"v=" in scope["query_string"]
    return "public, max-age=31536000, immutable" if versioned else "no-cache"


def _with_headers(send: Send, keeping: str) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", keeping)
        await send(message)

    return told
