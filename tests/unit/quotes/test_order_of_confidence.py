"""Confidence never misorders: more that agrees is never less sure, more that differs never more.

The quick tests try a few hundred texts, the slow ones more than ten thousand.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from holdfast.quotes import Anchoring, Quote, anchor

QUICK = settings(max_examples=70)
MANY = settings(max_examples=2200, suppress_health_check=[HealthCheck.too_slow])

COMMON = "the of and to in is that it was for on as with his they at be this from have".split()
RARE = "harbour lantern quartz Zanzibar fifteen crates silence weather market furled".split()
CHINESE = ["理解", "这些", "差异", "有助于", "避免", "使用", "中的", "困惑"]
ROWS = "listing-18-20 listing-18-21 listing-19-20 number 4 5 from the first second task".split()
WORD, LONGER = 4, 8  # letters of a word, and of a context that is longer by more than chance
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FOREIGN = "mountain purple invoice lemon bicycle therefore 0X7Q 99181 ZZTOP".split()


@dataclass(frozen=True)
class Selected:
    """A stretch of a text, and what is stored of it."""

    text: str
    start: int
    end: int
    has_place: bool

    @property
    def exact(self) -> str:
        """Return the selected words."""
        return self.text[self.start : self.end]

    def quote(self, context: int) -> Quote:
        """Return the quote with so much context on either side."""
        return Quote(
            exact=self.exact,
            context_before=self.text[max(0, self.start - context) : self.start],
            context_after=self.text[self.end : self.end + context],
            start=self.start if self.has_place else None,
            text_length=len(self.text) if self.has_place else None,
        )


@st.composite
def selections(draw: st.DrawFn) -> Selected:
    """Draw a text with few or many twins in it, and a stretch of it, from any letter to any."""
    words = draw(st.sampled_from([COMMON, COMMON + RARE, RARE, RARE + CHINESE, CHINESE, ROWS]))
    chosen = draw(st.lists(st.sampled_from(words), min_size=12, max_size=90))
    text = ("" if words is CHINESE else " ").join(chosen)
    start = draw(st.integers(0, len(text) - 2))
    end = min(len(text), start + draw(st.integers(2, 60)))
    assume(text[start:end].strip())
    return Selected(text, start, end, draw(st.booleans()))


def is_misspelt_less_sure(selected: Selected, data: st.DataObject) -> None:
    exact = selected.exact
    assume(exact == exact.strip())  # a space at an end is context, not a letter
    at = data.draw(st.integers(0, len(exact) - 1))
    letter = data.draw(st.sampled_from("qxjz"))
    kind = data.draw(st.sampled_from(["replaced", "inserted", "left out"]))
    kept = exact[:at] + ("" if kind == "left out" else letter)
    misspelt = kept + (exact[at:] if kind == "inserted" else exact[at + 1 :])
    assume(misspelt.strip() and misspelt.strip() not in selected.text)
    quote = selected.quote(data.draw(st.sampled_from([0, 0, 8, 30, 120])))
    right, wrong = (
        anchor(replace(quote, exact=words, text_length=None), selected.text)
        for words in (exact, misspelt)
    )
    assert right.confidence >= wrong.confidence


def is_more_agreeing_context_surer(selected: Selected, data: st.DataObject) -> None:
    less = data.draw(st.integers(0, 119))
    more = data.draw(st.integers(less + 1, 120))
    short, long = (anchor(selected.quote(context), selected.text) for context in (less, more))
    assert long.confidence >= short.confidence


def is_more_foreign_context_less_sure(selected: Selected, data: st.DataObject) -> None:
    """Check a word or more: a single letter agrees with something by chance."""
    assume(len(selected.exact.strip()) >= WORD)
    words = data.draw(st.lists(st.sampled_from(FOREIGN), min_size=10, max_size=24))
    foreign = f" {' '.join(words)} "
    less = data.draw(st.sampled_from([0, *range(LONGER, len(foreign) - LONGER)]))
    more = data.draw(st.integers(less + LONGER, len(foreign)))
    quote = selected.quote(data.draw(st.sampled_from([0, 0, 5, 12, 30])))
    short, long = (
        anchor(
            replace(
                quote,
                context_before=foreign[len(foreign) - length :] + quote.context_before,
                context_after=quote.context_after + foreign[:length],
            ),
            selected.text,
        )
        for length in (less, more)
    )
    assert long.confidence <= short.confidence or place(long) != place(short)


def is_its_own_place_surest(selected: Selected, data: st.DataObject) -> None:
    length = len(selected.text)
    away = data.draw(st.integers(0, length - len(selected.exact)))
    quote = selected.quote(data.draw(st.sampled_from([0, 0, 8, 30])))
    there, elsewhere = (
        anchor(replace(quote, start=start, text_length=length), selected.text)
        for start in (selected.start, away)
    )
    assert there.confidence >= elsewhere.confidence or place(there) != place(elsewhere)


def is_nearer_surer(selected: Selected, data: st.DataObject) -> None:
    """Check where nothing else is like it: every step counts, with a length and without."""
    words = data.draw(st.lists(st.text(LETTERS, min_size=4, max_size=9), min_size=8, unique=True))
    exact = selected.exact.strip()
    selected = replace(selected, text=f"{' '.join(words[:4])} {exact} {' '.join(words[4:])}")
    assume(len(exact) >= WORD and selected.text.count(exact) == 1)
    start = selected.text.index(exact)
    selected = replace(selected, start=start, end=start + len(exact))
    last = len(selected.text) - len(selected.exact)
    starts = data.draw(st.lists(st.integers(0, last), min_size=2, max_size=2, unique=True))
    near, far = sorted(starts, key=lambda start: abs(start - selected.start))
    length = data.draw(st.sampled_from([None, len(selected.text)]))
    quote = selected.quote(data.draw(st.sampled_from([0, 0, 8])))
    nearer, farther = (
        anchor(replace(quote, start=start, text_length=length), selected.text)
        for start in (near, far)
    )
    assume(place(farther) in {None, (selected.start, selected.end)})
    assert nearer.confidence >= farther.confidence


def place(found: Anchoring) -> tuple[int, int] | None:
    """Return where a quote was found or nearly found."""
    near = found.near_miss
    there = found.range if near is None else near.range
    return None if there is None else (there.start, there.end)


PROPERTIES = [
    is_misspelt_less_sure,
    is_more_agreeing_context_surer,
    is_more_foreign_context_less_sure,
    is_its_own_place_surest,
    is_nearer_surer,
]
each = pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
Property = Callable[[Selected, st.DataObject], None]


@each
def test_confidence_never_misorders(holds: Property) -> None:
    QUICK(given(selections(), st.data())(holds))()


@pytest.mark.slow
@each
def test_confidence_never_misorders_in_ten_thousand_cases(holds: Property) -> None:
    MANY(given(selections(), st.data())(holds))()
