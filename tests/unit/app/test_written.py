"""A locator as it stands in somebody's source: what it goes by, what it asks for, where it is."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.app.call_site import CallSite, Span, in_any_function, place_of, relative_to
from holdfast.app.written import HEALED_FORMAT, Healed, Written, record_name
from holdfast.model.thresholds import HealingAction


def here() -> CallSite:
    frame = sys._getframe(1)
    return CallSite(frame.f_code, frame.f_lasti, frame.f_lineno)


def written(*calls: str) -> Written:
    made = Written("page", "page")
    for call in calls:
        made = made.then(f"locator of {call}", call, here())
    return made


def test_a_locator_is_written_as_the_calls_that_made_it() -> None:
    made = written('locator("form")', 'get_by_role("button")', "first")
    assert made.expression == 'page.locator("form").get_by_role("button").first'
    assert made.plain == "locator of first"
    assert made.base is not None
    assert made.base.expression == 'page.locator("form").get_by_role("button")'


@pytest.mark.parametrize(
    ("call", "by_place"),
    [
        pytest.param("first", True, id="the first"),
        pytest.param("last", True, id="the last"),
        pytest.param("nth(2)", True, id="a number"),
        pytest.param('locator("li:nth-child(2)")', True, id="in CSS"),
        pytest.param('locator("li:first-of-type")', True, id="the first in CSS"),
        pytest.param('locator("//li[3]")', True, id="in XPath"),
        pytest.param('locator("li >> nth=1")', True, id="in a chain"),
        pytest.param('locator("#first")', False, id="an id that sounds like it"),
        pytest.param('get_by_text("first")', False, id="words that sound like it"),
        pytest.param('locator("a[href]")', False, id="an attribute"),
    ],
)
def test_some_locators_count_elements(call: str, by_place: bool) -> None:
    assert written(call).goes_by_place is by_place
    assert written(call, 'get_by_text("Save")').goes_by_place is by_place, "anywhere on the way"


@pytest.mark.parametrize(
    ("call", "by_identity"),
    [
        pytest.param('get_by_test_id("save")', True, id="a test id"),
        pytest.param('locator("#save")', True, id="an id"),
        pytest.param("locator('#save-it')", True, id="in other quotes"),
        pytest.param('locator("[data-testid=save]")', True, id="a test id in CSS"),
        pytest.param('locator("form #save")', False, id="more than an id"),
        pytest.param('locator("#save.blue")', False, id="an id and a class"),
        pytest.param('locator("[name=save]")', False, id="a name"),
        pytest.param('get_by_role("button")', False, id="a role"),
    ],
)
def test_some_locators_name_their_element(call: str, by_identity: bool) -> None:
    assert written(call).goes_by_identity is by_identity
    assert not written(call, 'locator("b")').goes_by_identity, "only the last call counts"


def test_a_page_itself_names_nothing() -> None:
    assert not Written("page", "page").goes_by_identity


@pytest.mark.parametrize(
    ("calls", "framed"),
    [
        pytest.param(('frame_locator("#pay")', 'locator("b")'), True, id="a frame's locator"),
        pytest.param(('locator("#pay")', "content_frame", "first"), True, id="a frame's content"),
        pytest.param(('locator("iframe")',), False, id="the frame itself"),
    ],
)
def test_a_locator_may_lead_into_a_frame(calls: tuple[str, ...], framed: bool) -> None:
    assert written(*calls).is_framed is framed


@pytest.mark.parametrize(
    ("call", "said", "unsaid"),
    [
        pytest.param('get_by_text("Pay  now")', "PAY\nNOW", "Pay", id="white space and case"),
        pytest.param('get_by_role("button", name="Pay")', "Pay now", "Buy", id="a name"),
        pytest.param(
            'get_by_role("button", name=re.compile("pa(y|id)"))', "Paid", "Pad", id="a pattern"
        ),
        pytest.param('locator("p", has_text="7 EUR")', "Sum: 7 EUR", "8 EUR", id="has text"),
        pytest.param('locator("text=Pay now")', "pay now", "pay", id="a selector of text"),
        pytest.param("locator(\"p:has-text('7.5')\")", "7.5", "7x5", id="no pattern in text"),
        pytest.param('get_by_title("C++ (new)")', "C++ (new)", "C (new)", id="signs"),
    ],
)
def test_what_an_element_has_to_say_is_read_from_its_locator(
    call: str, said: str, unsaid: str
) -> None:
    (asked,) = written(call).words
    assert asked.search(said)
    assert not asked.search(unsaid)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param('get_by_role("button")', id="a role alone"),
        pytest.param('get_by_test_id("save")', id="a test id"),
        pytest.param('locator("#save")', id="an id"),
        pytest.param("first", id="a place"),
        pytest.param("get_by_text(words)", id="a variable"),
        pytest.param("get_by_text('torn", id="not Python"),
    ],
)
def test_a_locator_without_words_asks_for_none(call: str) -> None:
    assert written(call).words == ()


# ------------------------------------------------------------------------------------------- places


def test_a_place_is_known_by_file_function_and_expression_and_not_by_line(tmp_path: Path) -> None:
    site = here()
    root = Path(site.file).parent
    place = place_of(site, "page.first", root)
    file, function, hashed = place.rsplit("/", 2)
    assert (file, function) == (Path(__file__).name, site.function[:60]), "it is a file's name"
    assert place_of(replace(site, line=site.line + 9), "page.first", root) == place
    assert place_of(site, "page.last", root) != place
    assert in_any_function(place) == f"{file}/*/{hashed}"
    assert place_of(site, "page.first", tmp_path).startswith(f"{Path(__file__).name}/")


@pytest.mark.parametrize(
    ("file", "told"),
    [
        pytest.param("/code/shop/tests/test_a.py", "tests/test_a.py", id="inside"),
        pytest.param("/elsewhere/pages.py", "pages.py", id="outside: no path of the machine"),
        pytest.param("/code/shopping/test_a.py", "test_a.py", id="beside"),
    ],
)
def test_a_file_is_told_within_its_project(file: str, told: str) -> None:
    assert relative_to(Path("/code/shop"), file) == told


def test_the_very_characters_of_a_call_are_known() -> None:
    site = here()
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    span = site.span
    assert (span.line, span.end_line) == (site.line, site.line)
    assert lines[span.line - 1][span.column : span.end_column] == "here()"


def test_a_place_without_positions_is_at_least_a_line() -> None:
    site = replace(here(), instruction=10_000)
    assert site.span == Span(site.line, None, None, None)


# ------------------------------------------------------------------------------------------- healed

HEALED = Healed(
    place="tests/test_a.py/test_pay/12ab",
    file="tests/test_a.py",
    function="test_pay",
    line=7,
    expression='page.locator("#pay")',
    instead='page.get_by_role("button", name="Pay")',
    confidence=91,
    action=HealingAction.AUTO_APPLY,
    was="<button> 'Pay'",
    now="<button> 'Pay now'",
    reason="same role",
    used=True,
    calls=('locator("#pay")',),
    span=Span(7, 7, 4, 24),
    test="test_pay[chromium]",
)


def test_what_was_healed_survives_its_file() -> None:
    data = HEALED.to_json()
    assert data["format"] == HEALED_FORMAT
    assert data["span"] == [7, 7, 4, 24]
    assert Healed.from_json(data) == HEALED


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param([], id="no object"),
        pytest.param({}, id="nothing"),
        pytest.param({**HEALED.to_json(), "span": [1]}, id="half a span"),
        pytest.param({**HEALED.to_json(), "action": "maybe"}, id="an unknown action"),
        pytest.param({**HEALED.to_json(), "line": "seven"}, id="a line in words"),
    ],
)
def test_a_file_of_something_else_is_refused(broken: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        Healed.from_json(broken)


def test_one_place_may_be_healed_to_several_things() -> None:
    other = replace(HEALED, instead="page.last")
    moved = replace(HEALED, line=8)
    names = {record_name(one) for one in (HEALED, other, moved)}
    assert len(names) == 3
    assert len({name.partition("-")[0] for name in names}) == 1
    assert record_name(replace(HEALED, confidence=12)) == record_name(HEALED)
