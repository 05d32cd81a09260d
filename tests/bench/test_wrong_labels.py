"""Labels that two readings call wrong: listed with a reason, and asked of nobody."""

import json
from pathlib import Path
from typing import Any

import pytest

from holdfast.bench.examples import corpora_of, load_yardstick, make_cases
from holdfast.bench.wrong_labels import ALL, REMOVED, is_left_out, wrong_labels

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "wrong-labels.md"


def pairs_of(root: Path, corpus: str) -> list[dict[str, Any]]:
    lines = (root / corpus / "pairs.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def turned(pair: dict[str, Any]) -> dict[str, Any]:
    other = {"old": "new", "new": "old", "old_xpath": "new_xpath", "new_xpath": "old_xpath"}
    return {name: pair[other.get(name, name)] for name in pair}


def test_the_docs_list_every_wrong_label_with_its_reason() -> None:
    rows = [line for line in DOCS.read_text("utf-8").splitlines() if "`/html" in line]
    wanted = [
        f"| `{w.source}` | {w.page} | {w.old} → {w.new} | `{w.old_xpath}` | {w.questions} "
        f"| {w.reason} |"
        for w in wrong_labels()
    ]
    assert rows == wanted
    assert {w.questions for w in wrong_labels()} <= {ALL, REMOVED}


def test_a_wrong_label_is_left_out_backwards_too_but_a_wrong_removal_only_as_it_was_asked() -> None:
    for wrong in wrong_labels():
        sides = ("source", "page", "old", "new", "old_xpath", "new_xpath")
        pair = {name: getattr(wrong, name) for name in sides}
        assert is_left_out(pair, REMOVED)
        assert is_left_out(pair, "plain") is (wrong.questions == ALL)
        assert is_left_out(turned(pair), REMOVED) is (wrong.questions == ALL)
        assert not is_left_out({**pair, "page": "another"}, REMOVED)


@pytest.mark.bench
def test_each_is_a_label_of_the_yardstick(bench_root: Path) -> None:
    pairs = [pair for corpus in corpora_of(bench_root) for pair in pairs_of(bench_root, corpus)]
    assert [w for w in wrong_labels() if not any(map(w.is_of, pairs))] == []


@pytest.mark.bench
def test_all_that_is_not_listed_is_asked_and_nothing_else(bench_root: Path) -> None:
    yardstick, corpus = load_yardstick(bench_root), bench_root / "relocate"
    pairs = [p for p in pairs_of(bench_root, "relocate") if p["source"] == "underscore"]
    sample = yardstick.sample(pairs, 0, 25, 0)
    everything = {case.id for pair in sample for case in yardstick.cases_of(pair, corpus)}
    asked = {case.id for case in make_cases(bench_root, "relocate", 0, "underscore")}
    listed = [w for w in wrong_labels() if w.source == "underscore"]
    assert asked < everything
    assert len(everything - asked) == len(listed)
