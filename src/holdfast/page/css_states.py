"""States that CSS asks for by name, as far as markup tells: checked, disabled, a link.

They are those of a page that was just loaded. What a field holds is not kept, so ``:valid``,
``:in-range`` and their like match nothing, and ``:placeholder-shown`` takes inputs for empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from unicodedata import bidirectional

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from holdfast.page.index import PageIndex

_STRONG = frozenset({"L", "R", "AL"})
State: TypeAlias = "Callable[[PageIndex, int], bool]"
_FIELDS = frozenset({"input", "select", "textarea"})
_PLAYERS = frozenset({"audio", "video"})
_DISABLED = _FIELDS | {"button", "optgroup", "option", "fieldset"}
# Types of an input that nobody types into, that nobody must fill in, and that show a placeholder.
_NEVER_WRITTEN = frozenset(
    "button checkbox color file hidden image radio range reset submit".split()
)
_NEVER_REQUIRED = frozenset("button color hidden image range reset submit".split())
_SHOWS_PLACEHOLDER = frozenset("text search url tel email password number".split())
_TYPES = _NEVER_WRITTEN | _SHOWS_PLACEHOLDER | set("date datetime-local month time week".split())


def _is_empty(page: PageIndex, index: int) -> bool:
    end = page.ends[index]
    return end == index + 1 and not any(text for *_, text in page.runs.inside(index, end))


def _is_link(page: PageIndex, index: int) -> bool:
    given = page.attributes[index]
    return page.tags[index] in {"a", "area"} and ("href" in given or "xlink:href" in given)


def _type(page: PageIndex, index: int) -> str:
    """Return the type of an input as browsers understand it; "" for what is none."""
    if page.tags[index] != "input":
        return ""
    said = page.attributes[index].get("type", "").lower()
    return said if said in _TYPES else "text"


def _is_checked(page: PageIndex, index: int) -> bool:
    given = page.attributes[index]
    if page.tags[index] == "option":
        return _is_selected(page, index)
    kind = _type(page, index)
    if kind == "radio" and "checked" in given:
        return [i for i in _group(page, index) if "checked" in page.attributes[i]][-1] == index
    return kind == "checkbox" and "checked" in given


def _is_selected(page: PageIndex, index: int) -> bool:
    """Return whether a list shows an option: the last that says so, else the first to be had."""
    says_so = "selected" in page.attributes[index]
    around = page.ancestors_in_document(index)
    lists = [i for i in around if page.tags[i] == "select"]
    if not lists or "multiple" in page.attributes[lists[0]]:
        return says_so
    options = [i for i in range(lists[0], page.ends[lists[0]]) if page.tags[i] == "option"]
    if told := [i for i in options if "selected" in page.attributes[i]]:
        return told[-1] == index
    size = page.attributes[lists[0]].get("size", "1")
    free = (i for i in options if not _is_held_back(page, i, lists[0]))
    return size in {"", "0", "1"} and next(free, -1) == index


def _is_held_back(page: PageIndex, index: int, around: int) -> bool:
    """Return whether an option, or its group in a list, says that it cannot be chosen."""
    within = (index, *(i for i in page.ancestors_in_document(index) if i > around))
    return any("disabled" in page.attributes[i] for i in within)


def _form(page: PageIndex, index: int) -> int:
    """Return the form that an element belongs to; -1 for none."""
    if (named := page.attributes[index].get("form")) is not None:
        forms = (i for i in page.columns.table("id").get(named, ()) if page.tags[i] == "form")
        return next(iter(forms), -1)
    around = page.ancestors_in_document(index)
    return next((i for i in around if page.tags[i] == "form"), -1)


def _group(page: PageIndex, index: int) -> list[int]:
    """Return the radio buttons of which one can be checked, this one among them."""
    name, form = page.attributes[index].get("name", ""), _form(page, index)
    if not name:
        return [index]
    alike = page.columns.table("name").get(name, ())
    return [i for i in alike if _type(page, i) == "radio" and _form(page, i) == form]


def _is_default(page: PageIndex, index: int) -> bool:
    given = page.attributes[index]
    if page.tags[index] == "option":
        return "selected" in given
    if _type(page, index) in {"checkbox", "radio"}:
        return "checked" in given
    form = _form(page, index)
    return (
        form >= 0
        and _submits(page, index)
        and index
        == next(i for i in range(len(page)) if _submits(page, i) and _form(page, i) == form)
    )


def _submits(page: PageIndex, index: int) -> bool:
    if page.tags[index] == "button":
        return page.attributes[index].get("type", "").lower() not in {"button", "reset"}
    return _type(page, index) in {"submit", "image"}


def _is_indeterminate(page: PageIndex, index: int) -> bool:
    if page.tags[index] == "progress":
        return "value" not in page.attributes[index]
    is_radio = _type(page, index) == "radio"
    return is_radio and not any("checked" in page.attributes[i] for i in _group(page, index))


def _shows_placeholder(page: PageIndex, index: int) -> bool:
    if "placeholder" not in page.attributes[index]:
        return False
    if page.tags[index] == "textarea":
        return not any(text for *_, text in page.runs.inside(index, page.ends[index]))
    return _type(page, index) in _SHOWS_PLACEHOLDER


def language_of(page: PageIndex, index: int) -> str:
    """Return the language that an element is in; "" if nobody says."""
    said = (page.attributes[i].get("lang") for i in (index, *page.ancestors_in_document(index)))
    return next((one for one in said if one is not None), "").lower()


def direction_of(page: PageIndex, index: int) -> str:
    """Return the direction that an element is written in: as is said, or as its first letter is."""
    for i in (index, *page.ancestors_in_document(index)):
        said = page.attributes[i].get("dir", "auto" if page.tags[i] == "bdi" else "").lower()
        if said in {"ltr", "rtl"}:
            return said
        if said == "auto":
            letters = (bidirectional(letter) for letter in page.text_of(i))
            return "rtl" if next((x for x in letters if x in _STRONG), "L") != "L" else "ltr"
    return "ltr"


def _is_target(page: PageIndex, index: int) -> bool:
    from urllib.parse import unquote  # few ask

    wanted = unquote(page.scopes[page.frame_of(index)].url.partition("#")[2])
    return bool(wanted) and page.columns.table("id").get(wanted, (-1,))[0] == index


def _is_disabled(page: PageIndex, index: int) -> bool:
    if page.tags[index] not in _DISABLED:
        return False
    if "disabled" in page.attributes[index]:
        return True
    around = page.ancestors_in_document(index)
    if page.tags[index] in {"optgroup", "option"}:
        lists = (i for i in around if page.tags[i] in {"optgroup", "select"})
        return any(_is_disabled(page, i) for i in lists)
    return any(
        "disabled" in page.attributes[outer]
        and page.tags[outer] == "fieldset"
        and not (place and _is_first_legend(page, around[place - 1], outer))
        for place, outer in enumerate(around)
    )


def _is_first_legend(page: PageIndex, index: int, fieldset: int) -> bool:
    legends = (i for i in page.children[fieldset] if page.tags[i] == "legend")
    return next(legends, -1) == index


def _is_required(page: PageIndex, index: int) -> bool:
    is_field = page.tags[index] in _FIELDS and _type(page, index) not in _NEVER_REQUIRED
    return is_field and "required" in page.attributes[index]


def _is_optional(page: PageIndex, index: int) -> bool:
    is_field = page.tags[index] in _FIELDS or page.tags[index] == "button"
    return is_field and not _is_required(page, index)


def _is_writable(page: PageIndex, index: int) -> bool:
    given = page.attributes[index]
    if page.tags[index] in {"input", "textarea"}:
        is_text = _type(page, index) not in _NEVER_WRITTEN
        return is_text and "readonly" not in given and not _is_disabled(page, index)
    around = (index, *page.ancestors_in_document(index))
    said = (page.attributes[i].get("contenteditable") for i in around)
    return next((one for one in said if one is not None), "false").lower() != "false"


def _is_drawn(page: PageIndex, index: int) -> bool:
    """Return whether an element is part of a drawing or a formula, and none of HTML."""
    for i in (index, *page.ancestors_in_document(index)):
        if page.tags[i] in {"svg", "math"}:
            return True
        if page.tags[i] == "foreignobject" and i != index:
            return False
    return False


def _is_open(page: PageIndex, index: int) -> bool:
    return page.tags[index] in {"details", "dialog"} and "open" in page.attributes[index]


def _is_muted(page: PageIndex, index: int) -> bool:
    return page.tags[index] in _PLAYERS and "muted" in page.attributes[index]


_UNKNOWN = (
    "active autofill buffering current focus focus-visible focus-within fullscreen future host "
    "hover in-range invalid modal out-of-range past picture-in-picture playing popover-open "
    "seeking stalled target-within user-invalid user-valid valid visited volume-locked"
).split()
STATES: Mapping[str, State] = {
    **dict.fromkeys(_UNKNOWN, lambda *_: False),
    **dict.fromkeys(("root", "scope"), lambda page, index: not page.ancestors_in_document(index)),
    "empty": _is_empty,
    **dict.fromkeys(("link", "any-link"), _is_link),
    "checked": _is_checked,
    "disabled": _is_disabled,
    "enabled": lambda page, i: page.tags[i] in _DISABLED and not _is_disabled(page, i),
    "required": _is_required,
    "optional": _is_optional,
    "open": _is_open,
    "default": _is_default,
    "indeterminate": _is_indeterminate,
    "placeholder-shown": _shows_placeholder,
    "target": _is_target,
    "paused": lambda page, i: page.tags[i] in _PLAYERS,
    "muted": _is_muted,
    "read-write": _is_writable,
    "read-only": lambda page, i: not (_is_drawn(page, i) or _is_writable(page, i)),
    "defined": lambda page, index: "-" not in page.tags[index],
    "visible": lambda page, index: page.shown[index],
}
