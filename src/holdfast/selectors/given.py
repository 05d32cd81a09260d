"""Given selectors: finds what a person means by CSS, XPath or Playwright's own spelling.

CSS, an XPath (begins with ``/``, ``(`` or ``..``), ``role=button[name="Save"]``, ``text=Save``,
``css=``, ``xpath=``, ``id=``, ``data-testid=``; parts joined by ``>>`` look inside one another.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from holdfast.errors import InvalidSelector
from holdfast.model.snapshot import Node, Snapshot
from holdfast.page.css_match import words_in
from holdfast.page.keys import TEST_ID_ATTRIBUTES
from holdfast.page.tables import tables_of
from holdfast.selectors.semantic import STATES, heading_level, state_of

_ENGINE = re.compile(r"\A([a-z][a-z-]*+)=(.*)", re.DOTALL)
_QUOTED = re.compile(r"(['\"])(.*)\1\Z", re.DOTALL)
_PATTERN = re.compile(r"/(.+)/(i?)\Z", re.DOTALL)
_ROLE = re.compile(
    r"""([a-z-]+)((?:\[(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|[^\]"'])*+\])*+)\Z""", re.DOTALL
)
_CONDITION = re.compile(
    r"""\[\s*(?P<key>[a-z-]+)\s*(?:=\s*(?:"(?P<one>(?:[^"\\]|\\.)*+)"|'(?P<two>(?:[^'\\]|\\.)*+)'"""
    r"""|/(?P<pattern>.*?)/|(?P<bare>[\w-]+))\s*(?P<flag>[is]?)\s*)?\]""",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
# Between parts, but not inside quotes.
_CHAIN = re.compile(r"""(?P<quoted>"[^"]*+"|'[^']*+')|>>""")


def find_given(snapshot: Snapshot, selector: str) -> list[Node]:
    """Return what a selector finds, in document order; raises ``InvalidSelector``."""
    found: Sequence[int] | None = None
    for part in _chained(selector):
        alike = _find(snapshot, part)
        found = alike if found is None else _inside(snapshot, alike, found)
    return [snapshot.nodes[index] for index in found or ()]


def _chained(selector: str) -> list[str]:
    """Return the parts between ``>>``, which stands for itself in quotes."""
    cuts = [one.span() for one in _CHAIN.finditer(selector) if one["quoted"] is None]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(selector)]
    return [selector[a:b].strip() for a, b in zip(starts, ends, strict=True)]


def _inside(snapshot: Snapshot, alike: Sequence[int], around: Sequence[int]) -> Sequence[int]:
    ends = snapshot.index.ends
    return [index for index in alike if any(outer < index < ends[outer] for outer in around)]


def _find(snapshot: Snapshot, part: str) -> Sequence[int]:
    if part.startswith(("/", "(", "..")):
        return _by_xpath(snapshot, part)
    engine = _ENGINE.match(part)
    if engine is None:
        return _by_css(snapshot, part)
    name, asked = engine.groups()
    if name not in _ENGINES:
        known = ", ".join(f"{known}=" for known in _ENGINES)
        raise InvalidSelector(part, f"there is no {name}= (there are {known})")
    return _ENGINES[name](snapshot, asked.strip())


def _by_css(snapshot: Snapshot, asked: str) -> Sequence[int]:
    return snapshot.index.find_css(asked, 0)


def _by_xpath(snapshot: Snapshot, asked: str) -> Sequence[int]:
    # A plain path needs no tree of its own, and works for tags that XPath has no name for.
    plain = snapshot.find_xpath(asked)
    return [node.index for node in ([plain] if plain else snapshot.query_xpath(asked))]


def _by_text(snapshot: Snapshot, asked: str) -> Sequence[int]:
    """Return the innermost elements that hold the words; in quotes, those with just such a text."""
    if (pattern := _PATTERN.match(asked)) is not None:
        said = snapshot.index.selectable_text.whole
        search = _searching(f"text={asked}", pattern[1], caseless=bool(pattern[2]))
        found = [i for i in range(len(snapshot)) if search(said(i))]
        around = {snapshot.index.parents[i] for i in found}
        return [i for i in found if i not in around and snapshot.index.frame_of(i) == 0]
    quoted = _QUOTED.match(asked)
    return words_in(snapshot.index, quoted[2] if quoted else asked, whole=quoted is not None)


def _by_id(snapshot: Snapshot, asked: str) -> Sequence[int]:
    return tables_of(snapshot).with_id(0, asked)


def _by_role(snapshot: Snapshot, asked: str) -> Sequence[int]:
    read = _ROLE.match(asked)
    conditions = list(_CONDITION.finditer(read[2])) if read else []
    if read is None or "".join(condition[0] for condition in conditions) != read[2]:
        raise InvalidSelector(f"role={asked}", 'write it as role=button[name="Save"]')
    page = tables_of(snapshot)
    if any(condition["key"] == "include-hidden" for condition in conditions):
        found: Sequence[int] = [i for i, role in enumerate(snapshot.index.roles) if role == read[1]]
    else:
        found = page.with_role(0, read[1])
    for condition in conditions:
        meets = _condition(asked, condition)
        found = [index for index in found if meets(snapshot.nodes[index])]
    return found


def _condition(asked: str, read: re.Match[str]) -> Callable[[Node], bool]:
    """Return the test for one condition in brackets."""
    key, wanted = read["key"], read["one"] or read["two"] or read["bare"] or ""
    wanted = _ESCAPED.sub(r"\1", wanted)
    if key == "include-hidden":
        return lambda _: True
    if key == "level":
        return lambda node: str(heading_level(node)) == wanted
    if key in STATES:
        return lambda node: state_of(node.attributes, key) == (wanted or "true")
    if key != "name":
        raise InvalidSelector(f"role={asked}", f"a role has no {key}, but name, level or a state")
    whole = rf"\A{re.escape(' '.join(wanted.split()))}\Z"
    caseless = read["flag"] == "i"
    search = _searching(f"role={asked}", read["pattern"] or whole, caseless=caseless)
    return lambda node: search(node.name) is not None


def _searching(
    asked: str, pattern: str, *, caseless: bool
) -> Callable[[str], re.Match[str] | None]:
    """Return the search for a pattern; raises ``InvalidSelector``."""
    try:
        return re.compile(pattern, re.IGNORECASE if caseless else 0).search
    except re.error as exc:
        raise InvalidSelector(asked, f"the pattern cannot be read: {exc}") from exc


def _by_attribute(name: str) -> Callable[[Snapshot, str], Sequence[int]]:
    return lambda snapshot, asked: snapshot.index.columns.table(name).get(asked, ())


_ENGINES: Mapping[str, Callable[[Snapshot, str], Sequence[int]]] = {
    "css": _by_css,
    "xpath": _by_xpath,
    "text": _by_text,
    "role": _by_role,
    "id": _by_id,
    **{name: _by_attribute(name) for name in TEST_ID_ATTRIBUTES},
}
