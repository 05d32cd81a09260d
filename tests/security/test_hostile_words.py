"""Whatever pages, recordings and rows say, no terminal, build server or reader is led by it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from xml.etree.ElementTree import fromstring

import orjson
import pytest
from tests.contract.made_up import a_healing, an_entry
from tests.doors.cli.conftest import call, project, store, store_template
from tests.doors.portal import made_up
from tests.doors.portal.conftest import World, filled, world
from tests.security.test_terminal import BIDI, CLIPBOARD, RED, TITLE

import holdfast
from holdfast.adapters.formats.junit import write_junit
from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.doors.replay_page import render_replay, render_replays
from holdfast.doors.replay_page.job_summary import summarise
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.harmless import harmless, harmless_page
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.remembered import RecordingEntry
from holdfast.model.replay_result import NearMiss, Replay, StepOutcome, StepResult

__all__ = ["call", "filled", "project", "store", "store_template", "world"]
Call = Callable[..., tuple[int, str, str]]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
ODD = "##[x]\x1b[31m\u202e[red]"  # as a part of a file's name
HOSTILE = (
    f"Pay{TITLE}{CLIPBOARD}{RED}{BIDI}\x9b31m\x7f\r\n::error file=a::owned\n  ::add-mask::x\n"
    "##vso[task.setvariable variable=a]b ##[error]c ##teamcity[message] "
    "<script>owned()</script><img src=x onerror=owned()> [red]d[/nothing] "
)


def obeyed(text: str) -> list[str]:
    """Return what of a text a terminal or a build server would obey."""
    steering = re.findall(r"[^\n\t -~\u00a0-\uffff]|[\u202a-\u202e\u2066-\u2069]", text)
    commands = re.findall(r"(?m)^[ \t]*::[a-z-]+(?: .*)?::|##(?:vso|teamcity)?\[", text)
    return steering + commands


def a_replay() -> Replay:
    step = StepResult(
        number=1,
        step_id=HOSTILE,
        title=HOSTILE,
        outcome=StepOutcome.REFUSED,
        reason=HOSTILE,
        was=HOSTILE,
        now=HOSTILE,
        old_selector=HOSTILE,
        new_selector=HOSTILE,
        url=HOSTILE,
        details=(HOSTILE,),
        nearest=(NearMiss(likely=1, element=HOSTILE, why=HOSTILE),),
    )
    return Replay(
        run_id="r", name=HOSTILE, started_at=NOON, ended_at=NOON, steps=(step,), error=HOSTILE
    )


def test_the_words_are_hostile_and_made_harmless_can_be_read() -> None:
    assert len(obeyed(HOSTILE)) >= 10
    assert obeyed(harmless(HOSTILE)) == []
    assert "Pay" in harmless(HOSTILE)


def test_json_that_was_made_harmless_says_the_same() -> None:
    said = {"name": HOSTILE, "two": ["\x7f\x85\u202e##[x]"]}
    assert orjson.loads(harmless(orjson.dumps(said).decode())) == said


def test_words_of_every_day_pass() -> None:
    text = "Total::gross:: 5\n::1 is an address\n## a heading\nسلم \u2013 Größe 日本\tC::D\n"
    assert harmless(text) == text
    assert harmless_page(text) == text


def test_junit_is_read_and_steers_nothing() -> None:
    written = write_junit(a_replay())
    said = "\n".join([*fromstring(written).itertext(), *re.findall(r'"[^"]*"', written.decode())])
    assert "Pay" in said
    assert obeyed(said) == []


def test_a_summary_of_a_job_steers_nothing() -> None:
    assert obeyed(summarise(a_replay())) == []


INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize("page", [render_replay(a_replay()), render_replays([a_replay()])])
def test_a_report_shows_what_turns_words_around_and_runs_nothing(page: str) -> None:
    assert "\\u202e" in page
    assert not INVISIBLE.search(page)
    assert "<script>owned" not in page
    assert "<img src=x" not in page


def test_the_portal_shows_them_and_runs_nothing(world: World) -> None:
    made_up.fill(world.root, world.store, made_up.MINE, HOSTILE)
    program = world.program()
    for address in ("/recordings", "/runs", "/runs/run-default"):
        page = program.get(address).text
        assert "\\u202e" in page
        assert not INVISIBLE.search(page)
        assert "<script>owned" not in page
        assert "<img src=x" not in page


@pytest.fixture
def healed(project: Path, store: SqlStore) -> None:
    """Leave a recording and a healing in which every word is hostile, and rows for batch."""
    page = "<main><h1>Pay</h1><button id=pay aria-label='{0}'>{1}</button></main>"
    named = page.format(HOSTILE.replace("'", ""), escape(HOSTILE))
    recorded = holdfast.fingerprint(holdfast.parse(named), "#pay")
    address = "https://a.example/"
    step = Step(id="step-1", action=StepAction.CLICK, url=address, fingerprint=recorded)
    recording = Recording(name=HOSTILE, start_url=address, created_at=NOON, steps=(step,))
    recording.save(project / "pay.json")
    store.save_recording(RecordingEntry(id="checkout", name=HOSTILE, path="pay.json"))
    changed = holdfast.parse(named.replace("id=pay", "id=paid"))
    found = fingerprint_to_json(holdfast.fingerprint(changed, "#paid"))
    words = {"label": HOSTILE, "url": HOSTILE, "old_selector": HOSTILE, "new_selector": HOSTILE}
    entry = an_entry(1, confidence=70)
    store.write_decisions([entry], [a_healing(entry, fingerprint=found, **words)])
    store.close()
    row = {"id": HOSTILE, "html": named, "target": HOSTILE, "old_path": HOSTILE, "new_html": ""}
    (project / f"{ODD}.jsonl").write_bytes(orjson.dumps(row))


@pytest.mark.usefixtures("healed")
@pytest.mark.parametrize(
    "command",
    [
        "review list", "review list --json", "review show 1", "review show 1 --json",
        "adviser preview 1", "adviser preview 1 --json",
        "export pay.json --to playwright-pytest", "export pay.json --to devtools",
        f"batch fingerprint {ODD}.jsonl --out {ODD}.parquet --workers 1",
        f"batch locate {ODD}.jsonl --out {ODD}/{ODD}.parquet --workers 1",
        f"replay {ODD}.json", f"queue status --queue {ODD}", f"worker --queue {ODD}",
    ],
)  # fmt: skip
def test_no_command_prints_what_steers(call: Call, command: str) -> None:
    _, out, err = call(*command.split(" "))
    assert re.search(r"Pay|\[red\]", out + err), out + err
    assert obeyed(out + err) == []
