"""Element place: leads from a live element to its node in a capture of the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.model.snapshot import Node, Snapshot

# Runs inside the page, given the elements that a locator finds. Answers the way to the only one, as
# places among siblings from the top, with -1 where a shadow root is entered; and what tells one
# state of the document from another at little cost.
WAY_SOURCE = """(elements => {
  if (elements.length !== 1) return JSON.stringify({count: elements.length});
  const way = [];
  let node = elements[0];
  while (node !== document.documentElement) {
    const parent = node.parentNode;
    if (!parent) return JSON.stringify({count: 1});
    way.unshift(Array.prototype.indexOf.call(parent.children, node));
    node = parent;
    if (parent instanceof ShadowRoot) { way.unshift(-1); node = parent.host; }
  }
  const root = document.documentElement;
  const state = [root.getElementsByTagName("*").length, root.textContent.length];
  const said = elements[0].textContent.slice(0, 200);
  return JSON.stringify({count: 1, way, tag: elements[0].localName, state, said});
})"""
SHADOW = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatorPlace:
    """Where one live element is: how many the locator finds, the ways through frames to it."""

    count: int
    ways: tuple[tuple[int, ...], ...] = ()
    tag: str = ""
    state: tuple[int, ...] = ()

    @property
    def is_one(self) -> bool:
        """Return whether there is exactly one element, and a way to it."""
        return self.count == 1 and bool(self.tag)


def find_node(snapshot: Snapshot, place: LocatorPlace) -> Node | None:
    """Return the node of a live element; None when the capture shows another page."""
    index: int | None = None
    for way in place.ways:
        index = _follow(snapshot, _root(snapshot, index), way)
        if index is None:
            return None
    if index is None or snapshot.tags[index] != place.tag:
        return None
    return snapshot.nodes[index]


def _root(snapshot: Snapshot, owner: int | None) -> int | None:
    """Return the top element of the page, or of the document in a frame element."""
    if owner is None:
        return 0
    frame = snapshot.frame_of(owner)
    inner = (i for i in snapshot.children[owner] if snapshot.frame_of(i) != frame)
    return next(inner, None)


def _follow(snapshot: Snapshot, index: int | None, way: Sequence[int]) -> int | None:
    in_shadow = False
    for step in way:
        if index is None:
            return None
        if step == SHADOW:
            in_shadow = True
            continue
        family = _family(snapshot, index, in_shadow=in_shadow)
        index = family[step] if step < len(family) else None
        in_shadow = False
    return index


def _family(snapshot: Snapshot, index: int, *, in_shadow: bool) -> Sequence[int]:
    """Return the children of an element in its own tree, or those in its shadow root."""
    scopes = snapshot.scope_of
    if scopes is None:
        return () if in_shadow else snapshot.children[index]
    frame = snapshot.frame_of(index)
    return [
        child
        for child in snapshot.children[index]
        if snapshot.frame_of(child) == frame and (scopes[child] != scopes[index]) == in_shadow
    ]
