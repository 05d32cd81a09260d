"""Other names: all that an element goes by: titles, parts of its text, shortcuts, record numbers.

A redesign often says in the title what the label said, puts a count or a shortcut beside the words,
or an icon's name: the label changed, and one of the names did not. Addresses are built anew, and
still name the same record.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from holdfast.matching.columns import PageColumns, plain

Words = tuple[str, ...]

_NAMING = (
    "aria-label", "title", "alt", "placeholder", "label", "data-label", "data-title",
    "data-tooltip", "data-original-title", "data-bs-original-title", "aria-description",
    "aria-roledescription",
)  # fmt: skip
_NAMING_SET = frozenset(_NAMING)
_PARTS = 12  # elements of a control whose texts are looked at
_SHORTEST, _LONGEST = 2, 80  # characters of a name
_MODIFIERS = {
    "control": "ctrl", "strg": "ctrl", "cmd": "ctrl", "command": "ctrl", "meta": "ctrl",
    "⌘": "ctrl", "⌃": "ctrl", "option": "alt", "⌥": "alt", "⇧": "shift",
}  # fmt: skip
_NAMED = r"(?:ctrl|control|strg|cmd|command|meta|alt|option|shift)"
_KEYS = (
    r"(?:f\d{1,2}|enter|return|backspace|del|delete|insert|esc|escape|tab|space|home|end|up|down|"
    r"left|right|pgup|pgdn|[^\s()\[\]])"
)
_SHORTCUT = re.compile(rf"(?<![^\W_])(?:{_NAMED} ?[-+] ?|[⌘⌃⌥⇧] ?[-+]? ?){{1,3}}{_KEYS}(?![^\W_])")
_MODIFIERS_IN = re.compile(rf"{_NAMED}|[⌘⌃⌥⇧]")
_BRACKETED = re.compile(r" ?[(\[][^()\[\]]{1,30}[)\]]$")


def names_and_shortcuts(page: PageColumns, index: int) -> tuple[Words, Words]:
    """Return what an element is called, each name once, and the keys that press it."""
    attributes = page.snapshot.attributes[index]
    own = page.snapshot.index.own_texts
    last = min(page.snapshot.index.ends[index], index + _PARTS)
    said = [page.labels[index]]
    if not _NAMING_SET.isdisjoint(attributes):
        said += [attributes[name] for name in _NAMING if name in attributes]
    said += [own[i] for i in range(index, last) if i in own]
    keys = attributes.get("aria-keyshortcuts", "")
    return _names_in(tuple([each[: 2 * _LONGEST] for each in said]), keys[: 2 * _LONGEST])


@lru_cache(maxsize=16384)
def _names_in(said: Words, keys: str) -> tuple[Words, Words]:
    names: dict[str, None] = {}
    shortcuts = dict.fromkeys(filter(None, [shortcut_of(keys)]))
    for each in said:
        name, shortcut = _taken_apart(each)
        if name:
            names[name] = None
        if shortcut:
            shortcuts[shortcut] = None
    return tuple(names), tuple(shortcuts)


def _taken_apart(text: str) -> tuple[str, str]:
    """Return the name in a text, "" for none, and the shortcut beside it."""
    name = plain(" ".join(text.split())[:_LONGEST])
    shortcut = shortcut_of(name)
    if shortcut:
        name = plain(_SHORTCUT.sub("", name).replace("()", "").strip())
    elif name.endswith((")", "]")):  # a count, or what a person may press
        name = _BRACKETED.sub("", name)
    tells = len(name) >= _SHORTEST and any(c.isalpha() for c in name)
    return (name if tells else ""), shortcut


def shortcut_of(text: str) -> str:
    """Return the first keyboard shortcut that a text names, in one spelling; "" for none."""
    found = _SHORTCUT.search(text.casefold())
    if not found:
        return ""
    keys = found.group()
    modifiers = {_MODIFIERS.get(key, key) for key in _MODIFIERS_IN.findall(keys)}
    rest = _MODIFIERS_IN.sub("", keys).strip(" -+")
    return "+".join([*sorted(modifiers), rest]) if rest else ""


_NUMBERED = ("href", "id", "value", "name", "for", "aria-controls", "data-id", "data-key")
_NUMBERED_SET = frozenset(_NUMBERED)
_NUMBER = re.compile(r"(?<!\d)\d{3,9}(?!\d)")  # fewer digits count, more are made by machines


def record_numbers(attributes: Mapping[str, str], label: str) -> Words:
    """Return the numbers of records that an element's address, keys and label name."""
    if _NUMBERED_SET.isdisjoint(attributes):
        return _numbers_in(label)
    values = [attributes[name][:120] for name in _NUMBERED if name in attributes]
    return tuple(dict.fromkeys(chain.from_iterable(map(_numbers_in, (*values, label)))))


@lru_cache(maxsize=16384)
def _numbers_in(text: str) -> Words:
    return tuple(dict.fromkeys(_NUMBER.findall(text)))
