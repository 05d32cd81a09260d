"""The ARIA role of an element: what the author wrote, else what HTML gives its tag.

HTML Accessibility API Mappings (https://www.w3.org/TR/html-aam-1.0/), WAI-ARIA 1.2. Where HTML-AAM
gives no role, "generic" and "" are told apart only by whether ARIA has a word for the element.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property

from holdfast.page.attributes import AttributeColumns
from holdfast.page.shape import Shape

Attributes = Mapping[str, str]

# Roles of tags that do not depend on attributes or place.
TAG_ROLES: Mapping[str, str] = {
    "address": "group", "article": "article", "b": "generic", "bdi": "generic", "bdo": "generic",
    "blockquote": "blockquote", "body": "generic", "button": "button", "caption": "caption",
    "code": "code", "data": "generic", "datalist": "listbox", "dd": "definition", "del": "deletion",
    "details": "group", "dfn": "term", "dialog": "dialog", "dir": "list", "div": "generic",
    "dt": "term",
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
    "search": "searchbox", "hidden": "", "file": "button",
}  # fmt: skip
KNOWN_ROLES = frozenset(
    "alert alertdialog application article banner blockquote button caption cell checkbox code "
    "columnheader combobox complementary contentinfo definition deletion dialog directory document "
    "emphasis feed figure form generic grid gridcell group heading img image insertion link list "
    "listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox "
    "menuitemradio meter navigation none note option paragraph presentation progressbar radio "
    "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider "
    "spinbutton status strong subscript superscript switch tab table tablist tabpanel term "
    "textbox time timer toolbar tooltip tree treegrid treeitem "
    "sectionfooter sectionheader suggestion "
    "graphics-document graphics-object graphics-symbol "  # Graphics-ARIA 1.0
    # DPUB-ARIA 1.1
    "doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry "
    "doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit "
    "doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata "
    "doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction "
    "doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part "
    "doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc".split()
)
# Landmarks only when they have a name.
_NAMED_LANDMARKS = frozenset({"region", "form"})
_ONE_WORD = {"image": "img", "none": "presentation"}
# An element with one of these, or one that takes the focus, cannot be made presentational.
_GLOBAL_ARIA = frozenset(
    "aria-atomic aria-busy aria-controls aria-current aria-describedby aria-details "
    "aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby "
    "aria-live aria-owns aria-relevant aria-roledescription".split()
)
_LABELS = frozenset({"aria-label", "aria-labelledby"})
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


class Markup:
    """What the rules read: tags, parents and attributes of a page, and which ids there are."""

    def __init__(
        self, tags: Sequence[str], parents: Sequence[int], attributes: Sequence[Attributes]
    ) -> None:
        self.tags, self.parents, self.attributes = tags, parents, attributes

    @cached_property
    def ids(self) -> Collection[str]:
        """Return the ids of the page."""
        return {attribute["id"] for attribute in self.attributes if "id" in attribute}

    def above(self, index: int) -> Iterator[int]:
        """Yield the elements around one, up to the top of its document: frames are separate."""
        above = self.parents[index]
        while above >= 0 and self.tags[above] != "html":
            yield above
            above = self.parents[above]

    def is_named(self, index: int) -> bool:
        """Return whether an author gave the element a name; a reference to nothing is none."""
        attribute = self.attributes[index]
        if attribute.get("aria-label", "").strip() or attribute.get("title", "").strip():
            return True
        referred = attribute.get("aria-labelledby", "").split()
        return bool(referred) and any(word in self.ids for word in referred)


def all_roles(
    shape: Shape, attributes: Sequence[Attributes], columns: AttributeColumns
) -> list[str]:
    """Return the role of every element, "" for none."""
    tags = shape.tags
    page = Markup(tags, shape.parents, attributes)
    by_tag = {tag: TAG_ROLES.get(tag, "") for tag in shape.by_tag}
    roles = [by_tag[tag] for tag in tags]
    written = columns.column("role").places
    said = {written_role(attributes[index]) for index in written}
    if "presentation" in said:
        for index in shape.places_of(_PARTS):
            roles[index] = implicit_role(index, page)
    else:  # then parts of lists and tables are what they seem
        rules = _RULES if _GRIDS.isdisjoint(said) else {**_RULES, **_CELL_RULES}
        for tag in rules.keys() & shape.by_tag.keys():
            rule = rules[tag]
            for index in shape.by_tag[tag]:
                roles[index] = rule(index, page)
    for index in written:
        roles[index] = _role(index, page)
    return roles


def role_of(
    index: int, tags: Sequence[str], parents: Sequence[int], attributes: Sequence[Attributes]
) -> str:
    """Return the role of one element, "" for none."""
    return _role(index, Markup(tags, parents, attributes))


def _role(index: int, page: Markup) -> str:
    for written in _written_roles(page.attributes[index]):
        if written in _NAMED_LANDMARKS and not page.is_named(index):
            continue
        if written == "presentation" and _keeps_role(page.tags[index], page.attributes[index]):
            break
        return written
    return implicit_role(index, page)


def written_role(attribute: Attributes) -> str:
    """Return the first role of the attribute that ARIA knows, "" if there is none."""
    return next(_written_roles(attribute), "")


def _written_roles(attribute: Attributes) -> Iterator[str]:
    """Yield the roles that an author asks for, in turn."""
    if "role" in attribute:
        for token in attribute["role"].lower().split():
            if token in KNOWN_ROLES:
                yield _ONE_WORD.get(token, token)


def implicit_role(index: int, page: Markup) -> str:
    """Return the role that HTML gives, whatever the element's own attribute ``role`` says."""
    tag = page.tags[index]
    if tag in _WHOLES and _is_part_of_decoration(index, page):
        return "presentation"
    rule = _RULES.get(tag) or _CELL_RULES.get(tag)
    return TAG_ROLES.get(tag, "") if rule is None else rule(index, page)


