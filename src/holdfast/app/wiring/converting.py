"""Converting: reads and writes files of other programs; their content or a name tells which."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

import orjson

from holdfast.adapters.files import read_bytes
from holdfast.adapters.formats.devtools_in import read_devtools
from holdfast.adapters.formats.devtools_out import write_devtools
from holdfast.adapters.formats.selenium_ide import read_side
from holdfast.app.export.pytest_code import write_pytest
from holdfast.errors import ForeignFormat, UsageError
from holdfast.model.conversion import Exported, Imported
from holdfast.model.recording import RECORDING_FORMAT, Recording

KNOWN = "a recording of the Chrome DevTools Recorder (JSON) or a project of Selenium IDE (.side)"

WRITERS: Mapping[str, Callable[[Recording], Exported]] = MappingProxyType(
    {"playwright-pytest": write_pytest, "devtools": write_devtools}
)


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
    if isinstance(document, dict) and "steps" in document and "format" not in document:
        return read_devtools(document, created_at=now, secrets=secrets)
    raise ForeignFormat(KNOWN, _seen(document), "export it from the program that recorded it")


def _load(path: Path) -> object:
    data = read_bytes(path)
    try:
        document: object = orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
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
