"""How right the matcher is on labelled redesigns; in-sample, so these are floors, not claims."""

import json
from pathlib import Path
from typing import Any

import pytest

from holdfast.bench import relocate
from holdfast.bench.examples import load_yardstick

pytestmark = [pytest.mark.bench, pytest.mark.slow]


def rows(root: Path, pairs: int) -> list[tuple[Any, str | None, float | None]]:
    """Return cases of every source with what was answered."""
    yardstick, corpus = load_yardstick(root), root / "relocate"
    lines = (corpus / "pairs.jsonl").read_text("utf-8").splitlines()
    chosen = yardstick.sample(list(map(json.loads, lines)), 3, 2, pairs)
    found = []
    for case in (case for pair in chosen for case in yardstick.cases_of(pair, corpus)):
        pages = [
            yardstick.render(
                corpus / page,
                corpus / boxes if boxes else None,
                [edit for edit in case.edits if edit["page"] == side],
            )
            for side, page, boxes in (
                ("old", case.old_html, case.old_boxes),
                ("new", case.new_html, case.new_boxes),
            )
        ]
        (old, old_boxes), (new, new_boxes) = pages
        found.append((case, *relocate(old, new, case.old_xpath, old_boxes, new_boxes)))
    return found


def is_right(case: Any, found: str | None) -> bool:
    return found == case.truth or found in case.equivalents


def share(passed: list[bool]) -> float:
    return sum(passed) / len(passed)


def test_elements_are_found_again_and_seldom_taken_for_others(bench_root: Path) -> None:
    answered = rows(bench_root, pairs=4)
    by_variant: dict[str, list[tuple[Any, str | None]]] = {}
    for case, found, _ in answered:
        by_variant.setdefault(case.variant, []).append((case, found))
    located = {v: share([is_right(c, f) for c, f in cs]) for v, cs in by_variant.items()}
    wrong = {
        v: share([f is not None and not is_right(c, f) for c, f in cs])
        for v, cs in by_variant.items()
    }
    floors = {"plain": 0.93, "hide-one": 0.85, "hide-all": 0.75, "removed": 0.95, "absent": 0.90}
    assert {v for v, floor in floors.items() if located[v] < floor} == set()
    ceilings = {"plain": 0.01, "hide-one": 0.02, "hide-all": 0.03}
    assert {v for v, most in ceilings.items() if wrong[v] > most} == set()


def test_a_sure_answer_is_right(bench_root: Path) -> None:
    sure = [(case, found) for case, found, how in rows(bench_root, pairs=1) if how and how >= 80]
    assert len(sure) > 30
    assert share([is_right(case, found) for case, found in sure]) >= 0.97
