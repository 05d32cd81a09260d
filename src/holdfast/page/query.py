"""Queries: XPath, answered by lxml on a tree that is rebuilt from a snapshot's columns.

Rebuilding (instead of keeping the parser's tree) makes saved, captured and stored pages answer
alike.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from lxml import etree
from lxml.etree import _Element

from holdfast.errors import InvalidSelector
from holdfast.model.runs import TextRuns

# XML allows fewer characters than pages contain; a name it refuses is kept in a legal spelling.
_NOT_IN_NAMES = re.compile(r"[^\w.-]")
_XML = "http://www.w3.org/XML/1998/namespace"  # bound to the prefix xml, always
# libxml2 answers id() by a document type, which no saved page has.
_ID_CALL = re.compile(r"""("[^"]*+"|'[^']*+')|(?<![\w.:-])id\s*\(""")


@cache
def _not_in_text() -> re.Pattern[str]:
    """Return what XML refuses in texts; made when first asked, for that takes a while."""
    return re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class QueryTree:
    """One lxml tree per document of the page, and the way back from its elements to indices."""

    roots: Mapping[int, _Element]
    index_of: Mapping[_Element, int]
    prefixes: dict[str, str]

    @classmethod
    def of(
        cls,
        tags: Sequence[str],
        parents: Sequence[int],
        attributes: Sequence[Mapping[str, str]],
        runs: TextRuns,
        frames: Sequence[int] | None,
    ) -> "QueryTree":
        """Return the tree for a page given as columns; without ``frames`` it is one document."""
        elements: list[_Element] = []
        roots: dict[int, _Element] = {}
        prefixes: dict[str, str] = {}
        for index, (tag, parent) in enumerate(zip(tags, parents, strict=True)):
            frame = 0 if frames is None else frames[index]
            is_inside = parent >= 0 and (frames is None or frames[parent] == frame)
            # A tree has one root; a second, behind an early </html>, stands in the first.
            above = elements[parent] if is_inside else roots.get(frame)
            element = _add(above, tag, attributes[index], prefixes)
            roots.setdefault(frame, element)
            elements.append(element)
        _hang_texts(elements, parents, runs)
        index_of = {element: index for index, element in enumerate(elements)}
        return cls(roots=roots, index_of=index_of, prefixes=prefixes)

    def xpath(self, expression: str, frame: int) -> list[int]:
        """Return the elements an XPath finds, in document order; other results are left out."""
        if frame not in self.roots:
            return []
        try:
            found = self.roots[frame].xpath(
                _ID_CALL.sub(lambda found: found[1] or "by-id(", expression),
                namespaces=self.prefixes,
                extensions={(None, "by-id"): _by_id},
                smart_strings=False,
            )
        except (etree.XPathError, ValueError) as exc:  # ValueError: characters XML cannot hold
            raise InvalidSelector(expression, str(exc)) from exc
        if not isinstance(found, list):
            raise InvalidSelector(expression, "it gives a value, not elements")
        return sorted(self.index_of[item] for item in found if item in self.index_of)


def _by_id(context: Any, asked: Any) -> list[_Element]:
    """Return what XPath's id() does: the first element with each of the ids."""
    texts = ["".join(one.itertext()) for one in asked] if isinstance(asked, list) else [str(asked)]
    wanted = set(" ".join(texts).split())
    first = {
        one.get("id"): one for one in reversed(list(context.context_node.getroottree().iter()))
    }
    return [one for name, one in first.items() if name in wanted]


def _add(
    above: _Element | None, tag: str, attributes: Mapping[str, str], prefixes: dict[str, str]
) -> _Element:
    """Return a new element in the tree; the prefixes it needs are added to the known ones."""
    name, needed = _legal_name(tag)
    legal = [(*_legal_name(attribute), value) for attribute, value in attributes.items()]
    known = dict(filter(None, [needed, *(prefix for _, prefix, _ in legal)]))
    prefixes.update(known)
    if above is None:
        element = etree.Element(name, nsmap=known)
    else:
        element = etree.SubElement(above, name, nsmap=known)
    for attribute, _, value in legal:
        element.set(attribute, _legal_text(value))
    return element


@lru_cache(maxsize=4096)
def _legal_name(name: str) -> tuple[str, tuple[str, str] | None]:
    """Return a name as lxml takes it, with its prefix and namespace if it has one.

    HTML keeps ``fb:like`` as one name. A namespace of our own for each prefix makes the tree give
    the same name() and lets ``//fb:like`` and ``@xlink:href`` be asked for.
    """
    prefix, colon, local = name.partition(":")
    if not colon or prefix == "xmlns" or not (_is_legal(prefix) and _is_legal(local)):
        legal = _NOT_IN_NAMES.sub("_", name) or "_"
        return (legal if legal[0].isalpha() or legal[0] == "_" else f"_{legal}"), None
    space = _XML if prefix == "xml" else f"prefix:{prefix}"
    return f"{{{space}}}{local}", (prefix, space)


def _is_legal(part: str) -> bool:
    return bool(part) and not _NOT_IN_NAMES.search(part) and (part[0].isalpha() or part[0] == "_")


def _legal_text(text: str) -> str:
    return _not_in_text().sub("\ufffd", text)


def _hang_texts(elements: Sequence[_Element], parents: Sequence[int], runs: TextRuns) -> None:
    """Put each run behind the last child of its owner that starts before it, or first in it."""
    last_child: dict[int, int] = {}
    upto = 0
    for owner, at, text in runs.rows():
        while upto < at:
            last_child[parents[upto]] = upto
            upto += 1
        if owner < 0:
            continue
        legal = _legal_text(text)
        if (child := last_child.get(owner)) is None:
            elements[owner].text = (elements[owner].text or "") + legal
        else:
            elements[child].tail = (elements[child].tail or "") + legal
