"""Quote search: the places of one page that may be a quote's, and how likely each is."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log

from rapidfuzz.distance import LCSseq

from holdfast.quotes.anchoring import Tier
from holdfast.quotes.evidence import QuoteComparison, QuotedPage
from holdfast.quotes.landmarks import Expectation, Landmark, expect, rising
from holdfast.quotes.needle import NEAR, Needle
from holdfast.quotes.normalise import normalise
from holdfast.quotes.page_text import QuotableText
from holdfast.quotes.propose import propose
from holdfast.quotes.quote import Quote
from holdfast.quotes.quote_probability import ANCHOR_AT, WEIGHTS, Judgement, QuotePlace, judge
from holdfast.quotes.spec import context_share, recorded_range
from holdfast.quotes.word_edges import drop_spaces, skip_spaces

# Context that must stand with a quote before it is taken without a search.
HELD_CONTEXT = 20
# From this probability on a quote helps to tell where the others should stand.
LANDMARK_AT = 0.95
# Other places that are less likely than this, all of them, are none where the context stands.
NO_RIVALS = 0.0002
# Share of its length by which a text may have grown if nobody knows how long it was.
DRIFT = 0.05

Span = tuple[int, int]
NOWHERE = Judgement((), 1.0)
BEGINNING = Landmark(0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A quote and where it may be; ``held`` is where it is beyond doubt, without any search."""

    quote: Quote
    needle: Needle | None = None
    held: Span | None = None
    tier: Tier = Tier.CONTEXT
    page: QuotedPage | None = None
    places: tuple[QuotePlace, ...] = ()
    expected: Expectation | None = None
    judgement: Judgement = NOWHERE
    readings: tuple[tuple[Span, "Search"], ...] = ()  # words that an edited quote may misspell

    @property
    def best(self) -> int | None:
        """Return the most likely place, the first of equals; None when there is none."""
        chances = self.judgement.probabilities
        return chances.index(max(chances)) if chances else None

    @property
    def chance(self) -> float:
        """Return the probability of the best place, 0 when there is none."""
        return max(self.judgement.probabilities, default=0.0)

    @property
    def rivals(self) -> float:
        """Return the probability of all places but the best."""
        return 1.0 - self.judgement.gone - self.chance

    def chance_at(self, span: Span) -> float:
        """Return the probability of the place at which a range lies, of the best if none does."""
        if self.held is not None:
            return 1.0
        chances = zip(self.places, self.judgement.probabilities, strict=True)
        there = (chance for place, chance in chances if _meet(place.span, span))
        return max(there, default=self.chance)

    @property
    def landmark(self) -> Landmark | None:
        """Return the same place in the old and the new text, if it is certain."""
        if self.quote.start is None:
            return None
        if self.held is not None:
            return Landmark(self.quote.start, *self.held)
        best = self.best
        if best is None or self.judgement.probabilities[best] < LANDMARK_AT:
            return None
        return Landmark(self.quote.start, *self.places[best].raw)


