"""The accessible name of an element: what assistive technology calls it.

Accessible Name and Description Computation (https://www.w3.org/TR/accname-1.2/) and the parts of
HTML-AAM that name HTML's own elements. Two things differ on purpose. What people type or choose is
not in a snapshot, so a field inside a label adds nothing to the name. And a name ends after
``LONGEST_NAME`` characters: a row of a layout table would otherwise repeat the whole page.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from holdfast.page.roles import SHAPES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set

    from holdfast.page.index import PageIndex
    from holdfast.page.visibility import Attributes

LONGEST_NAME = 1000
_STRETCH = 4 * LONGEST_NAME  # of text before its white space is collapsed
_MOST_PARTS = 200  # speaking elements inside one name
_MOST_ICONS = 10  # hidden ones inside an element that says its title
_MOST_HIDDEN = 500  # elements of a hidden label
_MOST_REFERENCES = 20
_MOST_LABELS = 5

NAMED_BY_CONTENT = frozenset(
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox "
    "menuitemradio option radio row rowheader switch tab tooltip treeitem "
    "doc-backlink doc-biblioref doc-glossref doc-noteref".split()
)
# ARIA prohibits a name for these, whatever the author wrote.
NAMELESS = frozenset(
    "generic paragraph strong emphasis code deletion insertion mark subscript superscript time "
    "presentation none caption definition term".split()
)
LABELABLE = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})
_PLACEHOLDING = frozenset({"", "text", "password", "number", "search", "tel", "email", "url"})
# Elements that have no role and may yet be named by a title.
_EMBEDDED = frozenset({"iframe", "frame", "object", "embed", "video", "audio", "canvas"})
_TITLED = _EMBEDDED | {"abbr"}
_NAMING_CHILDREN: Mapping[str, str] = {
    "fieldset": "legend", "table": "caption", "figure": "figcaption",
    **dict.fromkeys(SHAPES | {"svg", "g", "image"}, "title"),
}  # fmt: skip
_NAMING_ATTRIBUTES: Mapping[str, str] = {
    "img": "alt", "area": "alt", "optgroup": "label", "option": "label",
    "a": "xlink:title",  # in a drawing
}  # fmt: skip
_NATIVELY_NAMED = LABELABLE | _NAMING_CHILDREN.keys() | {"img", "area", "optgroup", "option"}
# Inside the name of another, these say something else than their text.
_FIELDS = frozenset({"input", "select", "textarea", "meter", "progress"})
_SPEAKING_TAGS = _FIELDS | _EMBEDDED | {"img", "svg", "area"}
_SPEAKING = frozenset(
    {"aria-label", "aria-labelledby", "aria-hidden", "title", "aria-valuenow", "aria-valuetext",
     "aria-owns"}
)  # fmt: skip
_VALUES = frozenset({"aria-valuenow", "aria-valuetext"})
_RANGES = frozenset({"progressbar", "meter", "scrollbar", "slider", "spinbutton"})
# Who has none of these is named by HTML itself, by content, or not at all.
_NAMING = frozenset(
    {"aria-label", "aria-labelledby", "aria-placeholder", "aria-owns", "title", "xlink:title"}
)
_BUTTONS = {"submit": "Submit", "reset": "Reset", "button": ""}


class Namer:
    """Works out names; keeps what several elements ask for (ids, labels, who says what)."""

    def __init__(self, page: PageIndex) -> None:
        self.page = page
        self.tags, self.parents, self.attributes = page.tags, page.parents, page.attributes
        self.roles, self.scope_of, self.ends, self.shown = (
            page.roles, page.scope_of, page.ends, page.shown,
        )  # fmt: skip
        self.text = page.text
        self.speaking = page.speaking
        self._hidden_said: dict[tuple[int, int], str] = {}

    def names(self, exposed: Sequence[bool]) -> list[str]:
        """Return the name of every element, "" for none and for what is not exposed."""
        roles, names = self.roles, [""] * len(self.tags)
        by_hand = self._named_by_hand()
        for index in by_hand:
            if exposed[index] and not is_nameless(roles[index], self.tags[index]):
                names[index] = self.name(index)
        text, starts, stops = self.text.page, self.text.starts, self.text.ends
        speaking, passed, ends = [*self.speaking, len(names)], 0, self.ends
        for index in self._named_by_content(by_hand):
            while speaking[passed] <= index:
                passed += 1
            if not exposed[index]:
                continue
            if speaking[passed] < ends[index]:
                names[index] = self.content(index)
            else:  # most names are simply a short text
                start, stop = starts[index], stops[index]
                names[index] = text[start : min(stop, start + LONGEST_NAME)]
        return names

    def _named_by_content(self, others: Set[int]) -> Sequence[int]:
        """Return the elements that their content names, without some others."""
        chosen = [i for i, role in enumerate(self.roles) if role in NAMED_BY_CONTENT]
        if summaries := self.page.shape.by_tag.get("summary"):
            named = {i for i in summaries if self.roles[i] not in NAMELESS}
            chosen = sorted(named.union(chosen))
        return [index for index in chosen if index not in others]

    def _named_by_hand(self) -> set[int]:
        """Return the elements that have more than their text to be named by."""
        page = self.page
        chosen = set(page.columns.places_of(_NAMING))
        chosen.update(page.rendering.before, page.rendering.after)
        chosen.update(page.shape.places_of(_NATIVELY_NAMED - {"button"}))
        chosen.update(filter(self._may_be_labelled, page.shape.places_of(["button"])))
        return chosen

    def name(self, index: int) -> str:
        """Return the name of one element, white space collapsed."""
        tag, role, attribute = self.tags[index], self.roles[index], self.attributes[index]
        by_content = role in NAMED_BY_CONTENT or tag == "summary"
        if _NAMING.isdisjoint(attribute):
            name = self.native(index) or (self.content(index) if by_content else "")
        else:
            name = (
                self.referred(index)
                or _squash(attribute.get("aria-label", ""))
                or self.native(index)
                or (self.content(index) if by_content else "")
                or (_squash(attribute.get("title", "")) if role or tag in _TITLED else "")
            )
        return (name or _squash(_placeholder(tag, role, attribute)))[:LONGEST_NAME]

    def referred(self, index: int, heard: set[int] | None = None) -> str:
        """Return what the elements say that aria-labelledby names; those ``heard`` say no more."""
        if "aria-labelledby" not in self.attributes[index]:
            return ""
        heard = set() if heard is None else heard
        found = [i for i in self._find_all(index, "aria-labelledby") if i not in heard]
        heard.update(found)
        return " ".join(filter(None, map(self._spoken, found)))

    def _find_all(self, index: int, attribute: str) -> Iterator[int]:
        """Yield the elements whose ids an attribute lists; most lists are short."""
        wanted = dict.fromkeys(self.attributes[index].get(attribute, "").split())
        for word in list(wanted)[:_MOST_REFERENCES]:
            if (found := self.find(index, word)) is not None:
                yield found

    def find(self, index: int, identifier: str) -> int | None:
        """Return the element with an id in the same document or shadow root."""
        return self._by_id.get((self._scope(index), identifier))

    def _spoken(self, index: int) -> str:
        """Return what an element adds to the name of another that refers to it."""
        attribute = self.attributes[index]
        text = _squash(attribute.get("aria-label", "")) or self.native(index)
        return text or self.content(index, referred=True) or _squash(attribute.get("title", ""))

    # ----------------------------------------------------------------------- names from HTML itself

    def native(self, index: int) -> str:
        """Return the name that HTML itself gives: label, alt, caption, value of a button."""
        tag, attribute = self.tags[index], self.attributes[index]
        if tag in LABELABLE:
            return self._label(index) or (_button_name(attribute) if tag == "input" else "")
        if tag in _NAMING_ATTRIBUTES:
            return _squash(attribute.get(_NAMING_ATTRIBUTES[tag], ""))
        child = self._child(index, _NAMING_CHILDREN.get(tag, ""))
        if child is None:
            return ""
        if self.tags[child] == "title":
            return self.page.own_texts.get(child, "")
        return self.content(child, referred=True)

    def _label(self, index: int) -> str:
        """Return the text of the labels of a field, in document order."""
        said = (
            self.content(label, referred=True, without=index)
            for label in self.labels(index)[:_MOST_LABELS]
        )
        return " ".join(filter(None, said))

    def labels(self, index: int) -> list[int]:
        """Return the labels that name a field: by its id, and the one around it."""
        if not self._labels:
            return []
        around = self._label_around.get(index)
        labels = [] if around is None else [around]
        own = self.attributes[index].get("id")
        if own is not None and self.find(index, own) == index:
            labels += self._label_for.get((self._scope(index), own), ())
        return sorted(labels)

    def _may_be_labelled(self, index: int) -> bool:
        """Return False for what certainly has no label; most buttons have none."""
        return bool(self._labels) and (
            "id" in self.attributes[index] or index in self._label_around
        )

    def _is_field(self, index: int) -> bool:
        tag = self.tags[index]
        is_hidden = tag == "input" and self.attributes[index].get("type", "").lower() == "hidden"
        return tag in LABELABLE and not is_hidden

    def _child(self, index: int, tag: str) -> int | None:
        if not tag:
            return None
        inside = self.page.shape.iter_children(index)
        return next((child for child in inside if self.tags[child] == tag), None)

    # --------------------------------------------------------------------------- names from content

    def content(self, index: int, *, referred: bool = False, without: int = -1) -> str:
        """Return the name that a subtree speaks: its text, and what images and labels in it say."""
        if referred and not self.shown[index]:
            return self._hidden_content(index, without)
        first, last = self._speaking_in(index)
        if first == last and index not in self._owned and not self._is_dressed(index):
            start, stop = self.text.starts[index], self.text.ends[index]
            return self.text.page[start : min(stop, start + LONGEST_NAME)]
        return _squash(self._all_said(index, without, None if referred else set()))[:LONGEST_NAME]

    def _all_said(self, index: int, without: int, heard: set[int] | None) -> str:
        """Return what a subtree says with all that is drawn in it, white space as it stands."""
        first, last = self._speaking_in(index)
        parts = self.speaking[first : min(last, first + _MOST_PARTS)]
        drawn, owned = self.page.rendering, self._owned.get(index, ())
        said = (
            (
                part,
                self._slotted(part) if part in drawn.slots else self._said(part, without, heard),
            )
            for part in parts
        )
        return "".join(
            (
                drawn.before.get(index, ""),
                *self._pieces(index, said),
                drawn.after.get(index, ""),
                *(f" {self.content(i)}" for i in owned),
            )
        )

    def _slotted(self, slot: int) -> str:
        """Return what a slot shows from outside its shadow root."""
        return "".join(map(self._slotted_item, self.page.rendering.slots[slot]))

    def _slotted_item(self, item: int | str) -> str:
        if isinstance(item, str):
            return item
        said = self._said(item, -1, set())
        words = self._all_said(item, -1, set()) if said is None else said
        return f" {words} " if self.text.is_block[item] else words

    @cached_property
    def _slotted_from(self) -> Mapping[int, tuple[int, int]]:
        """Return where the content begins that shadow hosts show in slots: element, and text.

        A host has its shadow root first in it, then what its slots show, and nothing else does.
        """
        page, begins = self.page, dict[int, tuple[int, int]]()
        for slot, items in page.rendering.slots.items():
            host = page.scopes[page.scope(slot)].owner
            inside = page.shape.iter_children(host)
            light = (i for i in inside if page.scope(i) == page.scope(host))
            element = next(light, self.ends[host])
            first, at = begins.get(host, (element, self.text.written_ends[host]))
            begins[host] = first, min((at, *(self._place(host, item) for item in items)))
        return begins

    def _place(self, host: int, item: int | str) -> int:
        """Return where in the text something stands that a slot shows."""
        starts, end = self.text.written_starts, self.text.written_ends[host]
        if not isinstance(item, str):
            return starts[item] if host < item < self.ends[host] else end
        at = self.text.written.rfind(" ".join(item.split()), starts[host], end)
        return end if at < 0 else at

    def _is_dressed(self, index: int) -> bool:
        """Return whether a style sheet draws words before or behind the element's text."""
        return index in self.page.rendering.before or index in self.page.rendering.after

    def _speaking_in(self, index: int) -> tuple[int, int]:
        """Return which of the speaking elements are inside one."""
        first = bisect_left(self.speaking, index + 1)
        return first, bisect_left(self.speaking, self.ends[index], first)

    def _pieces(self, index: int, said: Iterable[tuple[int, str | None]]) -> Iterator[str]:
        """Yield the pieces of a subtree's name in document order."""
        text, passed = self.text, index
        starts, stops = text.written_starts, text.written_ends
        page, position = text.written, starts[index]
        beyond, end = self._slotted_from.get(index, (self.ends[index], stops[index]))
        for part, words in said:
            # Just its text, inside one that has spoken, or shown in a slot.
            if words is None or part < passed or part >= beyond:
                continue
            yield page[position : starts[part]][:_STRETCH]
            space = " " if text.is_block[part] else ""
            yield f"{space}{words}{space}"
            position, passed = stops[part], self.ends[part]
        yield page[position:end][:_STRETCH]

    def _said(self, index: int, without: int, heard: set[int] | None) -> str | None:  # noqa: PLR0911  # rules in order
        """Return what an element inside a name says instead of its text, None if just its text.

        References are followed once: ``heard`` is None inside what is referred to.
        """
        tag, attribute = self.tags[index], self.attributes[index]
        if index == without or not self._is_heard(index) or (heard and index in heard):
            return ""  # each element speaks once
        if heard is not None and (named := self.referred(index, heard)):
            return named
        if (value := self._value(index)) is not None:
            return value
        if tag != "slot" and (label := _squash(attribute.get("aria-label", ""))):
            return label
        if tag in {"img", "area", "svg"}:
            return self.native(index) or _squash(attribute.get("title", ""))
        if tag in _SPEAKING_TAGS or self._says_nothing(index):
            return _squash(attribute.get("title", ""))
        is_more = index in self._owned or index in self._slotted_from or self._is_dressed(index)
        return self._all_said(index, without, heard) if is_more else None

    def _value(self, index: int) -> str | None:
        """Return what a control inside a name says, None for what is none."""
        tag, role, attribute = self.tags[index], self.roles[index], self.attributes[index]
        if role in _RANGES and not _VALUES.isdisjoint(attribute):
            return _squash(attribute.get("aria-valuetext") or attribute.get("aria-valuenow", ""))
        if tag == "select" or role == "listbox":
            return self._chosen(index)
        if tag in _FIELDS and role not in {"checkbox", "radio"}:
            return _button_name(attribute) if tag == "input" else ""  # what was typed says nothing
        return self.text.of(index) if role == "combobox" else None

    def _chosen(self, index: int) -> str:
        """Return what a list of choices says inside a name: what its author chose.

        What a person chose is not known, as all that is typed.
        """
        options = [i for i in range(index + 1, self.ends[index]) if self.roles[i] == "option"]
        given = self.attributes
        chosen = [
            i for i in options if "selected" in given[i] or given[i].get("aria-selected") == "true"
        ]
        if self.tags[index] == "select" and given[index].keys().isdisjoint({"size", "multiple"}):
            chosen = chosen[-1:] or options[:1]
        return " ".join(self.content(i, referred=True) for i in chosen)

    def _is_heard(self, index: int) -> bool:
        """Return whether an element speaks where it stands."""
        is_hidden = is_aria_hidden(self.attributes[index]) or not self.shown[index]
        return not is_hidden and index not in self._moved

    def _says_nothing(self, index: int) -> bool:
        """Return whether a subtree has neither text nor a part that is not hidden."""
        is_text = self.text.starts[index] < self.text.ends[index]
        if is_text or self._is_dressed(index) or index in self._owned:
            return False
        first, last = self._speaking_in(index)
        parts = self.speaking[first : min(last, first + _MOST_ICONS)]
        return not any(map(self._is_heard, parts))

    def _hidden_content(self, index: int, without: int) -> str:
        """Return what a hidden element would say if it were shown: hidden labels still label."""
        key = index, without
        if key not in self._hidden_said:
            end = min(self.ends[index], index + _MOST_HIDDEN)
            inner = Namer(self.page.cut_out(index, end, without="aria-hidden"))
            self._hidden_said[key] = inner.content(0, referred=True, without=without - index)
        return self._hidden_said[key]

    # ------------------------------------------------------------------------------ ids and labels

    def _scope(self, index: int) -> int:
        return 0 if self.scope_of is None else self.scope_of[index]

    @cached_property
    def _by_id(self) -> Mapping[tuple[int, str], int]:
        named = zip(*self.page.columns.column("id"), strict=True)
        return {(self._scope(index), name): index for index, name in reversed(list(named))}

    @cached_property
    def _owned(self) -> Mapping[int, Sequence[int]]:
        """Return what elements own that stands elsewhere (aria-owns), by owner."""
        owned: dict[int, list[int]] = {}
        taken: set[int] = set()
        for owner in self.page.columns.column("aria-owns").places:
            if not self.page.exposed[owner]:
                continue
            for index in self._find_all(owner, "aria-owns"):
                is_around = index <= owner < self.ends[index]
                is_told = self.shown[index] and not is_aria_hidden(self.attributes[index])
                if is_told and not is_around and index not in taken:
                    taken.add(index)
                    owned.setdefault(owner, []).append(index)
        return owned

    @cached_property
    def _moved(self) -> Collection[int]:
        return {index for owned in self._owned.values() for index in owned}

    @cached_property
    def _labels(self) -> Sequence[int]:
        return self.page.shape.by_tag.get("label", ())

    @cached_property
    def _label_around(self) -> Mapping[int, int]:
        """Return the label around a field, by field: a label is for the first field in it."""
        around: dict[int, int] = {}
        for label in self._labels:
            if "for" not in self.attributes[label]:
                inside = range(label + 1, min(self.ends[label], label + _MOST_PARTS))
                first = next(filter(self._is_field, inside), None)
                if first is not None:
                    around[first] = label  # of labels in labels, the inner one
        return around

    @cached_property
    def _label_for(self) -> Mapping[tuple[int, str], Sequence[int]]:
        labels: dict[tuple[int, str], list[int]] = {}
        for index in self._labels:
            if (named := self.attributes[index].get("for")) is not None:
                labels.setdefault((self._scope(index), named), []).append(index)
        return labels


