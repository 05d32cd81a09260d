"""Drawn: reads the measured columns of what is drawn beside the markup into a Rendering."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.model.rendering import Rendering

# A computed ``content``: strings, attr(), other functions (counters and pictures say nothing), and
# behind a stroke the alternative text, which counts instead of all before it.
# What is not closed goes to the end: nothing is ever looked at twice.
_PIECES = re.compile(
    r"""(?<![\w-])attr\(\s*+([\w-]++)[^)]*+(?:\)|$)
    | (?<![\w-])[\w-]++\((?:"(?:[^"\\]|\\.)*+(?:"|$)|[^")])*+(?:\)|$)
    | "((?:[^"\\]|\\.)*+)(?:"|\\?$) | (/)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_LAST = 0x10FFFF


def read_rendering(
    data: Mapping[str, Any], places: Sequence[int], attributes: Sequence[Mapping[str, str]]
) -> Rendering:
    """Return what one measured frame says; ``places`` and ``attributes`` are those of the page."""
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    pseudos = iter(data.get("pseudos", ()))
    for index, side, display, content in zip(pseudos, pseudos, pseudos, pseudos, strict=True):
        words = read_content(content, attributes[places[index]])
        if display != "inline":
            words = f" {words} "
        if words.strip():
            (before if side == "::before" else after)[places[index]] = words
    apart = iter(data.get("apart", ()))
    laid_out = {places[index]: bool(is_apart) for index, is_apart in zip(apart, apart, strict=True)}
    return Rendering(before, after, laid_out, _read_slots(data, places))


def _read_slots(data: Mapping[str, Any], places: Sequence[int]) -> dict[int, tuple[int | str, ...]]:
    slots: dict[int, tuple[int | str, ...]] = {}
    told = iter(data.get("slots", ()))
    for slot, item in zip(told, told, strict=True):
        shown = item if isinstance(item, str) else places[item]
        slots[places[slot]] = (*slots.get(places[slot], ()), shown)
    return slots


def read_content(content: str, attributes: Mapping[str, str]) -> str:
    """Return the words of a computed ``content`` value."""
    words: list[str] = []
    for attribute, text, stroke in _PIECES.findall(content):
        if stroke:
            words.clear()
        elif attribute:
            words.append(attributes.get(attribute.lower(), ""))
        else:
            words.append(_ESCAPED.sub(_unescaped, text))
    return "".join(words)


def _unescaped(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[2]
    number = int(found[1], 16)
    return chr(number) if 0 < number <= _LAST and not 0xD800 <= number < 0xE000 else "\ufffd"
