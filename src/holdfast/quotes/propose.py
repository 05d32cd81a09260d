"""Ranges of the page that may be the quote: where its words, or the words around it, still stand.

Pieces of the needle that stand in the page at the same distance from each other lie on one
diagonal. A diagonal that goes through the context or the quote says where the quote would begin or
end if nothing changed in between; each pair of such a beginning and such an end is a range.
"""

from bisect import bisect_left
from collections.abc import Iterable

import numpy as np

from holdfast.quotes.context import iter_occurrences
from holdfast.quotes.evidence import Page, Range, agreement
from holdfast.quotes.grams import GRAM, Places
from holdfast.quotes.needle import Needle

# Numbers that bound the work; more of any of them found nothing more on the 2 000 measured quotes.
REGIONS = 6  # parts of the page that are looked at closely
DIAGONALS = 6  # beginnings, and ends, that are tried in each
OCCURRENCES = 48  # exact hits that are compared; a page may repeat a short one thousands of times
PLACES = 12  # places that are judged in the end
COMMON_SHARE = 256  # a piece that is every 256th of the page says nothing about where
COMMON_LEAST = 64  # but on a short page, fewer hits than this are never too many
LONGEST, LONGEST_MORE = 2, 20  # a rewritten quote is at most twice as long, and 20 characters
SHORTEST = 3  # and at least a third as long
STEPS = 12  # words by which the ends of a range are moved, at most


def propose(needle: Needle, page: Page, expected: int | None) -> list[Range]:
    """Return places that do not overlap, the one that agrees best first; at most ``PLACES``."""
    if not needle.quote:
        return []
    starts = list(iter_occurrences(page.text, needle.quote))
    diagonals, pieces = page.grams.hits(needle.grams, _most(page))
    diagonals = diagonals - pieces
    exact = _nearest(starts, needle, diagonals, expected)
    ranges = {(start, start + len(needle.quote)) for start in exact}
    for chosen in _regions(needle, page, diagonals, pieces):
        ranges |= _pairs(needle, page, diagonals[chosen], pieces[chosen], starts)
    return _without_overlap(needle, page, ranges)


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


def _regions(needle: Needle, page: Page, diagonals: Places, pieces: Places) -> Iterable[Places]:
    """Yield which hits lie in the parts of the page where most of the needle stands."""
    if not len(diagonals):
        return
    width = max(32, len(needle.text) // 2)
    bins = (diagonals - diagonals.min()) // width
    # A piece that stands n times is worth 1/n: the rare ones tell where.
    worth = 1.0 / page.grams.count(needle.grams)[pieces]
    score = np.bincount(bins, weights=worth, minlength=int(bins.max()) + 2)
    score = score[:-1] + score[1:]  # a passage may lie across two bins
    for best in np.argsort(-score, kind="stable")[:REGIONS].tolist():
        if score[best] > 0:
            yield np.flatnonzero((bins == best) | (bins == best + 1))


def _pairs(
    needle: Needle, page: Page, diagonals: Places, pieces: Places, exact: list[int]
) -> set[Range]:
    """Return the ranges that the diagonals of one region speak for."""
    starts = _strongest(diagonals[pieces < needle.end], needle.start)
    ends = _strongest(diagonals[pieces + GRAM > needle.start], needle.end)
    length, size = len(needle.quote), len(page.text)
    found: set[Range] = set()
    for start in {edge for start in starts for edge in word_edges(page.text, start)}:
        for end in {edge for end in ends for edge in word_edges(page.text, end)}:
            span = _trimmed(page.text, max(start, 0), min(end, size))
            width = span[1] - span[0]
            if width * SHORTEST < length or width > LONGEST * length + LONGEST_MORE:
                continue
            if not _holds_exact(span, exact, length):
                found.add(span)
    return found


def _strongest(diagonals: Places, shift: int) -> list[int]:
    values, counts = np.unique(diagonals, return_counts=True)
    return (values[np.argsort(-counts, kind="stable")[:DIAGONALS]] + shift).tolist()


def _holds_exact(span: Range, exact: list[int], length: int) -> bool:
    """Return whether the quote itself stands inside: then it is that, not the words around."""
    at = bisect_left(exact, span[0])
    return at < len(exact) and exact[at] + length <= span[1]


def _without_overlap(needle: Needle, page: Page, ranges: set[Range]) -> list[Range]:
    """Return the best range of each place, best first, its ends moved to where they fit."""
    scored = sorted(((-agreement(needle, page, span), span) for span in ranges))
    places: list[Range] = []
    for _, span in scored:
        exact = page.text[span[0] : span[1]] == needle.quote
        if _is_taken(span, places, exact):
            continue
        fitted = span if exact else _fitted(needle, page, span)
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


def _fitted(needle: Needle, page: Page, span: Range) -> Range:
    """Return the range with its ends moved word by word as long as it agrees better."""
    best = agreement(needle, page, span)
    for _ in range(STEPS):
        moves = [(agreement(needle, page, moved), moved) for moved in _moves(page.text, span)]
        better, moved = max(moves, key=lambda move: (move[0], -move[1][0], move[1][1]))
        if better <= best:
            break
        best, span = better, moved
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


def _trimmed(text: str, start: int, end: int) -> Range:
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end


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
