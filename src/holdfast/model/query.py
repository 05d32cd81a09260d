"""CSS and XPath questions, answered by lxml on a tree that is rebuilt from a snapshot's columns.

Rebuilding (instead of keeping the parser's tree) makes saved, captured and stored pages answer alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cssselect import HTMLTranslator, SelectorError
from lxml import etree
from lxml.etree import _Element

from holdfast.errors import InvalidSelector

# XML allows fewer characters than pages contain; a name it refuses is kept in a legal spelling.
_NOT_IN_NAMES = re.compile(r"[^\w.-]")
_NOT_IN_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class QueryTree:
    """One lxml tree per document of the page, and the way back from its elements to indices."""

    roots: Mapping[int, _Element]
    index_of: Mapping[_Element, int]

    @classmethod
    def of(
        cls,
        tags: Sequence[str],
        parents: Sequence[int],
        attributes: Sequence[Mapping[str, str]],
        runs: Sequence[tuple[int, int, str]],
        frame_of: Callable[[int], int],
    ) -> QueryTree:
        """Return the tree for a page given as columns."""
        elements: list[_Element] = []
        roots: dict[int, _Element] = {}
        for index, (tag, parent) in enumerate(zip(tags, parents, strict=True)):
            frame = frame_of(index)
            if parent >= 0 and frame_of(parent) == frame:
                element = etree.SubElement(elements[parent], _legal_name(tag))
            else:
                element = etree.Element(_legal_name(tag))
                if frame in roots:  # a page has one root; a second would be unreachable
                    roots[frame].append(element)
                roots.setdefault(frame, element)
            for name, value in attributes[index].items():
                element.set(_legal_name(name), _legal_text(value))
            elements.append(element)
        _hang_texts(elements, parents, runs)
        return cls(roots=roots, index_of={element: i for i, element in enumerate(elements)})

    def css(self, selector: str, frame: int) -> list[int]:
        """Return what a CSS selector finds, in document order."""
        return self.xpath(_translate(selector), frame, asked=selector)

    def xpath(self, expression: str, frame: int, *, asked: str = "") -> list[int]:
        """Return the elements an XPath finds, in document order; other results are left out."""
        if frame not in self.roots:
            return []
        try:
            found = self.roots[frame].xpath(expression, smart_strings=False)
        except (etree.XPathError, ValueError) as exc:  # ValueError: characters XML cannot hold
            raise InvalidSelector(asked or expression, str(exc)) from exc
        if not isinstance(found, list):
            raise InvalidSelector(asked or expression, "it gives a value, not elements")
        return sorted(self.index_of[item] for item in found if item in self.index_of)


@lru_cache(maxsize=4096)
def _translate(selector: str) -> str:
    try:
        return _TRANSLATOR.css_to_xpath(selector)
    except (SelectorError, ValueError) as exc:
        raise InvalidSelector(selector, str(exc)) from exc
    except RecursionError as exc:
        raise InvalidSelector(selector[:80], "it is nested too deeply") from exc


_TRANSLATOR = HTMLTranslator()


@lru_cache(maxsize=4096)
def _legal_name(name: str) -> str:
    # A colon would need a declared namespace; lxml's HTML parser keeps it as part of the name.
    legal = _NOT_IN_NAMES.sub("_", name) or "_"
    return legal if legal[0].isalpha() or legal[0] == "_" else f"_{legal}"


def _legal_text(text: str) -> str:
    return _NOT_IN_TEXT.sub("\ufffd", text)


def _hang_texts(
    elements: Sequence[_Element], parents: Sequence[int], runs: Sequence[tuple[int, int, str]]
) -> None:
    """Put each run behind the last child of its owner that starts before it, or first in it."""
    last_child: dict[int, int] = {}
    upto = 0
    for owner, at, text in runs:
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
