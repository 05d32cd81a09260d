"""Documents of a page: which frame an element is in, and its path there.

XPaths are written as lxml's ``getpath`` does: ``/html/body/div[2]/a``, a place only among several.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

from holdfast.model.snapshot import Scope
from holdfast.page.shape import Shape


class Documents:
    """The page as documents in one another: itself, the frames in it, and open shadow roots."""

    def __init__(
        self,
        tags: Sequence[str],
        parents: Sequence[int],
        scope_of: Sequence[int] | None,
        scopes: Sequence[Scope],
    ) -> None:
        self.tags: Sequence[str] = tags
        self.parents, self.scope_of, self.scopes = parents, scope_of, scopes

    @cached_property
    def shape(self) -> Shape:
        """Return where subtrees end, and who has which tag."""
        return Shape(self.tags, self.parents)

    def scope(self, index: int) -> int:
        """Return the document or shadow root that an element is in."""
        return 0 if self.scope_of is None else self.scope_of[index]

    def frame_of(self, index: int) -> int:
        """Return the scope of the document that the element is in: 0, or that of its frame."""
        return 0 if self.scope_of is None else self._frames[self.scope_of[index]]

    @cached_property
    def frames(self) -> Sequence[int] | None:
        """Return the document of every element, None when there is but one."""
        if self.scope_of is None:
            return None
        return [self._frames[scope] for scope in self.scope_of]

    @cached_property
    def _frames(self) -> Sequence[int]:
        """Return the frame of every scope: itself, or where its shadow host is."""
        frames: list[int] = []
        for number, scope in enumerate(self.scopes):
            is_shadow = scope.kind == "shadow" and number > 0
            frames.append(frames[(self.scope_of or ())[scope.owner]] if is_shadow else number)
        return frames

    def find_path(self, path: str, frame: int) -> int | None:
        """Return the element that has exactly this path in a document, or None."""
        index: int | None = None
        for tag, place in split_path(path) or ():
            family = self._roots(frame) if index is None else self._family(index)
            index = find_step(tag, place, family, self.tags)
            if index is None:
                return None
        return index

    def path_of(self, index: int) -> str:
        """Return the element's XPath within its frame, as lxml's ``getpath`` gives it."""
        frame, path = self.frame_of(index), list[str]()
        while index >= 0 and self.frame_of(index) == frame:
            path.append(self._steps[index])
            index = self.parents[index]
        return "".join(reversed(path))

    @cached_property
    def _steps(self) -> Sequence[str]:
        frames = [number for number, frame in enumerate(self._frames) if number == frame]
        roots = map(self._roots, frames)
        if self.scope_of is None:
            return steps_of(self.tags, chain(roots, self.shape.children))
        return steps_of(self.tags, chain(roots, map(self._family, range(len(self.tags)))))

    def _roots(self, frame: int) -> Sequence[int]:
        """Return the top elements of a document: one, or several where </html> came too early."""
        if not 0 <= frame < len(self.scopes):
            return ()
        owner = self.scopes[frame].owner
        pool = self._tops if owner < 0 else self.shape.children[owner]
        return [index for index in pool if self.frame_of(index) == frame]

    @cached_property
    def _tops(self) -> Sequence[int]:
        return [index for index, parent in enumerate(self.parents) if parent < 0]

    def ancestors_in_document(self, index: int) -> list[int]:
        """Return the elements around one up to the top of its document, nearest first."""
        frame, above, found = self.frame_of(index), self.parents[index], list[int]()
        while above >= 0 and self.frame_of(above) == frame:
            found.append(above)
            above = self.parents[above]
        first = self._roots(frame)[0]  # a second one, behind an early </html>, stands in the first
        return found if (found or [index])[-1] == first else [*found, first]

    def family_of(self, index: int) -> Sequence[int]:
        """Return an element and its siblings in the same document."""
        first, *others = self._roots(self.frame_of(index))
        if index == first:
            return [first]
        if index in others or self.parents[index] == first:
            return [*self._family(first), *others]
        return self._family(self.parents[index])

    def _family(self, parent: int) -> Sequence[int]:
        """Return the children of an element that are in the same document."""
        if self.scope_of is None:
            return self.shape.children[parent]
        frame = self.frame_of(parent)
        return [index for index in self.shape.children[parent] if self.frame_of(index) == frame]


_STEP = re.compile(r"(?P<tag>[^\[\]/]+)(?:\[(?P<place>[1-9]\d{0,9})\])?\Z")


def steps_of(tags: Sequence[str], families: Iterable[Sequence[int]]) -> list[str]:
    """Return the last step of every element's path; a family is the elements with one parent."""
    steps = [""] * len(tags)
    for family in families:
        alike: dict[str, list[int]] = {}
        for index in family:
            alike.setdefault(tags[index], []).append(index)
        for tag, members in alike.items():
            if len(members) == 1:
                steps[members[0]] = f"/{tag}"
            else:
                for place, index in enumerate(members, 1):
                    steps[index] = f"/{tag}[{place}]"
    return steps


def split_path(path: str) -> Sequence[tuple[str, int]] | None:
    """Return the steps of a path as tags and places (0 for none); None if it is not one of ours."""
    if not path.startswith("/"):
        return None
    steps = [_STEP.match(step) for step in path.split("/")[1:]]
    return (
        [(step["tag"], int(step["place"] or 0)) for step in steps if step] if all(steps) else None
    )


def find_step(tag: str, place: int, family: Iterable[int], tags: Sequence[str]) -> int | None:
    """Return the member of a family that a step means, None if it means none or several."""
    alike = [index for index in family if tags[index] == tag]
    if place == 0:
        return alike[0] if len(alike) == 1 else None
    return alike[place - 1] if place <= len(alike) else None
