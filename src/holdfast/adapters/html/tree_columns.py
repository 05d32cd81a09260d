"""Columns of a saved page: read from the tree that HTML 5 makes of it, by the parser lexbor."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, compress, count
from operator import not_
from typing import NamedTuple, cast

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
    tags, parents, attributes = list[str](), list[int](), list[dict[str, str | None]]()
    owners, places, texts = list[int](), list[int](), list[str]()
    more, names = dict[int, list[str]](), dict[int, str]()
    opened = list[LexborNode]()
    node, here, place, last = tree.root, -1, 0, -1  # here: the element that the walk is in
    while node is not None:
        number = node.tag_id  # cheaper than its name, which is made once
        try:
            name = names[number]
        except KeyError:
            name = names[number] = _name(node)
        if name == "-text":
            if place == last and owners[-1] == here:  # text flows on over comments
                more.setdefault(len(texts) - 1, []).append(node.text_content or "")
            else:
                owners.append(here)
                places.append(place)
                texts.append(node.text_content or "")
                last = place
        elif name[0] != "-":
            tags.append(name)
            parents.append(here)
            attributes.append(node.attributes)
            child = _content(node) if name == "template" else node.first_child
            if child is not None:
                opened.append(node)
                node, here, place = child, place, place + 1
                continue
            place += 1
        while (behind := node.next) is None and opened:
            node, here = opened.pop(), parents[here]
        node = behind if opened else None
    _join(texts, more)
    runs = TextRuns(tuple(owners), tuple(places), tuple(texts))
    return Columns(tags, parents, _plain(attributes), runs)


def _name(node: LexborNode) -> str:
    """Return the name of an element in small letters; of anything else, one that begins with -."""
    return (node.tag or "-").lower()


def _plain(attributes: list[dict[str, str | None]]) -> list[Mapping[str, str]]:
    """Return the attributes with their names in small letters, and with a text for each."""
    lowered = {name: name.lower() for name in set[str]().union(*attributes)}
    odd = {name for name, small in lowered.items() if name != small}
    # Asked of all at once: few have a name without a value, or one with capitals.
    changed: Iterator[int] = compress(count(), map(not_, map(all, map(dict.values, attributes))))
    if odd:
        changed = chain(changed, compress(count(), map(not_, map(odd.isdisjoint, attributes))))
    for index in changed:
        given = attributes[index]
        attributes[index] = {lowered.get(name, name): given[name] or "" for name in given}
    return cast("list[Mapping[str, str]]", attributes)


def _join(texts: list[str], more: Mapping[int, Sequence[str]]) -> None:
    for index, pieces in more.items():
        texts[index] = "".join((texts[index], *pieces))


def _content(template: LexborNode) -> LexborNode | None:
    """Return the first node inside a template, which the tree itself leaves out."""
    fragments = template.template_fragments()
    return fragments[0].first_child if fragments else None
