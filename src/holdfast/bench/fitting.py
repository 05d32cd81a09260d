"""Fitting: `holdfast bench fit`: examples, fit, left-out evaluation, the model file, the report."""

import datetime
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from holdfast.bench.examples import (
    FAMILIES,
    ROW_REMOVED,
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
    Rows,
    answer,
    fit_probability,
    fit_ranking,
    folds,
    rows_of,
)
from holdfast.matching.assignment import Ranking, context_feature
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
_PER_SOURCE = {Situation.PAGE: 40, Situation.ELEMENT: 12}
_BACKWARDS = 0.4  # as many of each source are asked from the new page back: fitted to, not reported
_WITHOUT_SCREEN = 3  # every third case is shown to the fit without boxes
_PASSES = 3  # of fitting the weights; each looks at the neighbours as the last one found them


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
        backwards = measure_examples(folder, situation, workers, bar, backwards=True)
        numbers, answers = fit(examples, backwards, workers, bar)
        threshold = choose_threshold(examples, answers)
        situations[situation.value] = as_json(numbers, threshold)
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
    folder: Path,
    situation: Situation,
    workers: int,
    bar: ProgressBar,
    *,
    backwards: bool = False,
) -> list[Example]:
    """Return the examples of all corpora."""
    jobs = []
    most = round(_PER_SOURCE[situation] * (_BACKWARDS if backwards else 1.0))
    for corpus in corpora_of(folder):
        groups: dict[str, list[Any]] = {}
        for case in make_cases(folder, corpus, most, backwards=backwards):
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


_measured: list[Example] = []  # what workers that are forked now have at hand
_AT_ONCE = 40  # examples that a worker does in one go
T = TypeVar("T")


def _of_each(work: Callable[[Example], T], examples: Sequence[Example], workers: int) -> list[T]:
    """Return what the work makes of each example."""
    _measured[:] = examples
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        starts = range(0, len(examples), _AT_ONCE)
        return [each for part in pool.map(partial(_part, work), starts) for each in part]


def _part(work: Callable[[Example], T], start: int) -> list[T]:
    return [work(example) for example in _measured[start : start + _AT_ONCE]]


Left = dict[str, tuple[FitAnswer, float]]  # by example: what is said of it, and how likely


def fit(
    examples: Sequence[Example], backwards: Sequence[Example], workers: int, bar: ProgressBar
) -> tuple[Fit, Left]:
    """Return the numbers, and what is said of each example by numbers that never saw its source."""
    asked = [example for example in examples if len(example.right)]
    known = [*asked, *(example for example in backwards if len(example.right))]
    # Some pages have no boxes.
    seen = [e.without_screen() if i % _WITHOUT_SCREEN == 0 else e for i, e in enumerate(known)]
    ranking, rows = _fit_ranking(seen, workers, bar)
    groups = folds([example.source for example in known])
    answers, theirs = _answer_unseen(seen, rows, groups, workers, bar)
    numbers = fit_probability(seen, answers, ranking)
    left: Left = {}
    for group, rank in zip(groups, theirs, strict=True):
        others = [place for place, example in enumerate(seen) if example.source not in group]
        without = fit_probability([seen[i] for i in others], [answers[i] for i in others], rank)
        left |= _judge([e for e in asked if e.source in group], without, workers)
    return numbers, left


def _answer_unseen(
    seen: Sequence[Example],
    rows: Sequence[Rows],
    groups: Sequence[frozenset[str]],
    workers: int,
    bar: ProgressBar,
) -> tuple[list[FitAnswer], list[Ranking]]:
    """Return what is said of each example by a ranking that never saw its source, and the rankings.

    A ranking is surer of what it was fitted to than of anything else; the probability must not
    learn from that.
    """
    answers: dict[int, FitAnswer] = {}
    rankings = []
    task = bar.add_task("leaving sources out", total=len(groups))
    for group in groups:
        others = [place for place, example in enumerate(seen) if example.source not in group]
        rankings.append(fit_ranking([seen[i] for i in others], [rows[i] for i in others]))
        mine = [place for place, example in enumerate(seen) if example.source in group]
        work = partial(answer, ranking=rankings[-1])
        answers |= zip(mine, _of_each(work, [seen[i] for i in mine], workers), strict=True)
        bar.advance(task)
    return [answers[place] for place in range(len(seen))], rankings


def _fit_ranking(
    seen: Sequence[Example], workers: int, bar: ProgressBar
) -> tuple[Ranking, list[Rows]]:
    """Return the weights, and what they were fitted to; each pass sees the neighbours better."""
    task = bar.add_task("fitting", total=_PASSES)
    ranking: Ranking | None = None
    for _ in range(_PASSES):
        rows = _of_each(partial(rows_of, ranking=ranking), seen, workers)
        ranking = fit_ranking(seen, rows)
        bar.advance(task)
    assert ranking is not None
    return ranking, rows


def _judge(examples: Sequence[Example], numbers: Fit, workers: int) -> Left:
    """Return what fitted numbers say of examples."""
    model = model_of(numbers)
    work = partial(answer, ranking=numbers.ranking, model=model)
    answers = _of_each(work, examples, workers)
    pairs = zip(examples, answers, strict=True)
    return {example.id: (said, believe(said, model)) for example, said in pairs}


def believe(said: FitAnswer, model: Model) -> float:
    """Return how likely the best candidate is the element, as the matcher says it."""
    believed = max(model.believe(said.inputs), said.least)
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
        rows = [e for e in chosen if e.variant == ROW_REMOVED]
        refused = [e.id not in answers or answers[e.id][1] < threshold for e in rows]
        parts.append(
            f"#### {name}\n\n```\n{table}\nranked first / in the first three: {ranked}\n"
            f"whole row removed: refused {sum(refused)} of {len(refused)}\n```"
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
            first, three = sum(a.shown[0] for a in said), sum(any(a.shown) for a in said)
            yield f"{variant} {100 * first / len(asked):.1f} / {100 * three / len(asked):.1f}"


def _table(folder: Path, examples: Sequence[Example], answers: Left, threshold: float) -> str:
    load_yardstick(folder)
    import relocscore  # type: ignore[import-not-found]  # beside the yardstick

    rows = []
    for example in examples:
        if example.variant == ROW_REMOVED:
            continue  # told apart: others do not ask it
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
