"""The report of a replay: complete in one file, and safe whatever a page says."""

import re
from datetime import UTC, datetime
from pathlib import Path

from holdfast.doors.replay_page import MOST_OPEN, Around, render_replay, write_report
from holdfast.doors.replay_page.job_summary import summarise
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
    return render_replay(replay, Around(lead=EVIL))


def test_text_of_a_page_is_never_markup() -> None:
    assert "<img src=x" not in a_report()
    assert "&lt;img src=x" in a_report()


def test_pictures_are_inside_and_nothing_is_fetched() -> None:
    report = a_report()
    assert "data:image/png;base64,iVBORw==" in report
    assert "<script" not in report
    assert "http://" not in report


def test_a_report_of_thirty_steps_stays_below_two_megabytes_and_readable(
    tmp_path: Path,
) -> None:
    picture = f"<svg>{'x' * 120_000}</svg>"
    steps = tuple(
        StepResult(
            number=number,
            step_id=f"s{number}",
            title=f"click {number}",
            outcome=StepOutcome.REFUSED if number > 2 else StepOutcome.HELD,
            reason="it is probably gone",
            duration_ms=1500,
            page_before=picture,
            page_after=picture,
        )
        for number in range(1, 31)
    )
    trace = str(tmp_path / "traces" / "a b.zip")
    replay = Replay(run_id="r", name="n", started_at=NOON, ended_at=NOON, steps=steps, trace=trace)
    write_report([replay], Around(path=tmp_path / "out.html", portal="http://portal.example/"))
    report = (tmp_path / "out.html").read_text()
    assert len(report.encode()) <= 2_000_000
    linked = re.findall(r'href="(out-pictures/[^"]+)"', report)
    assert len(linked) == 2 * 28, "whole pages of all that were refused"
    assert {(tmp_path / one).read_text() for one in linked} == {picture}
    assert 'href="http://portal.example/runs/r"' in report
    assert 'href="traces/a%20b.zip"' in report
    assert report.count('<details class="body" open>') == MOST_OPEN
    assert report.count('href="#step-') == 30
    assert "only refused" in report
    assert "1.5 s" in report


def test_a_summary_is_a_table_and_never_somebody_elses_markup() -> None:
    step = StepResult(
        number=1, step_id="s", title="a|b", outcome=StepOutcome.REFUSED, reason=EVIL, duration_ms=40
    )
    replay = Replay(run_id="r7", name="#n", started_at=NOON, ended_at=NOON, steps=(step,))
    told = summarise(replay)
    assert told.startswith("### \\#n: failed\n\n1 step: 1 refused.\n")
    assert "| 1 | a\\|b | refused | \\<img src=x onerror=alert(1)\\>" in told
    assert told.endswith("Next: `holdfast fix --run r7`\n")
