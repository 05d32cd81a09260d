"""Converting: reads and writes files of other programs; their content or a name tells which."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import orjson

from holdfast.adapters.files import read_bytes
from holdfast.adapters.formats.agent_acts import AgentAct, write_acts
from holdfast.adapters.formats.atif import is_trajectory, read_trajectory
from holdfast.adapters.formats.browser_use import read_history
from holdfast.adapters.formats.devtools_in import read_devtools
from holdfast.adapters.formats.devtools_out import write_devtools
from holdfast.adapters.formats.playwright_mcp import HEADING, read_session
from holdfast.adapters.formats.selenium_ide import read_side
from holdfast.adapters.formats.stagehand import is_stagehand, read_stagehand
from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.export.selenium_code import write_selenium
from holdfast.errors import ForeignFormat, UsageError
from holdfast.model.conversion import Exported, Imported
from holdfast.model.recording import RECORDING_FORMAT, Recording

KNOWN = (
    "a recording of the Chrome DevTools Recorder (JSON), a project of Selenium IDE (.side), a "
    "history of browser-use, a session of Playwright MCP, actions of Stagehand, or an ATIF "
    "trajectory"
)

WRITERS: Mapping[str, Callable[[Recording], Exported]] = {
    "playwright-pytest": write_pytest,
    "selenium-pytest": write_selenium,
    "devtools": write_devtools,
}


def import_file(
    path: Path, *, now: datetime, test: str | None = None, secrets: Sequence[str] = ()
) -> Imported:
    """Return the recording in a file of another program, and what became of each of its steps.

    Raises ``ForeignFormat`` for a file that is none, ``UsageError`` when it holds several tests
    and none is named.
    """
    document = _load(path)
    if isinstance(document, dict) and "tests" in document:
        return read_side(document, created_at=now, test=test, secrets=secrets)
    if test is not None:
        raise UsageError(
            "--test names a test of a Selenium IDE project, and this file is none\n"
            "  next: leave --test out"
        )
    acts = _acts(document)
    if acts is not None:
        start = str(document.get("startUrl") or "") if isinstance(document, dict) else ""
        name = f"{path.parent.name}/{path.stem}"
        return write_acts(acts, name=name, created_at=now, start_url=start, secrets=secrets)
    if isinstance(document, dict) and "steps" in document and "format" not in document:
        return read_devtools(document, created_at=now, secrets=secrets)
    raise ForeignFormat(KNOWN, _seen(document), "export it from the program that recorded it")


def _acts(document: object) -> list[AgentAct] | None:
    """Return what an agent did, None when no agent wrote this."""
    if isinstance(document, str):
        return read_session(document)
    if is_trajectory(document):
        assert isinstance(document, dict)
        return read_trajectory(document)
    if isinstance(document, dict) and isinstance(document.get("history"), list):
        return read_history(document)
    return read_stagehand(document) if is_stagehand(document) else None


def _load(path: Path) -> object:
    """Return the JSON of a file; of a log of Playwright MCP, its text."""
    data = read_bytes(path).removeprefix(b"\xef\xbb\xbf")
    if data.lstrip().startswith(HEADING.encode()):
        return data.decode("utf-8", "replace").replace("\r\n", "\n")
    try:
        document: object = orjson.loads(data)
    except orjson.JSONDecodeError as exc:
        seen = f"{str(path)[-80:]!r}, which is no whole JSON (line {exc.lineno}: {exc.msg})"
        raise ForeignFormat(KNOWN, seen, "check that the file was saved whole") from exc
    return document


def _seen(document: object) -> str:
    if not isinstance(document, dict):
        return f"JSON that holds a {type(document).__name__}"
    if str(document.get("format", "")).startswith(RECORDING_FORMAT.partition("/")[0]):
        return "a recording of Holdfast, which needs no import"
    keys = ", ".join(sorted(map(str, document))[:6])
    return f"JSON with the fields {keys[:100]}" if keys else "an empty object"