class PageSearch:
    """One page, made comparable once and indexed once, when it is first needed."""

    def __init__(self, page: QuotableText, weights: Mapping[str, float] = WEIGHTS) -> None:
        """Take the page; other weights are for those who fit them."""
        self.page, self.weights = page, tuple(weights.values())

    @cached_property
    def _plain(self) -> QuotedPage:
        """Return the visible text in comparable form."""
        return QuotedPage(normalise(self.page.text, hidden=self.page.hidden))

    @cached_property
    def _spaced(self) -> QuotedPage:
        """Return the same with a space wherever a block or a line ends."""
        text = self.page
        return QuotedPage(normalise(text.text, hidden=text.hidden, borders=text.borders))

    @cached_property
    def _laid_open(self) -> QuotedPage:
        """Return the text with what is folded away or hidden, but without scripts."""
        return QuotedPage(normalise(self.page.text, hidden=self.page.unread))

    def _view(self, needle: Needle) -> QuotedPage:
        """Return the form of the page in which the quote is looked for.

        A quote from ``textContent`` has no space where one block follows another, one from the
        screen has. The first kind is usual; the second is recognised by its being there.
        """
        if not self.page.borders or needle.quote in self._plain.text:
            return self._plain
        return self._spaced if needle.quote in self._spaced.text else self._plain

    def find(self, quote: Quote) -> Search:
        """Return where the quote may be, by itself; in hidden text only if it is nowhere else."""
        needle = Needle.of(quote)
        held = None if self._is_surely_edited(quote, needle) else self._held(quote)
        if held is not None:
            return held
        search = self._find_on(quote, needle, self._view(needle))
        if search.chance < ANCHOR_AT and len(self.page.hidden) > len(self.page.unread):
            tucked = self._find_on(quote, needle, self._laid_open)
            return tucked if tucked.chance >= ANCHOR_AT else search
        return search

    def _find_on(self, quote: Quote, needle: Needle, page: QuotedPage) -> Search:
        return self._bounded(self._looked(quote, needle, page, self._expect(quote, ())))

    def _looked(
        self, quote: Quote, needle: Needle, page: QuotedPage, expected: Expectation | None
    ) -> Search:
        comparison = QuoteComparison(needle, page)
        search = Search(quote=quote, needle=needle, page=page)
        where = None if expected is None else page.normalised.place_of(int(expected.middle))
        search = self._judged(_with_places(search, comparison, where, None), expected)
        if expected is None or search.chance >= LANDMARK_AT:
            return search
        return self._judged(_with_places(search, comparison, where, expected.width), expected)

    def _bounded(self, search: Search) -> Search:
        """Return a search that is no surer than one for the words that stand at its best place.

        What differs there may differ even more at other places; that is no reason to be surer. So
        a misspelt quote is at most as sure as the words it misspells: by definition, not by luck.
        Where its context stands and nothing else is like it, twins of those words included, they
        have no rivals, either, and are not looked for.
        """
        best, page, needle = search.best, search.page, search.needle
        if best is None or page is None or needle is None or search.chance < ANCHOR_AT:
            return search
        place = search.places[best]
        is_alone = search.rivals < NO_RIVALS and place.evidence.run >= HELD_CONTEXT
        if place.evidence.exact or is_alone:
            return search
        known = dict(search.readings)
        readings = {
            span: self._reading(span, search, page, known.get(span))
            for span in misspelt_spans(needle.quote, page.text, place.span)
        }
        most = min(found.chance_at(span) for span, found in readings.items())
        search = replace(search, readings=tuple(readings.items()))
        if most >= search.chance:
            return search
        return replace(search, judgement=search.judgement.times(most / search.chance))

    def _reading(
        self, span: Span, search: Search, page: QuotedPage, known: Search | None
    ) -> Search:
        """Return the search for a quote that has the words of a range, all else equal."""
        assert search.needle is not None
        if known is not None:
            return self._again(known, search.expected)
        there = self.page.text[slice(*page.raw_span(span))]
        held = self._held(replace(search.quote, exact=there, start=None, text_length=None))
        if held is not None:
            return held
        words = replace(search.needle, quote=page.text[slice(*span)])
        return self._looked(search.quote, words, page, search.expected)

    def find_together(self, quotes: Sequence[Quote]) -> list[Search]:
        """Return where the quotes may be; those that are certain tell where others should stand.

        Only quotes that were taken from the same state of the page help: those with the same text
        length, or all without one, of which those that do not stand in order are left out.
        """
        searches = [self.find(quote) for quote in quotes]
        marks = _landmarks(searches)
        return [self._placed(search, marks) for search in searches]

    def _placed(self, search: Search, marks: Mapping[int, list[Landmark]]) -> Search:
        others = marks.get(search.quote.text_length or 0, [])
        if search.held is not None or not others:
            return search
        expected = self._expect(search.quote, _apart(others, search.quote))
        return self._bounded(self._again(search, expected))

    def _again(self, search: Search, expected: Expectation | None) -> Search:
        """Return a search when more is known of where the quote should stand."""
        if search.held is not None or search.page is None or search.needle is None:
            return search
        if search.chance >= LANDMARK_AT:
            return self._judged(search, expected)
        found = self._looked(search.quote, search.needle, search.page, expected)
        return replace(found, readings=search.readings)

    def _judged(self, search: Search, expected: Expectation | None) -> Search:
        judgement = judge(search.places, expected, self.weights)
        return replace(search, expected=expected, judgement=judgement)

    def _expect(self, quote: Quote, marks: Sequence[Landmark]) -> Expectation | None:
        if quote.start is None:
            return None
        # White space at its beginning is not looked for.
        start = quote.start + len(quote.exact) - len(quote.exact.lstrip())
        if quote.text_length:
            length = len(self.page.text)
            ends = Landmark(quote.text_length, length, length)
            changed = abs(log(max(length, 1) / quote.text_length))
            return replace(expect(start, [BEGINNING, *marks, ends]), changed=changed)
        last = marks[-1] if marks else BEGINNING
        if start >= last.old:  # nobody knows how much was to come
            middle, drift = last.new + start - last.old, DRIFT * len(self.page.text)
            return Expectation(middle, drift, is_marked=bool(marks), low=last.end)
        return replace(expect(start, [BEGINNING, *marks]), is_marked=True)

    def _held(self, quote: Quote) -> Search | None:
        """Return the search of a quote that needs none: all of it stands, in one place only."""
        there = recorded_range(quote, self.page)
        if there is not None and context_share(quote, self.page.text, there) == 1.0:
            return Search(quote=quote, held=there, tier=Tier.XPATH)
        before, after = quote.context_before, quote.context_after
        if len(before) + len(after) < HELD_CONTEXT:
            return None
        whole = before + quote.exact + after
        at = self.page.text.find(whole)
        if at < 0 or self.page.text.find(whole, at + 1) >= 0:
            return None
        start, end = at + len(before), at + len(before) + len(quote.exact)
        return None if self.page.is_hidden(start, end) else Search(quote=quote, held=(start, end))

    def _is_surely_edited(self, quote: Quote, needle: Needle) -> bool:
        """Return whether the index, if there is one already, tells that the words stand nowhere.

        That saves reading the whole page. It is no proof where marks may compose across the ends.
        """
        if "_plain" not in vars(self) or self.page.hidden or not quote.context_after:
            return False
        is_plain = (quote.exact + quote.context_after[0]).isascii()
        return is_plain and not self._plain.occurrences(needle.quote)


