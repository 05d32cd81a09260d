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
from rapidfuzz import fuzz

from holdfast.quotes.evidence import QuoteComparison, QuotedPage, Range
from holdfast.quotes.grams import GRAM, Places
from holdfast.quotes.needle import Needle
from holdfast.quotes.word_edges import (
    drop_spaces,
    end_after,
    end_before,
    skip_spaces,
    word_after,
    word_before,
    word_edges,
)

# Numbers that bound the work; more of any of them found nothing more on the 2 000 measured quotes.
REGIONS = 4  # parts of the page that are looked at closely
REGION_LEAST = 0.3  # share of the best part's score below which a part is noise
DIAGONALS = 3  # beginnings, and ends, that are tried in each
OCCURRENCES = 48  # exact hits that are compared; a page may repeat a short one thousands of times
PLACES = 10  # places that are judged in the end
LONGEST, LONGEST_MORE = 2, 20  # a rewritten quote is at most twice as long, and 20 characters
SHORTEST = 3  # and at least a third as long
ALIGNED = 3  # places whose words are laid beside those of the quote
FITTED = 2  # places whose ends are moved to where they fit; the others do not win
LOCAL, LOCAL_MOST = 150, 600  # characters around the expected place that are searched closely
LOCAL_LIKENESS = 50.0  # percent of the quote that must be there
STEPS = 12  # words by which the ends of a range are moved, at most


def propose(
    comparison: QuoteComparison, expected: int | None, reach: float | None = None
) -> list[Range]:
    """Return places that do not overlap, the one that agrees best first; at most ``PLACES``.

    ``expected`` is where the quote should stand, ``reach`` how far around that even little likeness
    is a place.
    """
    needle, page = comparison.needle, comparison.page
    if not needle.quote:
        return []
    starts = comparison.occurrences
    hits, pieces = comparison.hits
    diagonals = hits - pieces
    exact = _nearest(starts, needle, diagonals, expected)
    ranges = {(start, start + len(needle.quote)) for start in exact}
    for chosen in _regions(diagonals, 1.0 / comparison.counts[pieces], len(needle.text)):
        ranges |= _pairs(needle, page.text, diagonals[chosen], pieces[chosen], starts)
    if expected is not None and reach is not None:
        ranges |= _local(comparison, expected, reach, starts)
    places = _without_overlap(comparison, ranges, expected or 0)
    if reach is not None:
        places = _with_words(comparison, places, starts)
    return _with_twins(page, places, expected or 0)


def _with_words(comparison: QuoteComparison, places: list[Range], exact: list[int]) -> list[Range]:
    """Return the places and, of the best ones, their ends as the words lie there."""
    more: list[Range] = []
    for place in places[:ALIGNED]:
        span = comparison.words.ends(place)
        if span is None or _holds_exact(span, exact, len(comparison.needle.quote)):
            continue
        if span not in places and span not in more:
            more.append(span)
    return places[: PLACES - len(more)] + more


def _with_twins(page: QuotedPage, places: list[Range], expected: int) -> list[Range]:
    """Return the places and, nearest first, where else the words of the best ones stand.

    An edited quote has as many rivals as its words have twins, like one that was not edited.
    """
    for start, end in places[:FITTED]:
        words = page.text[start:end]
        for at in sorted(page.occurrences(words), key=lambda at: abs(at - expected)):
            if len(places) == PLACES:
                return places
            if not _is_taken((at, at + len(words)), places, exact=True):
                places.append((at, at + len(words)))
    return places


def _local(
    comparison: QuoteComparison, expected: int, reach: float, exact: list[int]
) -> set[Range]:
    """Return ranges around the expected place, where common pieces count as well."""
    needle, page = comparison.needle, comparison.page
    far = min(LOCAL_MOST, int(reach) + LOCAL)
    low, high = max(0, expected - needle.start - far), expected + len(needle.quote) + far
    there = page.grams.hashes[low:high]
    at, pieces = np.nonzero(there[:, None] == needle.grams[None, :])
    ranges = _pairs(needle, page.text, at + low - pieces, pieces, exact)
    window = page.text[low : high + GRAM]
    found = fuzz.partial_ratio_alignment(needle.quote, window, score_cutoff=LOCAL_LIKENESS)
    if found is not None and len(needle.quote) <= len(window):
        text = page.text
        starts = _edges(text, [low + found.dest_start], needle.cuts_start)
        stops = _edges(text, [low + found.dest_end], needle.cuts_end)
        ranges |= {(skip_spaces(text, a), drop_spaces(text, b)) for a in starts for b in stops}
    return {span for span in ranges if span[0] < span[1]}


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
    starts = {skip_spaces(text, max(edge, 0)) for edge in _edges(text, begins, needle.cuts_start)}
    ends = {
        drop_spaces(text, min(edge, len(text))) for edge in _edges(text, stops, needle.cuts_end)
    }
    length = len(needle.quote)
    longest = LONGEST * length + LONGEST_MORE
    return {
        (start, end)
        for start in starts
        for end in ends
        if length <= (end - start) * SHORTEST <= longest * SHORTEST
        and not _holds_exact((start, end), exact, length)
    }


def _edges(text: str, places: list[int], cuts: bool) -> set[int]:
    """Return the ends of words at the places; the places too if the quote may cut a word."""
    edges = {edge for place in places for edge in word_edges(text, place)}
    return edges.union(places) if cuts else edges


def _strongest(diagonals: Places, shift: int) -> list[int]:
    counted = Counter(diagonals.tolist())
    strongest = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [diagonal + shift for diagonal, _ in strongest[:DIAGONALS]]


def _holds_exact(span: Range, exact: list[int], length: int) -> bool:
    """Return whether the quote itself stands inside: then it is that, not the words around."""
    at = bisect_left(exact, span[0])
    return at < len(exact) and exact[at] + length <= span[1]


def _without_overlap(comparison: QuoteComparison, ranges: set[Range], expected: int) -> list[Range]:
    """Return the best range of each place, best first, the ends of some moved to where they fit.

    Of equals those nearest to the expected place come first.
    """
    text, quote = comparison.page.text, comparison.needle.quote
    places: list[Range] = []
    ordered = sorted(ranges, key=lambda s: (-comparison.agreement(s), abs(s[0] - expected), s))
    for span in ordered:
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


def _fitted(comparison: QuoteComparison, span: Range) -> Range:
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
