"""Fit: weights that rank, a probability that means what it says; both small, both by source.

Every feature keeps the sign that its meaning demands: agreement cannot speak against an element,
contradiction not for it. That costs a little on the pages at hand and is what carries over.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holdfast.bench.examples import FAMILIES, Example
from holdfast.errors import EnvironmentFailure
from holdfast.matching.assignment import Ranking, assign, context_feature
from holdfast.matching.case import Case
from holdfast.matching.columns import Flags, Floats
from holdfast.matching.feature import Feature, Speaks
from holdfast.matching.features import feature, measure
from holdfast.matching.fitted import Model
from holdfast.matching.judge import bounds_of, most_of
from holdfast.matching.matcher import best_case
from holdfast.matching.pair_features import pair_feature
from holdfast.matching.second_look import LOOK_BELOW, different_answers, look_again
from holdfast.matching.unit_words import KEYS

FOLDS = 6
SEED = 20261115
_SMOOTH_WEIGHTS = 3.0
_SMOOTH_PROBABILITY = 2.0
_TREES = 300
_FORESTS = 3
# Redesigns labelled by hand are what the matcher is for; hiding everything is a question that no
# real page asks.
_STRATUM_WEIGHT = {"manual": 2.0}
_VARIANT_WEIGHT = {"hide-all": 0.5}
# A wrong click is worse than a failed step: of what is gone the probability must know more.
_GONE_WEIGHT = 1.3
_GONE = frozenset({"removed", "absent"})
_SHOWN = 3  # candidates that a person or an adviser picks from

# A number to add, or: name of a feature, a bound, the tree up to it, the tree above it.
NamedTree = float | list[Any]


@dataclass(frozen=True)
class FitAnswer:
    """What the matcher says of one example under some ranking."""

    first: bool  # the best candidate is right
    shown: tuple[bool, ...]  # of the three that people see: right or not
    inputs: Floats
    least: float  # that is believed of the best candidate
    most: float  # that may be believed of it, beside its namesakes


@dataclass(frozen=True)
class Fit:
    """Fitted numbers for one situation."""

    ranking: Ranking
    trees: list[NamedTree]
    gone: Floats  # coefficients by feature, then the intercept


def folds(sources: Sequence[str], count: int = FOLDS) -> list[frozenset[str]]:
    """Return groups of sources, each left out once; the same every time."""
    names = sorted(set(sources))
    np.random.default_rng(SEED).shuffle(names)
    return [frozenset(names[i::count]) for i in range(count)]


def answer(example: Example, ranking: Ranking, model: Model | None = None) -> FitAnswer:
    """Return what the matcher says of an example; without a model nobody looks twice."""
    best = best_case(assign(example.matchup, ranking), example.row)
    least, most = bounds_of(best)
    inputs, most = measure(best), min(most, most_of(best, _twins(best)))
    is_doubted = model is not None and min(max(model.believe(inputs), least), most) < LOOK_BELOW
    cases = look_again(best, model) if model and is_doubted else different_answers(best, _SHOWN)
    return FitAnswer(
        first=bool(example.right[best.column]),
        shown=tuple(bool(example.right[case.column]) for case in cases[:_SHOWN]),
        inputs=inputs,
        least=least,
        most=most,
    )


def _twins(best: Case) -> Flags:
    """Return who has the same address and the same label: they do the same."""
    keys = best.matchup.new.keys[[KEYS.index("href"), KEYS.index("label")]]
    mine = keys[:, [best.column]]
    return np.asarray((keys == mine).all(0) & (mine != 0).all())


# ------------------------------------------------------------------------------------- ranking


Rows = NDArray[np.float32]  # of one example: by candidate, all that the ranking weighs


def rows_of(example: Example, ranking: Ranking | None) -> Rows:
    """Return all that a ranking weighs of an example; without one, nobody knows the neighbours."""
    pairs = example.pairs[:, example.row, :].T.astype(np.float32) / 255.0
    if ranking is None:
        return np.pad(pairs, ((0, 0), (0, len(context_feature.names))))
    contexts = assign(example.matchup, ranking).contexts[:, example.row, :].T
    return np.concatenate([pairs, contexts.astype(np.float32)], axis=1)


def fit_ranking(examples: Sequence[Example], rows: Sequence[Rows]) -> Ranking:
    """Return the weights that put the right candidate first, by listwise softmax."""
    features: list[Feature[Any, Any]] = [*pair_feature.features, *context_feature.features]
    weights, null = _fit_weights(examples, rows, features)
    count = len(pair_feature.names)
    return Ranking(pairs=weights[:count], contexts=weights[count:], null=null)


def _fit_weights(
    examples: Sequence[Example], rows: Sequence[Rows], features: Sequence[Feature[Any, Any]]
) -> tuple[Floats, float]:
    """Return the weights, and the score of nobody that fits those that are gone."""
    there = [place for place, example in enumerate(examples) if example.right.any()]
    chosen = [examples[place] for place in there]
    balance = _balance(chosen)
    lengths = [len(rows[place]) for place in there]
    starts = np.r_[0, np.cumsum(lengths)[:-1]]
    group = np.repeat(np.arange(len(there)), lengths)
    values = np.concatenate([rows[place] for place in there])
    right = np.concatenate([example.right for example in chosen])
    spread = values.std(0) + 1e-2

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = values @ weights.astype(np.float32)
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        total = np.add.reduceat(powers, starts)
        hit = np.maximum(np.add.reduceat(powers * right, starts), 1e-30)
        pull = balance[group] * (powers / total[group] - powers * right / hit[group])
        cost = float((balance * (np.log(total) - np.log(hit))).sum())
        smooth = _SMOOTH_WEIGHTS * (weights * spread) ** 2
        slope = values.T @ pull.astype(np.float32) + 2 * _SMOOTH_WEIGHTS * weights * spread**2
        return cost + float(smooth.sum()), np.asarray(slope, np.float64)

    signs = [each.speaks for each in features]
    start = np.array([-0.5 if sign is Speaks.AGAINST else 0.5 for sign in signs])
    weights = _minimise(loss, start, [_limits(sign) for sign in signs])
    return weights, _fit_null(examples, rows, weights)


def _fit_null(examples: Sequence[Example], rows: Sequence[Rows], weights: Floats) -> float:
    """Return the score at which being nobody is as likely as the labels say."""
    scores = [row @ weights for row in rows]
    total = np.array([np.logaddexp.reduce(score) for score in scores])
    pairs = zip(scores, examples, strict=True)
    right = np.array([s[e.right].max() if e.right.any() else np.nan for s, e in pairs])
    balance = _balance(examples)

    def cost(null: float) -> float:
        chosen = np.where(np.isnan(right), null, right)
        return float((balance * (np.logaddexp(total, null) - chosen)).sum())

    return float(min(np.linspace(0.0, 25.0, 101), key=cost))


def _balance(examples: Sequence[Example]) -> Floats:
    """Return case weights by which a large source counts more than a small one, but not in full."""
    counts = Counter(example.source for example in examples)
    weights = np.array([
        counts[e.source] ** -0.5
        * _STRATUM_WEIGHT.get(e.stratum, 1.0)
        * _VARIANT_WEIGHT.get(e.variant, 1.0)
        for e in examples
    ])  # fmt: skip
    return np.asarray(weights / weights.mean())


# --------------------------------------------------------------------------------- probability


def fit_probability(
    examples: Sequence[Example], answers: Sequence[FitAnswer], ranking: Ranking
) -> Fit:
    """Return all numbers; the ranking is the one that gave the answers."""
    inputs = np.array([each.inputs for each in answers])
    right = np.array([each.first for each in answers])
    balance = _case_balance(examples)
    lost = ~right
    absent = np.array([not example.right.any() for example in examples])
    return Fit(
        ranking=ranking,
        trees=fit_trees(inputs, right, balance),
        gone=fit_logistic(inputs[lost], absent[lost], balance[lost]),
    )


def _case_balance(examples: Sequence[Example]) -> Floats:
    """Return case weights by which each family has the same say, and sources nearly so."""
    counts = Counter(example.source for example in examples)
    weights = np.array([
        counts[e.source] ** -0.5
        * _VARIANT_WEIGHT.get(e.variant, _GONE_WEIGHT if e.variant in _GONE else 1.0)
        for e in examples
    ])  # fmt: skip
    for family in FAMILIES:
        mine = np.array([example.family == family for example in examples])
        if mine.any():
            weights[mine] /= weights[mine].sum()
    return np.asarray(weights / weights.mean())


def fit_logistic(inputs: Floats, hits: Flags, balance: Floats) -> Floats:
    """Return coefficients and, last, the intercept."""
    wanted = np.where(hits, 1.0, -1.0)

    def loss(numbers: Floats) -> tuple[float, Floats]:
        z = inputs @ numbers[:-1] + numbers[-1]
        pull = -balance * wanted / (1.0 + np.exp(np.clip(wanted * z, -500, 500)))
        cost = float((balance * np.logaddexp(0.0, -wanted * z)).sum())
        cost += _SMOOTH_PROBABILITY * float((numbers[:-1] ** 2).sum())
        smooth = 2 * _SMOOTH_PROBABILITY * numbers[:-1]
        return cost, np.r_[inputs.T @ pull + smooth, pull.sum()]

    count = inputs.shape[1] + 1
    return _minimise(loss, np.zeros(count), [(None, None)] * count)


def fit_trees(inputs: Floats, hits: Flags, balance: Floats) -> list[NamedTree]:
    """Return small trees whose sum is the log odds; none may go against a feature's meaning.

    Some forests share one vote: what one of them saw by chance, the others did not.
    """
    try:
        import lightgbm  # only the fit needs it
    except ImportError as exc:
        raise EnvironmentFailure("fitting needs an extra package: pip install lightgbm") from exc
    data = lightgbm.Dataset(inputs, hits.astype(np.float64), weight=balance)
    settings = {
        "objective": "binary", "num_leaves": 16, "learning_rate": 0.06, "min_data_in_leaf": 45,
        "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0,
        # Bounds at random: the best bound of a few sources is no bound of the next one.
        "extra_trees": True,
        "monotone_constraints": [int(each.speaks) for each in feature.features],
        "deterministic": True, "force_row_wise": True, "num_threads": 1,
        "verbose": -1,
    }  # fmt: skip
    trees = []
    for number in range(_FORESTS):
        found = lightgbm.train({**settings, "seed": SEED + number}, data, _TREES).dump_model()
        trees += [_named_tree(tree["tree_structure"]) for tree in found["tree_info"]]
    return trees


def _named_tree(node: Mapping[str, Any]) -> NamedTree:
    if "leaf_value" in node:
        return round(float(node["leaf_value"]) / _FORESTS, 4)
    # Features have four digits: with six, no bound is rounded onto a value.
    name, bound = feature.names[node["split_feature"]], round(float(node["threshold"]), 6)
    return [name, bound, _named_tree(node["left_child"]), _named_tree(node["right_child"])]


_Limits = tuple[float | None, float | None]


def _limits(speaks: Speaks) -> _Limits:
    if speaks is Speaks.EITHER:
        return None, None
    return (None, 0.0) if speaks is Speaks.AGAINST else (0.0, None)


_Loss = Callable[[Floats], tuple[float, Floats]]


def _minimise(loss: _Loss, start: Floats, limits: list[_Limits]) -> Floats:
    try:
        from scipy.optimize import minimize  # only the fit needs it
    except ImportError as exc:
        raise EnvironmentFailure("fitting needs an extra package: pip install scipy") from exc
    found = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=limits, options={"maxiter": 500}
    )
    return np.asarray(found.x, np.float64)
