"""What speaks for a place."""

from itertools import pairwise
from math import log

import pytest

from holdfast.quotes import Quote
from holdfast.quotes.evidence import QuoteComparison, QuotedPage, shared_length
from holdfast.quotes.needle import Needle
from holdfast.quotes.normalise import normalise

TEXT = "Some words stand before the quoted passage here, and some words stand behind it."


def compare(quote: Quote, text: str = TEXT) -> QuoteComparison:
    return QuoteComparison(Needle.of(quote), QuotedPage(normalise(text)))


def a_quote(words: str = "quoted passage") -> Quote:
    start = TEXT.index(words)
    return Quote.capture(TEXT, start, start + len(words))


def test_at_its_own_place_everything_agrees() -> None:
    evidence = compare(a_quote()).weigh((28, 42))
    assert (evidence.likeness, evidence.exact, evidence.own) == (1.0, True, 1.0)
    assert (evidence.before.run, evidence.after.run) == (28, 38)
    assert evidence.before.edge == evidence.before.near_missed == evidence.after.far_missed == 0


def test_context_that_is_not_stored_says_nothing() -> None:
    evidence = compare(Quote(exact="quoted passage")).weigh((28, 42))
    assert evidence.before == evidence.after == (0, 0, 0.0, 0.0, 0, 0)
    # 28 characters, none of which differs, and 6 that may.
    assert evidence.surroundings == pytest.approx(log(28 / 6))


def test_context_that_differs_is_counted_in_pieces() -> None:
    quote = Quote(exact="quoted passage", context_before="0123456789", context_after=" here")
    evidence = compare(quote).weigh((28, 42))
    assert evidence.before == (0, 3, 0.0, 0.0, 7, 0)
    assert (evidence.after.run, evidence.after.edge, evidence.after.near_missed) == (5, 0, 0)
    assert evidence.after.near > 0


def test_agreement_by_hand() -> None:
    # "bc" of "abcd" against "xbcx": 2 shared, 4 not; no context is stored.
    assert compare(Quote(exact="abcd"), "xbcx").agreement((0, 4)) == 2 - 4


def test_rare_words_say_more_than_common_ones() -> None:
    text = "the same the same the same the same the same Zanzibar"
    common = compare(Quote(exact="the same"), text).weigh((0, 8))
    rare = compare(Quote(exact="Zanzibar"), text).weigh((45, 53))
    assert rare.information > common.information


def test_every_occurrence_is_found_overlapping_ones_too() -> None:
    assert compare(Quote(exact="ababa"), "abababa").occurrences == [0, 2]
    assert compare(Quote(exact="ab"), "abab").occurrences == [0, 2]


def test_the_likeness_of_half_a_text_is_by_shared_characters() -> None:
    assert compare(Quote(exact="abcd"), "ab").weigh((0, 2)).likeness == pytest.approx(2 * 2 / 6)


def test_what_was_lost_of_a_context_is_not_found_again_farther_out() -> None:
    text = "one two three quoted six five four"
    lost = [
        compare(Quote(exact="quoted", context_after=" five four six"[:length]), text)
        .weigh((14, 20))
        .surroundings
        for length in range(15)
    ]
    gains = [log(2 * (7 + length) / (2 * (6 + length))) for length in range(14)]
    assert all(
        after - before <= gain + 1e-9
        for (before, after), gain in zip(pairwise(lost), gains, strict=True)
    )


def test_very_long_texts_are_compared_by_words() -> None:
    words = [f"word{number}" for number in range(1000)]
    whole, half = " ".join(words), " ".join(words[:500])
    assert shared_length(whole, whole) == len(whole)
    assert shared_length(whole, half) == pytest.approx(len(half), rel=0.02)
