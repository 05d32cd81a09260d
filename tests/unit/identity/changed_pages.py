"""Pages changed so that every element stays what it is: wrappers, another order, other styles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from holdfast.model.snapshot import Snapshot, TextRun
from holdfast.page.build import build_snapshot
from holdfast.page.stability import is_utility_class

PAGE = frozenset({"html", "head", "body"})
Item = str | int  # a text, or an element


@dataclass(frozen=True, slots=True)
class Changed:
    """The changed page, and where each element of the old one is now."""

    page: Snapshot
    now: dict[int, int]


@dataclass(slots=True)
class _Columns:
    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    attributes: list[dict[str, str]] = field(default_factory=list)
    runs: list[TextRun] = field(default_factory=list)

    def start(self, tag: str, parent: int, attributes: dict[str, str]) -> int:
        self.tags.append(tag)
        self.parents.append(parent)
        self.attributes.append(attributes)
        return len(self.tags) - 1


def wrapped(page: Snapshot, chance: Random) -> Changed:
    """Return the page with plain divs put around some elements."""

    def wrappers(index: int) -> list[dict[str, str]]:
        if page.tags[index] in PAGE or chance.random() > 0.4:
            return []
        return [{}, {"class": "mt-4 flex"}][: chance.randint(1, 2)]

    return _rebuilt(page, _items(page), wrappers, lambda index: dict(page.attributes[index]))


def shuffled(page: Snapshot, chance: Random) -> Changed:
    """Return the page with children in another order, wherever there is no text between them."""
    items = _items(page)
    for index, inside in enumerate(items):
        if page.tags[index] not in PAGE and not any(
            isinstance(item, str) and item.strip() for item in inside
        ):
            chance.shuffle(inside)
    return _rebuilt(page, items, lambda _: [], lambda index: dict(page.attributes[index]))


def restyled(page: Snapshot, chance: Random) -> Changed:
    """Return the page with other utility classes, generated classes and inline styles."""

    def dressed(index: int) -> dict[str, str]:
        attributes = dict(page.attributes[index])
        names = [n for n in attributes.get("class", "").split() if not is_utility_class(n)]
        names += chance.sample(["px-6", "text-sm", "css-1q2w3e4", "sc-bdVaJa", "mb-3", "flex"], 2)
        attributes["class"] = " ".join(names)
        if chance.random() < 0.3:
            attributes["style"] = f"margin-left: {chance.randint(1, 9)}px"
        return attributes

    return _rebuilt(page, _items(page), lambda _: [], dressed)


Change: TypeAlias = Callable[[Snapshot, Random], Changed]
CHANGES: Sequence[Change] = (wrapped, shuffled, restyled)


def _items(page: Snapshot) -> list[list[Item]]:
    """Return what stands directly in each element, in order."""
    items: list[list[Item]] = [[] for _ in page.tags]
    next_run = 0
    for index in range(len(page.tags) + 1):
        while next_run < len(page.runs) and page.runs[next_run].at <= index:
            run = page.runs[next_run]
            next_run += 1
            if run.owner >= 0:
                items[run.owner].append(run.text)
        if index < len(page.tags) and page.parents[index] >= 0:
            items[page.parents[index]].append(index)
    return items


def _rebuilt(
    page: Snapshot,
    items: list[list[Item]],
    wrappers: Callable[[int], list[dict[str, str]]],
    dress: Callable[[int], dict[str, str]],
) -> Changed:
    columns, now = _Columns(), dict[int, int]()
    roots = [index for index, parent in enumerate(page.parents) if parent < 0]
    left: list[tuple[Item, int]] = [(root, -1) for root in reversed(roots)]
    while left:
        item, parent = left.pop()
        if isinstance(item, str):
            columns.runs.append(TextRun(parent, len(columns.tags), item))
            continue
        for attributes in wrappers(item):
            parent = columns.start("div", parent, attributes)
        now[item] = columns.start(page.tags[item], parent, dress(item))
        left += [(below, now[item]) for below in reversed(items[item])]
    built = build_snapshot(
        tags=columns.tags,
        parents=columns.parents,
        attributes=columns.attributes,
        runs=columns.runs,
    )
    return Changed(built, now)
