"""`holdfast fix`: one key for each change, written at once, whatever stops it."""

import io
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from tests.contract.made_up import a_healing, an_entry

from holdfast.adapters.sql.sql_store import SqlStore, open_store
from holdfast.app.same_change import group_changes
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import RecordingEntry

Call = Callable[..., tuple[int, str, str]]
OLD = {"format": "holdfast-fingerprint/1", "target": 1}


@pytest.fixture
def waiting(project: Path, store: SqlStore) -> Path:
    """Return a project: one change in three steps, another in one."""
    steps = [{"id": f"step-{number}", "fingerprint": OLD} for number in range(1, 5)]
    document = {"format": "holdfast-recording/1", "name": "checkout", "steps": steps}
    (project / "checkout.json").write_bytes(orjson.dumps(document))
    store.save_recording(RecordingEntry(id="checkout", name="Checkout", path="checkout.json"))
    entries = [an_entry(number, confidence=60 + number) for number in range(1, 5)]
    healings = [a_healing(entry) for entry in entries]
    healings[3] = replace(healings[3], label="Help", old_selector="#help", new_selector="text=Help")
    store.write_decisions(entries, healings)
    store.close()
    return project


def states(project: Path) -> list[ReviewState]:
    store = open_store(str(project / ".holdfast" / "holdfast.db"))
    found = {one.number: one.state for one in store.iter_healings()}
    store.close()
    return [found[number] for number in sorted(found)]


def press(monkeypatch: pytest.MonkeyPatch, keys: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(keys))


def test_one_key_answers_the_same_change_everywhere(
    waiting: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(monkeypatch, "ar")
    code, out, _ = call("fix")
    assert code == 0
    assert "1 of 2: 'Place order', 3 times" in out
    assert "2 of 2: 'Help'" in out
    assert "3 accepted, 1 rejected" in out
    assert states(waiting) == [ReviewState.ACCEPTED] * 3 + [ReviewState.REJECTED]


def test_the_end_of_input_stops_and_keeps_what_was_answered(
    waiting: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(monkeypatch, "xs")
    code, out, _ = call("fix")
    assert code == 0
    assert "3 skipped" in out
    assert states(waiting) == [ReviewState.PENDING] * 4


def test_nothing_to_do_is_said(project: Path, call: Call) -> None:
    assert call("fix")[1] == "nothing waits for an answer\n"


def test_an_answer_can_be_taken_back(
    waiting: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = orjson.loads((waiting / "checkout.json").read_bytes())
    press(monkeypatch, "aq")
    call("fix")
    assert orjson.loads((waiting / "checkout.json").read_bytes()) != before
    assert call("review", "undo", "1", "2", "3")[0] == 0
    steps = orjson.loads((waiting / "checkout.json").read_bytes())["steps"]
    assert [step["fingerprint"] for step in steps] == [OLD] * 4


def test_on_a_terminal_a_key_needs_no_return(waiting: Path) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "holdfast", "fix"]
    with subprocess.Popen(command, cwd=waiting, stdin=follower, stdout=follower) as process:
        os.close(follower)
        os.write(leader, b"aq")  # typed ahead
        told = b""
        while b"accepted" not in told:
            told += os.read(leader, 1000)
        process.wait()
    os.close(leader)
    assert b"3 accepted" in told


def test_the_least_sure_of_a_change_is_shown() -> None:
    healings = [a_healing(an_entry(number, confidence=70 - number)) for number in (1, 2)]
    (change,) = group_changes(healings)
    assert change.first.confidence == 68
