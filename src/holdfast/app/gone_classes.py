"""Gone classes: reads a written locator without the classes that a whole page has lost.

A library gives all of its elements a class (``.bk.card-button``), and one day no longer does: what
else the author named still tells the elements. Only the name of a library is left out, one that
most elements had and that begins other classes (``bk-btn``). Any other may be what the locator asks
for (``.task.done``, ``.card.hydrated``), and its absence what the test is to find.
"""

import ast
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.app.expression import ROOT
from holdfast.model.candidate import Candidate, Evidence, Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.page.page_cache import once_per_page
from holdfast.page.stability import is_state_class
from holdfast.selectors.playwright_code import literal

# Tags, ids, classes and children: what else a selector asks for may be what is to be tested.
_PLAIN = re.compile(r"[\w\s.#>-]+")
_CLASS = re.compile(r"\.([\w-]+)")
_ANY = ":not(style, link, script, template)"  # of what a page shows
_FIRST, _LAST = "first", "last"
_FEWEST = 3  # elements with a class of the whole page
_SHARE = 0.5  # of the elements that have any class
_BEGUN = 2  # other classes that begin with it
# As sure as a person who wrote the selector without that class would have been.
NAMED_PROBABILITY = 0.95
REASON = "the written locator finds it, without the classes that the whole page has lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """What a written locator finds without the classes that are gone, and the code of it.

    ``by_class``: the elements themselves, not only what is around them, are told by a class.
    """

    code: str
    nodes: tuple[Node, ...]
    by_class: bool


def find_renamed(calls: Sequence[str], was: Snapshot, now: Snapshot) -> Renamed | None:
    """Return what a locator finds now if only classes of the whole page are gone from it.

    None unless it found the very same elements without them when it was recorded.
    """
    parts, place = _parts(calls)
    gone = {name for part in parts for name in _CLASS.findall(part)} & _of_all(was) - _all(now)
    left = [_without(gone, part) for part in parts]
    if not gone or not all(left) or was.select(" ".join(parts)) != was.select(" ".join(left)):
        return None
    found = now.select(" ".join(left))
    code = ".".join([ROOT, *(f"locator({literal(part)})" for part in left)])
    if place is not None:
        code, found = f"{code}.nth({place})", found[place : place + 1 or None]
    return Renamed(code=code, nodes=tuple(found), by_class="." in left[-1].split()[-1])


def locate_renamed(fingerprint: Fingerprint, node: Node) -> Location:
    """Return an element that was found so as a location."""
    evidence = Evidence(strategy="written", score=NAMED_PROBABILITY, reason=REASON)
    best = Candidate(node=node, probability=NAMED_PROBABILITY, evidence=(evidence,))
    return Location(
        fingerprint=fingerprint,
        candidates=(best,),
        p_gone=1.0 - NAMED_PROBABILITY,
        margin=NAMED_PROBABILITY,
        reason=REASON,
    )


def _parts(calls: Sequence[str]) -> tuple[list[str], int | None]:
    """Return the selectors of a chain of plain ones, and the place that it ends with, if any."""
    *before, last = calls
    place = {_FIRST: 0, _LAST: -1}.get(last)
    counted = re.fullmatch(r"nth\((-?\d+)\)", last)
    if counted is not None:
        place = int(counted[1])
    parts = [_selector(call) for call in (calls if place is None else before)]
    return (parts, place) if all(parts) else ([], None)


def _selector(call: str) -> str:
    """Return the selector of a call that has nothing else; "" for any other."""
    if not call.startswith("locator("):
        return ""
    made = ast.parse(call, mode="eval").body
    if not isinstance(made, ast.Call) or made.keywords or len(made.args) != 1:
        return ""
    given = made.args[0]
    said = given.value if isinstance(given, ast.Constant) else ""
    plain = isinstance(said, str) and _PLAIN.fullmatch(said) and said.strip()[0] not in ">"
    return str(said).strip() if plain else ""


def _without(gone: set[str], selector: str) -> str:
    """Return a selector without classes; "" if one of its elements has no other name then.

    A child needs none: of an element that is named, all children were meant.
    """
    words = re.split(r"\s+", re.sub(r"\s*>\s*", " > ", selector))
    left = [_CLASS.sub(lambda found: "" if found[1] in gone else found[0], one) for one in words]
    named = [
        one or (_ANY if before == ">" else "")
        for before, one in zip(["", *left], left, strict=False)
    ]
    return " ".join(named) if all(named) else ""


def _all(page: Snapshot) -> set[str]:
    return set(_counted(page))


def _of_all(page: Snapshot) -> set[str]:
    """Return the classes that most elements of a page have, and that begin others."""
    counted, some = _counted(page), sum("class" in given for given in page.attributes)
    least = max(_FEWEST, _SHARE * some)
    return {
        name
        for name, many in counted.items()
        if many >= least
        and not is_state_class(name)
        and sum(other.startswith((f"{name}-", f"{name}_")) for other in counted) >= _BEGUN
    }


@once_per_page
def _counted(page: Snapshot) -> Counter[str]:
    """Return how many elements have each class."""
    return Counter(one for given in page.attributes for one in {*given.get("class", "").split()})
