"""Fitting: `holdfast bench fit`: examples, fit, left-out evaluation, the model file, the report."""

import datetime
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from holdfast.bench.examples import (
    FAMILIES,
    Example,
    corpora_of,
    iter_examples,
    load_yardstick,
    make_cases,
)
from holdfast.bench.fit import (
    FOLDS,
    SEED,
    Fit,
    FitAnswer,
    NamedTree,
    answer,
    fit_probability,
    fit_ranking,
    folds,
)
from holdfast.matching.assignment import context_feature
from holdfast.matching.columns import Floats
from holdfast.matching.features import feature
from holdfast.matching.fitted import MODEL_FORMAT, Model, Situation, read_models
from holdfast.matching.pair_features import pair_feature

# Of the thresholds, the lowest that keeps these on sources left out of the fit, in every family
# (macro, per cent).
MOST_WRONG = {
    "pages": {"plain": 0.1, "hide-one": 0.3},
    "upgrades": {"plain": 0.4, "hide-one": 1.0},
    "redesigns": {"plain": 1.2, "hide-one": 1.5},
}
LEAST_REFUSED = {"pages": 98.0, "upgrades": 97.0, "redesigns": 98.0}
_THRESHOLDS = [round(0.4 + 0.01 * step, 2) for step in range(56)]
# No source may drown the others; the situation that is rarest is fitted for safety, not for reach.
_PER_SOURCE = {Situation.PAGE: 60, Situation.ELEMENT: 20}
_WITHOUT_SCREEN = 3  # every third case is shown to the fit without boxes


class ProgressBar(Protocol):
    """What shows the progress."""

    def add_task(self, description: str, *, total: float | None = None) -> Any: ...
    def advance(self, task: Any, advance: float = 1) -> None: ...


def fit_all(folder: Path, workers: int, bar: ProgressBar) -> tuple[dict[str, Any], str]:
    """Return the model as JSON values and the report as Markdown."""
    situations: dict[str, Any] = {}
    report = [_head()]
    for situation in Situation:
        examples = measure_examples(folder, situation, workers, bar)
        answers = leave_out(examples, bar)
        threshold = choose_threshold(examples, answers)
        situations[situation.value] = as_json(fit(examples), threshold)
        report.append(tell(folder, situation, examples, answers, threshold))
    model = {
        "format": MODEL_FORMAT,
        "fitted": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "by": "holdfast bench fit",
        "situations": situations,
    }
    return model, "\n\n".join(report) + "\n"


# ---------------------------------------------------------------------------------------- examples


def measure_examples(
    folder: Path, situation: Situation, workers: int, bar: ProgressBar
) -> list[Example]:
    """Return the examples of both corpora."""
    jobs = []
    for corpus in corpora_of(folder):
        groups: dict[str, list[Any]] = {}
        for case in make_cases(folder, corpus, _PER_SOURCE[situation]):
            groups.setdefault(f"{case.old_html} {case.new_html}", []).append(case)
        jobs += [(corpus, group) for group in groups.values()]
    task = bar.add_task(f"examples: {situation.value}", total=sum(len(g) for _, g in jobs))
    found: list[Example] = []
    with ProcessPoolExecutor(workers) as pool:
        for job in [pool.submit(_work, folder, *job, situation) for job in jobs]:
            part = job.result()
            found += part
            bar.advance(task, len(part))
    return found


def _work(folder: Path, corpus: str, cases: list[Any], situation: Situation) -> list[Example]:
    return list(iter_examples(folder, corpus, cases, situation))


# -------------------------------------------------------------------------------------- evaluation


def _seen(examples: Sequence[Example]) -> list[Example]:
    """Return the examples as the fit sees them: some without boxes, as some pages have none."""
    return [
        example.without_screen() if place % _WITHOUT_SCREEN == 0 else example
        for place, example in enumerate(examples)
        if len(example.right)
    ]


def fit(examples: Sequence[Example]) -> Fit:
    """Return the numbers fitted to the examples."""
    seen = _seen(examples)
    ranking = fit_ranking(seen)
    return fit_probability(seen, [answer(example, ranking) for example in seen], ranking)


Left = dict[str, tuple[FitAnswer, float]]  # by example: what is said of it, and how likely


def leave_out(examples: Sequence[Example], bar: ProgressBar) -> Left:
    """Return what is said of each example by a fit that never saw its source."""
    answers: Left = {}
    groups = folds([example.source for example in examples])
    task = bar.add_task("leaving sources out", total=len(groups))
    for group in groups:
        numbers = fit([example for example in examples if example.source not in group])
        model = model_of(numbers)
        for example in examples:
            if example.source in group and len(example.right):
                said = answer(example, numbers.ranking)
                answers[example.id] = said, believe(said, model)
        bar.advance(task)
    return answers


