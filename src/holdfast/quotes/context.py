"""Tier 2 to the letter: every occurrence of the exact text, judged by how far its context agrees.

What stands next to the quote counts character by character, from the quote outwards, and stops at
the first difference: 28 of 30 characters are worth 28, not nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.errors import QuoteInvalid

# Below this share of the possible score the words stand somewhere else, not here.
MIN_CONTEXT_SHARE = 0.3
# Tier 2 scores with this many characters on either side, however many are stored.
SCORED_CONTEXT = 30


class ScoredRange(NamedTuple):
    """Where the text stands, and how much of the context agrees there."""

    start: int
    end: int
    score: int
    possible: int

    @property
    def share(self) -> float:
        """Return the share of the possible score; 1.0 where there is no context to disagree."""
        return self.score / self.possible if self.possible else 1.0


def longest_matching_suffix(text: str, suffix: str) -> int:
    """Return how many characters at the end of ``suffix`` are also at the end of ``text``."""
    most = min(len(text), len(suffix))
    if text[len(text) - most :] == suffix[len(suffix) - most :]:
        return most
    length = 0
    while text[-1 - length] == suffix[-1 - length]:
        length += 1
    return length


def longest_matching_prefix(text: str, prefix: str) -> int:
    """Return how many characters at the start of ``prefix`` are also at the start of ``text``."""
    most = min(len(text), len(prefix))
    if text[:most] == prefix[:most]:
        return most
    length = 0
    while text[length] == prefix[length]:
        length += 1
    return length


def iter_occurrences(text: str, exact: str) -> Iterator[int]:
    """Yield every offset at which the text stands, overlapping ones too."""
    at = text.find(exact)
    while at >= 0:
        yield at
        at = text.find(exact, at + 1)


def find_best_by_context(
    text: str, exact: str, context_before: str, context_after: str
) -> ScoredRange | None:
    """Return the first occurrence with the highest context score, whatever that score is."""
    if not exact:
        raise QuoteInvalid("a quote of at least one character", "an empty one", "select some text")
    before, after = context_before[-SCORED_CONTEXT:], context_after[:SCORED_CONTEXT]
    best: ScoredRange | None = None
    for start in iter_occurrences(text, exact):
        end = start + len(exact)
        score = longest_matching_suffix(text[max(0, start - len(before)) : start], before)
        score += longest_matching_prefix(text[end : end + len(after)], after)
        if best is None or score > best.score:
            best = ScoredRange(start, end, score, len(before) + len(after))
    return best


def find_range_by_context(
    text: str, exact: str, context_before: str = "", context_after: str = ""
) -> tuple[int, int] | None:
    """Return where the quote stands, or None when too little of its context agrees.

    Equal scores: the first occurrence. No context at all: any occurrence is accepted.
    """
    best = find_best_by_context(text, exact, context_before, context_after)
    if best is None or best.score < best.possible * MIN_CONTEXT_SHARE:
        return None
    return best.start, best.end
