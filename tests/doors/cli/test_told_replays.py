"""How a replay is told: in the terminal, as data, as Markdown, as an exit code, to a person."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from rich.console import Console
from tests.unit.app.paper_browser import (
    NOON,
    PaperStage,
    PaperTime,
    a_recording,
    a_runner,
    a_step,
    on_paper_time,
    replayed,
)

from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.app.wiring import load_project
from holdfast.doors.cli.live_answers import LiveAnswers
from holdfast.doors.cli.replay_command import as_data, read_variables
from holdfast.doors.cli.replay_many import (
    Outputs,
    add_summary,
    default_trace,
    make_jobs,
    tell,
    worst_code,
)
from holdfast.doors.cli.replay_view import run_line, show_replay, show_trouble, step_line, sums
from holdfast.doors.player import enter_in_store
from holdfast.doors.replay_page.job_summary import MOST_ROWS, summarise
from holdfast.model.healing_decision import ReviewState
from holdfast.model.job import INTERRUPTED, Ended, Job
from holdfast.model.recording import Recording
from holdfast.model.replay_result import Replay, StepOutcome, StepResult
from holdfast.ports import run_now

OLD = '<h1>Cart</h1><button id="save">Save cart</button><a href="/help">Help</a>'
RENAMED = OLD.replace("Save cart", "Save your cart")
GONE = OLD.replace('<button id="save">Save cart</button>', "")
SAVE, HELP = a_step("click", "#save", OLD), a_step("click", "a", OLD)
ESCAPE = "\x1b[31mred\x1b[0m \u202eback"


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> PaperTime:
    return on_paper_time(monkeypatch)


@pytest.fixture
def mixed(time: PaperTime) -> Replay:
    """Return a replay of which something was done, healed, refused and not run."""
    body = RENAMED.replace('<a href="/help">Help</a>', "")
    return replayed(PaperStage({"": body}, time), SAVE, HELP, a_step("press", value="Enter"))


def printed(show: Any, replay: Replay) -> str:
    console = Console(width=400, no_color=True, highlight=False)
    with console.capture() as shown:
        show(console, replay)
    return shown.get()


# ----------------------------------------------------------------------------------------- terminal


def test_each_step_is_a_line_with_its_number_and_how_it_went(mixed: Replay) -> None:
    lines = [step_line(step, len(mixed.steps)).plain for step in mixed.steps]
    assert [line.split("  ")[0] for line in lines] == ["1/4", "2/4", "3/4", "4/4"]
    assert [line[5] for line in lines] == ["✓", "~", "!", "·"]
    assert "healed (confidence " in lines[1]
    assert "<button> 'Save your cart')" in lines[1]
    assert "refused: it is probably gone" in lines[2]
    assert lines[3].endswith("not run: an earlier step was not done")


def test_numbers_stand_below_each_other() -> None:
    step = StepResult(number=7, step_id="s", title="t", outcome=StepOutcome.HELD)
    assert step_line(step, 120).plain.startswith("  7/120")


def test_the_end_shows_what_was_healed_what_was_not_and_the_sums(mixed: Replay) -> None:
    shown = printed(show_replay, mixed)
    assert "'Save cart'" in shown
    assert "'Save your cart'" in shown
    assert "not used" in shown, "of what was refused"
    assert "step 3 \"click 'Help'\" refused: it is probably gone" in shown
    assert "4 steps: 1 healed, 1 done, 1 refused, 1 not run in 0.0 s" in shown


def test_trouble_is_told_and_what_was_not_run_is_none(mixed: Replay) -> None:
    told = printed(show_trouble, mixed)
    assert "step 3" in told
    assert "step 4" not in told
    assert "ended early" not in told
    assert "the run ended early: no page" in printed(show_trouble, replace(mixed, error="no page"))


def test_a_run_of_many_is_one_line(mixed: Replay) -> None:
    assert run_line(mixed).plain.startswith("✗ Buy: 4 steps: ")
    good = replace(mixed, steps=mixed.steps[:2], ended_at=NOON + timedelta(seconds=2.5))
    assert run_line(good).plain == "✓ Buy: 2 steps: 1 healed, 1 done in 2.5 s"


def test_many_runs_are_counted(mixed: Replay) -> None:
    good = replace(mixed, steps=mixed.steps[:2])
    assert sums([mixed, good, good]) == "3 runs: 2 passed, 1 not; 3 steps healed"


def test_a_long_title_is_cut_and_not_wrapped(mixed: Replay) -> None:
    long = replace(mixed.steps[0], title="x" * 200)
    assert "x" * 59 + "…" in step_line(long, 1).plain
    assert "x" * 60 not in step_line(long, 1).plain


# --------------------------------------------------------------------------------------------- data


def test_a_replay_is_data_for_programs(mixed: Replay) -> None:
    data = orjson.loads(orjson.dumps(as_data(mixed)))
    assert (data["run"], data["name"], data["passed"], data["error"]) == (
        "run-1",
        "Buy",
        False,
        None,
    )
    healed, refused = data["steps"][1], data["steps"][2]
    assert (healed["id"], healed["label"], healed["action"]) == ("s1", "healed", "auto_apply")
    assert healed["newSelector"].startswith("page.get_by_role(")
    assert "gone" in [gate["name"] for gate in refused["gates"]]
    assert {"likely", "element", "why"} == set(refused["nearest"][0])
    assert data["kept"] == [], "a later step was refused"
    assert data["learned"] == []


def test_what_was_healed_before_all_went_well_is_kept(mixed: Replay) -> None:
    assert as_data(replace(mixed, steps=mixed.steps[:2]))["kept"] == ["s1"]


def test_no_picture_goes_into_the_data(mixed: Replay) -> None:
    seen = replace(mixed, steps=tuple(replace(one, after=b"\x89PNG") for one in mixed.steps))
    assert as_data(seen) == as_data(mixed)


# ----------------------------------------------------------------------------------------- Markdown


def test_a_summary_tells_what_needs_a_look(mixed: Replay) -> None:
    told = summarise(mixed)
    assert told.startswith("### Buy: failed\n\n4 steps: 1 healed, 1 done, 1 refused, 1 not run.\n")
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0] for row in rows[1:]] == ["| 2", "| 3"], "held ones are quiet"
    assert told.endswith("Next: `holdfast fix --run run-1`\n")


def test_a_run_in_which_all_held_needs_no_table(time: PaperTime) -> None:
    told = summarise(replayed(PaperStage({"": OLD}, time), SAVE))
    assert told == "### Buy: passed\n\n2 steps: 1 held, 1 done.\n\n"


def test_a_page_cannot_write_markup_into_a_summary(mixed: Replay) -> None:
    step = replace(mixed.steps[2], title="<b>|`[x](y)", reason=f"*{ESCAPE}*")
    told = summarise(replace(mixed, name="# head\n|", steps=(step,)))
    assert "\\<b\\>\\|\\`\\[x\\](y)" in told
    assert told.startswith("### \\# head \\|: failed")
    assert "\x1b" not in told
    assert "\u202e" not in told


def test_a_summary_of_very_many_steps_is_cut(mixed: Replay) -> None:
    many = (mixed.steps[2],) * (MOST_ROWS + 3)
    told = summarise(replace(mixed, steps=many))
    assert told.count("\n| 3 |") == MOST_ROWS
    assert "… and 3 more." in told
    assert "more." not in summarise(replace(mixed, steps=many[:MOST_ROWS]))


def test_summaries_are_added_to_those_of_the_job(tmp_path: Path, mixed: Replay) -> None:
    path = tmp_path / "summary.md"
    path.write_text("# before\n", encoding="utf-8")
    add_summary(path, mixed, mixed)
    told = path.read_text(encoding="utf-8")
    assert told.startswith("# before\n")
    assert told.count("### Buy: failed") == 2


# --------------------------------------------------------------------------------------------- ends


@pytest.mark.parametrize(
    ("codes", "worst"),
    [
        pytest.param([], 0, id="nothing was run"),
        pytest.param([0, 0], 0, id="all passed"),
        pytest.param([0, 1, 0], 1, id="one was refused"),
        pytest.param([1, 3, 2], 3, id="the browser was gone"),
        pytest.param([3, INTERRUPTED, 1], INTERRUPTED, id="Ctrl-C"),
    ],
)
def test_the_worst_of_several_runs_is_the_exit_code(codes: list[int], worst: int) -> None:
    assert worst_code(codes) == worst


def results(*replays: Replay) -> list[tuple[Job, Ended]]:
    return [
        (Job(run_id=f"r{at}", name=one.name, recording_id=one.name), Ended.of(one))
        for at, one in enumerate(replays)
    ]


def test_several_runs_are_told_by_name_whoever_ended_first(
    project: Path, mixed: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    good = replace(mixed, name="a", steps=mixed.steps[:2])
    code = tell(results(replace(mixed, name="b"), good), Outputs(as_json=True))
    assert code == 1
    assert [one["name"] for one in orjson.loads(capsys.readouterr().out)] == ["a", "b"]
    assert project.is_dir()


def test_all_that_was_wanted_of_several_runs_is_written(
    project: Path, mixed: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = Outputs(
        junit=project / "out.xml", report=project / "out.html", summary=project / "out.md"
    )
    assert tell(results(mixed), wanted) == 1
    told = capsys.readouterr().out
    assert told == f"1 runs: 0 passed, 1 not; 1 steps healed\nreport: {project / 'out.html'}\n"
    assert b'tests="4"' in (project / "out.xml").read_bytes()
    assert b"<html" in (project / "out.html").read_bytes()
    assert (project / "out.md").read_text(encoding="utf-8").startswith("### Buy: failed")


@pytest.mark.parametrize(
    ("given", "is_any"),
    [
        pytest.param({}, False, id="nothing"),
        pytest.param({"as_json": True}, True, id="data"),
        pytest.param({"summary": Path("s.md")}, True, id="a summary"),
    ],
)
def test_some_outputs_need_results(given: dict[str, Any], is_any: bool) -> None:
    assert Outputs(**given).is_any is is_any


def test_a_value_may_hold_the_sign_that_ends_its_name() -> None:
    assert read_variables(["a=b=c", " spaced = x"]) == {"a": "b=c", "spaced": " x"}


# --------------------------------------------------------------------------------------------- jobs


def test_a_broken_file_ends_at_once_and_the_others_are_run(project: Path) -> None:
    a_recording(SAVE).save(project / "good.json")
    (project / "odd.json").write_text('["holdfast-recording/1"]', encoding="utf-8")
    (project / "torn.json").write_text('{"format": "holdfast-rec', encoding="utf-8")
    (project / "new.json").write_text('{"format": "holdfast-recording/9"}', encoding="utf-8")
    files = [project / f"{name}.json" for name in ("odd", "good", "torn", "new")]
    jobs, ended = make_jobs(load_project(), files, {"keep_going": True})
    assert [job.name for job in jobs] == ["good.json"]
    assert jobs[0].keep_going
    assert {job.name: end.exit_code for job, end in ended} == {
        "odd.json": 2,
        "torn.json": 2,
        "new.json": 2,
    }
    told = {job.name: end.replay.error for job, end in ended}
    assert told["torn.json"] == "wanted a recording, got 'torn.json', which is no JSON"
    assert told["odd.json"] == "wanted a recording, got 'odd.json', which holds something else"


def test_the_store_learns_where_recordings_are(project: Path, store: SqlStore) -> None:
    recording = replace(a_recording(SAVE), name="Buy tea", idempotent=True)
    recording.save(project / "buy.json")
    (job,), _ = make_jobs(load_project(), [project / "buy.json"], {})
    assert job.idempotent
    entry = store.find_recording("buy.json")
    assert entry is not None
    assert (entry.name, entry.path) == ("Buy tea", "buy.json")


def test_a_trace_is_named_after_its_recording_and_stays_in_its_folder(project: Path) -> None:
    path = default_trace(load_project(), "suite/../shop.json")
    assert path.parent == project / ".holdfast" / "traces"
    assert path.name == "suite-..-shop.zip"


# ------------------------------------------------------------------------------------------ answers


class Keys:
    """Somebody at the terminal, who presses keys."""

    def __init__(self, keys: str) -> None:
        self.keys = iter(keys)

    def isatty(self) -> bool:
        return False

    def read(self, _: int) -> str:
        return next(self.keys, "")


@pytest.fixture
def refused(
    project: Path, store: SqlStore, time: PaperTime
) -> tuple[LiveAnswers, Path, Recording, StepResult]:
    """Return somebody to be asked about a step that was refused, and what was refused."""
    path, unsure = project / "shop.json", PaperStage({"": RENAMED}, time)
    unsure.page.is_quiet = False
    a_recording(SAVE).save(path)
    recording = Recording.load(path)
    enter_in_store(store, "shop.json", recording)
    replay = run_now(a_runner(unsure, store=store).play(recording))
    asked = LiveAnswers(project=load_project(), store=store, path=path, run_id="run-1")
    return asked, path, recording, replay.steps[-1]


Refused = tuple[LiveAnswers, Path, Recording, StepResult]


def answered(refused: Refused, keys: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    asked, _, recording, result = refused
    monkeypatch.setattr("sys.stdin", Keys(keys))
    return run_now(asked(recording.steps[0], result))


def test_what_a_person_takes_is_in_the_file_and_done_in_the_same_run(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = answered(refused, "1", monkeypatch)
    assert chosen.id == "s1"
    assert chosen.fingerprint.node.text == "Save your cart"
    assert Recording.load(refused[1]).steps[0].fingerprint == chosen.fingerprint
    refused[0].tell()
    assert capsys.readouterr().out.endswith("answered: 1 accepted\n")


def test_what_a_person_rejects_is_not_done_and_never_offered_again(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answered(refused, "r", monkeypatch) is False
    assert len(Recording.load(refused[1]).steps[0].excluded) == 1
    assert refused[0].counted == Counter(rejected=1)


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param("q", id="stop"),
        pytest.param("", id="the end of the input"),
        pytest.param("\x04", id="Ctrl-D"),
        pytest.param("zq", id="an unknown key first"),
    ],
)
def test_who_stops_is_asked_no_more_in_this_run(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, keys: str
) -> None:
    assert answered(refused, keys, monkeypatch) is False
    assert answered(refused, "1", monkeypatch) is False, "nobody was asked"
    assert list(refused[0].store.iter_healings(ReviewState.PENDING)), "it still waits"


def test_who_skips_is_asked_about_the_next_one(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answered(refused, "s", monkeypatch) is False
    assert answered(refused, "a", monkeypatch).id == "s1", "a takes the first, as 1 does"


def test_a_healing_of_another_run_is_not_asked_about(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = (replace(refused[0], run_id="run-2"), *refused[1:])
    assert answered(other, "1", monkeypatch) is False


def test_nothing_is_told_when_nothing_was_answered(
    refused: Refused, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    refused[0].tell()
    assert capsys.readouterr().out == ""
