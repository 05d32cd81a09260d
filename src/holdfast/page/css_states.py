"""States that CSS asks for by name, as far as a saved page tells: checked, disabled, a link."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from holdfast.page.index import PageIndex

State: TypeAlias = "Callable[[PageIndex, int], bool]"
_FIELDS = frozenset({"input", "select", "textarea"})
_DISABLED = _FIELDS | {"button", "optgroup", "option", "fieldset"}
# Types of an input that nobody types into.
_NEVER_WRITTEN = frozenset(
    "button checkbox color file hidden image radio range reset submit".split()
)


def _never(_page: PageIndex, _index: int) -> bool:
    return False


def _is_root(page: PageIndex, index: int) -> bool:
    return not page.ancestors_in_document(index)


def _is_empty(page: PageIndex, index: int) -> bool:
    end = page.ends[index]
    return end == index + 1 and not any(text for *_, text in page.runs.inside(index, end))


def _is_link(page: PageIndex, index: int) -> bool:
    given = page.attributes[index]
    return page.tags[index] in {"a", "area"} and ("href" in given or "xlink:href" in given)


def _is_checked(page: PageIndex, index: int) -> bool:
    given = page.attributes[index]
    if page.tags[index] == "option":
        return "selected" in given
    kind = given.get("type", "").lower()
    return page.tags[index] == "input" and kind in {"checkbox", "radio"} and "checked" in given


def _is_disabled(page: PageIndex, index: int) -> bool:
    if page.tags[index] not in _DISABLED:
        return False
    if "disabled" in page.attributes[index]:
        return True
    around = page.ancestors_in_document(index)
    if page.tags[index] == "option":
        around = [i for i in around[:1] if page.tags[i] == "optgroup"]
    return any(
        "disabled" in page.attributes[outer]
        and page.tags[outer] in {"fieldset", "optgroup"}
        and (place == 0 or page.tags[around[place - 1]] != "legend")
        for place, outer in enumerate(around)
    )


def _is_enabled(page: PageIndex, index: int) -> bool:
    return page.tags[index] in _DISABLED and not _is_disabled(page, index)


def _is_required(page: PageIndex, index: int) -> bool:
    return page.tags[index] in _FIELDS and "required" in page.attributes[index]


def _is_optional(page: PageIndex, index: int) -> bool:
    return page.tags[index] in _FIELDS and "required" not in page.attributes[index]


def _is_writable(page: PageIndex, index: int) -> bool:
    given = page.attributes[index]
    if page.tags[index] in {"input", "textarea"}:
        is_text = given.get("type", "").lower() not in _NEVER_WRITTEN
        return is_text and "readonly" not in given and not _is_disabled(page, index)
    around = (index, *page.ancestors_in_document(index))
    said = (page.attributes[i].get("contenteditable") for i in around)
    return next((one for one in said if one is not None), "false").lower() != "false"


def _is_open(page: PageIndex, index: int) -> bool:
    return page.tags[index] in {"details", "dialog"} and "open" in page.attributes[index]


_UNKNOWN = (
    "active autofill current focus focus-visible focus-within fullscreen future host hover "
    "in-range indeterminate invalid modal muted out-of-range past paused picture-in-picture "
    "placeholder-shown playing popover-open target target-within user-invalid "
    "user-valid valid visited default"
).split()
STATES: Mapping[str, State] = MappingProxyType(
    {
        **dict.fromkeys(_UNKNOWN, _never),
        "root": _is_root,
        "scope": _is_root,
        "empty": _is_empty,
        "link": _is_link,
        "any-link": _is_link,
        "checked": _is_checked,
        "disabled": _is_disabled,
        "enabled": _is_enabled,
        "required": _is_required,
        "optional": _is_optional,
        "open": _is_open,
        "read-write": _is_writable,
        "read-only": lambda page, index: not _is_writable(page, index),
        "defined": lambda _page, _index: True,
        "visible": lambda page, index: page.shown[index],
    }
)
