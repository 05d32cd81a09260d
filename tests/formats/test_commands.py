"""holdfast import and holdfast export: what they print, write, and refuse."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from holdfast.doors.cli import main
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

Call = Callable[..., tuple[int, str, str]]
CLICK = {"type": "click", "selectors": ["#save"], "offsetX": 1, "offsetY": 2}
FLOW: dict[str, Any] = {
    "title": "a shop",
    "steps": [
        {"type": "navigate", "url": "https://shop.example/"},
        CLICK,
        {"type": "change", "selectors": ["#password"], "value": "hunter2"},
        {"type": "waitForExpression", "expression": "alert('boo')"},
    ],
}
SIDE = {
    "url": "https://shop.example",
    "tests": [
        {"name": "one", "commands": [{"command": "open", "target": "/", "value": ""}]},
        {"name": "two", "commands": [{"command": "open", "target": "/2", "value": ""}]},
    ],
}
SAVED = "the old file"


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """Return what runs a command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def flow(tmp_path: Path) -> str:
    """Return the name of a DevTools recording."""
    (tmp_path / "flow.json").write_text(json.dumps(FLOW), encoding="utf-8")
    return "flow.json"


@pytest.fixture
def recording(tmp_path: Path) -> str:
    """Return the name of a recording of ours."""
    button = describe(a_page("<button>Save</button>"), "button")
    steps = (
        Step(id="s1", action=StepAction.CLICK, fingerprint=button),
        Step(id="s2", action=StepAction.DIALOG, accept=True),
    )
    made = datetime(2026, 1, 2, tzinfo=UTC)
    url = "https://shop.example/"
    recorded = Recording(name="a shop", start_url=url, created_at=made, steps=steps)
    recorded.save(tmp_path / "ours.json")
    return "ours.json"


def test_an_import_lists_every_step_and_writes_the_file(
    call: Call, flow: str, tmp_path: Path
) -> None:
    code, out, err = call("import", flow, "--out", "new.json")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "1  ✓ navigate                 taken over",
        "2  ✓ click                    taken over",
        "3  ✓ change                   taken over: the value is secret, and not written: "
        "set PASSWORD when you replay",
        "4  ! waitForExpression        not taken over: a script; Holdfast runs none that stands "
        "in a file",
        "4 steps: 3 taken over, 1 not taken over",
        "recording written to new.json",
    ]
    assert len(Recording.load(tmp_path / "new.json").steps) == 3
    assert "hunter2" not in (tmp_path / "new.json").read_text(encoding="utf-8")
    assert call("validate", "new.json")[0] == 0


def test_without_out_the_file_is_printed_and_the_list_goes_elsewhere(call: Call, flow: str) -> None:
    code, out, err = call("import", flow)
    assert code == 0
    assert json.loads(out)["format"] == "holdfast-recording/1"
    assert "4 steps: 3 taken over" in err


def test_the_account_as_json(call: Call, flow: str) -> None:
    code, out, _ = call("import", flow, "--json", "-o", "new.json")
    told = json.loads(out)
    assert code == 0
    assert told["out"] == "new.json"
    assert told["account"][3] == {
        "number": 4,
        "what": "waitForExpression",
        "fate": "not taken over",
        "why": "a script; Holdfast runs none that stands in a file",
        "steps": [],
    }
    assert "content" in json.loads(call("import", flow, "--json")[1])


def test_a_file_that_exists_is_not_written_over(call: Call, flow: str, tmp_path: Path) -> None:
    (tmp_path / "new.json").write_text(SAVED)
    code, _, err = call("import", flow, "-o", "new.json")
    assert (code, "--force" in err) == (2, True)
    assert (tmp_path / "new.json").read_text() == SAVED
    assert call("import", flow, "-o", "new.json", "--force")[0] == 0
    assert (tmp_path / "new.json").read_text() != SAVED


def test_strict_writes_nothing_when_a_step_is_left(call: Call, flow: str, tmp_path: Path) -> None:
    code, out, err = call("import", flow, "-o", "new.json", "--strict")
    assert (code, out) == (1, "")
    assert "1 step not taken over (4)" in err
    assert not (tmp_path / "new.json").exists()


def test_further_fields_can_be_named_as_secret(call: Call, tmp_path: Path) -> None:
    steps = [{"type": "change", "selectors": ["#key"], "value": "hunter2"}]
    (tmp_path / "flow.json").write_text(json.dumps({"title": "", "steps": steps}))
    _, out, _ = call("import", "flow.json", "--secret", "#key")
    assert json.loads(out)["steps"][0]["value"] == "${KEY}"


def test_one_of_several_tests_is_chosen(call: Call, tmp_path: Path) -> None:
    (tmp_path / "shop.side").write_text(json.dumps(SIDE))
    code, _, err = call("import", "shop.side")
    assert code == 2
    assert "'one', 'two'" in err
    assert json.loads(call("import", "shop.side", "--test", "two")[1])["name"] == "two"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no whole JSON"),
        (json.dumps(FLOW).encode()[:-9], "no whole JSON"),
        (b"\x89PNG\r\n", "no whole JSON"),
        (b"[]", "JSON that holds a list"),
        (b"{}", "an empty object"),
        (b'{"log": {"entries": []}}', "the fields log"),
        (b'{"format": "holdfast-recording/1", "steps": []}', "needs no import"),
        (b'{"title": "t", "steps": [{"type": "click"}]}', "step 1 (click): offsetX is missing"),
        (b'{"tests": [{"name": "a", "commands": [7]}]}', "command 1 must be an object"),
        (b"[" * 5000, "no whole JSON"),
    ],
)
def test_other_files_are_refused_and_nothing_is_written(
    call: Call, tmp_path: Path, content: bytes, told: str
) -> None:
    (tmp_path / "flow.json").write_bytes(content)
    code, out, err = call("import", "flow.json", "-o", "new.json")
    assert (code, out) == (2, "")
    assert told in err
    assert "next:" in err
    assert not (tmp_path / "new.json").exists()


def test_a_missing_file_and_a_missing_folder_are_told(call: Call, flow: str) -> None:
    assert call("import", "none.json")[0] == 3
    assert call("import", flow, "-o", "no/where.json")[0] == 3


@pytest.mark.parametrize("to", ["playwright-pytest", "devtools"])
def test_an_export_is_written_with_its_account(
    call: Call, recording: str, tmp_path: Path, to: str
) -> None:
    code, out, err = call("export", recording, "--to", to, "-o", "new")
    assert (code, err) == (0, "")
    assert f"{to} written to new" in out
    code, out, _ = call("export", recording, "--to", to)
    assert out == (tmp_path / "new").read_text(encoding="utf-8")
    assert call("export", recording, "--to", to, "-o", "new")[0] == 2
    assert len(json.loads(call("export", recording, "--to", to, "--json")[1])["account"]) == 2


def test_an_export_says_what_devtools_cannot_do(call: Call, recording: str) -> None:
    assert (
        "not taken over: DevTools has no such step"
        in call("export", recording, "--to", "devtools")[2]
    )
    assert call("export", recording, "--to", "devtools", "--strict")[0] == 1
    assert call("export", recording, "--to", "playwright-pytest", "--strict")[0] == 0


def test_an_unknown_format_is_wrong_usage(call: Call, recording: str) -> None:
    code, _, err = call("export", recording, "--to", "cobol")
    assert code == 2
    assert "playwright-pytest" in err
