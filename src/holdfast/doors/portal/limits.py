"""What keeps the portal standing and to itself: sizes, tries, hosts, and the browser's rules."""

from collections import OrderedDict, deque
from collections.abc import Mapping
from datetime import timedelta

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.doors.portal.problems import PortalProblem, as_json
from holdfast.ports import Clock

MOST_FAILURES = 5  # wrong tokens within the window; a person mistypes twice
FAILURE_WINDOW = timedelta(minutes=1)
MOST_CLIENTS = 10_000  # remembered at once, so that strangers cannot fill the memory

MOST_BYTES = 256 * 1024  # of a request: forms and small JSON
# A page with all its boxes is some megabytes.
MOST_BYTES_AT: Mapping[str, int] = {"/api/v1/locate": 16 * 1024 * 1024}

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
    """Counts wrong tokens by client, and refuses more of them for a while."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, client: str) -> None:
        """Raise a problem when this client has failed too often just now."""
        times = self._recent(client)
        if len(times) < MOST_FAILURES:
            return
        wait = int(times[0] + FAILURE_WINDOW.total_seconds() - self._clock.now().timestamp()) + 1
        raise PortalProblem(
            429,
            "too-many-tries",
            f"too many wrong tokens: try again in {wait} seconds",
            {"Retry-After": str(wait)},
        )

    def count_failure(self, client: str) -> None:
        """Remember a wrong token."""
        self._recent(client).append(self._clock.now().timestamp())
        self._failures.move_to_end(client)
        while len(self._failures) > MOST_CLIENTS:
            self._failures.popitem(last=False)

    def _recent(self, client: str) -> deque[float]:
        times = self._failures.setdefault(client, deque())
        oldest = self._clock.now().timestamp() - FAILURE_WINDOW.total_seconds()
        while times and times[0] <= oldest:
            times.popleft()
        return times


class Fence:
    """Around the whole app: foreign hosts and large bodies stay out, our headers go with all."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

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
        except PortalProblem as problem:
            await as_json(problem)(scope, receive, told)
            return
        await self._app(scope, _counted(receive, most), told)

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if self._hosts and name not in self._hosts:
            raise PortalProblem(421, "wrong-host", "this portal does not answer to that name")


def _check_length(headers: Headers, most: int) -> None:
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        raise _too_large(most)


def _too_large(most: int) -> PortalProblem:
    return PortalProblem(413, "too-large", f"a request here may hold at most {most} bytes")


def _counted(receive: Receive, most: int) -> Receive:
    """Return a receiver that stops where a body grows beyond what its length promised."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise _too_large(most)
        return message

    return counted


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
