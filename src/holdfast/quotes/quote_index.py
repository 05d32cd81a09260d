"""Anchoring: where a quote is on a page, or that it is orphaned; one index for many quotes."""

from collections.abc import Sequence

from holdfast.model.snapshot import Snapshot
from holdfast.quotes.anchoring import Anchoring, AnchorMode, Tier, found, orphaned, split
from holdfast.quotes.evidence import Range
from holdfast.quotes.page_text import QuotableText, page_text
from holdfast.quotes.propose import overlap
from holdfast.quotes.quote import Quote
from holdfast.quotes.quote_probability import (
    ANCHOR_AT,
    ANCHOR_EXACT_AT,
    ANCHOR_ONLY_AT,
    LITTLE,
    QuotePlace,
)
from holdfast.quotes.search import PageSearch, Search, Span
from holdfast.quotes.spec import anchor_by_spec, recorded_range
from holdfast.quotes.split import find_split
from holdfast.quotes.word_spans import WordAlignment

# A quote that stands on the page once, with all of its context: never wrong where it was measured,
# and the confidence is what that many cases support.
HELD = 0.997
# Less alike than this while the context agrees, it is the seam that was found, not the words.
SEAM_LIKENESS, SEAM_RUN = 0.5, 20
# Where all of the near context stands on both sides, and at least this much of it on each, that is
# where the passage was, whatever stands there now. Of the measured edits none was rewritten that
# far, so the confidence is a cautious choice: enough to show it, never enough to trust it blindly.
SEAM_CONTEXT, SEAM = 20, 0.6
NEVER = 1.1  # more than any probability
# The same for a quote whose two parts stand word for word, once each.
SPLIT_LIKENESS, SPLIT = 0.8, 0.7


class QuoteIndex:
    """A page's text, ready for many quotes."""

    def __init__(self, page: str | Snapshot | QuotableText) -> None:
        """Take the page; nothing is computed before it is needed."""
        self.page = page_text(page)
        self._search = PageSearch(self.page)

    def anchor(self, quote: Quote, mode: AnchorMode | str = AnchorMode.BEST) -> Anchoring:
        """Return where the quote is, or that it is orphaned, as if it were the only one."""
        if AnchorMode(mode) is AnchorMode.SPEC:
            return anchor_by_spec(quote, self.page)
        return decide(self._search.find(quote), self.page)

    def anchor_all(
        self, quotes: Sequence[Quote], mode: AnchorMode | str = AnchorMode.BEST
    ) -> list[Anchoring]:
        """Return where each quote is; in ``best`` the certain ones help to place the others.

        Only quotes that were taken from the same state of the page help: those with the same text
        length, or all without one that stand in one order.
        """
        if AnchorMode(mode) is AnchorMode.SPEC:
            return [anchor_by_spec(quote, self.page) for quote in quotes]
        return [decide(search, self.page) for search in self._search.find_together(quotes)]


def anchor(
    quote: Quote, page: str | Snapshot | QuotableText, mode: AnchorMode | str = AnchorMode.BEST
) -> Anchoring:
    """Return where a quote is on a page or in a text, or that it is orphaned.

    For several quotes of one page make a ``QuoteIndex``.
    """
    return QuoteIndex(page).anchor(quote, mode)


