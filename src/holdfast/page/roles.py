"""The ARIA role of an element: what the author wrote, else what HTML gives its tag.

HTML Accessibility API Mappings (https://www.w3.org/TR/html-aam-1.0/), WAI-ARIA 1.2. Where HTML-AAM
gives no role, "generic" and "" are told apart only by whether ARIA has a word for the element.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from holdfast.page.attributes import AttributeColumns
from holdfast.page.shape import Shape

Attributes = Mapping[str, str]
Tags = Sequence[str]
Parents = Sequence[int]

# Roles of tags that do not depend on attributes or place.
TAG_ROLES: Mapping[str, str] = {
    "address": "group", "article": "article", "b": "generic", "bdi": "generic", "bdo": "generic",
    "blockquote": "blockquote", "body": "generic", "button": "button", "caption": "caption",
    "code": "code", "data": "generic", "datalist": "listbox", "dd": "definition", "del": "deletion",
    "details": "group", "dfn": "term", "dialog": "dialog", "div": "generic", "dt": "term",
    "em": "emphasis", "fieldset": "group", "figure": "figure", "h1": "heading",
    "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
    "hgroup": "group", "hr": "separator", "html": "document", "i": "generic", "ins": "insertion",
    "main": "main", "mark": "mark", "math": "math", "menu": "list",
    "meter": "meter", "nav": "navigation", "ol": "list", "optgroup": "group", "option": "option",
    "output": "status", "p": "paragraph", "pre": "generic", "progress": "progressbar",
    "q": "generic", "s": "deletion", "samp": "generic", "search": "search", "small": "generic",
    "span": "generic", "strong": "strong", "sub": "subscript", "sup": "superscript", "svg": "img",
    "table": "table", "tbody": "rowgroup", "td": "cell", "textarea": "textbox",
    "tfoot": "rowgroup", "thead": "rowgroup", "time": "time", "tr": "row", "u": "generic",
    "ul": "list",
}  # fmt: skip
# Types without a role of their own count as a textbox, as browsers and Playwright do.
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
_ONE_WORD = {"image": "img", "none": "presentation"}
# An element with one of these, or one that takes the focus, cannot be made presentational.
_GLOBAL_ARIA = frozenset(
    "aria-atomic aria-busy aria-controls aria-current aria-describedby aria-details "
    "aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby "
    "aria-live aria-owns aria-relevant aria-roledescription".split()
)
_LANDMARK_TAGS = frozenset({"article", "aside", "main", "nav", "section"})
_LANDMARK_ROLES = frozenset({"article", "complementary", "main", "navigation", "region"})
# Parts of a list or a table: presentational when the whole is.
_WHOLES: Mapping[str, frozenset[str]] = {
    "li": frozenset({"ul", "ol", "menu"}), "dt": frozenset({"dl", "div"}),
    "dd": frozenset({"dl", "div"}), "div": frozenset({"dl"}),
    "tr": frozenset({"table", "thead", "tbody", "tfoot"}), "td": frozenset({"tr"}),
    "th": frozenset({"tr"}), "thead": frozenset({"table"}), "tbody": frozenset({"table"}),
    "tfoot": frozenset({"table"}),
}  # fmt: skip
_GRIDS = frozenset({"grid", "treegrid"})
_LOOK_AHEAD = 200  # elements to pass on the way to the next cell of a row


def all_roles(
    shape: Shape, attributes: Sequence[Attributes], columns: AttributeColumns
) -> list[str]:
    """Return the role of every element, "" for none."""
    tags, parents = shape.tags, shape.parents
    by_tag = {tag: TAG_ROLES.get(tag, "") for tag in shape.by_tag}
    roles = [by_tag[tag] for tag in tags]
    written = columns.column("role").places
    said = {written_role(attributes[index]) for index in written}
    if "presentation" in said:
        for index in shape.places_of(_PARTS):
            roles[index] = implicit_role(index, tags, parents, attributes)
    else:  # then parts of lists and tables are what they seem
        rules = _RULES if _GRIDS.isdisjoint(said) else {**_RULES, **_CELL_RULES}
        for tag in rules.keys() & shape.by_tag.keys():
            rule = rules[tag]
            for index in shape.by_tag[tag]:
                roles[index] = rule(index, tags, parents, attributes)
    for index in written:
        roles[index] = role_of(index, tags, parents, attributes)
    return roles


def role_of(index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]) -> str:
    """Return the role of one element, "" for none."""
    written = written_role(attributes[index])
    if written and (written != "presentation" or not _keeps_role(tags[index], attributes[index])):
        return written
    return implicit_role(index, tags, parents, attributes)


def written_role(attribute: Attributes) -> str:
    """Return the first role of the attribute that ARIA knows, "" if there is none."""
    if "role" not in attribute:
        return ""
    for token in attribute["role"].lower().split():
        if token in KNOWN_ROLES:
            return _ONE_WORD.get(token, token)
    return ""


def implicit_role(
    index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]
) -> str:
    """Return the role that HTML gives, whatever the element's own attribute ``role`` says."""
    tag = tags[index]
    if tag in _WHOLES and _is_part_of_decoration(index, tags, parents, attributes):
        return "presentation"
    rule = _RULES.get(tag) or _CELL_RULES.get(tag)
    return TAG_ROLES.get(tag, "") if rule is None else rule(index, tags, parents, attributes)


