"""A recording done again, step by step: what is held, healed, refused, failed and left."""

from dataclasses import replace

import pytest
from tests.unit.app.paper_browser import (
    SHOP,
    PaperStage,
    PaperTime,
    RunSettings,
    a_recording,
    a_runner,
    a_step,
    replayed,
    snapshot_of,
)

from holdfast.app.replay import CHANGED_SINCE, HANDED_OVER, HUNG, SHOWN, STOPPED, SWITCHED_OFF
from holdfast.errors import ActFailed, EnvironmentFailure, RunStopped
from holdfast.model.healing_decision import HealingAction
from holdfast.model.recording import Step
from holdfast.model.replay_result import Replay, StepOutcome, StepResult
from holdfast.ports import run_now
from holdfast.selectors.describe import describe

OLD = """<main><h1>Cart</h1><label>Email <input id="mail" name="mail"></label>
<button id="save" class="btn">Save cart</button><a href="/help">Help</a></main>"""
# The same button under another name: healed, and sure.
RENAMED = OLD.replace("Save cart", "Save your cart")
# The button is gone, and its neighbours stand side by side.
GONE = OLD.replace('<button id="save" class="btn">Save cart</button>', "")
THANKS = "<main><h1>Thanks</h1><a href='/'>Back to the shop</a></main>"

MAIL = a_step("type", "#mail", OLD, value="ann@example.org")
SAVE = a_step("click", "#save", OLD)
HELP = a_step("click", "a", OLD)
KEEP_GOING = RunSettings(keep_going=True)


def a_stage(time: PaperTime, body: str = OLD, **more: str) -> PaperStage:
    return PaperStage({"": body, **more}, time=time)


def gates_of(step: StepResult) -> list[str]:
    assert step.decision is not None
    return [gate.name for gate in step.decision.gates]


def outcomes(replay: Replay) -> list[str]:
    return [step.outcome.value for step in replay.steps]


# --------------------------------------------------------------------------------------------- held


def test_an_unchanged_page_holds_every_step_in_its_order(time: PaperTime) -> None:
    stage = a_stage(time)
    replay = replayed(stage, MAIL, SAVE, HELP)
    assert outcomes(replay) == ["done", "held", "held", "held"]
    assert stage.done == [
        ("open", SHOP),
        ("type", "Email", "ann@example.org"),
        ("click", "Save cart"),
        ("click", "Help"),
    ]
    assert replay.passed
    assert time.seconds == 0.0, "what holds waits for nothing"


def test_what_holds_is_never_captured(time: PaperTime) -> None:
    stage = a_stage(time)
    replayed(stage, MAIL, SAVE)
    assert stage.page.captures == 0


def test_a_recording_that_opens_its_page_itself_opens_it_once(time: PaperTime) -> None:
    stage = a_stage(time)
    replay = replayed(stage, a_step("navigate", value=SHOP), SAVE)
    assert [act for act in stage.done if act[0] == "open"] == [("open", SHOP)]
    assert len(replay.steps) == 2


def test_steps_are_numbered_as_a_run_counts_them(time: PaperTime) -> None:
    replay = replayed(a_stage(time), MAIL, SAVE)
    assert [(step.number, step.step_id) for step in replay.steps] == [
        (1, "start"),
        (2, "s1"),
        (3, "s2"),
    ]


def test_each_step_says_where_it_ended(time: PaperTime) -> None:
    stage = a_stage(time, thanks=THANKS)
    stage.then["Save cart"] = lambda here: here.go("thanks")
    replay = replayed(stage, SAVE)
    assert [step.url for step in replay.steps] == [SHOP, f"{SHOP}thanks"]


def test_an_element_that_comes_late_is_held_and_not_healed(time: PaperTime) -> None:
    stage = a_stage(time, RENAMED)
    runner = a_runner(stage)
    stage.then["Email"] = lambda here: here.page.soon.append(lambda: here.page.show(OLD))
    replay = run_now(runner.play(a_recording(MAIL, SAVE)))
    assert outcomes(replay) == ["done", "held", "held"]
    assert time.seconds < 2.0


# ------------------------------------------------------------------------------------------- healed


def test_nothing_is_healed_before_it_was_looked_for_two_seconds(time: PaperTime) -> None:
    replay = replayed(a_stage(time, RENAMED), SAVE)
    assert outcomes(replay) == ["done", "healed"]
    assert time.seconds == pytest.approx(2.0)


def test_a_healed_step_tells_what_was_and_what_is_used(time: PaperTime) -> None:
    stage = a_stage(time, RENAMED)
    healed = replayed(stage, SAVE).steps[-1]
    assert healed.was == "<button> 'Save cart'"
    assert healed.now == "<button> 'Save your cart'"
    assert healed.action is HealingAction.AUTO_APPLY
    assert healed.new_selector == 'page.get_by_role("button", name="Save your cart", exact=True)'
    assert stage.done[-1] == ("click", "Save your cart")


