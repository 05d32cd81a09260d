"""Tier 2 to the letter; the numbers are worked out by hand."""

import pytest

from holdfast.errors import QuoteInvalid
from holdfast.quotes import find_range_by_context, longest_matching_prefix, longest_matching_suffix

BEFORE = "abcdefghijklmnopqrstuvwxyz1234"  # 30 characters
AFTER = "4321zyxwvutsrqponmlkjihgfedcba"  # 30 characters


def test_a_whole_suffix_counts_in_full() -> None:
    assert longest_matching_suffix("hello world", "world") == 5


def test_a_whole_prefix_counts_in_full() -> None:
    assert longest_matching_prefix("hello world", "hello") == 5


def test_28_of_30_characters_count_28() -> None:
    assert longest_matching_suffix("xx" + BEFORE[2:], BEFORE) == 28
    assert longest_matching_prefix(AFTER[:28] + "xx", AFTER) == 28


def test_no_match_counts_nothing() -> None:
    assert longest_matching_suffix("hello", "xyz") == 0
    assert longest_matching_prefix("hello", "xyz") == 0


@pytest.mark.parametrize(("text", "context"), [("", "abc"), ("abc", ""), ("", "")])
def test_nothing_against_something_counts_nothing(text: str, context: str) -> None:
    assert longest_matching_suffix(text, context) == 0
    assert longest_matching_prefix(text, context) == 0


def test_very_short_texts_work() -> None:
    assert longest_matching_suffix("a", "a") == 1
    assert longest_matching_suffix("a", "ba") == 1
    assert longest_matching_prefix("a", "ab") == 1
    assert longest_matching_prefix("b", "a") == 0


def test_only_the_end_that_touches_the_quote_counts() -> None:
    assert longest_matching_suffix("abc-", "abc") == 0
    assert longest_matching_prefix("-abc", "abc") == 0


def test_full_context_finds_the_place() -> None:
    text = f"word {BEFORE}word{AFTER} word"
    assert find_range_by_context(text, "word", BEFORE, AFTER) == (35, 39)


def test_28_of_30_characters_still_find_the_place() -> None:
    text = f"word and xx{BEFORE[2:]}word{AFTER[:28]}xx word"
    assert find_range_by_context(text, "word", BEFORE, AFTER) == (39, 43)


def test_below_three_tenths_of_the_possible_score_is_none() -> None:
    # 17 of 60 characters agree, 18 would be 0.3.
    text = "#" * 13 + BEFORE[13:] + "word" + "#" * 30
    assert find_range_by_context(text, "word", BEFORE, AFTER) is None
    text = "#" * 12 + BEFORE[12:] + "word" + "#" * 30
    assert find_range_by_context(text, "word", BEFORE, AFTER) == (30, 34)


def test_a_single_occurrence_without_any_agreement_is_none() -> None:
    assert find_range_by_context("other word other", "word", "before ", " after") is None


def test_empty_context_accepts_any_occurrence() -> None:
    assert find_range_by_context("some word here", "word", "", "") == (5, 9)


def test_equal_scores_take_the_first() -> None:
    assert find_range_by_context("a word b, a word b", "word", "a ", " b") == (2, 6)


def test_context_that_is_near_but_not_next_to_it_counts_nothing() -> None:
    # A search for the context anywhere nearby would accept this one.
    text = "contextual but then word and far off"
    assert find_range_by_context(text, "word", "contextual", "far off") is None


def test_overlapping_occurrences_all_count() -> None:
    assert find_range_by_context("xabababy", "abab", "xab", "y") == (3, 7)


def test_only_the_30_nearest_characters_are_scored() -> None:
    text = "#" * 30 + "word" + AFTER[:18] + "#" * 30
    long_before = "q" * 90 + BEFORE
    assert find_range_by_context(text, "word", long_before, AFTER) == (30, 34)


def test_words_that_are_not_there_are_none() -> None:
    assert find_range_by_context("nothing", "word", "", "") is None


def test_an_empty_quote_is_an_error() -> None:
    with pytest.raises(QuoteInvalid, match="at least one character"):
        find_range_by_context("text", "", "", "")
