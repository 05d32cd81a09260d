"""Each factor against values worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.deciding.factors import (
    Appearance,
    ElementType,
    TypeGroup,
    ai_confidence_of,
    label_similarity,
    measure_factors,
    position_proximity,
    selector_uniqueness,
    type_similarity,
)
from holdfast.model.healing_decision import History
from holdfast.model.snapshot import Box

ORIGIN = Box(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("expected", "found", "factor"),
    [
        pytest.param("Save", "Save", 100, id="same"),
        pytest.param("  SAVE ", "save", 100, id="case-and-edges"),
        pytest.param("Straße", "STRASSE", 100, id="german-case"),
        pytest.param("Save", "Save changes", 85, id="found-contains"),
        pytest.param("Save changes", "save", 85, id="expected-contains"),
        # ni ig gh ht / na ac ch ht: one of 4 + 4 shared, 2 / 8
        pytest.param("night", "nacht", 25, id="dice"),
        # white space goes first, then both are "login": all bigrams shared
        pytest.param("log in", "lo gin", 100, id="white-space-removed"),
        # aa aa aa / aa aa ab: a multiset shares "aa" twice, 4 / 6; a set would share it once
        pytest.param("aaaa", "aaab", 67, id="multiset"),
        # ab bc cd de ef fg gh (7) / ab bx xy yz zw wv vu ut ts (9): 2 / 16 = 12.5
        pytest.param("abcdefgh", "abxyzwvuts", 13, id="half-rounds-up"),
        # оп пл ла ат ти ит ть (7) / ку уп пи ит ть (5): 4 / 12
        pytest.param("Оплатить", "Купить", 33, id="cyrillic"),
        pytest.param("x", "yz", 0, id="too-short-for-bigrams"),
        pytest.param("yz", "x", 0, id="too-short-the-other-way"),
        pytest.param("", "Save", 0, id="nothing-expected"),
        pytest.param("Save", "", 0, id="nothing-found"),
        pytest.param("   ", "Save", 0, id="only-white-space"),
        pytest.param(None, "Save", 0, id="unknown"),
        pytest.param("Save", None, 0, id="unknown-found"),
    ],
)
def test_label_similarity(expected: str | None, found: str | None, factor: int) -> None:
    assert label_similarity(expected, found) == factor


@given(st.text(), st.text())
def test_label_similarity_does_not_depend_on_who_is_expected(one: str, other: str) -> None:
    assert label_similarity(one, other) == label_similarity(other, one)


@given(st.text(), st.text())
def test_label_similarity_stays_within_its_scale(one: str, other: str) -> None:
    assert 0 <= label_similarity(one, other) <= 100


def a(tag: str, input_type: str | None = None, role: str | None = None) -> ElementType:
    return ElementType(tag=tag, input_type=input_type, role=role)


@pytest.mark.parametrize(
    ("element", "group"),
    [
        (a("button"), TypeGroup.CLICKABLE),
        (a("A"), TypeGroup.CLICKABLE),
        (a("summary"), TypeGroup.CLICKABLE),
        (a("input", "submit"), TypeGroup.CLICKABLE),
        (a("input", "BUTTON"), TypeGroup.CLICKABLE),
        (a("input", "reset"), TypeGroup.CLICKABLE),
        (a("input", "image"), TypeGroup.CLICKABLE),
        (a("div", role="button"), TypeGroup.CLICKABLE),
        (a("span", role="link"), TypeGroup.CLICKABLE),
        (a("input"), TypeGroup.INPUT),
        (a("input", "email"), TypeGroup.INPUT),
        (a("textarea"), TypeGroup.INPUT),
        (a("div", role="textbox"), TypeGroup.INPUT),
        (a("div", role="searchbox"), TypeGroup.INPUT),
        (a("select"), TypeGroup.SELECT),
        (a("div", role="listbox"), TypeGroup.SELECT),
        (a("input", role="combobox"), TypeGroup.SELECT),
        (a("input", "checkbox"), TypeGroup.CHECKBOX),
        (a("div", role="checkbox"), TypeGroup.CHECKBOX),
        (a("button", role="switch"), TypeGroup.CHECKBOX),
        (a("input", "radio"), TypeGroup.RADIO),
        (a("li", role="radio"), TypeGroup.RADIO),
        (a("div", role=" Button  presentation"), TypeGroup.CLICKABLE),
        (a("div"), None),
        (a("button", role="tab"), None),
    ],
)
def test_type_group(element: ElementType, group: TypeGroup | None) -> None:
    assert element.group is group


@pytest.mark.parametrize(
    ("expected", "found", "factor"),
    [
        pytest.param(a("button"), a("button"), 100, id="same"),
        pytest.param(a("button"), a("a"), 100, id="same-group"),
        pytest.param(a("input"), a("input", "text"), 100, id="text-is-the-default"),
        pytest.param(a("div"), a("div"), 100, id="same-type-of-no-group"),
        pytest.param(a("button", role="tab"), a("div", role="tab"), 100, id="same-role"),
        pytest.param(a("textarea"), a("button"), 25, id="textarea-is-not-clickable"),
        pytest.param(a("input", "checkbox"), a("input", "radio"), 25, id="other-group"),
        pytest.param(a("a"), a("a", role="checkbox"), 25, id="role-before-tag"),
        pytest.param(a("div"), a("button"), 50, id="expected-has-no-group"),
        pytest.param(a("button"), a("div"), 50, id="found-has-no-group"),
        pytest.param(None, a("button"), 50, id="unknown"),
        pytest.param(a("button"), None, 50, id="unknown-found"),
    ],
)
def test_type_similarity(
    expected: ElementType | None, found: ElementType | None, factor: int
) -> None:
    assert type_similarity(expected, found) == factor


@pytest.mark.parametrize(
    ("distance", "factor"),
    [(0, 100), (49.9, 100), (50, 75), (199.9, 75), (200, 50), (499.9, 50), (500, 25), (9999, 25)],
)
def test_position_proximity_by_distance(distance: float, factor: int) -> None:
    assert position_proximity(ORIGIN, Box(distance, 0, 0, 0)) == factor


def test_position_proximity_compares_centres_in_both_directions() -> None:
    # Centres (50, 20) and (80, 60): 30 and 40 apart, so 50 px, which is no longer under 50.
    assert position_proximity(Box(0, 0, 100, 40), Box(70, 50, 20, 20)) == 75


def test_an_unknown_place_speaks_neither_for_nor_against() -> None:
    assert position_proximity(None, ORIGIN) == position_proximity(ORIGIN, None) == 50


@pytest.mark.parametrize(
    ("matches", "factor"),
    [(None, 0), (0, 0), (1, 100), (2, 75), (3, 75), (4, 50), (10, 50), (11, 25), (5000, 25)],
)
def test_selector_uniqueness(matches: int | None, factor: int) -> None:
    assert selector_uniqueness(matches) == factor


@pytest.mark.parametrize(("probability", "percent"), [(0.285, 28.5), (0.57, 57.0), (1, 100.0)])
def test_probability_becomes_a_percentage_without_binary_dust(
    probability: float, percent: float
) -> None:
    assert ai_confidence_of(probability) == percent


def test_all_eight_factors_are_measured() -> None:
    factors = measure_factors(
        ai_confidence=85,
        recorded=Appearance(label="Pay", type=a("button"), box=ORIGIN),
        proposed=Appearance(label="Pay now", type=a("a"), box=Box(60, 0, 0, 0)),
        matches=2,
        stable_parts=[True, False, True],
        element_history=History(successes=3, tries=4),
        page_history=History(successes=1, tries=2),
    )
    assert factors.to_json() == {
        "aiConfidence": 85,
        "labelSimilarity": 85,
        "typeSimilarity": 100,
        "positionProximity": 75,
        "selectorUniqueness": 75,
        "selectorStability": 67,
        "cacheSuccessRate": 75,
        "pagePatternConfidence": 50,
    }


def test_what_is_not_known_takes_its_neutral_value() -> None:
    factors = measure_factors(
        ai_confidence=0, recorded=Appearance(), proposed=Appearance(), matches=None
    )
    assert list(factors.to_json().values()) == [0, 0, 50, 50, 0, 0, 0, 0]
