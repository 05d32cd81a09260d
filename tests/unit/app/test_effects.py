"""What a step did when it was recorded is looked for again; another answer is a failure."""

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
from holdfast.deciding.origins import SecretOrigins
from holdfast.model.recording import Effect, EffectKind, Step
from holdfast.model.replay_result import StepOutcome, StepResult

BODY = """<label>Email <input id="mail"></label><button id="go">Send it</button>
<div id="editor" contenteditable aria-label="Text"></div><ul><li>Tea<li>Milk</ul>"""
# The button is found again by its id: somebody has rebuilt the page.
REBUILT = BODY.replace("Send it", "Send it now")


def click(kind: EffectKind, expected: Any, of: str = "") -> Step:
    return a_step("click", "#go", BODY, effect=Effect(kind=kind, expected=expected, of=of))


def done(time: PaperTime, step: Step, body: str = BODY, **given: Any) -> StepResult:
    stage = given.pop("stage", None) or PaperStage({"": body, "thanks": "<h1>Thanks</h1>"}, time)
    stage.effects |= given.pop("effects", {})
    return replayed(stage, step, **given).steps[-1]


def leading(time: PaperTime, path: str, body: str = BODY, label: str = "Send it") -> PaperStage:
    stage = PaperStage({"": body, path: "<h1>There</h1>"}, time)
    stage.then[label] = lambda here: here.go(path)
    return stage


# ---------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("expected", "led"),
    [
        pytest.param("thanks", "thanks", id="the same"),
        pytest.param("orders/4711", "orders/4712", id="of the same kind"),
    ],
)
def test_a_step_that_leads_to_the_recorded_kind_of_page_was_seen_to(
    time: PaperTime, expected: str, led: str
) -> None:
    step = click(EffectKind.URL, SHOP + expected)
    seen = done(time, step, stage=leading(time, led))
    assert (seen.outcome, seen.effect_seen) == (StepOutcome.HELD, True)


def test_a_step_that_leads_elsewhere_has_failed(time: PaperTime) -> None:
    step = click(EffectKind.URL, f"{SHOP}thanks")
    seen = done(time, step, stage=leading(time, "sorry"))
    assert (seen.outcome, seen.effect_seen) == (StepOutcome.FAILED, False)
    assert seen.reason == f"url '{SHOP}thanks' expected, '{SHOP}sorry' seen"
    assert time.seconds == pytest.approx(5.0), "it was waited for"


def test_an_address_that_comes_late_is_waited_for_and_no_longer(time: PaperTime) -> None:
    stage = PaperStage({"": BODY, "thanks": "<h1>Thanks</h1>"}, time)
    stage.page.soon += [lambda: stage.go(""), lambda: stage.go("thanks")]
    seen = done(time, click(EffectKind.URL, f"{SHOP}thanks"), stage=stage)
    assert seen.effect_seen is True
    assert time.seconds == pytest.approx(0.1)


def test_an_address_is_looked_for_on_the_site_that_is_replayed(time: PaperTime) -> None:
    test = "https://test.example/"
    stage = PaperStage({test: BODY, f"{test}thanks": "<h1>Thanks</h1>"}, time)
    stage.then["Send it"] = lambda here: here.go(f"{test}thanks")
    step = click(EffectKind.URL, f"{SHOP}thanks")
    seen = done(time, step, stage=stage, settings=RunSettings(base_url=test))
    assert seen.effect_seen is True


def test_on_a_rebuilt_site_another_address_is_told_and_no_failure(time: PaperTime) -> None:
    stage = leading(time, "sorry", REBUILT, "Send it now")
    seen = done(time, click(EffectKind.URL, f"{SHOP}thanks"), stage=stage)
    assert (seen.outcome, seen.effect_seen) == (StepOutcome.HEALED, False)
    assert time.seconds == pytest.approx(2.5), "two seconds for the element, half a one for this"


def test_once_something_was_healed_later_steps_are_on_a_rebuilt_site_too(time: PaperTime) -> None:
    body = REBUILT + '<a id="next" href="/next">Next</a>'
    stage = leading(time, "sorry", body, "Next")
    first = a_step("click", "#go", BODY)
    then = a_step(
        "click", "#next", body, effect=Effect(kind=EffectKind.URL, expected=f"{SHOP}thanks")
    )
    replay = replayed(stage, first, then)
    assert [one.outcome.value for one in replay.steps] == ["done", "healed", "held"]
    assert replay.steps[-1].effect_seen is False


# --------------------------------------------------------------------------------- fields and boxes


def test_what_was_typed_is_in_the_field_afterwards(time: PaperTime) -> None:
    effect = Effect(kind=EffectKind.VALUE, expected="{{who}}")
    step = a_step("type", "#mail", BODY, value="{{who}}", effect=effect)
    seen = done(time, step, values=Values(variables={"who": "ann"}))
    assert (seen.outcome, seen.effect_seen) == (StepOutcome.HELD, True)


