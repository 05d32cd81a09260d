"""Words found in what was read from a picture: the order of attempts, and which of several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.snapshot import Box, Point
from holdfast.model.text_region import TextRegion
from holdfast.witnesses.text_search import (
    MatchType,
    SearchWords,
    find_fuzzy,
    find_words,
    generate_variations,
    normalise,
    searchable,
    similarity,
    try_variations,
)


def a_line(text: str, *, x: float = 0, y: float = 0, confidence: float = 90) -> TextRegion:
    """Return a line 20 high whose words are 10 wide a letter, a letter apart."""
    words, left = [], x
    for word in text.split():
        box = Box(left, y, 10 * len(word), 20)
        words.append(TextRegion(text=word, box=box, confidence=confidence, is_line=False))
        left += 10 * len(word) + 10
    box = Box(x, y, 10 * len(text), 20)
    return TextRegion(text=text, box=box, confidence=confidence, words=tuple(words))


def read(*lines: TextRegion, floor: float = 60) -> list[TextRegion]:
    return searchable(lines, floor)


# -------------------------------------------------------------------------------------- the order


def test_an_exact_text_wins_over_one_that_contains_it() -> None:
    found = find_words(read(a_line("Save and close", confidence=99), a_line("save", y=90)), WANTED)
    assert found is not None
    assert (found.type, found.quality, found.box.y) == (MatchType.EXACT, 1.0, 90)


WANTED = SearchWords(text=" Save ")


def test_words_in_a_longer_line_are_found_with_their_own_box() -> None:
    found = find_words(read(a_line("Already registered? Sign in")), SearchWords(text="Sign in"))
    assert found is not None
    assert (found.type, found.quality) == (MatchType.CONTAINS, 0.9)
    # "Already" 70 + 10, "registered?" 110 + 10; then "Sign" 40 + 10 + "in" 20.
    assert found.box == Box(200, 0, 70, 20)


def test_one_word_of_a_line_is_an_exact_find() -> None:
    found = find_words(read(a_line("Sign in or Register")), SearchWords(text="register"))
    assert found is not None
    assert found.type is MatchType.EXACT


def test_a_short_target_is_found_in_a_longer_text() -> None:
    found = find_words([a_line("OK!")], SearchWords(text="ok"))
    assert found is not None
    assert found.type is MatchType.CONTAINS


def test_a_line_that_is_half_of_the_target_is_found() -> None:
    found = find_words([a_line("Save chan")], SearchWords(text="Save changes now"))
    assert found is not None
    assert found.type is MatchType.CONTAINS


@pytest.mark.parametrize(
    ("piece", "target"),
    [
        pytest.param("Save", "Save all my changes", id="less than half"),
        pytest.param("ab", "abc", id="under three letters"),
    ],
)
def test_a_piece_that_says_too_little_is_not_the_target(piece: str, target: str) -> None:
    assert find_words([a_line(piece)], SearchWords(text=target)) is None


def test_a_single_word_is_not_a_piece_of_the_target() -> None:
    (word,) = a_line("changes").words
    assert find_words([word], SearchWords(text="Save changes")) is None


def test_exact_asks_for_the_whole_text() -> None:
    assert find_words([a_line("Save all")], SearchWords(text="Save", exact=True)) is None


def test_case_counts_when_it_is_asked_to() -> None:
    lines = [a_line("SAVE")]
    assert find_words(lines, SearchWords(text="Save", case_sensitive=True)) is None
    assert find_words(lines, SearchWords(text="SAVE", case_sensitive=True)) is not None


def test_the_surest_of_several_is_taken() -> None:
    lines = [a_line("Edit", y=0, confidence=80), a_line("Edit", y=100, confidence=95)]
    found = find_words(lines, SearchWords(text="Edit", near=Point(20, 10)))
    assert found is not None
    assert found.box.y == 100


def test_of_equally_sure_ones_the_nearest_to_the_recorded_place_is_taken() -> None:
    lines = [a_line("Edit", y=y) for y in (0, 100, 200)]
    found = find_words(lines, SearchWords(text="Edit", near=Point(20, 130)))
    assert found is not None
    assert found.box.y == 100


def test_nothing_doubtful_is_searched() -> None:
    assert read(a_line("Save", confidence=59.9)) == []


def test_lines_right_below_each_other_are_one_text() -> None:
    regions = read(a_line("Continue to", y=0), a_line("checkout", y=24, confidence=70))
    found = find_words(regions, SearchWords(text="Continue to checkout"))
    assert found is not None
    assert (found.type, found.box, found.region.confidence) == ("exact", Box(0, 0, 110, 44), 70)


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(a_line("checkout", y=60), id="too far below"),
        pytest.param(a_line("checkout", y=24, x=300), id="beside"),
    ],
)
def test_lines_apart_are_not_joined(second: TextRegion) -> None:
    regions = read(a_line("Continue to"), second)
    assert "Continue to checkout" not in [region.text for region in regions]


# -------------------------------------------------------------------------------------- variations


def test_variations_in_their_order() -> None:
    assert generate_variations(" Save  (all) ") == [
        (" Save  (all) ", "original", 10),
        (" save  (all) ", "lowercase", 9),
        (" SAVE  (ALL) ", "uppercase", 8),
        ("Save  (all)", "trimmed", 7),
        ("save all", "normalized", 6),
        ("Save  all", "normalized", 5),
        ("Save (all)", "normalized", 4),
    ]


def test_letters_of_two_are_too_few_for_a_variation() -> None:
    assert [v.priority for v in generate_variations("<OK>")] == [10, 9, 8, 7, 6]


def test_given_variations_replace_the_made_ones_in_their_order() -> None:
    lines = [a_line("Store"), a_line("Keep", y=90)]
    found = try_variations(lines, SearchWords(text="Save", variations=("Keep", "Store")))
    assert found is not None
    assert (found.search_text, found.type) == ("Keep", MatchType.VARIATION)


def test_a_variation_keeps_the_quality_of_its_find() -> None:
    found = try_variations([a_line("save all now")], SearchWords(text="Save (all)"))
    assert found is not None
    assert (found.search_text, found.quality) == ("save all", 0.9)


def test_exact_limits_the_variations() -> None:
    wanted = SearchWords(text="Save (all)", exact=True)
    assert try_variations([a_line("save all now")], wanted) is None


# ------------------------------------------------------------------------------------------- fuzzy


def test_similarity_by_hand() -> None:
    assert similarity("checkout", "checkuot") == 1 - 2 / 8
    assert similarity("", "a") == 0.0
    assert similarity("", "") == 1.0


def test_the_most_similar_text_wins_and_its_likeness_is_the_quality() -> None:
    lines = [a_line("Plcae ordr", confidence=99), a_line("Place ordor", y=90, confidence=61)]
    found = find_fuzzy(lines, SearchWords(text="Place order!"), 0.8)
    assert found is not None
    assert (found.quality, found.box.y) == (1 - 1 / 11, 90)


def test_less_alike_than_the_threshold_is_nothing() -> None:
    # Two of ten letters differ: exactly 0.8, which is enough; three are not.
    assert find_fuzzy([a_line("abcdefghXX")], SearchWords(text="abcdefghij"), 0.8) is not None
    assert find_fuzzy([a_line("abcdefgXXX")], SearchWords(text="abcdefghij"), 0.8) is None


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  Оформить  Дом! ", "оформить дом"),
        ("保存 (全部)", "保存 全部"),
        ("हिन्दी।", "हिन्दी"),
        ("a_b - c", "a_b c"),
    ],
)
def test_normalising_keeps_the_letters_of_every_script(text: str, plain: str) -> None:
    assert normalise(text) == plain


@given(st.text(max_size=40), st.text(max_size=40))
def test_similarity_is_a_share_and_has_no_direction(one: str, other: str) -> None:
    assert 0.0 <= similarity(one, other) == similarity(other, one) <= 1.0