def _keeps_role(tag: str, attribute: Attributes) -> bool:
    """Return whether role="presentation" must be ignored: people can reach the element."""
    if _has_global_aria(attribute) or _is_number(attribute.get("tabindex", "")):
        return True
    return tag in {"button", "select", "textarea", "input"} or (
        tag in {"a", "area"} and "href" in attribute
    )


def _has_global_aria(attribute: Attributes) -> bool:
    """Return whether an attribute asks for a place in the tree; an empty label asks for none."""
    asking = _GLOBAL_ARIA.intersection(attribute)
    return any(name not in _LABELS or attribute[name].strip() for name in asking)


def _is_number(text: str) -> bool:
    return text.strip().removeprefix("-").isdecimal()


def _is_part_of_decoration(index: int, page: Markup) -> bool:
    tags, attributes = page.tags, page.attributes
    above = page.parents[index]
    while above >= 0 and tags[above] in _WHOLES.get(tags[index], ()):
        if written_role(attributes[above]) == "presentation":
            return not _keeps_role(tags[above], attributes[above])
        index, above = above, page.parents[above]
    return False


# ------------------------------------------------------------------------------------------- rules

Rule = Callable[[int, Markup], str]


def _link(index: int, page: Markup) -> str:
    return "link" if _LINKS.intersection(page.attributes[index]) else "generic"


def _image(index: int, page: Markup) -> str:
    attribute = page.attributes[index]
    if attribute.get("alt") != "" or "tabindex" in attribute or _has_global_aria(attribute):
        return "img"
    return "presentation"


def _input(index: int, page: Markup) -> str:
    attribute = page.attributes[index]
    kind = attribute.get("type", "text").lower()
    listed = "list" in attribute and kind in {"", "text", "email", "search", "tel", "url"}
    return "combobox" if listed else INPUT_ROLES.get(kind, "textbox")


def _select(index: int, page: Markup) -> str:
    attribute = page.attributes[index]
    size = attribute.get("size", "").strip()
    several = "multiple" in attribute or (size.isdecimal() and int(size[:6]) > 1)
    return "listbox" if several else "combobox"