def decide(search: Search, page: QuotableText) -> Anchoring:
    """Return the most likely place if it is likely enough, else an orphan with its near miss."""
    quote = search.quote
    if search.held is not None:
        reason = "the quote stands there with all of its context"
        return found(
            quote, page, search.held, AnchorMode.BEST, tier=search.tier, chance=HELD, reason=reason
        )
    best = search.best
    if best is None or search.page is None:
        return orphaned(quote, page, AnchorMode.BEST, reason="nothing on the page resembles it")
    place, chance = search.places[best], search.judgement.probabilities[best]
    span = _own_part(search, place)
    there = search.page.raw_span(span)
    if chance < SEAM and _is_seam(search, place):
        chance = SEAM
    parts = _parts(search, place)
    if parts:
        raw = [search.page.raw_span(part) for part in parts]
        reason = "something was put between its words: they stand in two places"
        return split(quote, page, raw, chance=SPLIT, reason=reason)
    if chance < _floor(search, place):
        reason = _refusal(search, best)
        return orphaned(quote, page, AnchorMode.BEST, reason=reason, near=there, chance=chance)
    tier, reason = _tier(quote, page, place, there), _support(search, place)
    # No evidence is better than all of it, in one place.
    chance, seen = min(chance, HELD), search.page.text[slice(*span)]
    return found(
        quote, page, there, AnchorMode.BEST, tier=tier, chance=chance, reason=reason, seen=seen
    )


def _own_part(search: Search, place: QuotePlace) -> Range:
    """Return the place without words at its ends that are not the quote's."""
    if place.evidence.exact or search.page is None or search.needle is None:
        return place.span
    return WordAlignment(search.needle, search.page.text).own_part(place.span)


def _parts(search: Search, place: QuotePlace) -> tuple[Range, ...]:
    """Return both places of a quote that was split, none if the best place holds most of it."""
    page, needle = search.page, search.needle
    if page is None or needle is None or place.evidence.likeness >= SPLIT_LIKENESS:
        return ()
    parts = find_split(needle.quote, page) or ()
    return () if all(overlap(part, place.span) for part in parts) else parts


def _floor(search: Search, place: QuotePlace) -> float:
    """Return how likely a place must be to be taken; what is mostly gone never is."""
    if _is_little(place) and not _is_seam(search, place):
        return NEVER
    exact = [other for other in search.places if other.evidence.exact]
    if exact == [place]:
        return ANCHOR_ONLY_AT
    return ANCHOR_EXACT_AT if place.evidence.exact else ANCHOR_AT


def _is_seam(search: Search, place: QuotePlace) -> bool:
    """Return whether both contexts stand around the place, whole, and around no other place."""
    quote = search.quote
    if min(len(quote.context_before), len(quote.context_after)) < SEAM_CONTEXT:
        return False
    return [other for other in search.places if _has_context(other, SEAM_CONTEXT)] == [place]


def _is_little(place: QuotePlace) -> bool:
    """Return whether less than half of the quote is left there, in letters and in words."""
    return place.evidence.likeness < SEAM_LIKENESS and place.evidence.own < LITTLE


def _has_context(place: QuotePlace, least: int) -> bool:
    """Return whether so much of the context stands on either side, without a gap."""
    return min(place.evidence.before.run, place.evidence.after.run) >= least


def _tier(quote: Quote, page: QuotableText, place: QuotePlace, there: Span) -> Tier:
    if place.evidence.exact:
        return Tier.XPATH if there == recorded_range(quote, page) else Tier.CONTEXT
    seam = place.evidence.likeness < SEAM_LIKENESS and place.evidence.run >= SEAM_RUN
    return Tier.SEAM if seam else Tier.APPROXIMATE


def _support(search: Search, place: QuotePlace) -> str:
    """Return in words what speaks for a place."""
    evidence = place.evidence
    words = (
        "the words are the same" if evidence.exact else f"{evidence.likeness:.0%} of it is alike"
    )
    needle = search.needle
    possible = 0 if needle is None else len(needle.before) + len(needle.after)
    if not possible:
        return f"{words}, no context is stored"
    return f"{words}, {evidence.run} of {possible} characters of its context next to it agree"


def _refusal(search: Search, best: int) -> str:
    """Return in words why the best place was not taken."""
    chances = search.judgement.probabilities
    told = _support(search, search.places[best])
    rivals = sum(chance > chances[best] / 2 for chance in chances) - 1
    if rivals and search.judgement.gone < ANCHOR_AT:
        others = "another place fits" if rivals == 1 else f"{rivals} other places fit"
        return f"{others} nearly as well; at the best one {told}"
    return f"too little agrees at the nearest place: {told}"
