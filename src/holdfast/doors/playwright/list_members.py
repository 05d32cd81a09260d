"""Lists: several elements that a locator found, kept as their container and two of them.

Which they are now is told in the container, by what its members look like. How many are expected,
or what each of them says, is no evidence; without the container or a member nothing is told.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import orjson

from holdfast.app.expression import ROOT
from holdfast.doors.element_place import WAY_SOURCE, LocatorPlace, find_node
from holdfast.engine import search
from holdfast.model.candidate import Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.page.stability import is_state_class, stable_classes
from holdfast.page.tables import Trait
from holdfast.ports import ready
from holdfast.selectors.css import write_trait
from holdfast.selectors.describe import strategies_for

LIST_UNKNOWN = "no green run has seen this list, so nothing can be said of it"
NO_MEMBER = "the list was found, and none of the members that were seen is in it"

# A call that can be made inside of a container, and does not mean the container itself.
_INSIDE = re.compile(r"""(?:locator\((?!["'](?:xpath=|/|\.\.|:scope))|get_by_)""")
_NAMED = re.compile(
    r"""locator\((["'])(?!xpath=|text=|//|\.\.)(?P<css>[^"']*(?:["'][^"']*["'][^"']*)*)\1\)"""
    r"""|(?P<role>get_by_role\("\w+"\))|(?P<test_id>get_by_test_id\(.*\))"""
)
_ATTRIBUTE = re.compile(r"\[\s*([\w-]+)[^\]]*\]")
# Attributes that say which things are meant; others may say how they are right now.
_WHICH = frozenset(
    "id name type role for data-testid data-test data-test-id data-cy data-qa".split()
)

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


def iter_members(look: Fingerprint, container: Node, code: str, call: str) -> Iterator[str]:
    """Yield code that finds the members of a container: by its author's last call, else by looks.

    Not by looks if that call asks for more than which things they are, such as which are checked.
    """
    if _INSIDE.match(call):
        yield f"{code}.{call}"
    if is_plain(call) and (spelled := _spell_members(look, container, code)):
        yield spelled


def is_plain(call: str) -> bool:
    """Return whether a call says only what kind of thing its elements are, not how they are."""
    named = _NAMED.fullmatch(call)
    if named is None or named["role"] or named["test_id"]:
        return named is not None
    css = named["css"].replace("\\", "")
    given = set(_ATTRIBUTE.findall(css))
    left = _ATTRIBUTE.sub("", css)
    several = any(one.count(".") > 1 for one in re.split(r"[\s>+~,]+", left))
    states = any(is_state_class(name) for name in re.findall(r"\.([\w-]+)", left))
    return given <= _WHICH and ":" not in left and "=" not in left and not several and not states


def first_member(look: Fingerprint) -> Fingerprint:
    """Return the look of a list's first member; that of the container without one."""
    return replace(look, target=next(iter(_places(look)), look.target))


def _places(look: Fingerprint) -> list[int]:
    given = look.extra.get(MEMBERS)
    return [int(place) for place in given] if isinstance(given, Sequence) else []


def _spell_members(look: Fingerprint, container: Node, code: str) -> str:
    """Return code that finds the members of a container as it is now; "" without a member."""
    found = [_find(look, place, container) for place in dict.fromkeys(_places(look))]
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
