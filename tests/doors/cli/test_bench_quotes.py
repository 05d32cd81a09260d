"""`holdfast bench quotes` and `fit-quotes` as commands."""

import json
from pathlib import Path

import pytest

from holdfast.doors.cli import main

TEXT = "The quick brown fox jumps over the lazy dog near the river bank."


def test_questions_are_answered_into_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "new.txt").write_text(TEXT, encoding="utf-8")
    asked = {"id": "a", "document": "new.txt", "exact": "brown fox", "prefix": "quick "}
    asked |= {"suffix": " jumps", "old_start": 10, "old_length": len(TEXT)}  # type: ignore[dict-item]  # JSON
    (tmp_path / "questions.jsonl").write_text(json.dumps(asked), encoding="utf-8")
    out = tmp_path / "predictions.jsonl"
    line = ["bench", "quotes", str(tmp_path / "questions.jsonl"), "--root", str(tmp_path)]
    assert main([*line, "--out", str(out), "--alone"]) == 0
    answer = json.loads(out.read_text(encoding="utf-8"))
    assert (answer["start"], answer["end"]) == (10, 19)
    assert "1 answers" in capsys.readouterr().err


def test_a_fit_needs_a_labelled_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HOLDFAST_BENCH", raising=False)
    assert main(["bench", "fit-quotes"]) == 3
    assert "give --set FOLDER" in capsys.readouterr().err
