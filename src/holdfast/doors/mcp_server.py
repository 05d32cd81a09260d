"""MCP server: offers the tools to agents over standard input or over HTTP on loopback."""

import hmac
import json
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal

import anyio.to_thread
from mcp.server import MCPServer

from holdfast.app.wiring import load_project
from holdfast.doors import mcp_tools as tools
from holdfast.doors.agent_limits import quoted
from holdfast.errors import HoldfastError, UsageError
from holdfast.model.recording import Recording

TOKEN = "HOLDFAST_MCP_TOKEN"  # noqa: S105 - the variable's name
INSTRUCTIONS = (
    "Holdfast finds the same web element again after a page has changed, or refuses. Ask `locate` "
    "before you act on a page that may have changed; when it refuses, do not act. "
    f"In answers, {tools.NOTE}."
)
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def make_server(*, read_only: bool = False) -> MCPServer:
    """Return the server; a read-only one changes nothing and starts no replay."""
    server = MCPServer(name="holdfast", instructions=INSTRUCTIONS, log_level="WARNING")
    server.tool(name="locate", description=LOCATE)(_locating(reasons=False))
    server.tool(name="explain", description=EXPLAIN)(_locating(reasons=True))
    offered: list[Callable[..., Any]] = [pending_healings]
    if not read_only:
        offered += [replay, answer_healing, record_step]
    for tool in offered:
        server.tool()(tool)
    server.resource("holdfast://recordings", mime_type="text/plain")(list_recordings)
    server.resource("holdfast://report", mime_type="application/json")(last_report)
    return server


def _locating(*, reasons: bool) -> Callable[..., Awaitable[dict[str, Any]]]:
    """Return the tool that finds an element again; with reasons it tells the evidence, too."""

    async def locate(  # noqa: PLR0913, PLR0917 - the ways to name both pages
        target: str = "",
        old_html: str = "",
        new_html: str = "",
        browser_ws: str = "",
        fingerprint: dict[str, Any] | None = None,
        measurement: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        told = partial(tools.locate, measurement=measurement, reasons=reasons)
        return await _aside(told, target, old_html, fingerprint, new_html, browser_ws)

    return locate


_GIVE = (
    "Give target (CSS or XPath) with old_html, or fingerprint; and new_html, or measurement (what "
    "measure.js of holdfast returned, as an object), or browser_ws (the DevTools address of a "
    "running Chromium, whose last page is looked at)."
)
LOCATE = f"Find an element of an old page on the new one, or refuse. {_GIVE}"
EXPLAIN = (
    "Say why an element is found or refused: the evidence for it and for the nearest others. "
    f"{_GIVE}"
)


async def replay(recording: str, base_url: str = "") -> dict[str, Any]:
    """Do a recording of the project again in a browser of its own, and say how each step went."""
    return await _aside(tools.replay, recording, base_url)


async def pending_healings(most: int = 10) -> dict[str, Any]:
    """List the healings that wait for an answer."""
    return await _aside(tools.pending_healings, most)


async def answer_healing(
    number: int, answer: Literal["accept", "reject"], reason: str = ""
) -> dict[str, Any]:
    """Accept or reject a healing; only when a person has asked for it."""
    return await _aside(tools.answer_healing, number, answer, reason)


async def record_step(
    recording: str,
    browser_ws: str,
    selector: str,
    action: Literal["click", "type", "select", "hover"] = "click",
    value: str = "",
) -> dict[str, Any]:
    """Write what you are about to do as the next step of a recording, so that it can be replayed.

    Never give a password as value: write ${NAME}; the person sets what it stands for.
    """
    return await _aside(tools.record_step, recording, browser_ws, selector, action, value)


def list_recordings() -> str:
    """List the recordings of the project: path, name, number of steps."""
    root = load_project().root
    lines: list[str] = []
    for path in sorted(root.glob("**/*.json"))[:500]:
        shown = path.relative_to(root).as_posix()
        if not (shown.isprintable() and path.resolve().is_relative_to(root)):
            continue  # no name that an agent could be told, or another place
        try:
            known = Recording.load(path)
        except HoldfastError:
            continue  # some other JSON
        lines.append(f"{quoted(shown)}\t{quoted(known.name)}\t{len(known.steps)} steps")
        if len("\n".join(lines).encode()) > tools.LARGEST - 100:
            lines[-1] = "there are more: look into the project's folder"
            break
    return "\n".join(lines) or "there are none"


def last_report() -> str:
    """Say how the last run went: passed or not, how the steps went, which were not done and why."""
    return json.dumps(tools.last_report(), ensure_ascii=False, indent=2)


async def _aside(act: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
    """Return the answer of a tool, worked out in a thread."""
    return await anyio.to_thread.run_sync(answered, act, *given)


def answered(act: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
    """Return the answer of a tool; our errors become answers."""
    try:
        return act(*given)
    except HoldfastError as exc:
        # The last one is ours, whatever a page has put before it.
        what, said, rest = str(exc).rpartition("\n  next: ")
        if not said:
            what, rest = rest, "change the question"
        return {"error": quoted(what), "next": rest}


# -------------------------------------------------------------------------------------- over HTTP


Scope = dict[str, Any]
Channel = Callable[..., Awaitable[Any]]


def guarded(application: Any, token: str) -> Callable[[Scope, Channel, Channel], Awaitable[None]]:
    """Return the application behind a token: who does not give it gets 401, body unread."""

    async def ask(scope: Scope, receive: Channel, send: Channel) -> None:
        if scope["type"] != "http" or _gives(scope, token):
            await application(scope, receive, send)
            return
        head = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": head})
        told = b"give the token: Authorization: Bearer ...\n"
        await send({"type": "http.response.body", "body": told})

    return ask


def _gives(scope: Scope, token: str) -> bool:
    given = [value for name, value in scope["headers"] if name == b"authorization"]
    return len(given) == 1 and hmac.compare_digest(given[0], f"Bearer {token}".encode())


def serve_http(server: MCPServer, host: str, port: int, token: str) -> None:
    """Serve on loopback until stopped."""
    import uvicorn

    if host not in _LOOPBACK:
        raise UsageError(f"holdfast mcp listens on loopback only, not on {host!r}")
    application = guarded(server.streamable_http_app(host=host), token)
    uvicorn.run(application, host=host, port=port, log_level="warning", timeout_keep_alive=30)


def token_of(environment: Any) -> tuple[str, bool]:
    """Return the token that clients must give, and whether it was made just now."""
    given = environment.get(TOKEN, "")
    return (given, False) if given else (secrets.token_urlsafe(24), True)
