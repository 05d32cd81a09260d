"""A patch for `git apply` from what was healed: each old expression replaced by the new one."""

import contextlib
import difflib
import tokenize
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import orjson

from holdfast.app.call_site import relative_to
from holdfast.app.expression import ROOT
from holdfast.app.patch_expressions import Standing, find_expression
from holdfast.app.written import Healed
from holdfast.errors import HoldfastError

Read = Callable[[Path], bytes]
NO_NEWLINE = "\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceChange:
    """One expression to be replaced."""

    healed: Healed
    file: str
    line: int
    standing: Standing

    @property
    def new(self) -> str:
        """Return what will stand there."""
        return self.standing.root + self.healed.instead.removeprefix(ROOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """A healed locator that is not patched, and why."""

    healed: Healed
    file: str
    reason: str


@dataclass(slots=True)
class Plan:
    """What can be patched, what a person has to do, and what has been done already."""

    changes: list[SourceChange] = field(default_factory=list)
    by_hand: list[ByHand] = field(default_factory=list)
    outdated: list[Path] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is healed any more."""
        return not self.changes and not self.by_hand


def load_healed(folder: Path, read: Read) -> Iterator[tuple[Path, Healed]]:
    """Yield what was healed; damaged files are left out."""
    for file in sorted(folder.glob("*.json")):
        with contextlib.suppress(HoldfastError, ValueError, TypeError, KeyError):
            yield file, Healed.from_json(orjson.loads(read(file)))


def plan(healed: Iterable[tuple[Path, Healed]], root: Path, read: Read) -> Plan:
    """Return what to do with everything that was healed; ``read`` reads a file."""
    made = Plan()
    for record, one in healed:
        name = relative_to(root, one.file)
        found = _find(root / name, one, read)
        if found is None:
            made.outdated.append(record)
        elif isinstance(found, str):
            made.by_hand.append(ByHand(healed=one, file=name, reason=found))
        else:
            change = SourceChange(healed=one, file=name, line=found.line, standing=found)
            made.changes.append(change)
    _take_out_torn(made)
    return made


def _find(path: Path, healed: Healed, read: Read) -> Standing | str | None:
    if not path.is_file():
        return f"{healed.file} is not in the project"
    try:
        found = find_expression(_read(path, read)[0], healed)
    except (SyntaxError, UnicodeDecodeError):
        return "its file cannot be read as Python"
    if isinstance(found, Standing):
        return _doubt(healed) or found
    return found


def _doubt(healed: Healed) -> str | None:
    """Return why a person should write it, though it could be patched."""
    if healed.among > 1:
        return f"it picked one of {healed.among} elements by its place"
    if ":nth-" in healed.instead:
        return "only a path finds the element, which would break again soon"
    return None


def _take_out_torn(made: Plan) -> None:
    """Leave expressions that were healed to different elements to a person."""
    places: dict[tuple[str, int], set[str]] = {}
    for change in made.changes:
        places.setdefault((change.file, change.standing.start), set()).add(change.healed.instead)
    once: dict[tuple[str, int], SourceChange] = {}
    for change in made.changes:
        key = change.file, change.standing.start
        if len(places[key]) == 1:
            once[key] = change
        else:
            reason = "it was healed to different elements in different tests"
            made.by_hand.append(ByHand(healed=change.healed, file=change.file, reason=reason))
    made.changes = sorted(once.values(), key=lambda change: (change.file, change.standing.start))


# --------------------------------------------------------------------------------------------- diff


def diff(changes: Sequence[SourceChange], root: Path, read: Read) -> bytes:
    """Return the patch, to be applied in the project's folder."""
    parts = []
    for file in sorted({change.file for change in changes}):
        text, encoding = _read(root / file, read)
        own = [change for change in changes if change.file == file]
        parts.append(_diff(file, text, _changed(text, own)).encode(encoding))
    return b"".join(parts)


def _changed(text: str, changes: Sequence[SourceChange]) -> str:
    done = len(text) + 1
    for change in sorted(changes, key=lambda change: change.standing.start, reverse=True):
        start, end = change.standing.start, change.standing.end
        if end <= done:  # one inside another is replaced with it
            text = text[:start] + change.new + text[end:]
            done = start
    return text


def _diff(file: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(_lines(old), _lines(new), f"a/{file}", f"b/{file}")
    return "".join(line if line.endswith("\n") else line + NO_NEWLINE for line in lines)


def _lines(text: str) -> list[str]:
    """Return the lines as git counts them."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _read(path: Path, read: Read) -> tuple[str, str]:
    """Return a source and its encoding; line ends stay as they are."""
    data = read(path)
    encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
    return data.decode(encoding), encoding