def _with_places(
    search: Search, comparison: QuoteComparison, where: int | None, reach: float | None
) -> Search:
    page = comparison.page
    places = tuple(
        QuotePlace(span, comparison.weigh(span), page.raw_span(span))
        for span in propose(comparison, where, reach)
    )
    return replace(search, places=places)


def _meet(one: Span, two: Span) -> bool:
    return one[0] < two[1] and two[0] < one[1]


def _apart(marks: list[Landmark], quote: Quote) -> list[Landmark]:
    """Return the marks but for the quote's own and those that begin in it or its near context.

    What shares its words with the quote would be wrong together with it.
    """
    start = quote.start or 0
    behind = bisect_left(marks, (start + len(quote.exact) + NEAR, 0))
    return marks[: bisect_left(marks, (start - NEAR, 0))] + marks[behind:]


def _landmarks(searches: Sequence[Search]) -> dict[int, list[Landmark]]:
    """Return the places that are certain, by the length of the text they were taken from."""
    found: dict[int, list[Landmark]] = {}
    for search in searches:
        mark = search.landmark
        if mark is not None:
            found.setdefault(search.quote.text_length or 0, []).append(mark)
    return {length: rising(marks) for length, marks in found.items()}


def misspelt_spans(quote: str, text: str, span: Span) -> set[Span]:
    """Return which words of the page the quote may misspell.

    From the first to the last letter that is the quote's, too; and with as many letters more as
    differ at its ends, because those may have been misspelt.
    """
    steps = [step for step in LCSseq.opcodes(quote, text[slice(*span)]) if step.tag == "equal"]
    if not steps:
        return {span}
    first, last = steps[0], steps[-1]
    start, end = span[0] + first.dest_start, span[0] + last.dest_end
    wide = max(0, start - first.src_start), min(len(text), end + len(quote) - last.src_end)
    return {(start, end), (skip_spaces(text, wide[0]), drop_spaces(text, wide[1]))}
