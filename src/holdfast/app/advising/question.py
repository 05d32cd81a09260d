"""The question to an adviser: the recorded element and the engine's candidates, sketched."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice

from holdfast.model.advice import Question, Sketch
from holdfast.model.candidate import Candidate, Location
from holdfast.model.masking import mask, mask_address
from holdfast.model.privacy import is_field
from holdfast.model.snapshot import Node
from holdfast.page.keys import TEST_ID_ATTRIBUTES
from holdfast.page.stability import is_generated, stable_classes

MOST_CANDIDATES = 10
MOST_AROUND = 3
BESIDE = 80  # characters before and after the element
# What people chose and what says what the element is; never what was typed into it.
_TELLING = (
    "id", "name", "type", "placeholder", "title", "alt", "aria-label", "for", "autocomplete",
    *TEST_ID_ATTRIBUTES,
)  # fmt: skip
# What holds an element and says by its words which of several it is.
_ROWS = frozenset("tr li article fieldset".split())
# What holds many elements: its name or heading says enough.
_PARTS = frozenset("form section nav dialog header footer aside main table".split())
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 legend caption".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedAdvice:
    """A question, and the candidates that its numbers stand for, in the same order."""

    question: Question
    recorded: Node
    candidates: tuple[Candidate, ...]

    def key(self, adviser: str) -> str:
        """Return a name for the question to this adviser: the same question, the same name."""
        told = [adviser, self.question.action, self.question.target.to_json()]
        told += [sketch.to_json() for sketch in self.question.candidates]
        pictures = [sketch.picture or b"" for sketch in sketches_of(self.question)]
        digest = blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=16)
        for picture in pictures:
            digest.update(picture)
        return digest.hexdigest()


def ask_about(location: Location, action: str) -> AskedAdvice:
    """Return the question about a search: the best candidates, in the order of the page.

    Neither their order nor a number tells what the engine thinks: a second opinion is worth
    something only if it is one's own.
    """
    best = sorted(
        location.candidates[:MOST_CANDIDATES],
        key=lambda candidate: candidate.node.index,
    )
    question = Question(
        action=action,
        target=sketch(location.fingerprint.node),
        candidates=tuple(sketch(candidate.node) for candidate in best),
    )
    return AskedAdvice(
        question=question, recorded=location.fingerprint.node, candidates=tuple(best)
    )


def sketches_of(question: Question) -> tuple[Sketch, ...]:
    """Return the recorded element and the candidates."""
    return question.target, *question.candidates


def sketch(node: Node) -> Sketch:
    """Return an element in few masked words."""
    snapshot, index = node.snapshot, node.index
    text, outline = snapshot.index.page_text, snapshot.index
    start, end = outline.text_starts[index], outline.text_ends[index]
    said = "" if is_field(node.tag, node.attributes) else node.text
    return Sketch(
        role=mask(node.role),
        name=mask(node.name or said),
        tag=mask(node.tag),
        attributes=dict(_attributes(node)),
        around=tuple(_around(node)),
        before=mask(_whole_words(text[max(0, start - BESIDE) : start][::-1])[::-1]),
        after=mask(_whole_words(text[end : end + BESIDE])),
        box=None if node.box is None else _rounded(node.box),
    )


def _rounded(box: Sequence[float]) -> tuple[int, int, int, int]:
    x, y, width, height = (round(side) for side in box)
    return x, y, width, height


def _attributes(node: Node) -> Iterator[tuple[str, str]]:
    given: Mapping[str, str] = node.attributes
    for name in _TELLING:
        value = given.get(name, "")
        if value and not is_generated(value):
            yield name, mask(value)
    if node.get("href"):
        yield "href", mask_address(node.get("href"))
    classes = stable_classes(node)
    if classes:
        yield "class", mask(" ".join(classes))


def _whole_words(text: str) -> str:
    """Return a piece of a longer text without what the cut may have torn.

    Half an address or half a number would no longer be seen as one, and so not be masked.
    """
    if len(text) < BESIDE:
        return text
    words = text.split()[:-1]
    while words and any(c.isdigit() for c in words[-1]):
        words.pop()
    return " ".join(words)


def _around(node: Node) -> Iterator[str]:
    """Yield what holds the element, the nearest first, each with what it says."""
    holders = (one for one in node.iter_ancestors() if one.tag in _ROWS | _PARTS)
    for holder in islice(holders, MOST_AROUND):
        words = mask(holder.text if holder.tag in _ROWS else holder.name or _heading(holder))
        yield f"{holder.tag}: {words}" if words else holder.tag


def _heading(holder: Node) -> str:
    inside = (one.text for one in holder.iter_descendants() if one.tag in _HEADINGS)
    return next(inside, "")
