"""cdp_power: by test id, label, placeholder, text, alternative text, title."""

import pytest

from holdfast.model.snapshot import Snapshot
from holdfast.selectors.power import evaluate
from holdfast.testing import a_page, a_strategy

FORM = a_page(
    "<label for=mail>E-mail</label><input id=mail placeholder='you@example.org'>"
    "<label>City <input id=city></label><span>City</span>"
    "<img id=logo alt='Our logo'><p id=help title='Read this'>?</p>"
    "<button id=pay data-testid=pay-now>Pay <b>now</b></button><p data-qa=note id=note>note</p>"
)


def ids(page: Snapshot, by: str, value: str) -> list[str]:
    result = evaluate(a_strategy("cdp_power", {"by": by, "value": value}), page)
    places: list[int] = list(result.metadata.get("matches", ()))
    return [page.attributes[index].get("id", "") for index in places]


@pytest.mark.parametrize(
    ("by", "value", "expected"),
    [
        ("testId", "pay-now", ["pay"]),
        ("testId", "note", ["note"]),
        ("testId", "Pay-Now", []),  # written for programs: letter for letter
        ("label", "E-mail", ["mail"]),
        ("label", "city", ["city"]),
        ("placeholder", "YOU@example.org", ["mail"]),
        ("text", "Pay now", ["pay"]),
        ("alt", "our  logo", ["logo"]),
        ("title", "read this", ["help"]),
        ("title", "Read", []),
    ],
)
def test_each_way_finds_what_says_so(by: str, value: str, expected: list[str]) -> None:
    assert ids(FORM, by, value) == expected


def test_one_find_is_worth_the_base_and_two_are_worth_less() -> None:
    page = a_page("<p>one</p><p>two</p><p>two</p>")
    worth = [
        evaluate(a_strategy("cdp_power", {"by": "text", "value": value}), page).confidence
        for value in ("one", "two", "three")
    ]
    assert worth == pytest.approx([0.90, 0.75, 0.0])


class TestText:
    def test_the_control_stands_for_what_it_contains(self) -> None:
        page = a_page("<div id=d><button id=b><span id=s><i id=i>Go</i></span></button></div>")
        assert ids(page, "text", "Go") == ["b"]

    def test_without_a_control_it_is_the_innermost(self) -> None:
        assert ids(a_page("<div id=d><p id=p><b id=b>Go</b></p></div>"), "text", "Go") == ["b"]

    def test_the_same_words_in_two_places_are_two(self) -> None:
        page = a_page("<div><p id=a>Go</p></div><div><p id=b>Go</p></div>")
        assert ids(page, "text", "Go") == ["a", "b"]

    def test_what_can_be_seen_wins_over_what_cannot(self) -> None:
        page = a_page("<p id=a title=Go hidden>x</p><p id=b title=Go>x</p>")
        assert ids(page, "title", "Go") == ["b"]

    def test_if_nobody_can_see_any_the_hidden_one_is_found(self) -> None:
        assert ids(a_page("<p id=a title=Go hidden>x</p>"), "title", "Go") == ["a"]


@pytest.mark.parametrize(
    "metadata",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"by": "text"}, id="no value"),
        pytest.param({"by": "text", "value": " "}, id="blank value"),
        pytest.param({"by": "text", "value": 3}, id="value is a number"),
        pytest.param({"by": "smell", "value": "x"}, id="unknown way"),
        pytest.param({"by": None, "value": "x"}, id="no way"),
    ],
)
def test_bad_metadata_is_told_and_not_raised(metadata: dict[str, object]) -> None:
    result = evaluate(a_strategy("cdp_power", metadata), FORM)
    assert not result.found
    assert result.error
