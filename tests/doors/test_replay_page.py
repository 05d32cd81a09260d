"""The report of a replay: complete in one file, and safe whatever a page says."""

from datetime import UTC, datetime

from holdfast.doors.replay_page import render_replay
from holdfast.model.replay_result import NearMiss, Replay, StepOutcome, StepResult

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
EVIL = "<img src=x onerror=alert(1)>\"'"


def a_report() -> str:
    step = StepResult(
        number=1,
        step_id="s1",
        title=EVIL,
        outcome=StepOutcome.REFUSED,
        reason=EVIL,
        was=EVIL,
        now=EVIL,
        old_selector=EVIL,
        new_selector=EVIL,
        url=EVIL,
        details=(EVIL,),
        nearest=(NearMiss(likely=1, element=EVIL, why=EVIL),),
        before=b"\x89PNG",
    )
    replay = Replay(
        run_id="r", name=EVIL, started_at=NOON, ended_at=NOON, steps=(step,), error=EVIL
    )
    return render_replay(replay, lead=EVIL)


def test_text_of_a_page_is_never_markup() -> None:
    assert "<img src=x" not in a_report()
    assert "&lt;img src=x" in a_report()


def test_pictures_are_inside_and_nothing_is_fetched() -> None:
    report = a_report()
    assert "data:image/png;base64,iVBORw==" in report
    assert "<script" not in report
    assert "http://" not in report
