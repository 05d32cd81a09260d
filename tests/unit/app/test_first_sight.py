"""Steps of an imported recording: their elements are pointed at, seen once, and learned."""

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.app.paper_browser import (
    SHOP,
    PaperStage,
    PaperTime,
    RunSettings,
    Values,
    a_step,
    replayed,
)

from holdfast.app.permissions import Permissions
from holdfast.app.replay import NEVER_SEEN
from holdfast.deciding.origins import SecretOrigins
from holdfast.model.recording import Pointer, Step, StepAction
from holdfast.model.replay_result import Replay, StepOutcome
from holdfast.model.snapshot import Point

BODY = """<h1>Sign in</h1><label>Name <input id="who" name="who"></label>
<label>Password <input type="password" id="word" name="pass"></label>
<select id="size" aria-label="Size"><option value="1">Small<option value="2">Large</select>
<button id="go"><span class="icon">Go</span></button>
<ul><li class="item">Tea<li class="item">Milk</ul><p id="gone" hidden>hidden</p>
<div id="box" aria-label="Box" role="img">box</div>"""


def pointed(action: str, *selectors: str, **given: Any) -> Step:
    pointer = Pointer(selectors=tuple((one,) for one in selectors))
    return a_step(action, pointer=pointer, **given)


def run(time: PaperTime, *steps: Step, body: str = BODY, **given: Any) -> tuple[Replay, PaperStage]:
    stage = given.pop("stage", None) or PaperStage({"": body}, time)
    return replayed(stage, *steps, **given), stage


def learned(time: PaperTime, step: Step, **given: Any) -> Step:
    replay, _ = run(time, step, **given)
    (only,) = replay.learned
    return only


def test_the_first_selector_that_finds_something_is_taken(time: PaperTime) -> None:
    replay, stage = run(time, pointed("click", "#nowhere", "#go"))
    assert replay.passed
    assert stage.done[-1] == ("click", "Go")


def test_what_was_seen_is_learned_as_a_fingerprint(time: PaperTime) -> None:
    step = learned(time, pointed("click", "#go"))
    assert step.pointer is None
    assert step.fingerprint is not None
    assert step.fingerprint.node.get("id") == "go"
    assert step.url == SHOP


def test_a_click_into_a_control_is_learned_as_a_click_on_it(time: PaperTime) -> None:
    step = learned(time, pointed("click", ".icon"))
    assert step.fingerprint is not None
    assert step.fingerprint.node.tag == "button"


def test_what_is_looked_at_inside_a_control_stays_what_it_is(time: PaperTime) -> None:
    step = learned(time, pointed("assert", ".icon", check="text", value="Go"))
    assert step.fingerprint is not None
    assert step.fingerprint.node.tag == "span"


def test_what_no_selector_finds_is_refused_after_five_seconds(time: PaperTime) -> None:
    replay, stage = run(time, pointed("click", "#nowhere"))
    assert replay.steps[-1].outcome is StepOutcome.REFUSED
    assert replay.steps[-1].reason == NEVER_SEEN
    assert replay.learned == ()
    assert stage.done == [("open", SHOP)]
    assert time.seconds == pytest.approx(5.0)


def test_what_comes_late_is_waited_for(time: PaperTime) -> None:
    stage = PaperStage({"": "<h1>Loading</h1>"}, time)
    stage.page.soon += [lambda: stage.page.show("<p>…</p>"), lambda: stage.page.show(BODY)]
    replay, _ = run(time, pointed("click", "#go"), stage=stage)
    assert replay.passed
    assert time.seconds == pytest.approx(0.2)


def test_several_are_told_and_the_first_is_used(time: PaperTime) -> None:
    replay, stage = run(time, pointed("click", ".item"))
    assert replay.steps[-1].details == ("2 elements are pointed at; the first was used",)
    assert stage.done[-1] == ("click", "Tea")


def test_several_are_none_where_only_one_was_ever_found(time: PaperTime) -> None:
    only = Pointer(selectors=((".item",),), only=True)
    replay, _ = run(time, a_step("click", pointer=only))
    assert replay.steps[-1].outcome is StepOutcome.REFUSED


