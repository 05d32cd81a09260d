"""What a pointer of an imported recording finds on a page: its selectors, taken as they are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from holdfast.errors import InvalidSelector
from holdfast.model.foreign_locators import PointerKind, read_aria, split_part
from holdfast.model.recording import Pointer
from holdfast.model.snapshot import Snapshot
from holdfast.page.strategy_port import prefer_shown
from holdfast.page.tables import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed:
    """The elements that the best selector of a pointer finds, in document order."""

    nodes: tuple[int, ...]
    selector: tuple[str, ...]


def find_pointed(snapshot: Snapshot, pointer: Pointer) -> Pointed:
    """Return what the first selector finds that finds exactly one element.

    If none does, what the first finds that finds something: other programs take the first of
    several, unless the pointer says that there was only one. ``nodes`` is empty when nothing is
    found.
    """
    frame = _find_frame(snapshot, pointer.frames)
    several: Pointed | None = None
    for selector in pointer.selectors if frame is not None else ():
        nodes = _find(snapshot, selector, frame or 0)
        if len(nodes) == 1:
            return Pointed(nodes=nodes, selector=selector)
        if nodes and several is None and not pointer.only:
            several = Pointed(nodes=nodes, selector=selector)
    return several or Pointed(nodes=(), selector=pointer.selectors[0])


def count_pointed(snapshot: Snapshot, pointer: Pointer) -> int:
    """Return how many elements there are, by the first selector that finds any."""
    frame = _find_frame(snapshot, pointer.frames)
    if frame is None:
        return 0
    found = (_find(snapshot, selector, frame) for selector in pointer.selectors)
    return next((len(nodes) for nodes in found if nodes), 0)


def _find_frame(snapshot: Snapshot, frames: Sequence[int | str]) -> int | None:
    """Return the document that the frames lead to, None when one of them is missing."""
    current = 0
    for frame in frames:
        inner = {
            scope.owner: number
            for number, scope in enumerate(snapshot.scopes)
            if scope.kind == "frame" and snapshot.frame_of(scope.owner) == current
        }
        owner = _find_owner(snapshot, frame, sorted(inner), current)
        if owner is None:
            return None
        current = inner[owner]
    return current


def _find_owner(
    snapshot: Snapshot, frame: int | str, owners: Sequence[int], current: int
) -> int | None:
    if isinstance(frame, int):
        return owners[frame] if 0 <= frame < len(owners) else None
    found = [index for index in _find(snapshot, (frame,), current) if index in owners]
    return found[0] if found else None


def _find(snapshot: Snapshot, selector: Sequence[str], frame: int) -> tuple[int, ...]:
    """Return what a selector finds: the last part, inside what the parts before it find."""
    around: Sequence[int] | None = None
    for part in selector:
        kind, asked = split_part(part)
        if kind in _AMONG:
            around = _AMONG[kind](snapshot, asked, prefer_shown(snapshot, around or ()))
            continue
        found = _WAYS[kind](snapshot, asked, frame)
        around = found if around is None else _inside(snapshot, found, around)
    return tuple(prefer_shown(snapshot, around or ()))


def _inside(snapshot: Snapshot, found: Sequence[int], around: Sequence[int]) -> Sequence[int]:
    ends = snapshot.index.ends
    return [index for index in found if any(outer < index < ends[outer] for outer in around)]


def _by_css(snapshot: Snapshot, asked: str, frame: int) -> Sequence[int]:
    try:
        return [node.index for node in snapshot.select(asked, frame=frame)]
    except InvalidSelector:
        return ()


def _by_xpath(snapshot: Snapshot, asked: str, frame: int) -> Sequence[int]:
    try:
        return [node.index for node in snapshot.query_xpath(asked, frame=frame)]
    except InvalidSelector:
        return ()


def _by_aria(snapshot: Snapshot, asked: str, frame: int) -> Sequence[int]:
    wanted, semantics = read_aria(asked), snapshot.index
    of_role = [
        index
        for index, role in enumerate(semantics.roles)
        if role
        and semantics.exposed[index]
        and wanted.role in {"", role}
        and snapshot.frame_of(index) == frame
    ]
    if not wanted.name:
        return of_role if wanted.role else ()
    exact = [index for index in of_role if semantics.names[index] == wanted.name]
    folded = fold(wanted.name)
    return exact or [index for index in of_role if fold(semantics.names[index]) == folded]


def _by_text(snapshot: Snapshot, asked: str, frame: int) -> Sequence[int]:
    """Return the innermost elements that hold the words."""
    outline, words = snapshot.index, " ".join(asked.split())
    holding: list[int] = []
    for index, start in enumerate(outline.text_starts):
        # A parent comes before what is inside it: the later of the two is the inner one.
        long_enough = outline.text_ends[index] - start >= len(words) > 0
        if not long_enough or snapshot.frame_of(index) != frame:
            continue
        if words in outline.text_of(index):
            while holding and index < outline.ends[holding[-1]]:
                holding.pop()
            holding.append(index)
    return holding


def _by_role(snapshot: Snapshot, asked: str, frame: int) -> Sequence[int]:
    role, _, words = asked.partition("/")
    known, folded = snapshot.index, fold(words)
    return [
        index
        for index, seen in enumerate(known.roles)
        if seen
        and role in {"", seen}
        and known.exposed[index]
        and snapshot.frame_of(index) == frame
        and folded in fold(known.names[index])
    ]


def _with_words(snapshot: Snapshot, asked: str, found: Sequence[int]) -> Sequence[int]:
    words = fold(asked)
    return [index for index in found if words in fold(snapshot.index.text_of(index))]


def _nth(_: Snapshot, asked: str, found: Sequence[int]) -> Sequence[int]:
    place = int(asked) if asked.removeprefix("-").isdecimal() and len(asked) < 9 else len(found)
    return [found[place]] if -len(found) <= place < len(found) else ()


_AMONG: Mapping[PointerKind, Callable[[Snapshot, str, Sequence[int]], Sequence[int]]] = {
    PointerKind.WITH: _with_words,
    PointerKind.NTH: _nth,
}
_WAYS: Mapping[PointerKind, Callable[[Snapshot, str, int], Sequence[int]]] = {
    PointerKind.CSS: _by_css,
    PointerKind.PIERCE: _by_css,
    PointerKind.XPATH: _by_xpath,
    PointerKind.ARIA: _by_aria,
    PointerKind.TEXT: _by_text,
    PointerKind.ROLE: _by_role,
}
