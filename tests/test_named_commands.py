"""Every command and option that a text names exists: messages, pages, documents."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from holdfast.doors.cli.commands import COMMANDS, load

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "holdfast"
TEXTS = sorted(
    [
        *SOURCE.rglob("*.py"),
        *SOURCE.rglob("*.html"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
    ]
)
# A call is written after a backquote, a prompt or "next:", or indented on a line of its own.
CALL = re.compile(r"(?:`|\$ |next: |^ {2,})holdfast (?!\()([^\n`|\"]*)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
EVERYWHERE = frozenset({"--help", "--debug", "--version"})


def options_of(command: Any) -> frozenset[str]:
    return EVERYWHERE.union(*(parameter.opts for parameter in command.params))


def known() -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """Yield each command by its words, with its options."""
    for name in chain.from_iterable(COMMANDS.values()):
        command = load(name)
        yield (name,), options_of(command)
        for below, one in getattr(command, "commands", {}).items():
            yield (name, below), options_of(one)


KNOWN = dict(known())


def wrong_calls(text: str) -> Iterator[str]:
    """Yield what a text tells people to type and would be refused."""
    for call in CALL.findall(text):
        words = call.split()
        if not words or not re.fullmatch(r"[a-z]+", words[0]):
            continue
        name = tuple(words[:2]) if tuple(words[:2]) in KNOWN else (words[0],)
        if name not in KNOWN:
            yield f"holdfast {call}"
        for option in OPTION.findall(call.split(" holdfast ")[0]):
            if option not in KNOWN.get(name, EVERYWHERE):
                yield f"holdfast {call} ({option})"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_text_names_only_what_there_is(path: Path) -> None:
    assert list(wrong_calls(path.read_text(encoding="utf-8"))) == []


def test_a_wrong_call_is_seen() -> None:
    told = "next: holdfast replay a.json --colour\n`holdfast heal`\n`holdfast review undo 3`"
    assert list(wrong_calls(told)) == [
        "holdfast replay a.json --colour (--colour)",
        "holdfast heal",
    ]
