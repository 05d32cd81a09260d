"""XPaths as lxml's ``getpath`` writes them: ``/html/body/div[2]/a``, an index only among several."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_STEP = re.compile(r"(?P<tag>[^\[\]/]+)(?:\[(?P<place>\d+)\])?\Z")

SameFrame = Callable[[int, int], bool]


def path_of(
    index: int,
    tags: Sequence[str],
    parents: Sequence[int],
    children: Sequence[Sequence[int]],
    same_frame: SameFrame,
) -> str:
    """Return the path of one element within its frame."""
    steps: list[str] = []
    while index >= 0:
        parent = parents[index]
        if parent >= 0 and not same_frame(index, parent):
            parent = -1
        alike = [i for i in children[parent] if tags[i] == tags[index]] if parent >= 0 else [index]
        place = f"[{alike.index(index) + 1}]" if len(alike) > 1 else ""
        steps.append(f"/{tags[index]}{place}")
        index = parent
    return "".join(reversed(steps))


def find_path(
    path: str,
    tags: Sequence[str],
    children: Sequence[Sequence[int]],
    roots: Sequence[int],
    same_frame: SameFrame,
) -> int | None:
    """Return the element with exactly this path, or None."""
    pool: Sequence[int] = roots
    found: int | None = None
    for step in path.split("/")[1:] if path.startswith("/") else [""]:
        match = _STEP.match(step)
        if match is None:
            return None
        alike = [index for index in pool if tags[index] == match["tag"]]
        place = int(match["place"] or 1)
        if not 1 <= place <= len(alike) or (match["place"] is None and len(alike) > 1):
            return None
        found = alike[place - 1]
        here = found
        pool = [index for index in children[here] if same_frame(index, here)]
    return found