def _named(role: str) -> Rule:
    def rule(index: int, page: Markup) -> str:
        return role if page.is_named(index) else "generic"

    return rule


def _drawn(role: str) -> Rule:
    """Return the rule for a part of a drawing: something of its own only when it is named."""

    def rule(index: int, page: Markup) -> str:
        child = index + 1  # a title comes first
        is_titled = (
            child < len(page.tags) and page.parents[child] == index and page.tags[child] == "title"
        )
        return role if is_titled or page.is_named(index) else ""

    return rule


def _page_edge(role: str, inside: str) -> Rule:
    def rule(index: int, page: Markup) -> str:
        above = page.above(index)
        return inside if any(_is_landmark(page, i, _LANDMARK_TAGS) for i in above) else role

    return rule


def _aside(index: int, page: Markup) -> str:
    if page.is_named(index):
        return "complementary"
    sections = _LANDMARK_TAGS - {"main"}
    inside = any(_is_landmark(page, i, sections) for i in page.above(index))
    return "generic" if inside else "complementary"


def _is_landmark(page: Markup, index: int, landmarks: frozenset[str]) -> bool:
    role = written_role(page.attributes[index])
    return role in _LANDMARK_ROLES if role else page.tags[index] in landmarks


def _item(index: int, page: Markup) -> str:
    for above in page.above(index):
        role = written_role(page.attributes[above])
        if role == "list" or (not role and page.tags[above] in _WHOLES["li"]):
            return "listitem"
        if role not in {"", "generic", "presentation"} or page.tags[above] not in _PLAIN:
            break
    return "generic"


def _cell(index: int, page: Markup) -> str:
    table = next((i for i in page.above(index) if page.tags[i] == "table"), None)
    is_grid = table is not None and written_role(page.attributes[table]) in _GRIDS
    return "gridcell" if is_grid else "cell"


def _header_cell(index: int, page: Markup) -> str:
    tags, parents = page.tags, page.parents
    scope = page.attributes[index].get("scope", "").lower()
    if scope in {"row", "rowgroup", "col", "colgroup"}:
        return "rowheader" if scope.startswith("row") else "columnheader"
    row = parents[index]
    if row >= 0 and parents[row] >= 0 and tags[parents[row]] == "thead":
        return "columnheader"
    following, before = _next_cell(index, page), _cell_before(index, page)
    heads_row = following == "td" or (not following and before == "td")
    return "rowheader" if heads_row else "columnheader"


def _next_cell(index: int, page: Markup) -> str:
    tags, parents, row = page.tags, page.parents, page.parents[index]
    for other in range(index + 1, min(index + _LOOK_AHEAD, len(tags))):
        if parents[other] <= row:
            return tags[other] if parents[other] == row else ""
    return ""


def _cell_before(index: int, page: Markup) -> str:
    row, other = page.parents[index], index - 1
    while other > row and page.parents[other] != row:
        other = page.parents[other]
    return page.tags[other] if other > row else ""


_LINKS = frozenset({"href", "xlink:href"})
_PLAIN = frozenset({"div", "span"})  # what may stand between a list and its items
SHAPES = frozenset("circle ellipse line path polygon polyline rect text textpath use".split())
_RULES: Mapping[str, Rule] = {
    "a": _link, "area": _link, "img": _image, "input": _input, "select": _select,
    "section": _named("region"), "form": _named("form"), "aside": _aside, "li": _item,
    "header": _page_edge("banner", "sectionheader"), "th": _header_cell,
    "footer": _page_edge("contentinfo", "sectionfooter"),
    "g": _drawn("group"), "image": _drawn("img"), **dict.fromkeys(SHAPES, _drawn("img")),
}  # fmt: skip
_CELL_RULES: Mapping[str, Rule] = {"td": _cell}
_PARTS = frozenset({*_RULES, *_WHOLES})