def believe(said: FitAnswer, model: Model) -> float:
    """Return how likely the best candidate is the element, as the matcher says it."""
    believed = min(max(model.believe(said.inputs), said.bounds[0]), said.bounds[1])
    p_gone = (1.0 - believed) * model.gone(said.inputs)
    return min(believed, said.most * (1.0 - p_gone))


def model_of(numbers: Fit) -> Model:
    """Return fitted numbers as the matcher reads them."""
    data = {"format": MODEL_FORMAT, "situations": {"page": as_json(numbers, 0.5)}}
    return read_models(data)[Situation.PAGE]


def choose_threshold(examples: Sequence[Example], answers: Left) -> float:
    """Return the lowest threshold that keeps every family as careful as it must be."""
    for threshold in _THRESHOLDS:
        if all(_is_careful(examples, answers, threshold, family) for family in FAMILIES):
            return threshold
    return _THRESHOLDS[-1]


def _is_careful(examples: Sequence[Example], answers: Left, threshold: float, family: str) -> bool:
    def rate(variant: str, is_counted: Any) -> float | None:
        by_source: dict[str, list[bool]] = {}
        for example in examples:
            if (example.family, example.variant) == (family, variant):
                said, sure = answers.get(example.id, (None, 0.0))
                right = said is not None and said.first
                by_source.setdefault(example.source, []).append(is_counted(sure, right))
        rates = [np.mean(rows) for rows in by_source.values()]
        return 100.0 * float(np.mean(rates)) if rates else None

    refused = rate("removed", lambda sure, _: sure < threshold)
    if refused is not None and refused < LEAST_REFUSED[family]:
        return False
    for variant, most in MOST_WRONG[family].items():
        wrong = rate(variant, lambda sure, right: sure >= threshold and not right)
        if wrong is not None and wrong > most:
            return False
    return True


# ------------------------------------------------------------------------------------------ output


def as_json(model: Fit, threshold: float) -> dict[str, Any]:
    """Return fitted numbers as values of the model file."""
    return {
        "threshold": threshold,
        "ranking": {
            "null": round(model.ranking.null, 3),
            "pairs": _named(model.ranking.pairs, pair_feature.names),
            "contexts": _named(model.ranking.contexts, context_feature.names),
        },
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
        "coefficients": _named(numbers[:-1], feature.names),
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
        "Threshold: the lowest that keeps wrong heals and refused removals within the limits of "
        "each family, macro over sources."
    )


def tell(
    folder: Path, situation: Situation, examples: Sequence[Example], answers: Left, threshold: float
) -> str:
    """Return the report of one situation: a table for each family, and for other languages."""
    parts = [f"### {situation.value}: threshold {threshold:.2f}"]
    for name, chosen in _groups(examples):
        table = _table(folder, chosen, answers, threshold)
        ranked = ", ".join(_ranked(chosen, answers))
        parts.append(
            f"#### {name}\n\n```\n{table}\nranked first / in the first three: {ranked}\n```"
        )
    return "\n\n".join(parts)


def _groups(examples: Sequence[Example]) -> Iterator[tuple[str, list[Example]]]:
    for family in FAMILIES:
        yield family, [example for example in examples if example.family == family]
    yield "redesigned into another language", [e for e in examples if e.is_foreign]


def _ranked(examples: Sequence[Example], answers: Left) -> Iterator[str]:
    for variant in ("plain", "hide-one", "hide-all"):
        asked = [e for e in examples if e.variant == variant]
        said = [answers[e.id][0] for e in asked if e.id in answers]
        if asked:
            first, three = sum(a.first for a in said), sum(a.in_three for a in said)
            yield f"{variant} {100 * first / len(asked):.1f} / {100 * three / len(asked):.1f}"


def _table(folder: Path, examples: Sequence[Example], answers: Left, threshold: float) -> str:
    load_yardstick(folder)
    import relocscore  # type: ignore[import-not-found]  # beside the yardstick

    rows = []
    for example in examples:
        said, sure = answers.get(example.id, (None, 0.0))
        answered = sure >= threshold
        right = answered and said is not None and said.first
        case = relocscore.Case(
            example.id, example.source, example.variant, example.stratum, "", "", None, None, "",
            "there" if example.is_there else None,
        )  # fmt: skip
        rows.append(
            relocscore.Outcome(case, answered, right, right, 100 * sure if answered else None, None)
        )
    return str(relocscore.as_text(relocscore.report(rows))) if rows else "no cases"
