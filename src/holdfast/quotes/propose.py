"""Ranges of the page that may be the quote: where its words, or the words around it, still stand.

Pieces of the needle that stand in the page at the same distance from each other lie on one
diagonal. A diagonal that goes through the context or the quote says where the quote would begin or
end if nothing changed in between; each pair of such a beginning and such an end is a range.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from holdfast.quotes.evidence import Comparison, Page, Range
from holdfast.quotes.grams import GRAM, Places
from holdfast.quotes.needle import Needle

# Numbers that bound the work; more of any of them found nothing more on the 2 000 measured quotes.
REGIONS = 4  # parts of the page that are looked at closely
REGION_LEAST = 0.3  # share of the best part's score below which a part is noise
DIAGONALS = 3  # beginnings, and ends, that are tried in each
OCCURRENCES = 48  # exact hits that are compared; a page may repeat a short one thousands of times
PLACES = 10  # places that are judged in the end
COMMON_SHARE = 4096  # a piece that is every 4096th of the page says nothing about where
COMMON_LEAST = 64  # but on a short page, fewer hits than this are never too many
LONGEST, LONGEST_MORE = 2, 20  # a rewritten quote is at most twice as long, and 20 characters
SHORTEST = 3  # and at least a third as long
FITTED = 2  # places whose ends are moved to where they fit; the others do not win
STEPS = 12  # words by which the ends of a range are moved, at most


def propose(comparison: Comparison, expected: int | None) -> list[Range]:
    """Return places that do not overlap, the one that agrees best first; at most ``PLACES``."""
    needle, page = comparison.needle, comparison.page
    if not needle.quote:
        return []
    starts = comparison.occurrences()
    hits, pieces = page.grams.hits(needle.grams, comparison.counts, _most(page))
    diagonals = hits - pieces
    exact = _nearest(starts, needle, diagonals, expected)
    ranges = {(start, start + len(needle.quote)) for start in exact}
    for chosen in _regions(diagonals, 1.0 / comparison.counts[pieces], len(needle.text)):
        ranges |= _pairs(needle, page.text, diagonals[chosen], pieces[chosen], starts)
    return _without_overlap(comparison, ranges)


def _most(page: Page) -> int:
    return max(COMMON_LEAST, len(page.text) // COMMON_SHARE)


def _nearest(
    starts: list[int], needle: Needle, diagonals: Places, expected: int | None
) -> list[int]:
    """Return the exact hits worth comparing: those whose surroundings agree, and the nearest."""
    if len(starts) <= OCCURRENCES:
        return starts
    ordered = np.sort(diagonals)
    at = np.asarray(starts) - needle.start
    support = np.searchsorted(ordered, at + GRAM) - np.searchsorted(ordered, at - GRAM)
    by_support = np.argsort(-support, kind="stable")[: OCCURRENCES // 2]
    distance = np.abs(np.asarray(starts) - (expected if expected is not None else 0))
    by_distance = np.argsort(distance, kind="stable")[: OCCURRENCES // 2]
    return sorted({starts[i] for i in (*by_support.tolist(), *by_distance.tolist())})


def _regions(diagonals: Places, worth: NDArray[np.float64], length: int) -> Iterator[Places]:
    """Yield which hits lie in the parts of the page where most of the needle stands.

    A piece that stands n times is worth 1/n: the rare ones tell where.
    """
    if not len(diagonals):
        return
    bins = (diagonals - diagonals.min()) // max(32, length // 2)
    score = np.bincount(bins, weights=worth, minlength=int(bins.max()) + 2)
    score = score[:-1] + score[1:]  # a passage may lie across two bins
    likely = np.flatnonzero(score >= REGION_LEAST * score.max())
    for best in likely[np.argsort(-score[likely], kind="stable")[:REGIONS]].tolist():
        yield np.flatnonzero((bins == best) | (bins == best + 1))


def _pairs(
    needle: Needle, text: str, diagonals: Places, pieces: Places, exact: list[int]
) -> set[Range]:
    """Return the ranges that the diagonals of one region speak for."""
    begins = _strongest(diagonals[pieces < needle.end], needle.start)
    stops = _strongest(diagonals[pieces + GRAM > needle.start], needle.end)
    starts = {_skip_spaces(text, max(edge, 0)) for edge in _edges(text, begins)}
    ends = {_drop_spaces(text, min(edge, len(text))) for edge in _edges(text, stops)}
    length = len(needle.quote)
    longest = LONGEST * length + LONGEST_MORE
    return {
        (start, end)
        for start in starts
        for end in ends
        if length <= (end - start) * SHORTEST <= longest * SHORTEST
        and not _holds_exact((start, end), exact, length)
    }


def _edges(text: str, places: list[int]) -> set[int]:
    return {edge for place in places for edge in word_edges(text, place)}


def _strongest(diagonals: Places, shift: int) -> list[int]:
    counted = Counter(diagonals.tolist())
    strongest = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [diagonal + shift for diagonal, _ in strongest[:DIAGONALS]]


def _holds_exact(span: Range, exact: list[int], length: int) -> bool:
    """Return whether the quote itself stands inside: then it is that, not the words around."""
    at = bisect_left(exact, span[0])
    return at < len(exact) and exact[at] + length <= span[1]


def _without_overlap(comparison: Comparison, ranges: set[Range]) -> list[Range]:
    """Return the best range of each place, best first, the ends of some moved to where they fit."""
    text, quote = comparison.page.text, comparison.needle.quote
    places: list[Range] = []
    for _, span in sorted((-comparison.agreement(span), span) for span in ranges):
        exact = text[span[0] : span[1]] == quote
        if _is_taken(span, places, exact):
            continue
        fits = exact or len(places) >= FITTED
        fitted = span if fits else _fitted(comparison, span)
        if fitted == span or not _is_taken(fitted, places, exact):
            places.append(fitted)
        if len(places) == PLACES:
            break
    return places


def _is_taken(span: Range, places: list[Range], exact: bool) -> bool:
    """Return whether one of the places is this one; only twins may overlap ("a b a b a")."""
    return any(overlap(span, other) > (0.8 if exact else 0.3) for other in places)


def overlap(one: Range, two: Range) -> float:
    """Return the intersection of two ranges over their union."""
    shared = min(one[1], two[1]) - max(one[0], two[0])
    return shared / (one[1] - one[0] + two[1] - two[0] - shared) if shared > 0 else 0.0


def _fitted(comparison: Comparison, span: Range) -> Range:
    """Return the range with its ends moved word by word as long as it agrees better."""
    text, agreement = comparison.page.text, comparison.agreement
    for _ in range(STEPS):
        moved = max(_moves(text, span), key=lambda move: (agreement(move), -move[0], move[1]))
        if agreement(moved) <= agreement(span):
            break
        span = moved
    return span


def _moves(text: str, span: Range) -> list[Range]:
    start, end = span
    moves = [
        (word_before(text, start), end),
        (word_after(text, start), end),
        (start, end_before(text, end)),
        (start, end_after(text, end)),
    ]
    return [move for move in moves if move[0] < move[1]] or [span]


# ---------------------------------------------------------------- words in comparable text


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def word_edges(text: str, place: int) -> tuple[int, ...]:
    """Return the place itself, or both ends of the word that it would cut in two."""
    if not 0 < place < len(text) or not (_is_word(text[place - 1]) and _is_word(text[place])):
        return (place,)
    return _word_start(text, place), _word_end(text, place)


def _word_start(text: str, place: int) -> int:
    while place > 0 and _is_word(text[place - 1]):
        place -= 1
    return place


def _word_end(text: str, place: int) -> int:
    while place < len(text) and _is_word(text[place]):
        place += 1
    return place


def _skip_spaces(text: str, start: int) -> int:
    while start < len(text) and text[start] == " ":
        start += 1
    return start


def _drop_spaces(text: str, end: int) -> int:
    while end > 0 and text[end - 1] == " ":
        end -= 1
    return end


def word_before(text: str, start: int) -> int:
    """Return where the word or sign before ``start`` begins."""
    while start > 0 and text[start - 1] == " ":
        start -= 1
    if start == 0:
        return 0
    return _word_start(text, start) if _is_word(text[start - 1]) else start - 1


def word_after(text: str, start: int) -> int:
    """Return where the word or sign behind the one at ``start`` begins."""
    end = _word_end(text, start) if _is_word(text[start]) else start + 1
    while end < len(text) and text[end] == " ":
        end += 1
    return end


def end_before(text: str, end: int) -> int:
    """Return where the word or sign before the last one ends."""
    start = _word_start(text, end) if _is_word(text[end - 1]) else end - 1
    while start > 0 and text[start - 1] == " ":
        start -= 1
    return start


def end_after(text: str, end: int) -> int:
    """Return where the word or sign behind ``end`` ends."""
    while end < len(text) and text[end] == " ":
        end += 1
    if end == len(text):
        return end
    return _word_end(text, end) if _is_word(text[end]) else end + 1