def _keeps_role(tag: str, attribute: Attributes) -> bool:
    """Return whether role="presentation" must be ignored: people can reach the element."""
    if not _GLOBAL_ARIA.isdisjoint(attribute) or _is_number(attribute.get("tabindex", "")):
        return True
    return tag in {"button", "select", "textarea", "input"} or (
        tag in {"a", "area"} and "href" in attribute
    )


def _is_number(text: str) -> bool:
    return text.strip().removeprefix("-").isdecimal()


def _is_part_of_decoration(
    index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]
) -> bool:
    above = parents[index]
    while above >= 0 and tags[above] in _WHOLES.get(tags[index], ()):
        if written_role(attributes[above]) == "presentation":
            return not _keeps_role(tags[above], attributes[above])
        index, above = above, parents[above]
    return False


# ------------------------------------------------------------------------------------------- rules

Rule = Callable[[int, Tags, Parents, Sequence[Attributes]], str]


def _link(index: int, _: Tags, __: Parents, attributes: Sequence[Attributes]) -> str:
    return "link" if "href" in attributes[index] else "generic"


def _image(index: int, _: Tags, __: Parents, attributes: Sequence[Attributes]) -> str:
    attribute = attributes[index]
    if attribute.get("alt") != "" or attribute.get("title") or "tabindex" in attribute:
        return "img"
    return "presentation" if _GLOBAL_ARIA.isdisjoint(attribute) else "img"


def _input(index: int, _: Tags, __: Parents, attributes: Sequence[Attributes]) -> str:
    kind = attributes[index].get("type", "text").lower()
    listed = "list" in attributes[index] and kind in {"", "text", "email", "search", "tel", "url"}
    return "combobox" if listed else INPUT_ROLES.get(kind, "textbox")


def _select(index: int, _: Tags, __: Parents, attributes: Sequence[Attributes]) -> str:
    size = attributes[index].get("size", "").strip()
    several = "multiple" in attributes[index] or (size.isdecimal() and int(size[:6]) > 1)
    return "listbox" if several else "combobox"


def _named(role: str) -> Rule:
    def rule(index: int, _: Tags, __: Parents, attributes: Sequence[Attributes]) -> str:
        return role if _is_named(attributes[index]) else "generic"

    return rule


def _is_named(attribute: Attributes) -> bool:
    return any(
        attribute.get(name, "").strip() for name in ("aria-label", "aria-labelledby", "title")
    )


def _page_edge(role: str) -> Rule:
    def rule(index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]) -> str:
        above = _above(index, tags, parents)
        inside = any(_is_landmark(tags[i], attributes[i], _LANDMARK_TAGS) for i in above)
        return "generic" if inside else role

    return rule


def _aside(index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]) -> str:
    if _is_named(attributes[index]):
        return "complementary"
    around = _above(index, tags, parents)
    sections = _LANDMARK_TAGS - {"main"}
    inside = any(_is_landmark(tags[i], attributes[i], sections) for i in around)
    return "generic" if inside else "complementary"


def _is_landmark(tag: str, attribute: Attributes, landmarks: frozenset[str]) -> bool:
    role = written_role(attribute)
    return role in _LANDMARK_ROLES if role else tag in landmarks


def _above(index: int, tags: Tags, parents: Parents) -> Iterator[int]:
    """Yield the elements around one, up to the top of its document: frames are separate."""
    above = parents[index]
    while above >= 0 and tags[above] != "html":
        yield above
        above = parents[above]


def _item(index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]) -> str:
    above = parents[index]
    if above < 0:
        return "generic"
    in_list = tags[above] in _WHOLES["li"] or written_role(attributes[above]) == "list"
    return "listitem" if in_list else "generic"


def _cell(index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]) -> str:
    table = next((i for i in _above(index, tags, parents) if tags[i] == "table"), None)
    is_grid = table is not None and written_role(attributes[table]) in _GRIDS
    return "gridcell" if is_grid else "cell"


def _header_cell(index: int, tags: Tags, parents: Parents, attributes: Sequence[Attributes]) -> str:
    scope = attributes[index].get("scope", "").lower()
    if scope in {"row", "rowgroup", "col", "colgroup"}:
        return "rowheader" if scope.startswith("row") else "columnheader"
    row = parents[index]
    if row >= 0 and parents[row] >= 0 and tags[parents[row]] == "thead":
        return "columnheader"
    following, before = _next_cell(index, tags, parents), _cell_before(index, tags, parents)
    heads_row = following == "td" or (not following and before == "td")
    return "rowheader" if heads_row else "columnheader"


def _next_cell(index: int, tags: Tags, parents: Parents) -> str:
    row = parents[index]
    for other in range(index + 1, min(index + _LOOK_AHEAD, len(tags))):
        if parents[other] <= row:
            return tags[other] if parents[other] == row else ""
    return ""


def _cell_before(index: int, tags: Tags, parents: Parents) -> str:
    row, other = parents[index], index - 1
    while other > row and parents[other] != row:
        other = parents[other]
    return tags[other] if other > row else ""


_RULES: Mapping[str, Rule] = {
    "a": _link, "area": _link, "img": _image, "input": _input, "select": _select,
    "section": _named("region"), "form": _named("form"), "aside": _aside, "li": _item,
    "header": _page_edge("banner"), "footer": _page_edge("contentinfo"), "th": _header_cell,
}  # fmt: skip
_CELL_RULES: Mapping[str, Rule] = {"td": _cell}
_PARTS = frozenset({*_RULES, *_WHOLES})
