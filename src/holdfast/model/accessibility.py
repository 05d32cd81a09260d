"""Role and accessible name of every element, by the W3C rules, from a page's columns.

Roles: HTML Accessibility API Mappings (https://www.w3.org/TR/html-aam-1.0/).
Names: Accessible Name and Description Computation (https://www.w3.org/TR/accname-1.2/).
What people type is not in a snapshot, so the value of a field is never part of a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from holdfast.model.outline import INLINE_TAGS, Outline

Attributes = Mapping[str, str]

# Roles of tags that do not depend on attributes or place.
TAG_ROLES: Mapping[str, str] = {
    "address": "group", "article": "article", "aside": "complementary", "b": "generic",
    "blockquote": "blockquote", "body": "generic", "button": "button", "caption": "caption",
    "code": "code", "data": "generic", "datalist": "listbox", "dd": "definition", "del": "deletion",
    "details": "group", "dfn": "term", "dialog": "dialog", "div": "generic", "dt": "term",
    "em": "emphasis", "fieldset": "group", "figure": "figure", "h1": "heading",
    "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
    "hr": "separator", "html": "document", "i": "generic", "ins": "insertion",
    "li": "listitem", "main": "main", "mark": "mark", "math": "math", "menu": "list",
    "meter": "meter", "nav": "navigation", "ol": "list", "optgroup": "group", "option": "option",
    "output": "status", "p": "paragraph", "pre": "generic", "progress": "progressbar",
    "q": "generic", "s": "deletion", "samp": "generic", "search": "search", "small": "generic",
    "span": "generic", "strong": "strong", "sub": "subscript", "sup": "superscript", "svg": "img", "table": "table", "tbody": "rowgroup", "td": "cell",
    "textarea": "textbox", "tfoot": "rowgroup", "thead": "rowgroup", "time": "time", "tr": "row",
    "u": "generic", "ul": "list",
}  # fmt: skip
INPUT_ROLES: Mapping[str, str] = {
    "button": "button", "submit": "button", "reset": "button", "image": "button",
    "checkbox": "checkbox", "radio": "radio", "range": "slider", "number": "spinbutton",
    "search": "searchbox", "hidden": "", "file": "button", "color": "button",
}  # fmt: skip
KNOWN_ROLES = frozenset(
    "alert alertdialog application article banner blockquote button caption cell checkbox code "
    "columnheader combobox complementary contentinfo definition deletion dialog directory document "
    "emphasis feed figure form generic grid gridcell group heading img image insertion link list "
    "listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox "
    "menuitemradio meter navigation none note option paragraph presentation progressbar radio "
    "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider "
    "spinbutton status strong subscript superscript switch tab table tablist tabpanel term "
    "textbox time timer toolbar tooltip tree treegrid treeitem".split()
)
NAMED_BY_CONTENT = frozenset(
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox "
    "menuitemradio option radio row rowheader switch tab tooltip treeitem".split()
)
# ARIA prohibits a name for these, whatever the author wrote.
NAMELESS = frozenset(
    "generic paragraph strong emphasis code deletion insertion mark subscript superscript time "
    "presentation none caption definition term".split()
)
_SECTIONING = frozenset({"article", "aside", "main", "nav", "section"})
_FIELDS = frozenset({"input", "select", "textarea", "meter", "output", "progress"})
_NAMING = ("aria-label", "aria-labelledby", "title", "alt", "aria-hidden", "placeholder")
_SPEAKING_TAGS = frozenset({"img", "svg", "input", "select", "textarea", "area", "object"})


@dataclass(frozen=True)
class Semantics:
    """What assistive technology would say of each element."""

    roles: Sequence[str]
    names: Sequence[str]
    exposed: Sequence[bool]  # False: hidden, or inside aria-hidden


def describe_semantics(
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Attributes],
    outline: Outline,
) -> Semantics:
    """Return role and name of every element; linear apart from names that refer to others."""
    exposed = _exposed(parents, attributes, outline.shown)
    roles = [
        _role(index, tag, attribute, tags, parents)
        if "role" in attribute or tag in _ROLE_RULES
        else TAG_ROLES.get(tag, "")
        for index, (tag, attribute) in enumerate(zip(tags, attributes, strict=True))
    ]
    namer = _Namer(tags, parents, attributes, outline, roles, exposed)
    names = [
        namer.name(index) if role and (role not in NAMELESS) and exposed[index] else ""
        for index, role in enumerate(roles)
    ]
    return Semantics(roles=roles, names=names, exposed=exposed)


def _exposed(
    parents: Sequence[int], attributes: Sequence[Attributes], shown: Sequence[bool]
) -> list[bool]:
    exposed: list[bool] = []
    for index, parent in enumerate(parents):
        hidden = attributes[index].get("aria-hidden") == "true"
        exposed.append(not hidden and shown[index] and (parent < 0 or exposed[parent]))
    return exposed


# ------------------------------------------------------------------------------------------ roles


def _role(
    index: int, tag: str, attribute: Attributes, tags: Sequence[str], parents: Sequence[int]
) -> str:
    for token in attribute.get("role", "").lower().split():
        if token in KNOWN_ROLES:
            return {"image": "img", "none": "presentation"}.get(token, token)
    rule = _ROLE_RULES.get(tag)
    return TAG_ROLES.get(tag, "") if rule is None else rule(index, attribute, tags, parents)


RoleRule = Callable[[int, Attributes, Sequence[str], Sequence[int]], str]


def _link(_: int, attribute: Attributes, __: Sequence[str], ___: Sequence[int]) -> str:
    return "link" if "href" in attribute else "generic"


def _image(_: int, attribute: Attributes, __: Sequence[str], ___: Sequence[int]) -> str:
    return "presentation" if attribute.get("alt") == "" and not _labelled(attribute) else "img"


def _input(_: int, attribute: Attributes, __: Sequence[str], ___: Sequence[int]) -> str:
    kind = attribute.get("type", "text").lower()
    listed = "list" in attribute and kind in {"", "text", "email", "search", "tel", "url"}
    return "combobox" if listed else INPUT_ROLES.get(kind, "textbox")


def _select(_: int, attribute: Attributes, __: Sequence[str], ___: Sequence[int]) -> str:
    size = attribute.get("size", "")
    several = "multiple" in attribute or (size.isdecimal() and int(size[:6]) > 1)
    return "listbox" if several else "combobox"


def _labelled(attribute: Attributes) -> bool:
    return bool(
        attribute.get("aria-label") or attribute.get("aria-labelledby") or attribute.get("title")
    )


def _section(_: int, attribute: Attributes, __: Sequence[str], ___: Sequence[int]) -> str:
    return "region" if _labelled(attribute) else "generic"


def _form(_: int, attribute: Attributes, __: Sequence[str], ___: Sequence[int]) -> str:
    return "form" if _labelled(attribute) else "generic"


def _page_edge(role: str) -> RoleRule:
    def rule(index: int, _: Attributes, tags: Sequence[str], parents: Sequence[int]) -> str:
        above = parents[index]
        while above >= 0:
            if tags[above] in _SECTIONING:
                return "generic"
            above = parents[above]
        return role

    return rule


def _header_cell(
    index: int, attribute: Attributes, tags: Sequence[str], parents: Sequence[int]
) -> str:
    scope = attribute.get("scope", "").lower()
    if scope in {"row", "rowgroup"}:
        return "rowheader"
    if scope in {"col", "colgroup"}:
        return "columnheader"
    row = parents[index]
    in_head = row >= 0 and parents[row] >= 0 and tags[parents[row]] == "thead"
    first_in_row = row == index - 1
    return (
        "rowheader"
        if first_in_row and not in_head and _has_data(index, tags, parents)
        else "columnheader"
    )


def _has_data(index: int, tags: Sequence[str], parents: Sequence[int]) -> bool:
    """Return whether a data cell follows in the same row; looks at most 200 elements ahead."""
    for other in range(index + 1, min(index + 200, len(tags))):
        if parents[other] < parents[index]:
            return False
        if parents[other] == parents[index] and tags[other] == "td":
            return True
    return False


_ROLE_RULES: Mapping[str, RoleRule] = {
    "a": _link, "area": _link, "img": _image, "input": _input, "select": _select,
    "section": _section, "form": _form, "header": _page_edge("banner"), "footer": _page_edge("contentinfo"),
    "th": _header_cell,
}  # fmt: skip


# ------------------------------------------------------------------------------------------ names


class _Namer:
    """Works out names; keeps what several elements ask for (ids, labels, where a name is spoken)."""

    def __init__(
        self,
        tags: Sequence[str],
        parents: Sequence[int],
        attributes: Sequence[Attributes],
        outline: Outline,
        roles: Sequence[str],
        exposed: Sequence[bool],
    ) -> None:
        self.tags, self.parents, self.attributes = tags, parents, attributes
        self.outline, self.roles, self.exposed = outline, roles, exposed
        self.by_id: dict[str, int] = {}
        self.label_for: dict[str, list[int]] = {}
        # How many elements up to here say something besides their text: tells in O(1) whether a
        # subtree's name is simply its text.
        self.speaking = [0] * (len(tags) + 1)
        count = 0
        for index, (tag, attribute) in enumerate(zip(tags, attributes, strict=True)):
            if attribute:
                if "id" in attribute:
                    self.by_id.setdefault(attribute["id"], index)
                if tag == "label" and "for" in attribute:
                    self.label_for.setdefault(attribute["for"], []).append(index)
                if tag in _SPEAKING_TAGS or not attribute.keys().isdisjoint(_NAMING):
                    count += 1
            self.speaking[index + 1] = count

    def name(self, index: int) -> str:
        """Return the accessible name of one element, white space collapsed."""
        attribute = self.attributes[index]
        if not attribute:
            return (
                self._content(index)
                if self.roles[index] in NAMED_BY_CONTENT
                else self._native(index)
            )
        return (
            self._labelledby(attribute)
            or _squash(attribute.get("aria-label", ""))
            or self._native(index)
            or (self._content(index) if self.roles[index] in NAMED_BY_CONTENT else "")
            or _squash(attribute.get("title", ""))
            or _squash(attribute.get("placeholder", attribute.get("aria-placeholder", "")))
        )

    def _labelledby(self, attribute: Attributes) -> str:
        wanted = attribute.get("aria-labelledby", "").split()[:20]
        return " ".join(
            filter(None, (self._spoken(self.by_id[w]) for w in wanted if w in self.by_id))
        )

    def _spoken(self, index: int) -> str:
        """Return what an element adds to the name of another that refers to it."""
        attribute = self.attributes[index]
        text = _squash(attribute.get("aria-label", "")) or self._native(index)
        return text or self._content(index, referred=True) or _squash(attribute.get("title", ""))

    def _native(self, index: int) -> str:
        """Return the name that HTML itself gives: label, alt, value of a button, caption…"""
        tag, attribute = self.tags[index], self.attributes[index]
        if tag == "input":
            return self._input_name(index, attribute)
        if tag in _FIELDS:
            return self._label(index)
        if tag in {"img", "area"}:
            return _squash(attribute.get("alt", ""))
        naming_child = _NAMING_CHILDREN.get(tag)
        if naming_child is None:
            return _squash(attribute.get("label", "")) if tag in {"optgroup", "option"} else ""
        child = self._child(index, naming_child)
        return "" if child is None else self._content(child, referred=True)

    def _input_name(self, index: int, attribute: Attributes) -> str:
        kind = attribute.get("type", "text").lower()
        if kind in {"submit", "reset", "button"}:
            default = {"submit": "Submit", "reset": "Reset"}.get(kind, "")
            return self._label(index) or _squash(attribute.get("value", default)) or default
        if kind == "image":
            alt = _squash(attribute.get("alt", "") or attribute.get("value", ""))
            return self._label(index) or alt or _squash(attribute.get("title", "")) or "Submit"
        return self._label(index)

    def _label(self, index: int) -> str:
        """Return the text of the labels of a field: those that name it, then the one around it."""
        own = self.attributes[index].get("id")
        labels = list(self.label_for.get(own, ())) if own else []
        above = self.parents[index]
        for _ in range(20):  # a label around a field is near; hostile nesting is not climbed
            if above < 0:
                break
            if self.tags[above] == "label" and "for" not in self.attributes[above]:
                labels.append(above)
                break
            above = self.parents[above]
        return " ".join(filter(None, (self._content(i, without=index) for i in labels[:5])))

    def _child(self, index: int, tag: str) -> int | None:
        ends = self.outline.ends
        child = index + 1
        while child < ends[index]:
            if self.tags[child] == tag:
                return child
            child = ends[child]
        return None

    def _content(self, index: int, *, referred: bool = False, without: int = -1) -> str:
        """Return the name that a subtree speaks: its text, and what images and labels in it say."""
        outline, end = self.outline, self.outline.ends[index]
        if referred and not outline.shown[index]:  # a hidden label still labels
            return " ".join(filter(None, map(outline.own_text_of, range(index, end))))
        if self.speaking[end] == self.speaking[index + 1]:
            return outline.text_of(index)
        return _squash("".join(self._pieces(index, end, without)))

    def _pieces(self, index: int, end: int, without: int) -> list[str]:
        """Return the parts of a subtree's name in document order."""
        outline, pieces = self.outline, list[str]()
        page, position = outline.page_text, outline.text_starts[index]
        child = index + 1
        while child < end:
            said = self._said(child, without)
            if said is None:
                child += 1
                continue
            pieces.append(page[position : outline.text_starts[child]])
            space = "" if self.tags[child] in INLINE_TAGS else " "
            pieces.append(f"{space}{said}{space}")
            position = outline.text_ends[child]
            child = outline.ends[child]
        pieces.append(page[position : outline.text_ends[index]])
        return pieces

    def _said(self, index: int, without: int) -> str | None:
        """Return what an element inside a name says instead of its text, None if just its text."""
        attribute = self.attributes[index]
        if attribute.get("aria-hidden") == "true" or index == without:
            return ""
        if label := _squash(attribute.get("aria-label", "")):
            return label
        tag = self.tags[index]
        if tag in {"img", "area"}:
            return _squash(attribute.get("alt", attribute.get("title", "")))
        if tag == "svg":
            title = self._child(index, "title")
            return "" if title is None else self.outline.own_text_of(title)
        if tag in {"input", "select", "textarea"}:
            kind = attribute.get("type", "").lower()
            return (
                _squash(attribute.get("value", "")) if kind in {"submit", "button", "reset"} else ""
            )
        return None


_NAMING_CHILDREN: Mapping[str, str] = {
    "fieldset": "legend", "table": "caption", "figure": "figcaption", "svg": "title",
    "details": "summary",
}  # fmt: skip


def _squash(text: str) -> str:
    return " ".join(text.split())