def test_a_page_that_never_rests_lowers_a_healing_to_a_suggestion(time: PaperTime) -> None:
    stage = a_stage(time, RENAMED)
    stage.page.is_quiet = False
    refused = replayed(stage, SAVE).steps[-1]
    assert refused.label == "suggested"
    assert gates_of(refused) == ["unsettled"]
    assert stage.done == [("open", SHOP)]


def test_what_a_person_excluded_is_not_used_again(time: PaperTime) -> None:
    other = describe(snapshot_of(RENAMED), "#save")
    stage = a_stage(time, RENAMED)
    refused = replayed(stage, replace(SAVE, excluded=(other,))).steps[-1]
    assert refused.outcome is StepOutcome.REFUSED
    assert "excluded" in gates_of(refused)
    assert ("click", "Save your cart") not in stage.done


def test_an_act_that_fails_on_a_healed_element_keeps_its_decision(time: PaperTime) -> None:
    stage = a_stage(time, RENAMED)

    def breaks(_: PaperStage) -> None:
        raise ActFailed("the element moved away")

    stage.then["Save your cart"] = breaks
    failed = replayed(stage, SAVE).steps[-1]
    assert failed.outcome is StepOutcome.FAILED
    assert failed.reason == "the element moved away"
    assert failed.decision is not None
    assert failed.new_selector.startswith("page.")


# ------------------------------------------------------------------------------ refused and stopped


def test_what_is_gone_is_refused_and_nothing_else_is_clicked(time: PaperTime) -> None:
    stage = a_stage(time, GONE)
    replay = replayed(stage, SAVE, HELP)
    assert outcomes(replay) == ["done", "refused", "not run"]
    assert stage.done == [("open", SHOP)]
    assert replay.steps[1].reason.startswith("it is probably gone")
    assert replay.steps[2].reason == STOPPED
    assert not replay.passed
    assert replay.error is None, "a refusal is no accident"


def test_a_run_that_keeps_going_does_what_it_still_can(time: PaperTime) -> None:
    stage = a_stage(time, GONE)
    replay = replayed(stage, SAVE, HELP, settings=KEEP_GOING)
    assert outcomes(replay) == ["done", "refused", "held"]
    assert not replay.passed


def test_a_form_is_not_sent_without_a_field_that_was_refused(time: PaperTime) -> None:
    form = """<form><label>Name <input id="who"></label><label>Street <input id="street"></label>
    <button id="send">Send it</button></form><a href="/help">Help</a>"""
    lacking = form.replace('<label>Street <input id="street"></label>', "")
    stage = a_stage(time, lacking)
    replay = replayed(
        stage,
        a_step("type", "#who", form, value="Ann"),
        a_step("type", "#street", form, value="Elm 1"),
        a_step("click", "#send", form),
        a_step("click", "a", form),
        settings=KEEP_GOING,
    )
    assert outcomes(replay) == ["done", "held", "refused", "not run", "held"]
    assert "its form lacks a field" in replay.steps[3].reason
    assert ("click", "Send it") not in stage.done


def test_a_step_of_another_page_is_not_done_after_one_that_was_not(time: PaperTime) -> None:
    stage = a_stage(time, GONE)
    there = a_step("click", "a", THANKS, "thanks")
    replay = replayed(stage, SAVE, there, settings=KEEP_GOING)
    assert outcomes(replay) == ["done", "refused", "not run"]
    assert "it belongs to the page '/thanks'" in replay.steps[2].reason


def test_switched_off_healing_searches_nothing(time: PaperTime) -> None:
    stage = a_stage(time, RENAMED)
    replay = replayed(stage, SAVE, settings=RunSettings(healing_enabled=False))
    assert replay.steps[-1].outcome is StepOutcome.REFUSED
    assert replay.steps[-1].reason == SWITCHED_OFF
    assert stage.page.captures == 0


def test_an_act_that_does_not_work_fails_its_step_alone(time: PaperTime) -> None:
    stage = a_stage(time)

    def breaks(_: PaperStage) -> None:
        raise ActFailed("it is covered")

    stage.then["Save cart"] = breaks
    replay = replayed(stage, SAVE, HELP, settings=KEEP_GOING)
    assert outcomes(replay) == ["done", "failed", "held"]
    assert replay.steps[1].reason == "it is covered"
    assert replay.error is None


# ---------------------------------------------------------------------------------- ended too early


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        pytest.param(ValueError("odd\nand more"), "unexpected ValueError: odd", id="a bug"),
        pytest.param(KeyboardInterrupt(), "somebody interrupted it", id="Ctrl-C"),
        pytest.param(
            EnvironmentFailure("the disk is full\n  next: make room"),
            "the disk is full",
            id="our own error",
        ),
        pytest.param(RunStopped("somebody cancelled it"), "somebody cancelled it", id="cancelled"),
    ],
)
def test_whatever_ends_a_run_it_ends_in_order(
    time: PaperTime, raised: BaseException, told: str
) -> None:
    stage = a_stage(time)

    def breaks(_: PaperStage) -> None:
        raise raised

    stage.then["Save cart"] = breaks
    replay = replayed(stage, SAVE, HELP, settings=KEEP_GOING)
    assert replay.error == told
    assert outcomes(replay) == ["done", "failed", "not run"], "also of a run that keeps going"
    assert not replay.passed


