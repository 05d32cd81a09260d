"""A form of which a field was not filled in is not sent."""

import pytest

from holdfast import fingerprint, parse
from holdfast.app.half_done import HalfDone
from holdfast.app.step_results import blank_result
from holdfast.model.recording import Step, StepAction
from holdfast.model.replay_result import StepOutcome

URL = "https://shop.example/checkout"
PAGE = parse(
    "<form><input id=street><button id=pay>Pay</button></form>"
    "<form><input id=mail><button id=subscribe>Subscribe</button></form>"
    "<button id=outside>Next</button>"
)


def a_step(css: str, action: StepAction, url: str = URL) -> Step:
    return Step(id="s1", action=action, url=url, value="x", fingerprint=fingerprint(PAGE, css))


def after(css: str, outcome: StepOutcome, action: StepAction = StepAction.TYPE) -> HalfDone:
    """Return what is known after a step on the page went so."""
    done, step = HalfDone(), a_step(css, action)
    done.note(step, blank_result(1, step, outcome))
    return done


def presses(css: str, url: str = URL) -> Step:
    return a_step(css, StepAction.CLICK, url)


@pytest.mark.parametrize("outcome", [StepOutcome.REFUSED, StepOutcome.FAILED, StepOutcome.NOT_RUN])
def test_a_form_that_lacks_a_field_is_not_sent(outcome: StepOutcome) -> None:
    told = after("#street", outcome).find_lack(presses("#pay"))
    assert told is not None
    assert "its form lacks a field" in told


@pytest.mark.parametrize("outcome", [StepOutcome.HELD, StepOutcome.HEALED])
def test_a_form_that_was_filled_in_is_sent(outcome: StepOutcome) -> None:
    assert after("#street", outcome).find_lack(presses("#pay")) is None


def test_another_form_of_the_page_lacks_nothing() -> None:
    lacking = after("#street", StepOutcome.REFUSED)
    assert lacking.find_lack(presses("#subscribe")) is None
    assert lacking.find_lack(presses("#pay", "https://shop.example/help")) is None


def test_where_no_form_is_around_the_field_its_whole_page_lacks_it() -> None:
    lacking = after("#outside", StepOutcome.REFUSED)
    assert lacking.find_lack(presses("#pay")) is not None


def test_what_only_looks_or_fills_in_may_go_on() -> None:
    lacking = after("#street", StepOutcome.REFUSED)
    assert lacking.find_lack(a_step("#street", StepAction.TYPE)) is None


def test_a_click_that_was_refused_leaves_no_field_empty() -> None:
    assert after("#pay", StepOutcome.REFUSED, StepAction.CLICK).find_lack(presses("#pay")) is None
