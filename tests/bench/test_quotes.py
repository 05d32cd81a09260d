"""How right the answers about text quotes are, on the labelled documents."""

import json
from collections import Counter
from pathlib import Path

import pytest

from holdfast.bench.quote_answers import answer_file

pytestmark = pytest.mark.bench


def outcomes(root: Path, tmp_path: Path, *, mode: str, alone: bool) -> Counter[tuple[str, str]]:
    """Return how often each kind of case was right, wrong or missed."""
    cases = [json.loads(line) for line in (root / "cases.jsonl").read_text("utf-8").splitlines()]
    asked, out = tmp_path / "questions.jsonl", tmp_path / "predictions.jsonl"
    rows = [{**case, "document": f"docs/{case['doc']}/new.txt"} for case in cases]
    asked.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    answer_file(asked, root, out, mode=mode, alone=alone)
    found = {row["id"]: row for row in map(json.loads, out.read_text("utf-8").splitlines())}
    return Counter((case["kind"], _outcome(case, found[case["id"]])) for case in cases)


def _outcome(case: dict[str, int | None], answer: dict[str, int | None]) -> str:
    start, end, truth, stop = answer["start"], answer["end"], case["new_start"], case["new_end"]
    if start is None or end is None:
        return "right" if truth is None else "missed"
    if truth is None or stop is None:
        return "wrong"
    shared = max(0, min(end, stop) - max(start, truth))
    return "right" if 2 * shared >= end - start + stop - truth - shared else "wrong"


def macro(counted: Counter[tuple[str, str]]) -> float:
    kinds = {kind for kind, _ in counted}
    return sum(_share(counted, kind) for kind in kinds) / len(kinds)


def _share(counted: Counter[tuple[str, str]], kind: str) -> float:
    return counted[kind, "right"] / sum(n for (k, _), n in counted.items() if k == kind)


def wrong_among_anchored(counted: Counter[tuple[str, str]]) -> float:
    wrong = sum(n for (_, outcome), n in counted.items() if outcome == "wrong")
    right = sum(n for (kind, o), n in counted.items() if o == "right" and kind != "deleted")
    return wrong / (wrong + right)


def test_spec_is_tier_2_to_the_letter(bench_root: Path, tmp_path: Path) -> None:
    counted = outcomes(bench_root / "quotes", tmp_path, mode="spec", alone=True)
    assert macro(counted) == pytest.approx(0.466, abs=0.0005)
    assert wrong_among_anchored(counted) == pytest.approx(0.060, abs=0.0005)


@pytest.mark.slow
def test_best_is_right_and_seldom_wrong(bench_root: Path, tmp_path: Path) -> None:
    counted = outcomes(bench_root / "quotes", tmp_path, mode="best", alone=False)
    assert macro(counted) >= 0.96
    assert wrong_among_anchored(counted) <= 0.015
    floors = {
        "unchanged-unique": 0.997,
        "whitespace-only": 0.995,
        "unchanged-duplicate": 0.97,
        "edited": 0.97,
        "edited-heavy": 0.84,
        "deleted": 0.965,
    }
    below = {kind for kind, floor in floors.items() if _share(counted, kind) < floor}
    assert below == set()
