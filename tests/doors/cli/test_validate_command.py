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
    assert finding == {"line": 3, "place": "name", "message": "must be of kind string, got 7"}


def test_a_file_that_is_not_there_is_another_exit_code(tmp_path: Path) -> None:
    assert main(["validate", str(tmp_path / "none.json")]) == 3
