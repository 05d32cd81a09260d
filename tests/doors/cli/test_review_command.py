"""`holdfast review`: what waits, why, and answers that change the recording's file."""

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from tests.contract.made_up import NOON, a_healing, an_entry

from holdfast.adapters.sql.sql_store import SqlStore, open_store
from holdfast.model.remembered import Outcome, RecordingEntry

Call = Callable[..., tuple[int, str, str]]
OLD = {"format": "holdfast-fingerprint/1", "target": 1}


@pytest.fixture
def recording(project: Path, store: SqlStore) -> Path:
    """Return a recording's file; the store holds a healing for each of its steps."""
    path = project / "checkout.json"
    steps = [{"id": f"step-{number}", "fingerprint": OLD} for number in (1, 2, 3)]
    document = {"format": "holdfast-recording/1", "name": "checkout", "steps": steps}
    path.write_bytes(orjson.dumps(document))
    store.save_recording(RecordingEntry(id="checkout", name="Checkout", path="checkout.json"))
    entries = [an_entry(1, confidence=70), an_entry(2, confidence=50), an_entry(3, confidence=95)]
    store.write_decisions(entries, [a_healing(entry) for entry in entries])
    store.write_outcomes([Outcome("run-1/1/1", True)])
    store.close()
    return path


def fingerprints(path: Path) -> list[int]:
    return [step["fingerprint"]["target"] for step in orjson.loads(path.read_bytes())["steps"]]


def test_nothing_waits_in_an_empty_store(call: Call) -> None:
    assert call("review", "list")[1] == "nothing waits for an answer\n"
    assert call("review", "list", "--all")[1] == "no healing yet\n"


def test_the_list_shows_what_a_person_should_look_at(recording: Path, call: Call) -> None:
    out = call("review", "list")[1]
    assert "check this" in out
    assert "suggested" in out
    assert "healed   " not in out
    assert "healed   " in call("review", "list", "--all")[1]
    assert call("review", "list", "--recording", "x")[1] == "nothing waits for an answer\n"


def test_showing_one_says_what_changed_and_why(recording: Path, call: Call) -> None:
    code, out, _ = call("review", "show", "1")
    assert code == 0
    for words in (
        "'Place order'",
        "#pay",
        'role=button[name="Place order"]',
        "run-1; the rest of it: passed",
    ):
        assert words in out
    assert "The factors make 65" in out
    assert "Gate equivalent: a twin" in out
    assert "holdfast review accept 1" in out


def test_a_fitted_calibrator_is_shown_beside_the_confidence(
    recording: Path, project: Path, call: Call, call_json: Callable[..., object]
) -> None:
    calibrator = {
        "method": "platt",
        "fittedAt": "2026-03-01T12:00:00+00:00",
        "outcomes": 100,
        "ece": 0.02,
        "brier": 0.1,
        "chances": [at / 200 for at in range(101)],
    }
    known = open_store(str(project / ".holdfast" / "holdfast.db"))
    known.save_calibrator(NOON, calibrator)
    known.close()
    out = call("review", "show", "1")[1]
    assert "confidence  70; as far as was learned, 35 % of such healings succeed" in out
    shown = call_json("review", "show", "1")
    assert isinstance(shown, dict)
    assert shown["decision"]["chance"] == 0.35


def test_json_holds_the_decision_and_the_fingerprint(
    recording: Path, call_json: Callable[..., object]
) -> None:
    shown = call_json("review", "show", "1")
    assert isinstance(shown, dict)
    assert shown["decision"]["finalConfidence"] == 70
    assert shown["fingerprint"]["target"] == 7
    listed = call_json("review", "list", "--all")
    assert isinstance(listed, list)
    assert [one["number"] for one in listed] == [3, 2, 1]


def test_accepting_changes_the_file_and_undoing_restores_it(recording: Path, call: Call) -> None:
    before = orjson.loads(recording.read_bytes())
    code, out, _ = call("review", "accept", "1", "2", "--reason", "same button")
    assert code == 0
    assert "healing 1 ('Place order'): accepted; changed checkout.json" in out
    assert fingerprints(recording) == [7, 7, 1]
    assert len(orjson.loads(recording.read_bytes())["history"]) == 2
    out = call("review", "show", "1")[1]
    assert "accepted by" in out
    assert "same button" in out
    assert "next:" not in out
    code, out, _ = call("review", "undo", "1")
    assert "waits for an answer again" in out
    assert fingerprints(recording) == [1, 7, 1]
    call("review", "undo", "2")
    assert orjson.loads(recording.read_bytes()) == before, "nothing of the answers is left"


def test_a_rejection_that_is_taken_back_leaves_nothing_behind(recording: Path, call: Call) -> None:
    before = orjson.loads(recording.read_bytes())
    call("review", "reject", "2")
    assert orjson.loads(recording.read_bytes()) != before
    call("review", "undo", "2")
    assert orjson.loads(recording.read_bytes()) == before


def test_rejecting_excludes_the_element(recording: Path, call: Call) -> None:
    code, out, _ = call("review", "reject", "2")
    assert code == 0
    assert "rejected" in out
    steps = orjson.loads(recording.read_bytes())["steps"]
    assert [len(step.get("excluded", [])) for step in steps] == [0, 1, 0]
    assert fingerprints(recording) == [1, 1, 1]


def test_answers_in_json(recording: Path, call_json: Callable[..., object]) -> None:
    assert call_json("review", "accept", "1") == [
        {"number": 1, "state": "accepted", "file": "checkout.json"}
    ]


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        pytest.param(b"{", 2, "which is no JSON", id="damaged"),
        pytest.param(b"[]", 2, "holds something else", id="a list"),
        pytest.param(b'{"format": "holdfast-recording/9"}', 2, "newer", id="newer"),
        pytest.param(b'{"format": "holdfast-recording/1"}', 1, "not in the recording", id="empty"),
        pytest.param(
            b'{"format": "holdfast-recording/1", "steps": 3}', 1, "is no list", id="no steps"
        ),
        pytest.param(None, 3, "cannot read", id="missing"),
    ],
)
def test_a_file_that_cannot_be_changed_leaves_the_healing_waiting(
    recording: Path, call: Call, content: bytes | None, code: int, told: str
) -> None:
    if content is None:
        recording.unlink()
    else:
        recording.write_bytes(content)
    seen, _, err = call("review", "accept", "1")
    assert seen == code
    assert told in err
    assert "answer      waiting" in call("review", "show", "1")[1]


@pytest.mark.parametrize("verb", ["show", "accept", "reject", "undo"])
def test_a_number_that_is_not_there_is_told(call: Call, verb: str) -> None:
    code, _, err = call("review", verb, "99")
    assert code == 1
    assert "there is no healing 99" in err