def find_speaking(page: PageIndex) -> list[int]:
    """Return the elements that may say something else than their text in the name of another.

    Between two of these, a name is simply the text.
    """
    chosen = {*page.shape.places_of(_SPEAKING_TAGS), *page.columns.places_of(_SPEAKING)}
    chosen.update(page.rendering.before, page.rendering.after, page.rendering.slots)
    chosen.update(i for slot in page.rendering.slots for i in [page.scopes[page.scope(slot)].owner])
    roles = page.columns.table("role")
    chosen.update(index for role in ("listbox", "combobox") for index in roles.get(role, ()))
    if owned := set(" ".join(page.columns.column("aria-owns").values).split()):
        named = zip(*page.columns.column("id"), strict=True)
        chosen.update(index for index, name in named if name in owned)
    return sorted(chosen)


def may_have_name(role: str, tag: str, attribute: Attributes) -> bool:
    """Return False for what is certainly nameless, without looking at anything around it."""
    if is_nameless(role, tag):
        return False
    by_itself = role in NAMED_BY_CONTENT or tag in _NATIVELY_NAMED or tag == "summary"
    return by_itself or not _NAMING.isdisjoint(attribute)


def is_nameless(role: str, tag: str) -> bool:
    """Return whether an element has no name; browsers name an item even when it lost its list."""
    return role in NAMELESS and tag != "li"


def is_aria_hidden(attribute: Attributes) -> bool:
    """Return whether the author hid the element from assistive technology."""
    return attribute.get("aria-hidden", "").lower() == "true"


def _button_name(attribute: Attributes) -> str:
    """Return what is written on an input that is a button, "" for other inputs."""
    kind = attribute.get("type", "").lower()
    if kind == "image":
        return _squash(attribute.get("alt", "")) or _squash(attribute.get("title", "")) or "Submit"
    return _squash(attribute.get("value", "")) or _BUTTONS[kind] if kind in _BUTTONS else ""


def _placeholder(tag: str, role: str, attribute: Attributes) -> str:
    is_text = tag == "textarea" or (
        tag == "input" and attribute.get("type", "").lower() in _PLACEHOLDING
    )
    if is_text and "placeholder" in attribute:
        return attribute["placeholder"]
    return attribute.get("aria-placeholder", "") if role in {"textbox", "searchbox"} else ""


def _squash(text: str) -> str:
    return " ".join(text.split())
