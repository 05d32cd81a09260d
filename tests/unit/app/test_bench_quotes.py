"""Questions in, answers out: the line formats of the yardstick, on documents of our own."""

import json
from math import isfinite
from pathlib import Path

import pytest

from holdfast.bench.fit_quotes import fit_folder
from holdfast.bench.quote_answers import answer_file, read_document
from holdfast.errors import ForeignFormat
from holdfast.quotes.quote_probability import WEIGHTS

OLD = (
    "The quick brown fox jumps over the lazy dog near the river bank. "
    "A second sentence says something about the weather in the mountains. "
    "The third one was removed later on and is not to be found again anywhere."
)
NEW = (
    "A new beginning. The quick brown fox leaps over the lazy dog near the river bank. "
    "A second sentence says something about the weather in the mountains. The end."
)
QUOTES = ["brown fox jumps over", "the weather in the mountains", "third one was removed later on"]


def a_question(words: str) -> dict[str, object]:
    start = OLD.index(words)
    end = start + len(words)
    return {
        "id": words[:5],
        "document": "docs/a/new.txt",
        "exact": words,
        "prefix": OLD[max(0, start - 30) : start],
        "suffix": OLD[end : end + 30],
        "old_start": start,
        "old_length": len(OLD),
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "a").mkdir(parents=True)
    (tmp_path / "docs" / "a" / "old.txt").write_text(OLD, encoding="utf-8")
    (tmp_path / "docs" / "a" / "new.txt").write_text(NEW, encoding="utf-8")
    lines = [json.dumps(a_question(words)) for words in QUOTES]
    (tmp_path / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def answers(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def answered(answer: dict[str, object]) -> str:
    start, end = answer["start"], answer["end"]
    assert isinstance(start, int)
    assert isinstance(end, int)
    return NEW[start:end]


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "together"])
def test_each_question_gets_one_line_of_answer(root: Path, alone: bool) -> None:
    out = root / "predictions.jsonl"
    assert answer_file(root / "questions.jsonl", root, out, alone=alone) == 3
    edited, unchanged, deleted = answers(out)
    assert answered(edited) == "brown fox leaps over"
    assert answered(unchanged) == QUOTES[1]
    assert (deleted["start"], deleted["end"], deleted["confidence"]) == (None, None, None)
    assert all(isinstance(line["ms"], float) for line in (edited, unchanged, deleted))


def test_the_mode_spec_takes_no_edited_quote(root: Path) -> None:
    answer_file(root / "questions.jsonl", root, root / "p.jsonl", mode="spec")
    assert [line["start"] is None for line in answers(root / "p.jsonl")] == [True, False, True]


def test_offsets_of_pages_count_in_their_text_content(root: Path) -> None:
    folder = root / "docs" / "a"
    page = f"<html><head><title>x</title></head><body><p>{NEW}</p></body></html>"
    (folder / "new.html").write_text(page, encoding="utf-8")
    questions = [{**a_question(words), "html": "docs/a/new.html"} for words in QUOTES]
    asked = root / "html.jsonl"
    asked.write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    answer_file(asked, root, root / "p.jsonl")
    assert answers(root / "p.jsonl")[1]["start"] == NEW.index(QUOTES[1])


def test_where_page_and_text_file_differ_the_file_is_right(root: Path) -> None:
    (root / "docs" / "a" / "new.html").write_text("<body>else</body>", encoding="utf-8")
    assert read_document(root, "docs/a/new.txt", "docs/a/new.html") == NEW


def test_newlines_are_never_translated(root: Path) -> None:
    (root / "docs" / "a" / "new.txt").write_bytes(b"one\r\ntwo")
    assert read_document(root, "docs/a/new.txt", None) == "one\r\ntwo"


@pytest.mark.parametrize("line", ["", "[]", "{", '{"id": "a"}', '{"id": "a", "exact": ""}'])
def test_a_bad_line_is_named(root: Path, line: str) -> None:
    (root / "bad.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ForeignFormat, match=r"line|empty"):
        answer_file(root / "bad.jsonl", root, root / "p.jsonl")


def test_a_fit_gives_a_number_for_each_weight_and_answers_for_each_project(root: Path) -> None:
    cases = []
    for number, project in enumerate(["one", "two"]):
        for words in QUOTES:
            question = a_question(words)
            place = None if "third" in words else NEW.index(words[:9])
            end = None if place is None else place + len(words)
            name = f"{project}--{number}"
            case = {**question, "id": f"{project}{words[:5]}", "doc": name}
            cases.append({**case, "new_start": place, "new_end": end})
            (root / "docs" / name).mkdir(exist_ok=True)
            (root / "docs" / name / "old.txt").write_text(OLD, encoding="utf-8")
            (root / "docs" / name / "new.txt").write_text(NEW, encoding="utf-8")
    (root / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    told: list[str] = []
    weights = fit_folder(root, root, told.append)
    assert list(weights) == list(WEIGHTS)
    assert told == ["reading one", "reading two", "without one", "without two"]
    assert len(answers(root / "left-out-together.jsonl")) == 6
    assert all(map(isfinite, weights.values()))
    assert weights["likeness"] > 0
