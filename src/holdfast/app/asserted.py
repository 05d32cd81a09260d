"""Asserted: takes what a test asserts about an element out of the evidence for which one it is.

An element that was found by the very text that is asserted of it would pass over any regression.
So the text (attribute, state, kind …) is taken out of the recorded page and, on the page of now,
out of every element that may be meant; what is left has to tell them apart.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from holdfast.engine import search
from holdfast.model.candidate import Location, Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Snapshot
from holdfast.selectors.describe import strategies_for
from holdfast.witnesses.facts import LiveFacts

_STATES = (
    "checked selected disabled readonly required open hidden contenteditable aria-checked "
    "aria-selected aria-pressed aria-disabled aria-readonly aria-required aria-expanded "
    "aria-current aria-invalid aria-hidden aria-busy"
)
_NAMES = "aria-label aria-labelledby title alt placeholder value"
_SHORT = 3  # such a text stands in many values
ONLY_THAT = "what is asserted of it leads to one element, and all the rest to another"
_ROUNDS = 4  # each takes the evidence out of whoever is found by it


@dataclass(frozen=True, slots=True)
class Asserted:
    """What is asserted about an element, or read of it.

    ``text``: what is written in it; ``names``: what it is called, by labels too; ``kind``: its
    role; ``shown``: that it can be seen.
    """

    text: bool = False
    attributes: frozenset[str] = frozenset()
    names: bool = False
    kind: bool = False
    shown: bool = False

    def __bool__(self) -> bool:
        return self != NOTHING

    def __or__(self, other: "Asserted") -> "Asserted":
        return Asserted(
            self.text or other.text,
            self.attributes | other.attributes,
            self.names or other.names,
            self.kind or other.kind,
            self.shown or other.shown,
        )


def attributes(*names: str) -> Asserted:
    """Return the assertion of attributes, or of properties that show what they say."""
    return Asserted(attributes=frozenset(_ATTRIBUTES.get(name, name.lower()) for name in names))


_ATTRIBUTES = {"className": "class", "htmlFor": "for"}
NOTHING = Asserted()
TEXT = Asserted(text=True)
NAME = Asserted(text=True, names=True)
SHOWN = Asserted(shown=True)
ROLE = Asserted(kind=True)
VALUE = attributes("value", "selected", "data-value", "aria-valuenow", "aria-valuetext")
STATE = attributes(*_STATES.split())
CLASSES = attributes("class", "style")
DESCRIPTION = attributes("aria-describedby", "aria-description", "title", "aria-errormessage")


def search_without(
    asserted: Asserted, fingerprint: Fingerprint, snapshot: Snapshot, facts: LiveFacts
) -> Location:
    """Return where the element is by all that is not asserted about it.

    A text that changes while the suite runs is never evidence.

    The nodes are those of a page without it; their places are those of the page that was given.
    When all that is known leads to another element, what is asserted is what made it so: refused.
    """
    changing = changes(fingerprint)
    blind = forget(asserted | changing, fingerprint)
    known = forget(changing, fingerprint) if changing else fingerprint
    asserted |= changing
    sighted = found = search(known, snapshot, facts)
    hidden = list(_meant(found, ()))
    for _ in range(_ROUNDS):
        found = search(blind, _without(asserted, snapshot, hidden), facts)
        more = list(_meant(found, hidden))
        if not more:
            break
        hidden += more
    if _place(found) == _place(sighted):
        return found
    return replace(found, refusal=Refusal.AMBIGUOUS, reason=ONLY_THAT, margin=0.0)


def _place(found: Location) -> int | None:
    return None if found.best is None else found.best.node.index


def forget(asserted: Asserted, fingerprint: Fingerprint) -> Fingerprint:
    """Return the fingerprint as it would be if what is asserted had not been seen."""
    page = _without(asserted, fingerprint.page, [fingerprint.target])
    known = strategies_for(page.nodes[fingerprint.target])
    return replace(fingerprint, page=page, strategies=known)


def changes(fingerprint: Fingerprint) -> Asserted:
    """Return the text of an element whose text changes while the suite runs, else nothing."""
    return TEXT if fingerprint.extra.get("changes") is True else NOTHING


def says(asserted: Asserted, fingerprint: Fingerprint) -> bool:
    """Return whether the recorded element says anything that is asserted."""
    page, target = fingerprint.page, fingerprint.target
    blind = _without(asserted, page, [target])
    return (
        asserted.kind
        or blind.runs != page.runs
        or any(blind.attributes[i] != page.attributes[i] for i in _inside(page, target))
    )


def _meant(found: Location, known: Collection[int]) -> Iterator[int]:
    """Yield the candidates that still say what is asserted; of one in another, the inner one."""
    taken = list(known)
    for candidate in sorted(found.candidates, key=lambda one: -one.node.depth):
        inside = _inside(candidate.node.snapshot, candidate.node.index)
        if candidate.node.index not in taken and not any(one in inside for one in taken):
            taken.append(candidate.node.index)
            yield candidate.node.index


def _inside(page: Snapshot, index: int) -> range:
    return range(index, page.index.ends[index])


# ------------------------------------------------------------------------------------------- pages


def _without(asserted: Asserted, page: Snapshot, elements: Collection[int]) -> Snapshot:
    """Return the page without what is asserted, as far as these elements say it."""
    inside = {one for index in elements for one in _inside(page, index)}
    texts = {page.text_of(index) for index in elements} | {page.name_of(i) for i in elements}
    words = {text.casefold() for text in texts if text}
    attributes = list(page.attributes)
    for index in inside:
        attributes[index] = _kept(asserted, attributes[index], words, own=index in elements)
    return replace(
        page,
        tags=tuple(
            "div" if asserted.kind and i in elements else tag for i, tag in enumerate(page.tags)
        ),
        attributes=tuple(attributes),
        runs=tuple(
            run
            for run in page.runs
            if not (asserted.text and run.owner in inside)
            and not (asserted.names and run.text.strip().casefold() in words)
        ),
        shown=(True,) * len(page) if asserted.shown else page.shown,
        rendering=None if asserted.text else page.rendering,
    )


def _kept(
    asserted: Asserted, given: Mapping[str, str], words: Collection[str], *, own: bool
) -> Mapping[str, str]:
    """Return the attributes that do not say it: neither by name, nor by repeating the text."""
    gone = asserted.attributes if own else asserted.attributes & {"selected"}
    if asserted.names and own:
        gone |= frozenset(_NAMES.split())
    if asserted.kind and own:
        gone |= {"role"}
    return {
        name: value
        for name, value in given.items()
        if name not in gone and not (asserted.text and _repeats(value, words))
    }


def _repeats(value: str, words: Collection[str]) -> bool:
    said = value.strip().casefold()
    return any(said == text or (len(text) > _SHORT and text in said) for text in words)
