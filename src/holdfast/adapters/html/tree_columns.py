"""Columns of a saved page: read from the tree that HTML 5 makes of it, by the parser lexbor."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from holdfast.model.runs import TextRuns


class Columns(NamedTuple):
    """The elements of a page in document order, and its texts."""

    tags: list[str]
    parents: list[int]
    attributes: list[Mapping[str, str]]
    runs: TextRuns


def read_tree(data: bytes) -> Columns:
    """Return the columns of a page as a browser that runs scripts reads it."""
    tree = LexborHTMLParser(data, scripting=True)
    tags, parents, attributes = list[str](), list[int](), list[Mapping[str, str]]()
    owners, places, texts = list[int](), list[int](), list[str]()
    more, lowered = dict[int, list[str]](), _Lowered()
    opened = list[tuple[LexborNode, int]]()
    add_tag, add_parent, add_attributes = tags.append, parents.append, attributes.append
    node, here, count, last = tree.root, -1, 0, -1  # here: the element that the walk is in
    while node is not None:
        tag = node.tag
        if tag == "-text":
            if count == last and owners[-1] == here:  # text flows on over comments
                more.setdefault(len(texts) - 1, []).append(node.text_content or "")
            else:
                owners.append(here)
                places.append(count)
                texts.append(node.text_content or "")
                last = count
        elif tag is not None and tag[0] != "-":
            add_tag(lowered[tag])
            add_parent(here)
            given = node.attributes
            if given and (None in given.values() or not "".join(given).islower()):
                given = {lowered[name]: given[name] or "" for name in given}
            add_attributes(given)  # type: ignore[arg-type]  # none is None any more
            child = _content(node) if tag == "template" else node.first_child
            if child is not None:
                opened.append((node, here))
                node, here, count = child, count, count + 1
                continue
            count += 1
        while (behind := node.next) is None and opened:
            node, here = opened.pop()
        node = behind if opened else None
    _join(texts, more)
    return Columns(tags, parents, attributes, TextRuns(tuple(owners), tuple(places), tuple(texts)))


def _join(texts: list[str], more: Mapping[int, Sequence[str]]) -> None:
    for index, pieces in more.items():
        texts[index] = "".join((texts[index], *pieces))


class _Lowered(dict[str, str]):
    """Names in small letters, each made once."""

    def __missing__(self, name: str) -> str:
        self[name] = lowered = name.lower()
        return lowered


def _content(template: LexborNode) -> LexborNode | None:
    """Return the first node inside a template, which the tree itself leaves out."""
    fragments = template.template_fragments()
    return fragments[0].first_child if fragments else None