def test_a_page_that_cannot_be_read_fails_its_step_and_the_next_may_work(time: PaperTime) -> None:
    stage = a_stage(time, GONE)
    stage.page.dies = True
    replay = replayed(stage, SAVE, HELP, settings=KEEP_GOING)
    assert outcomes(replay) == ["done", "failed", "held"]
    assert replay.error is None


def test_a_browser_that_is_gone_ends_the_run(time: PaperTime) -> None:
    stage = a_stage(time, GONE)
    stage.page.dies, stage.is_open = True, False
    replay = replayed(stage, SAVE, HELP, settings=KEEP_GOING)
    assert replay.error == "the browser failed while capturing the page: it is closed"
    assert outcomes(replay) == ["done", "failed", "not run"]


def test_a_page_that_hangs_again_and_again_says_so_in_the_end(time: PaperTime) -> None:
    stage = a_stage(time, GONE)
    stage.page.dies, stage.is_open = True, False
    stage.page.soon.append(lambda: setattr(stage, "was_interrupted", True))
    replay = replayed(stage, SAVE)
    assert replay.error is not None
    assert "again when it was interrupted, and was ended" in replay.error


def test_a_step_during_which_the_page_hung_has_failed_whatever_it_did(time: PaperTime) -> None:
    stage = a_stage(time)

    def hangs(here: PaperStage) -> None:
        here.was_interrupted = True

    stage.then["Save cart"] = hangs
    replay = replayed(stage, SAVE)
    assert replay.steps[-1].outcome is StepOutcome.FAILED
    assert replay.steps[-1].reason == HUNG


# -------------------------------------------------------------------------------------- who listens


def test_everybody_hears_of_each_step_once_and_in_order(time: PaperTime) -> None:
    heard: list[StepResult] = []
    replay = replayed(a_stage(time, GONE), SAVE, HELP, on_step=heard.append)
    assert tuple(heard) == replay.steps


def test_nobody_is_asked_before_a_step_that_only_looks(time: PaperTime) -> None:
    asked: list[int] = []
    stage = a_stage(time)
    replayed(
        stage,
        a_step("hover", "#save", OLD),
        a_step("scroll"),
        a_step("assert", "#save", OLD, check="visible"),
        before_act=lambda: asked.append(len(stage.done)),
    )
    assert asked == []


def test_whoever_owns_the_run_is_asked_before_anything_is_done_to_a_page(time: PaperTime) -> None:
    stage = a_stage(time)

    def lost() -> None:
        raise RunStopped("another worker has it")

    replay = replayed(stage, SAVE, before_act=lost)
    assert replay.error == "another worker has it"
    assert ("click", "Save cart") not in stage.done


# -------------------------------------------------------------------------------------- handed over


def test_a_refused_step_that_an_agent_did_is_done(time: PaperTime) -> None:
    asked: list[str] = []

    async def helper(step: Step, result: StepResult) -> bool:
        asked.append(f"{step.id} {result.label}")
        return True

    replay = replayed(a_stage(time, GONE), SAVE, HELP, helper=helper)
    assert outcomes(replay) == ["done", "done", "held"]
    assert replay.steps[1].reason.startswith(HANDED_OVER)
    assert asked == ["s1 refused"]
    assert replay.passed


def test_a_refused_step_that_nobody_could_do_stays_refused(time: PaperTime) -> None:
    async def helper(_: Step, __: StepResult) -> bool:
        return False

    replay = replayed(a_stage(time, GONE), SAVE, HELP, helper=helper)
    assert outcomes(replay) == ["done", "refused", "not run"]


def test_a_held_step_is_handed_to_nobody(time: PaperTime) -> None:
    async def helper(step: Step, _: StepResult) -> bool:
        raise AssertionError(step.id)

    assert replayed(a_stage(time), SAVE, helper=helper).passed


def test_the_element_that_a_person_chose_is_used_at_once(time: PaperTime) -> None:
    chosen = a_step("click", "a", GONE)

    async def helper(step: Step, _: StepResult) -> Step:
        return replace(chosen, id=step.id)

    stage = a_stage(time, GONE)
    replay = replayed(stage, SAVE, helper=helper)
    assert outcomes(replay) == ["done", "held"]
    assert replay.steps[-1].reason == SHOWN
    assert stage.done[-1] == ("click", "Help")


def test_a_chosen_element_that_is_not_as_it_was_shown_is_not_healed(time: PaperTime) -> None:
    chosen, stage = a_step("click", "#save", OLD), a_stage(time, GONE)

    async def helper(step: Step, _: StepResult) -> Step:
        stage.page.show(RENAMED)
        return replace(chosen, id=step.id)

    runner = a_runner(stage, helper=helper)
    replay = run_now(runner.play(a_recording(SAVE)))
    assert replay.steps[-1].outcome is StepOutcome.REFUSED
    assert replay.steps[-1].reason == CHANGED_SINCE
    assert stage.done == [("open", SHOP)]
    assert runner.settings.healing_enabled, "what a person chose is an exception"
