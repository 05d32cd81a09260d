"""XPaths as lxml's ``getpath`` writes them: ``/html/body/div[2]/a``, a place only among several."""

import re
from collections.abc import Iterable, Sequence

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