def test_a_field_that_holds_something_else_has_failed_and_both_are_told(time: PaperTime) -> None:
    step = a_step(
        "type", "#mail", BODY, value="ann", effect=Effect(kind=EffectKind.VALUE, expected="ann")
    )
    seen = done(time, step, effects={EffectKind.VALUE: "ANN"})
    assert seen.reason == "value 'ann' expected, 'ANN' seen"


def test_a_secret_that_did_not_arrive_is_told_without_itself(time: PaperTime) -> None:
    effect = Effect(kind=EffectKind.VALUE, expected="${WORD}")
    step = a_step("type", "#mail", BODY, value="${WORD}", effect=effect)
    here = Permissions(origins=SecretOrigins(recorded={"WORD": "https://shop.example"}))
    seen = done(
        time,
        step,
        effects={EffectKind.VALUE: "hunter"},
        values=Values(secrets={"WORD": "hunter22"}),
        settings=RunSettings(permissions=here),
    )
    assert seen.reason == "value what was typed expected, something else seen"


@pytest.mark.parametrize(
    ("seen", "same"),
    [
        pytest.param("Dear  Ann,\nhello", True, id="white space in a line"),
        pytest.param("Dear Ann, hello", False, id="another line"),
        pytest.param("Dear Ann,\n\nhello", False, id="an empty line"),
    ],
)
def test_lines_of_an_editor_count_and_white_space_in_them_does_not(
    time: PaperTime, seen: str, same: bool
) -> None:
    effect = Effect(kind=EffectKind.VALUE, expected="Dear Ann,\nhello")
    step = a_step("type", "#editor", BODY, value="Dear Ann,\nhello", effect=effect)
    result = done(time, step, effects={EffectKind.VALUE: seen})
    assert result.effect_seen is same


@pytest.mark.parametrize(
    ("kind", "expected", "seen", "same"),
    [
        pytest.param(EffectKind.CHECKED, True, True, True, id="ticked"),
        pytest.param(EffectKind.CHECKED, True, False, False, id="not ticked"),
        pytest.param(EffectKind.SELECTED, ("M", "L"), ("M", "L"), True, id="chosen"),
        pytest.param(EffectKind.SELECTED, ("M", "L"), ("M",), False, id="half chosen"),
        pytest.param(EffectKind.COUNT, 1, 1, True, id="one more"),
        pytest.param(EffectKind.COUNT, 1, 0, False, id="none more"),
        pytest.param(EffectKind.COUNT, 1, None, None, id="nobody can tell"),
    ],
)
def test_an_effect_is_the_same_or_not_or_cannot_be_told(
    time: PaperTime, kind: EffectKind, expected: Any, seen: Any, same: bool | None
) -> None:
    assert done(time, click(kind, expected), effects={kind: seen}).effect_seen is same


def test_an_effect_that_cannot_be_told_is_waited_for_by_nobody(time: PaperTime) -> None:
    seen = done(time, click(EffectKind.COUNT, 1), effects={EffectKind.COUNT: None})
    assert seen.outcome is StepOutcome.HELD
    assert time.seconds == 0.0


def test_a_list_that_grows_late_is_waited_for(time: PaperTime) -> None:
    seen = done(time, click(EffectKind.COUNT, 1), effects={EffectKind.COUNT: [0, 0, 1]})
    assert seen.effect_seen is True
    assert time.seconds == pytest.approx(0.1)


@pytest.mark.parametrize(
    "kind", [EffectKind.COUNT, EffectKind.ORDER, EffectKind.URL, EffectKind.DOWNLOAD]
)
def test_a_rebuilt_site_may_say_these_otherwise(time: PaperTime, kind: EffectKind) -> None:
    expected: Any = {EffectKind.COUNT: 1, EffectKind.ORDER: ("A", "B")}.get(kind, "x.pdf")
    effects = {EffectKind.COUNT: 0, EffectKind.ORDER: ("B", "A")}
    seen = done(time, click(kind, expected), REBUILT, effects=effects)
    assert (seen.outcome, seen.effect_seen) == (StepOutcome.HEALED, False)


def test_a_rebuilt_site_must_still_tick_the_box(time: PaperTime) -> None:
    step, effects = click(EffectKind.CHECKED, True), {EffectKind.CHECKED: False}
    seen = done(time, step, REBUILT, effects=effects)
    assert (seen.outcome, seen.effect_seen) == (StepOutcome.FAILED, False)


# ---------------------------------------------------------------------------- beside, and downloads


def test_an_effect_on_another_element_is_looked_for_there(time: PaperTime) -> None:
    step, stage = click(EffectKind.SELECTED, ("Tea",), of="ul"), PaperStage({"": BODY}, time)
    seen = done(time, step, stage=stage, effects={EffectKind.SELECTED: ("Tea",)})
    assert seen.effect_seen is True
    assert [target.node.tag for target in stage.looked_on] == ["ul"]


