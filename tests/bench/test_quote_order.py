"""Confidence on real documents: words from an old state, looked for in the new one, in pairs.

Of each pair one quote says less that is true than the other, all else equal; it may not be surer.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from holdfast.quotes import Anchoring, Quote, QuoteIndex

pytestmark = [pytest.mark.bench, pytest.mark.slow]

SEED, PER_DOCUMENT = 3, 12
LENGTHS, CONTEXTS = (4, 8, 15, 30, 60), (0, 8, 30)
WORD = 8  # letters by which a context is longer: less agrees with something by chance
FOREIGN = " mountain purple invoice lemon bicycle therefore 0X7Q 99181 ZZTOP "
# Which places are looked at depends on the context: in so many of 1 000 pairs, by so many points, a
# longer one shows a rival that was not seen before, or one that was is seen no more.
SHOWN_LATER, SHOWN_LATER_BY = 2, 3.0


@dataclass(frozen=True)
class Pages:
    """Two states of a document, the new one ready to be searched."""

    old: str
    new: str
    index: QuoteIndex


@pytest.fixture(scope="module")
def documents(bench_root: Path) -> list[Pages]:
    """Return every document of the set."""
    found = []
    for folder in sorted((bench_root / "quotes" / "docs").iterdir()):
        old, new = ((folder / f"{state}.txt").read_bytes().decode() for state in ("old", "new"))
        found.append(Pages(old, new, QuoteIndex(new)))
    return found


def quotes(text: str, choice: random.Random) -> Iterator[Quote]:
    """Yield quotes of a text, from any letter to any, with more or less known of them."""
    for _ in range(PER_DOCUMENT):
        start = choice.randrange(len(text) - max(LENGTHS))
        end, context = start + choice.choice(LENGTHS), choice.choice(CONTEXTS)
        has_start, has_length = choice.random() < 0.6, choice.random() < 0.7
        if text[start:end] == text[start:end].strip():
            yield Quote(
                exact=text[start:end],
                context_before=text[max(0, start - context) : start],
                context_after=text[end : end + context],
                start=start if has_start else None,
                text_length=len(text) if has_start and has_length else None,
            )


def misspell(words: str, choice: random.Random) -> str:
    """Return words with one letter that is not theirs, or one less; often at an end."""
    at = choice.choice([0, len(words) - 1, choice.randrange(len(words))])
    letter, kind = choice.choice("qxjz"), choice.choice(["replaced", "inserted", "left out"])
    kept = words[:at] + ("" if kind == "left out" else letter)
    return kept + (words[at:] if kind == "inserted" else words[at + 1 :])


def test_a_misspelt_quote_is_never_surer_than_its_words(documents: list[Pages]) -> None:
    choice, tried, surer = random.Random(SEED), 0, []
    for pages in documents:
        for text in (pages.old, pages.new):
            for quote in quotes(text, choice):
                wrong = misspell(quote.exact, choice).strip()
                if quote.exact not in pages.new or not wrong or wrong in pages.new:
                    continue
                right = pages.index.anchor(quote)
                misspelt = pages.index.anchor(replace(quote, exact=wrong))
                tried += 1
                if misspelt.confidence > right.confidence:
                    surer.append((quote.exact, wrong, right.confidence, misspelt.confidence))
    assert tried > 900
    assert surer == []


# Pairs that were out of order when an edited quote was held against its words only as far as they
# agree: the state of a document, where in it, how many letters with how much context, which letter.
ENDS = [
    pytest.param("old", "book--ch13-03-improving-our-io-project--daa268a", 2329, 30, 30, -1, "q"),
    pytest.param("new", "dom--dom--e7d6445", 146166, 30, 0, -1, "q"),
    pytest.param("new", "peps--pep-0740--708a729", 9214, 60, 8, 0, "x"),
]


@pytest.mark.parametrize(("state", "name", "start", "length", "context", "at", "letter"), ENDS)
def test_nor_if_its_first_or_last_letter_is_the_misspelt_one(
    bench_root: Path,
    state: str,
    name: str,
    start: int,
    length: int,
    context: int,
    at: int,
    letter: str,
) -> None:
    (folder,) = (bench_root / "quotes" / "docs").glob(f"{name}*")
    text, page = ((folder / f"{when}.txt").read_bytes().decode() for when in (state, "new"))
    whole = replace(Quote.capture(text, start, start + length), start_point=None, end_point=None)
    letters = list(whole.exact)
    letters[at] = letter
    index = QuoteIndex(page)
    for begin, size in ((start, len(text)), (start, None), (None, None)):
        near = _with_context(whole, text, start, context)
        quote = replace(near, start=begin, text_length=size)
        misspelt = replace(quote, exact="".join(letters))
        assert index.anchor(misspelt).confidence <= index.anchor(quote).confidence


def test_nor_is_it_among_other_quotes(documents: list[Pages]) -> None:
    choice, tried, surer = random.Random(SEED), 0, []
    for pages in documents[::4]:
        found = list(quotes(pages.old, choice))
        for number, quote in enumerate(found):
            wrong = misspell(quote.exact, choice).strip()
            if quote.exact not in pages.new or not wrong or wrong in pages.new:
                continue
            right, misspelt = (
                pages.index.anchor_all([*found[:number], asked, *found[number + 1 :]])[number]
                for asked in (quote, replace(quote, exact=wrong))
            )
            tried += 1
            if misspelt.confidence > right.confidence:
                surer.append((quote.exact, wrong, right.confidence, misspelt.confidence))
    assert tried > 90
    assert surer == []


def test_a_longer_context_that_agrees_is_hardly_ever_less_sure(documents: list[Pages]) -> None:
    choice, tried, losses = random.Random(SEED), 0, []
    for pages in documents:
        for quote in quotes(pages.new, choice):
            at = pages.new.index(quote.exact) if quote.start is None else quote.start
            less = choice.choice([0, 3, 8, 15, 29])
            more = less + choice.choice([1, 2, WORD, 30])
            short, long = (
                pages.index.anchor(_with_context(quote, pages.new, at, length))
                for length in (less, more)
            )
            tried += 1
            if long.confidence < short.confidence:
                losses.append(short.confidence - long.confidence)
    assert tried > 600
    assert len(losses) <= SHOWN_LATER * tried / 1000
    assert max(losses, default=0.0) <= SHOWN_LATER_BY


def test_a_longer_context_that_disagrees_is_hardly_ever_surer(documents: list[Pages]) -> None:
    choice, tried, gains = random.Random(SEED), 0, []
    for pages in documents:
        for quote in quotes(pages.new, choice):
            less = choice.choice([0, WORD, 20])
            more = less + choice.choice([WORD, 20])
            short, long = (
                pages.index.anchor(
                    replace(
                        quote,
                        context_before=FOREIGN[len(FOREIGN) - length :] + quote.context_before,
                        context_after=quote.context_after + FOREIGN[:length],
                    )
                )
                for length in (less, more)
            )
            tried += 1
            if long.confidence > short.confidence and _place(long) == _place(short):
                gains.append(long.confidence - short.confidence)
    assert tried > 600
    assert len(gains) <= SHOWN_LATER * tried / 1000
    assert max(gains, default=0.0) <= SHOWN_LATER_BY


def _with_context(quote: Quote, text: str, start: int, length: int) -> Quote:
    end = start + len(quote.exact)
    before, after = text[max(0, start - length) : start], text[end : end + length]
    return replace(quote, context_before=before, context_after=after)


def _place(found: Anchoring) -> tuple[int, int] | None:
    """Return where a quote was found or nearly found."""
    near = found.near_miss
    there = found.range if near is None else near.range
    return None if there is None else (there.start, there.end)
