"""A replay as JUnit XML."""

from datetime import UTC, datetime
from xml.etree.ElementTree import fromstring

from holdfast.adapters.formats.junit import write_junit
from holdfast.model.replay_result import NearMiss, Replay, StepOutcome, StepResult

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def a_step(number: int, outcome: StepOutcome, **given: object) -> StepResult:
    return StepResult(
        number=number,
        step_id=f"s{number}",
        title="click 'Save'",
        outcome=outcome,
        **given,  # type: ignore[arg-type]
    )


def a_replay(*steps: StepResult, error: str | None = None) -> Replay:
    return Replay(run_id="r", name="shop", started_at=NOON, ended_at=NOON, steps=steps, error=error)


def test_one_case_for_each_step_and_the_sums() -> None:
    suite = fromstring(
        write_junit(
            a_replay(
                a_step(1, StepOutcome.HELD),
                a_step(2, StepOutcome.REFUSED, reason="gone"),
                a_step(3, StepOutcome.NOT_RUN, reason="stopped"),
            )
        )
    )[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    assert [case.get("name") for case in suite] == [f"{n}. click 'Save'" for n in (1, 2, 3)]


def test_a_refused_step_names_its_near_misses() -> None:
    miss = NearMiss(likely=38, element="<button> 'Order'", why="same place")
    step = a_step(1, StepOutcome.REFUSED, reason="too doubtful", nearest=(miss,))
    failure = fromstring(write_junit(a_replay(step))).find(".//failure")
    assert failure is not None
    assert failure.get("message") == "too doubtful"
    assert "38  <button> 'Order'  same place" in (failure.text or "")


def test_text_of_a_page_cannot_break_the_file() -> None:
    step = a_step(1, StepOutcome.FAILED, reason="\x00]]><evil/>\ud800 & \uffff")
    failure = fromstring(write_junit(a_replay(step))).find(".//failure")
    assert failure is not None
    assert "<evil/>" in (failure.get("message") or "")


def test_what_ended_a_run_early_is_an_error() -> None:
    suite = fromstring(write_junit(a_replay(error="the browser died")))[0]
    assert suite.get("errors") == "1"
    assert suite.findtext("system-err") == "the browser died"
