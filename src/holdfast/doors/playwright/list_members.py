"""Counted lists: several elements that a locator found, kept as their container and two of them.

How many there are now is counted in the container, by what its members look like. How many are
expected is no evidence; without the container or a member nothing is counted.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson

from holdfast.app.expression import ROOT
from holdfast.doors.element_place import WAY_SOURCE, LocatorPlace, find_node
from holdfast.engine import search
from holdfast.model.candidate import Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.page.stability import stable_classes
from holdfast.page.tables import Trait
from holdfast.ports import ready
from holdfast.selectors.css import write_trait
from holdfast.selectors.describe import strategies_for

LIST_UNKNOWN = "no green run has seen this list, so nothing can be counted"
NO_MEMBER = "the list was found, and none of the members that were seen is in it"

LIST = "-list"  # behind the name of a written locator
MEMBERS = "members"  # of a container: two of them, by their places on its page
# Runs inside the page: the ways to the first and the last element that a locator finds.
_ENDS_SOURCE = f"""elements => JSON.stringify(elements.length === 0 ? []
  : [elements[0], elements.at(-1)].map(one => JSON.parse(({WAY_SOURCE})([one]))))"""


async def find_ends(locator: Any) -> list[LocatorPlace]:
    """Return where the first and the last element of a locator are; nothing without any."""
    ends = orjson.loads(await ready(locator.evaluate_all(_ENDS_SOURCE)))
    return [
        LocatorPlace(count=1, ways=(tuple(one["way"]),), tag=one["tag"], state=tuple(one["state"]))
        for one in ends
        if "way" in one
    ]


def find_container(
    snapshot: Snapshot, ends: Sequence[LocatorPlace]
) -> tuple[Node, list[int]] | None:
    """Return the nearest element around all members, and the two; None when they are not there."""
    members = [node for end in ends if (node := find_node(snapshot, end)) is not None]
    if not members:
        return None
    first, last = members[0], members[-1]
    around = next((one for one in first.iter_ancestors() if one.contains(last)), None)
    return None if around is None else (around, [first.index, last.index])


def spell_members(look: Fingerprint, container: Node, code: str) -> str:
    """Return code that finds the members of a container as it is now; "" without a member."""
    given = look.extra.get(MEMBERS)
    places = given if isinstance(given, Sequence) else ()
    found = [_find(look, int(place), container) for place in dict.fromkeys(places)]
    members = [one for one in found if one is not None]
    ways = {_way(container, one) for one in members}
    if len(ways) != 1:
        return ""
    classes = set.intersection(*(set(stable_classes(one)) for one in members))
    named = "".join(write_trait(Trait("class", one, "")) for one in sorted(classes)[:1])
    return f'{ROOT}{code.removeprefix(ROOT)}.locator(":scope > {ways.pop()}{named}")'


def _find(look: Fingerprint, place: int, container: Node) -> Node | None:
    node = look.page.nodes[place]
    member = replace(look, target=place, strategies=strategies_for(node))
    location = search(member, container.snapshot)
    if location.best is None or location.refusal not in {None, Refusal.AMBIGUOUS}:
        return None  # any member will do, whichever it is
    found = location.best.node
    return found if found != container and container.contains(found) else None


def _way(container: Node, member: Node) -> str:
    """Return the tags from a container to its member, as CSS."""
    tags = [member.tag]
    for around in member.iter_ancestors():
        if around == container:
            break
        tags.insert(0, around.tag)
    return " > ".join(tags)