def test_a_password_is_typed_and_not_learned(time: PaperTime) -> None:
    replay, stage = run(time, pointed("type", "#word", value="hunter22"))
    assert stage.done[-1] == ("type", "Password", "hunter22")
    (step,) = replay.learned
    assert step.value == "${PASS}"
    assert replay.steps[-1].details == (
        "this is a secret field: what is learned holds ${PASS} for its value",
    )


def test_a_name_of_a_secret_is_learned_as_it_is(time: PaperTime) -> None:
    here = Permissions(origins=SecretOrigins(recorded={"MINE": "https://shop.example"}))
    step = learned(
        time,
        pointed("type", "#word", value="${MINE}"),
        values=Values(secrets={"MINE": "hunter22"}),
        settings=RunSettings(permissions=here),
    )
    assert step.value == "${MINE}"


def test_typing_into_a_list_is_choosing_from_it_by_the_words_people_see(time: PaperTime) -> None:
    step = learned(time, pointed("type", "#size", value="2"))
    assert (step.action, step.value) == (StepAction.SELECT, "Large")


@pytest.mark.parametrize(
    ("given", "label"),
    [
        pytest.param("2", "Large", id="by its value"),
        pytest.param("Small", "Small", id="by its label"),
        pytest.param("7", "7", id="neither"),
    ],
)
def test_an_option_is_learned_by_its_label(time: PaperTime, given: str, label: str) -> None:
    assert learned(time, pointed("select", "#size", value=given)).value == label


def test_where_a_drag_ends_is_learned_too(time: PaperTime) -> None:
    step = replace(pointed("drag", ".item"), to_pointer=Pointer(selectors=(("#box",),)))
    replay, stage = run(time, step)
    assert stage.done[-1] == ("drag", "Tea", "Box")
    (seen,) = replay.learned
    assert seen.to is not None
    assert seen.to_pointer is None
    assert seen.to.node.get("id") == "box"


def test_a_drag_whose_end_is_not_there_is_not_begun(time: PaperTime) -> None:
    step = replace(pointed("drag", ".item"), to_pointer=Pointer(selectors=(("#no",),)))
    replay, _ = run(time, step)
    assert replay.steps[-1].outcome is StepOutcome.REFUSED


def test_the_place_that_was_dragged_to_is_kept(time: PaperTime) -> None:
    end = Pointer(selectors=(("#box",),))
    step = replace(pointed("drag", ".item"), to_pointer=end, point=Point(3, 4))
    assert learned(time, step).point == Point(3, 4)


# --------------------------------------------------------------------------------- what must not be


@pytest.mark.parametrize(
    ("selector", "is_so"),
    [
        pytest.param("#nowhere", True, id="not there"),
        pytest.param("#gone", True, id="there and hidden"),
        pytest.param("#go", False, id="to be seen"),
    ],
)
def test_what_must_be_hidden_is_not_to_be_seen(time: PaperTime, selector: str, is_so: bool) -> None:
    replay, _ = run(time, pointed("assert", selector, check="hidden"))
    assert replay.passed is is_so
    assert replay.learned == ()


def test_what_is_counted_is_counted_in_all(time: PaperTime) -> None:
    assert run(time, pointed("assert", ".item", check="count", value=" 2 "))[0].passed
    replay, _ = run(time, pointed("assert", ".item", check="count", value="3"))
    assert replay.steps[-1].reason == "there are 2 such elements, not 3"


def test_a_count_may_come_true_later(time: PaperTime) -> None:
    stage = PaperStage({"": BODY}, time)
    stage.page.soon.append(lambda: stage.page.show("<p class=item>Only"))
    replay, _ = run(time, pointed("assert", ".item", check="count", value="1"), stage=stage)
    assert replay.passed


def test_on_another_site_the_recorded_address_stays(time: PaperTime) -> None:
    test = "https://test.example/"
    stage = PaperStage({test: BODY}, time)
    step = pointed("click", "#go", url=f"{SHOP}sign-in")
    replay, _ = run(time, step, stage=stage, settings=RunSettings(base_url=test))
    (seen,) = replay.learned
    assert seen.url == f"{SHOP}sign-in"
