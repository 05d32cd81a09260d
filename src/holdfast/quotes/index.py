"""Anchoring: one page, made comparable once and indexed once, for as many quotes as there are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from holdfast.model.snapshot import Snapshot
from holdfast.quotes.anchoring import (
    Anchoring,
    Mode,
    NearMiss,
    TextRange,
    Tier,
    changes_between,
)
from holdfast.quotes.calibration import ANCHOR_AT, Judgement, Place, judge
from holdfast.quotes.context import (
    MIN_CONTEXT_SHARE,
    SCORED_CONTEXT,
    find_best_by_context,
    longest_matching_prefix,
    longest_matching_suffix,
)
from holdfast.quotes.evidence import Page, weigh
from holdfast.quotes.landmarks import Expectation, Landmark, expect, rising
from holdfast.quotes.needle import Needle
from holdfast.quotes.normalise import normalise
from holdfast.quotes.page_text import PageText, page_text
from holdfast.quotes.propose import propose
from holdfast.quotes.quote import Quote

# A quote that stands on the page once with all of its context: right in all 1 100 such cases that
# were measured, so the confidence is what that number supports, not 1.
HELD = 0.998
# Context that must stand with it before a quote is taken without a search.
HELD_CONTEXT = 20
# From this probability on a quote helps to tell where the others should stand.
LANDMARK_AT = 0.95
# Less alike than this, it is the context that was found, not the words.
SEAM_LIKENESS, SEAM_RUN = 0.5, 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """A quote and the places that may be it, before it is decided where it should stand."""

    quote: Quote
    page: Page | None = None
    length: int = 0
    places: tuple[Place, ...] = ()
    judgement: Judgement = Judgement((), 1.0)
    held: tuple[int, int] | None = None
    tier: Tier = Tier.CONTEXT

    @property
    def best(self) -> int | None:
        """Return the most likely place, the first of equals; None when there is none."""
        chances = self.judgement.probabilities
        return max(range(len(chances)), key=lambda i: (chances[i], -i)) if chances else None

    @property
    def landmark(self) -> Landmark | None:
        """Return the same place in the old and the new text, if it is certain."""
        if self.quote.start is None:
            return None
        if self.held is not None:
            return self.quote.start, self.held[0]
        best = self.best
        if best is None or self.judgement.probabilities[best] < LANDMARK_AT:
            return None
        return self.quote.start, self.places[best].raw_start


class QuoteIndex:
    """A page's text, ready for many quotes."""

    def __init__(self, page: str | Snapshot | PageText) -> None:
        """Take the page; nothing is computed before it is needed."""
        self.page = page_text(page)

    def anchor(self, quote: Quote, mode: Mode | str = Mode.BEST) -> Anchoring:
        """Return where the quote is, or that it is orphaned; the other quotes do not matter."""
        if Mode(mode) is Mode.SPEC:
            return self._anchor_spec(quote)
        return self._decide(self._search(quote))

    def anchor_all(self, quotes: Sequence[Quote], mode: Mode | str = Mode.BEST) -> list[Anchoring]:
        """Return where each quote is; in ``best`` the certain ones help to place the others.

        Only quotes that were taken from the same state of the page (same text length) help.
        """
        if Mode(mode) is Mode.SPEC:
            return [self._anchor_spec(quote) for quote in quotes]
        searches = [self._search(quote) for quote in quotes]
        marks = self._landmarks(searches)
        return [self._decide(self._placed(search, marks)) for search in searches]

    # ---------------------------------------------------------------------------- best

    @cached_property
    def _plain(self) -> Page:
        """Return the visible text in comparable form."""
        return Page(normalise(self.page.text, hidden=self.page.hidden))

    @cached_property
    def _spaced(self) -> Page:
        """Return the same with a space wherever a block or a line ends."""
        text = self.page
        return Page(normalise(text.text, hidden=text.hidden, borders=text.borders))

    def _view(self, needle: Needle) -> Page:
        """Return the form of the page in which the quote is looked for.

        A quote from ``textContent`` has no space where one block follows another, one from the
        screen has. The first kind is usual; the second is recognised by its being there.
        """
        if not self.page.borders or needle.quote in self._plain.text:
            return self._plain
        return self._spaced if needle.quote in self._spaced.text else self._plain

    def _search(self, quote: Quote) -> _Search:
        """Return the places that may be the quote's, judged by its own old offset."""
        held = self._held(quote)
        if held is not None:
            return held
        needle = Needle.of(quote)
        page = self._view(needle)
        expected = self._expect(quote, ())
        where = None if expected is None else page.normalised.place_of(int(expected.middle))
        places = tuple(
            Place(span, weigh(needle, page, span), page.normalised.raw_start(span[0]))
            for span in propose(needle, page, where)
        )
        length = len(needle.quote)
        judgement = judge(places, length, expected)
        return _Search(quote=quote, page=page, length=length, places=places, judgement=judgement)

    def _held(self, quote: Quote) -> _Search | None:
        """Return the search of a quote that needs none: all of it stands, in one place only."""
        there = self._recorded_range(quote)
        if there is not None and self._context_share(quote, there) == 1.0:
            return _Search(quote=quote, held=there, tier=Tier.XPATH)
        before, after = quote.context_before, quote.context_after
        if len(before) + len(after) < HELD_CONTEXT or self.page.hidden:
            return None
        whole = before + quote.exact + after
        at = self.page.text.find(whole)
        if at < 0 or self.page.text.find(whole, at + 1) >= 0:
            return None
        start = at + len(before)
        return _Search(quote=quote, held=(start, start + len(quote.exact)))

    def _expect(self, quote: Quote, marks: Sequence[Landmark]) -> Expectation | None:
        if quote.start is None or not quote.text_length:
            return None
        ends = (quote.text_length, len(self.page.text))
        return expect(quote.start, [(0, 0), *marks, ends])

    def _landmarks(self, searches: Sequence[_Search]) -> dict[int, list[Landmark]]:
        """Return the places that are certain, by the length of the text they were taken from."""
        found: dict[int, list[Landmark]] = {}
        for search in searches:
            mark, length = search.landmark, search.quote.text_length
            if mark is not None and length:
                found.setdefault(length, []).append(mark)
        return {length: rising(marks) for length, marks in found.items()}

    def _placed(self, search: _Search, marks: dict[int, list[Landmark]]) -> _Search:
        """Return the search judged again, now that other quotes tell where it should stand."""
        others = marks.get(search.quote.text_length or 0, [])
        if search.held is not None or not others:
            return search
        own = search.landmark
        expected = self._expect(search.quote, [mark for mark in others if mark != own])
        return replace(search, judgement=judge(search.places, search.length, expected))

    def _decide(self, search: _Search) -> Anchoring:
        if search.held is not None:
            reason = "the quote stands there with all of its context"
            return self._found(search, search.held, search.tier, HELD, reason)
        best = search.best
        if best is None or search.page is None:
            return self._orphan(search.quote, "nothing on the page resembles it")
        place, chance = search.places[best], search.judgement.probabilities[best]
        raw = self._raw(search.page, place)
        if chance < ANCHOR_AT:
            return self._orphan(search.quote, _refusal(search, best), raw, chance)
        tier = self._tier(search.quote, place, raw)
        return self._found(search, raw, tier, chance, _support(place))

    def _raw(self, page: Page, place: Place) -> tuple[int, int]:
        return page.normalised.raw_start(place.span[0]), page.normalised.raw_end(place.span[1])

    def _tier(self, quote: Quote, place: Place, raw: tuple[int, int]) -> Tier:
        if place.evidence.exact:
            return Tier.XPATH if raw == self._recorded_range(quote) else Tier.CONTEXT
        seam = place.evidence.likeness < SEAM_LIKENESS and place.evidence.near_run >= SEAM_RUN
        return Tier.SEAM if seam else Tier.APPROXIMATE

    # ---------------------------------------------------------------------------- spec

    def _anchor_spec(self, quote: Quote) -> Anchoring:
        """Return what tier 1 and tier 2 say, to the letter."""
        there = self._recorded_range(quote)
        if there is not None:
            share = self._context_share(quote, there)
            reason = "the recorded element still holds the quote"
            return self._result(quote, there, Mode.SPEC, Tier.XPATH, share, reason)
        best = find_best_by_context(
            self.page.text, quote.exact, quote.context_before, quote.context_after
        )
        if best is None:
            reason = "the exact text is not on the page"
            return Anchoring(
                quote=quote, mode=Mode.SPEC, tier=Tier.ORPHANED, confidence=0.0, reason=reason
            )
        place = (best.start, best.end)
        told = f"{best.score} of {best.possible} characters of its context agree"
        if best.score < best.possible * MIN_CONTEXT_SHARE:
            reason = f"the text is there, but only {told}"
            return Anchoring(
                quote=quote,
                mode=Mode.SPEC,
                tier=Tier.ORPHANED,
                confidence=0.0,
                reason=reason,
                near_miss=self._near_miss(place, best.share),
            )
        return self._result(quote, place, Mode.SPEC, Tier.CONTEXT, best.share, told)

    def _recorded_range(self, quote: Quote) -> tuple[int, int] | None:
        """Return the range that the recorded elements name, if the quote stands there."""
        if quote.start_point is None or quote.end_point is None:
            return None
        start = self.page.find_offset(quote.start_point)
        end = self.page.find_offset(quote.end_point)
        if start is None or end is None or self.page.text[start:end] != quote.exact:
            return None
        return start, end

    def _context_share(self, quote: Quote, there: tuple[int, int]) -> float:
        """Return how much of the near context agrees; 1.0 where there is none."""
        before = quote.context_before[-SCORED_CONTEXT:]
        after = quote.context_after[:SCORED_CONTEXT]
        if not before and not after:
            return 1.0
        text = self.page.text
        score = longest_matching_suffix(text[max(0, there[0] - len(before)) : there[0]], before)
        score += longest_matching_prefix(text[there[1] : there[1] + len(after)], after)
        return score / (len(before) + len(after))

    # -------------------------------------------------------------------------- results

    def _range(self, start: int, end: int) -> TextRange:
        return TextRange(start, end, self.page.point_at(start), self.page.point_before(end))

    def _result(
        self, quote: Quote, raw: tuple[int, int], mode: Mode, tier: Tier, chance: float, why: str
    ) -> Anchoring:
        text = self.page.text[raw[0] : raw[1]]
        return Anchoring(
            quote=quote,
            mode=mode,
            tier=tier,
            confidence=_percent(chance),
            reason=why,
            range=self._range(*raw),
            text=text,
            changes=() if text == quote.exact else changes_between(quote.exact, text),
        )

    def _found(
        self, search: _Search, raw: tuple[int, int], tier: Tier, chance: float, why: str
    ) -> Anchoring:
        return self._result(search.quote, raw, Mode.BEST, tier, chance, why)

    def _orphan(
        self, quote: Quote, reason: str, raw: tuple[int, int] | None = None, chance: float = 0.0
    ) -> Anchoring:
        return Anchoring(
            quote=quote,
            mode=Mode.BEST,
            tier=Tier.ORPHANED,
            confidence=0.0,
            reason=reason,
            near_miss=None if raw is None else self._near_miss(raw, chance),
        )

    def _near_miss(self, raw: tuple[int, int], chance: float) -> NearMiss:
        text = self.page.text[raw[0] : raw[1]]
        return NearMiss(range=self._range(*raw), text=text, confidence=_percent(chance))


def anchor(
    quote: Quote, page: str | Snapshot | PageText, mode: Mode | str = Mode.BEST
) -> Anchoring:
    """Return where a quote is on a page or in a text, or that it is orphaned.

    For several quotes of one page make a ``QuoteIndex``.
    """
    return QuoteIndex(page).anchor(quote, mode)


def _percent(chance: float) -> float:
    return round(100 * chance, 1)


def _support(place: Place) -> str:
    """Return in words what speaks for a place."""
    evidence = place.evidence
    words = (
        "the words are the same" if evidence.exact else f"{evidence.likeness:.0%} of it is alike"
    )
    return f"{words}, {evidence.near_run / 2:.0%} of the context next to it agrees"


def _refusal(search: _Search, best: int) -> str:
    """Return in words why the best place was not taken."""
    chances, place = search.judgement.probabilities, search.places[best]
    told = _support(place)
    rivals = sum(chance > chances[best] / 2 for chance in chances) - 1
    if rivals and search.judgement.gone < chances[best]:
        others = "another place fits" if rivals == 1 else f"{rivals} other places fit"
        return f"{others} nearly as well: {told}"
    return f"too little agrees at the nearest place: {told}"
