"""`holdfast bench fit`: examples, fit, left-out evaluation, the model file and its report."""

import datetime
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from holdfast.bench.examples import Example, iter_examples, load_yardstick
from holdfast.bench.fit import FOLDS, SEED, Fit, NamedTree, fit, folds
from holdfast.matching.columns import Floats
from holdfast.matching.comparison import TRAITS
from holdfast.matching.doubt import DOUBTS
from holdfast.matching.tables import (
    MODEL_FORMAT,
    Situation,
    fitted,
    read_tables,
)

# Of the thresholds, the lowest that keeps these on sources left out of the fit (macro, per cent).
MOST_WRONG = {"plain": 0.1, "hide-one": 0.5, "hide-all": 1.0}
LEAST_REFUSED = 97.5
_THRESHOLDS = [round(0.4 + 0.005 * step, 3) for step in range(111)]
# No source may drown the others; the situation that is rarest is fitted for safety, not for reach.
_PER_SOURCE = {Situation.BOXES: 100, Situation.ELEMENT: 40}


class Bar(Protocol):
    """What shows the progress."""

    def add_task(self, description: str, *, total: float | None = None) -> Any: ...
    def advance(self, task: Any, advance: float = 1) -> None: ...


def fit_all(folder: Path, workers: int, bar: Bar) -> tuple[dict[str, Any], str]:
    """Return the model as JSON values and the report as Markdown."""
    situations: dict[str, Any] = {}
    report = [_head()]
    boxed = _examples(folder, Situation.BOXES, workers, bar)
    alone = _examples(folder, Situation.ELEMENT, workers, bar)
    for situation, examples in (
        (Situation.BOXES, boxed),
        # The same questions without what a screen shows; measuring anew would give the same rest.
        (Situation.PAGE, [example.without_screen() for example in boxed]),
        (Situation.ELEMENT, alone),
    ):
        left_out = _left_out(examples, bar)
        threshold = _choose_threshold(examples, left_out)
        situations[situation.value] = _as_json(fit(examples), threshold)
        report.append(_section(folder, situation, examples, left_out, threshold))
    model = {
        "format": MODEL_FORMAT,
        "fitted": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "by": "holdfast bench fit",
        "situations": situations,
    }
    return model, "\n\n".join(report) + "\n"


# ---------------------------------------------------------------------------------------- examples


def _examples(folder: Path, situation: Situation, workers: int, bar: Bar) -> list[Example]:
    yardstick = load_yardstick(folder)
    corpus = folder / "relocate"
    lines = (corpus / "pairs.jsonl").read_text("utf-8").splitlines()
    pairs = yardstick.sample(list(map(json.loads, lines)), 0, 25, _PER_SOURCE[situation])
    cases = [case for pair in pairs for case in yardstick.cases_of(pair, corpus)]
    weights = _first_weights(situation)
    groups: dict[str, list[Any]] = {}
    for case in cases:
        groups.setdefault(f"{case.source} {case.old_html} {case.new_html}", []).append(case)
    task = bar.add_task(f"examples: {situation.value}", total=len(cases))
    found: list[Example] = []
    with ProcessPoolExecutor(workers) as pool:
        jobs = [pool.submit(_work, folder, group, situation, weights) for group in groups.values()]
        for job in jobs:
            part = job.result()
            found += part
            bar.advance(task, len(part))
    return found


def _work(folder: Path, cases: list[Any], situation: Situation, weights: Floats) -> list[Example]:
    yardstick = load_yardstick(folder)
    return list(iter_examples(yardstick, folder / "relocate", cases, situation, weights))


def _first_weights(situation: Situation) -> Floats:
    """Return the weights that choose whom to look back from: those of the model at hand."""
    try:
        return fitted()[situation].weights
    except (FileNotFoundError, KeyError, ValueError):
        return np.ones(len(TRAITS))


# -------------------------------------------------------------------------------------- evaluation


def _left_out(examples: Sequence[Example], bar: Bar) -> dict[str, tuple[int, float]]:
    """Return best row and probability of each example, by a fit that never saw its source."""
    answers: dict[str, tuple[int, float]] = {}
    groups = folds([example.source for example in examples])
    task = bar.add_task("leaving sources out", total=len(groups))
    for group in groups:
        model = fit([example for example in examples if example.source not in group])
        tables = read_tables({"situations": {"page": _as_json(model, 0.5)}})[Situation.PAGE]
        for example in examples:
            if example.source in group and len(example.right):
                best, inputs = example.judged(tables.weights)
                right = tables.believe(inputs, example.forward(tables.weights), best)
                p_gone = (1.0 - right) * tables.gone(inputs)
                most = example.allowed(tables.weights) * (1.0 - p_gone)
                answers[example.id] = best, min(right, most)
        bar.advance(task)
    return answers