def test_an_effect_on_an_element_that_is_not_there_was_not_seen(time: PaperTime) -> None:
    step = click(EffectKind.SELECTED, ("Tea",), of="#nowhere")
    seen = done(time, step, effects={EffectKind.SELECTED: ("Tea",)})
    assert (seen.outcome, seen.effect_seen) == (StepOutcome.FAILED, False)
    assert seen.reason == "selected ('Tea',) expected, () seen"


def test_a_file_of_the_same_name_but_for_numbers_is_the_file(time: PaperTime) -> None:
    stage = PaperStage({"": BODY}, time)
    stage.then["Send it"] = lambda here: here.downloads.append("bill 8.pdf")
    seen = done(time, click(EffectKind.DOWNLOAD, "bill 7.pdf"), stage=stage)
    assert seen.effect_seen is True


def test_a_file_that_was_loaded_by_an_earlier_step_does_not_count(time: PaperTime) -> None:
    stage = PaperStage({"": BODY}, time)
    stage.downloads.append("bill 7.pdf")
    seen = done(time, click(EffectKind.DOWNLOAD, "bill 7.pdf"), stage=stage)
    assert seen.outcome is StepOutcome.FAILED
    assert seen.reason == "download 'bill 7.pdf' expected, '' seen"


# ------------------------------------------------------------------------------------------- orders

DRAG = replace(
    a_step("drag", "li:first-child", BODY, to=None),
    effect=Effect(kind=EffectKind.ORDER, expected=("Milk", "Tea")),
)


@pytest.mark.parametrize(
    ("order", "same"),
    [
        pytest.param(("Milk", "Tea"), True, id="as recorded"),
        pytest.param(("Milk", "Bread", "Tea"), True, id="others between"),
        pytest.param(("Tea", "Milk"), False, id="the other way round"),
        pytest.param(("Milk",), False, id="what was moved is not there"),
        pytest.param((), False, id="nothing is there"),
        pytest.param(("Bread", "Salt"), None, id="a list of other things"),
        pytest.param("Milk, Tea", None, id="no list"),
    ],
)
def test_what_was_dragged_stands_where_it_stood_among_the_others(
    time: PaperTime, order: tuple[str, ...] | str, same: bool | None
) -> None:
    seen = done(time, DRAG, effects={EffectKind.ORDER: order})
    assert seen.effect_seen is same


def test_what_still_stands_where_it_was_taken_from_was_not_moved(time: PaperTime) -> None:
    into_another = replace(DRAG, effect=Effect(kind=EffectKind.ORDER, expected=("Bread", "Tea")))
    assert done(time, into_another, effects={EffectKind.ORDER: ("Milk",)}).effect_seen is False


def test_of_a_field_that_nobody_sees_what_is_drawn_for_it_is_looked_at(time: PaperTime) -> None:
    effect = Effect(kind=EffectKind.VALUE, expected="x")
    step = a_step("type", "#mail", BODY, value="x", effect=effect)
    for extra, drawn in (({}, False), ({"standsFor": 2}, True)):
        stage = PaperStage({"": BODY}, time)
        done(time, replace(step, extra=extra), stage=stage)
        assert stage.looked_at == [drawn]


def test_a_drag_says_what_goes_where(time: PaperTime) -> None:
    stage = PaperStage({"": BODY}, time)
    done(time, replace(DRAG, effect=None, to=a_step("hover", "#go", BODY).fingerprint), stage=stage)
    assert stage.done[-1] == ("drag", "Tea", "Send it")


def test_a_drag_to_what_is_gone_is_not_begun(time: PaperTime) -> None:
    lost = BODY.replace('<button id="go">Send it</button>', "")
    stage = PaperStage({"": lost}, time)
    step = replace(DRAG, effect=None, to=a_step("hover", "#go", BODY).fingerprint)
    seen = done(time, step, stage=stage)
    assert seen.outcome is StepOutcome.FAILED
    assert seen.reason.startswith("the place to drag to was refused: it is probably gone")
    assert stage.done == [("open", SHOP)]


def test_a_drag_to_a_place_that_was_renamed_is_healed(time: PaperTime) -> None:
    stage = PaperStage({"": REBUILT}, time)
    step = replace(DRAG, effect=None, to=a_step("hover", "#go", BODY).fingerprint)
    seen = done(time, step, stage=stage)
    assert seen.outcome is StepOutcome.HEALED
    assert stage.done[-1] == ("drag", "Tea", "Send it now")


def test_a_drag_heals_nothing_when_healing_is_switched_off(time: PaperTime) -> None:
    stage = PaperStage({"": REBUILT}, time)
    step = replace(DRAG, effect=None, to=a_step("hover", "#go", BODY).fingerprint)
    seen = done(time, step, stage=stage, settings=RunSettings(healing_enabled=False))
    assert seen.reason.startswith("the place to drag to: its recorded selector finds it no more")
