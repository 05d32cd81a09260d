"""A replay presses the key that chooses once there is something to choose from."""

import pytest
from tests.unit.app.paper_browser import PaperStage, PaperTime, a_step, replayed

from holdfast.model.recording import Step

FIELD = '<label>City <input id="city"></label><p>Where to?</p>'
LIST = '<ul role="listbox"><li role="option">Bern</li></ul>'
BUSY = '<ul role="listbox"><li role="option">searching</li></ul>'
MARKED = FIELD.replace("id=", 'aria-activedescendant="city-bern" id=') + LIST
TYPE = a_step("type", "#city", FIELD, value="Ber")


def enter(body: str) -> Step:
    return a_step("press", "#city", body, value="Enter")


def page_at_the_press(stage: PaperStage) -> list[str]:
    """Return what the page shows when the key is pressed."""
    seen: list[str] = []

    def note(here: PaperStage) -> None:
        if here.acts[-1][0] == "press":
            seen.append(here.page.html)

    stage.then["City"] = note
    return seen


def test_a_key_waits_for_the_item_that_it_chooses(time: PaperTime) -> None:
    stage = PaperStage({"": FIELD}, time)
    seen = page_at_the_press(stage)
    stage.page.soon += [lambda: stage.page.show(FIELD + "…"), lambda: stage.page.show(FIELD + LIST)]
    assert replayed(stage, TYPE, enter(FIELD + LIST)).passed
    assert seen == [FIELD + LIST]
    assert time.seconds == pytest.approx(0.2)


def test_a_key_waits_until_the_page_has_searched(time: PaperTime) -> None:
    stage = PaperStage({"": FIELD + BUSY}, time)
    seen = page_at_the_press(stage)
    stage.page.soon += [lambda: stage.page.show(FIELD + BUSY), lambda: stage.page.show(FIELD)]
    typed = a_step("type", "#city", FIELD + BUSY, value="Ber")
    assert replayed(stage, typed, enter(FIELD)).passed
    assert seen == [FIELD]
    assert time.seconds == pytest.approx(0.1)


def test_a_key_waits_for_the_mark_that_its_field_had(time: PaperTime) -> None:
    stage = PaperStage({"": FIELD + LIST}, time)
    seen = page_at_the_press(stage)
    stage.page.soon.append(lambda: stage.page.show(MARKED))
    typed = a_step("type", "#city", FIELD + LIST, value="Ber")
    assert replayed(stage, typed, enter(MARKED)).passed
    assert seen == [MARKED]
    assert time.seconds == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(FIELD, FIELD + LIST, id="an item"),
        pytest.param(FIELD + LIST, MARKED, id="a mark"),
        pytest.param(FIELD + BUSY, FIELD, id="the end of a search"),
    ],
)
def test_what_never_comes_is_waited_for_as_long_as_for_an_element(
    time: PaperTime, before: str, after: str
) -> None:
    stage = PaperStage({"": before}, time)
    typed = a_step("type", "#city", before, value="Ber")
    replay = replayed(stage, typed, enter(after))
    assert stage.done[-1] == ("press", "City", "Enter"), "the page may do without it now"
    assert replay.passed
    assert time.seconds == pytest.approx(2.0)


def test_a_key_that_chooses_nothing_waits_for_nothing(time: PaperTime) -> None:
    stage = PaperStage({"": FIELD}, time)
    assert replayed(stage, TYPE, a_step("press", "#city", FIELD + LIST, value="Tab")).passed
    assert time.seconds == 0.0