def _choose_threshold(examples: Sequence[Example], answers: dict[str, tuple[int, float]]) -> float:
    for threshold in _THRESHOLDS:
        rates = _rates(examples, answers, threshold)
        quiet = all(rates[variant]["wrong"] <= most for variant, most in MOST_WRONG.items())
        if quiet and rates["removed"]["refused"] >= LEAST_REFUSED:
            return threshold
    return _THRESHOLDS[-1]


def _rates(
    examples: Sequence[Example], answers: dict[str, tuple[int, float]], threshold: float
) -> dict[str, dict[str, float]]:
    """Return located, wrong and refused by variant, in per cent, as the mean over sources."""
    cells: dict[str, dict[str, list[tuple[bool, bool]]]] = {}
    for example in examples:
        best, probability = answers.get(example.id, (-1, 0.0))
        answered = probability >= threshold
        right = answered and bool(example.right[best])
        cells.setdefault(example.variant, {}).setdefault(example.source, []).append(
            (answered, right)
        )
    return {
        variant: {
            "located": _macro([[r for _, r in rows] for rows in sources.values()]),
            "wrong": _macro([[a and not r for a, r in rows] for rows in sources.values()]),
            "refused": _macro([[not a for a, _ in rows] for rows in sources.values()]),
        }
        for variant, sources in cells.items()
    }


def _macro(rows: list[list[bool]]) -> float:
    return 100.0 * float(np.mean([np.mean(row) for row in rows]))


# ------------------------------------------------------------------------------------------ output


def _as_json(model: Fit, threshold: float) -> dict[str, Any]:
    return {
        "threshold": threshold,
        "weights": _named(model.weights, TRAITS),
        "right": {regime.value: _logistic(numbers) for regime, numbers in model.right.items()},
        "trees": model.trees,
        "gone": _logistic(model.gone),
    }


def model_text(model: dict[str, Any]) -> str:
    """Return the model as the text of its file: a line for every number and for every tree."""
    trees: list[str] = []

    def marked(part: Any) -> Any:
        if not isinstance(part, dict):
            return part
        return {key: [mark(tree) for tree in value] if key == "trees" else marked(value)
                for key, value in part.items()}  # fmt: skip

    def mark(tree: NamedTree) -> str:
        trees.append(json.dumps(tree))
        return f"tree {len(trees) - 1}"

    text = json.dumps(marked(model), indent=2)
    for number, tree in enumerate(trees):
        text = text.replace(f'"tree {number}"', tree, 1)
    return text + "\n"


def _logistic(numbers: Floats) -> dict[str, Any]:
    return {
        "intercept": round(float(numbers[-1]), 3),
        "coefficients": _named(numbers[:-1], DOUBTS),
    }


def _named(numbers: Floats, names: Sequence[str]) -> dict[str, float]:
    """Return the numbers that are not 0, largest first."""
    order = np.argsort(-np.abs(numbers), kind="stable")
    return {names[i]: round(float(numbers[i]), 3) for i in order if abs(numbers[i]) >= 0.005}


def _head() -> str:
    return (
        "## The fit\n\n"
        f"Made by `holdfast bench fit`: sources in {FOLDS} groups (seed {SEED}), each group left "
        "out once; every figure below is for sources that the numbers used on them never saw. "
        "Threshold: the lowest that keeps wrong heals at or under 0.1 / 0.5 / 1.0 % (plain / "
        "hide-one / hide-all) and refuses at least 97.5 % of removed elements, macro over sources."
    )


def _section(
    folder: Path,
    situation: Situation,
    examples: Sequence[Example],
    answers: dict[str, tuple[int, float]],
    threshold: float,
) -> str:
    load_yardstick(folder)
    import relocscore  # type: ignore[import-not-found]  # beside the yardstick

    rows = []
    for example in examples:
        best, probability = answers.get(example.id, (-1, 0.0))
        answered = probability >= threshold
        right = answered and bool(example.right[best])
        case = relocscore.Case(
            example.id, example.source, example.variant, example.stratum, "", "", None, None, "",
            "there" if example.is_there else None,
        )  # fmt: skip
        sure = 100 * probability if answered else None
        rows.append(relocscore.Outcome(case, answered, right, right, sure, None))
    table = relocscore.as_text(relocscore.report(rows))
    return f"### {situation.value}: threshold {threshold:.2f}\n\n```\n{table}\n```"
