"""Recordings as files of the project: JSON, read and written whole, checked line by line."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from holdfast.adapters.files import read_bytes, write_atomic
from holdfast.errors import ForeignFormat, HoldfastError
from holdfast.model.recording import RECORDING_FORMAT
from holdfast.model.recording_json import recording_from_json
from holdfast.model.saved import write_document
from holdfast.model.schema_check import Path as Way
from holdfast.model.schema_check import Problem, find_problems
from holdfast.model.snapshot_json import check_format
from holdfast.model.thresholds import RecordingHealingConfig

SCHEMA_BYTES = files("holdfast").joinpath("schemas", "recording.schema.json").read_bytes()
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class ProjectRecordings:
    """The recordings below a project's root; paths are relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def load(self, path: str) -> dict[str, object]:
        """Return the recording; raises ``ForeignFormat`` for a damaged, foreign or newer one."""
        try:
            document = orjson.loads(read_bytes(self.root / path))
        except orjson.JSONDecodeError as exc:
            raise ForeignFormat("a recording", f"{path[-80:]!r}, which is no JSON ({exc})") from exc
        if not isinstance(document, dict):
            raise ForeignFormat("a recording", f"{path[-80:]!r}, which holds something else")
        check_format(document.get("format"), RECORDING_FORMAT)
        return document

    def save(self, path: str, document: Mapping[str, object]) -> None:
        """Write the recording so that nobody ever sees a half of it."""
        write_atomic(self.root / path, write_document(document))


# ----------------------------------------------------------------------------------------- checking


class FileProblem(NamedTuple):
    """Something in a recording's file: in which line, where in the document, and what.

    A ``warning`` is nothing wrong, but something to look at.
    """

    line: int
    place: str
    message: str
    warning: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {self.place} {self.message}".replace("  ", " ")


def check_recording(data: bytes) -> list[FileProblem]:
    """Return what is wrong with a recording's file, in the order of its lines."""
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError as exc:
        return [FileProblem(exc.lineno, "the file", f"is no JSON: {exc.msg}")]
    return placed(data, _find_all(document))


def placed(
    data: bytes, problems: Iterable[tuple[Way, str]], *, warning: bool = False
) -> list[FileProblem]:
    """Return what was found, each with its line, in the order of the lines."""
    text = data.decode()
    findings = [
        FileProblem(line_of(text, path), _written(path), message, warning)
        for path, message in problems
    ]
    return sorted(findings, key=lambda finding: finding.line)


def _find_all(document: object) -> Iterator[Problem]:
    if isinstance(document, dict):
        try:
            check_format(document.get("format"), RECORDING_FORMAT)
        except ForeignFormat as exc:
            yield Problem(("format",), f"must be {exc.wanted.split()[-1]}, got {exc.seen}")
            return  # of another format nothing else is known
    yield from (problems := list(find_problems(document, orjson.loads(SCHEMA_BYTES))))
    if not problems:
        assert isinstance(document, dict), "the schema says so"
        yield from (problems := list(_find_loose_ends(document)))
    if not problems:
        try:
            recording_from_json(document)
        except HoldfastError as exc:
            yield Problem((), str(exc).partition("\n")[0])


def _find_loose_ends(document: dict[str, Any]) -> Iterator[Problem]:
    """Yield thresholds that do not fall, ids that are given twice, pages that are not there."""
    try:
        RecordingHealingConfig.from_json({**document, "recordingId": ""})
    except ValueError as exc:
        yield Problem(("customThresholds",), str(exc))
    seen: set[object] = set()
    pages = document.get("pages", {})
    for place, step in enumerate(document["steps"]):
        if step["id"] in seen:
            yield Problem(("steps", place, "id"), f"is given twice: {str(step['id'])[:80]!r}")
        seen.add(step["id"])
        for name in ("fingerprint", "to"):
            fingerprint = step.get(name)
            ref = fingerprint.get("pageRef") if isinstance(fingerprint, dict) else None
            if ref is not None and ref not in pages:
                where = ("steps", place, name, "pageRef")
                yield Problem(where, f"names a page that is not in pages: {str(ref)[:80]!r}")


def _written(way: Way) -> str:
    """Return a place as people write it: steps[3].action."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in way)
    return "".join(parts).removeprefix(".") or "the recording"


def line_of(text: str, way: Way) -> int:
    """Return the line in which the value at a place of a JSON text begins; 1 if there is none."""
    start = next((start for found, start in _iter_values(text) if found == way), 0)
    return text.count("\n", 0, start) + 1


@dataclass(slots=True)
class _Level:
    """An object or array that is open, and the name or number of the next value in it."""

    is_object: bool
    part: str | int | None


def _iter_values(text: str) -> Iterator[tuple[tuple[str | int | None, ...], int]]:
    """Yield the way to each value of a JSON text, and where it begins."""
    levels: list[_Level] = []
    for token in _TOKEN.finditer(text):
        sign = token.group()
        if sign == ":":
            continue
        if sign == ",":
            part = levels[-1].part
            levels[-1].part = part + 1 if isinstance(part, int) else None
        elif sign in "}]":
            levels.pop()
        elif levels and levels[-1].part is None:
            levels[-1].part = str(orjson.loads(sign))
        else:
            yield tuple(level.part for level in levels), token.start()
            if sign in "{[":
                levels.append(_Level(sign == "{", None if sign == "{" else 0))
