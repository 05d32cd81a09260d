"""The fit: weights that rank, a probability that means what it says; both small, both by source.

Weights are never negative, and every input of the probability has the sign that its meaning
demands: agreement cannot speak against an element, contradiction not for it. That costs a little on
the pages at hand and is what carries over to others.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdfast.bench.examples import Example
from holdfast.errors import EnvironmentFailure
from holdfast.matching.columns import Floats
from holdfast.matching.comparison import TRAITS
from holdfast.matching.doubt import DOUBTS, SPEAKS_AGAINST, SPEAKS_EITHER_WAY
from holdfast.matching.tables import Regime, regime_of

FOLDS = 9
SEED = 20261115
_SMOOTH_WEIGHTS = 0.3
_SMOOTH_PROBABILITY = 2.0
_TREES = 100
# Redesigns labelled by hand are what the matcher is for, and there are few; hiding everything is
# a question that no real page asks.
_CASE_WEIGHT = {"manual": 2.0}
_VARIANT_WEIGHT = {"hide-all": 0.5}


# A number to add, or: name of an input, a bound, the tree up to it, the tree above it.
NamedTree = float | list[Any]


@dataclass(frozen=True)
class Fit:
    """Fitted numbers for one situation."""

    weights: Floats
    right: Mapping[Regime, Floats]  # coefficients by DOUBTS, then the intercept
    trees: list[NamedTree]
    gone: Floats


def fit(examples: Sequence[Example]) -> Fit:
    """Return the numbers fitted to the examples."""
    weights = fit_weights(examples)
    judged = [example.judged(weights) for example in examples]
    inputs = np.array([row for _, row in judged])
    right = np.array([e.right[best] for e, (best, _) in zip(examples, judged, strict=True)])
    regimes = np.array(
        [regime_of(e.forward(weights), best) for e, (best, _) in zip(examples, judged, strict=True)]
    )
    balance = source_balance(examples)
    lost = ~right
    absent = np.array([not example.right.any() for example in examples])
    return Fit(
        weights=weights,
        right={
            regime: fit_logistic(
                inputs[regimes == regime], right[regimes == regime], balance[regimes == regime]
            )
            for regime in Regime
        },
        trees=fit_trees(inputs, right, balance),
        gone=fit_logistic(inputs[lost], absent[lost], balance[lost], signed=False),
    )


def folds(sources: Sequence[str], count: int = FOLDS) -> list[frozenset[str]]:
    """Return groups of sources, each left out once; the same every time."""
    names = sorted(set(sources))
    np.random.default_rng(SEED).shuffle(names)
    return [frozenset(names[i::count]) for i in range(count)]


def source_balance(examples: Sequence[Example]) -> Floats:
    """Return case weights by which a large source counts more than a small one, but not in full."""
    counts = Counter(example.source for example in examples)
    weights = np.array([counts[example.source] ** -0.5 for example in examples])
    return np.asarray(weights / weights.mean())


def fit_weights(examples: Sequence[Example]) -> Floats:
    """Return the weights that put the right candidate first, by listwise softmax."""
    chosen = [example for example in examples if example.right.any()]
    balance = source_balance(chosen) * np.array(
        [_CASE_WEIGHT.get(e.stratum, 1.0) * _VARIANT_WEIGHT.get(e.variant, 1.0) for e in chosen]
    )
    longest = max(len(example.right) for example in chosen)
    traits = np.zeros((len(chosen), longest, len(TRAITS)), np.float32)
    there = np.zeros((len(chosen), longest), np.bool_)
    right = np.zeros((len(chosen), longest), np.bool_)
    for row, example in enumerate(chosen):
        size = len(example.right)
        traits[row, :size], there[row, :size] = example.seen.traits, True
        right[row, :size] = example.right
    spread = traits[there].std(0) + 1e-3

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = np.where(there, traits @ weights.astype(np.float32), -1e9)
        powers = np.exp(scores - scores.max(1, keepdims=True))
        total, hit = powers.sum(1), np.maximum((powers * right).sum(1), 1e-30)
        pull = powers / total[:, None] - powers * right / hit[:, None]
        slope = np.tensordot((balance[:, None] * pull).astype(np.float32), traits, 2)
        smooth = _SMOOTH_WEIGHTS * (weights * spread) ** 2
        cost = float((balance * (np.log(total) - np.log(hit))).sum() + smooth.sum())
        return cost, slope.astype(np.float64) + 2 * _SMOOTH_WEIGHTS * weights * spread**2

    return _minimise(loss, np.full(len(TRAITS), 0.5), [(0.0, None)] * len(TRAITS))


def fit_logistic(inputs: Floats, hits: Any, balance: Floats, *, signed: bool = True) -> Floats:
    """Return coefficients and, last, the intercept; signs as their meaning demands."""
    wanted = np.where(hits, 1.0, -1.0)

    def loss(numbers: Floats) -> tuple[float, Floats]:
        z = inputs @ numbers[:-1] + numbers[-1]
        pull = -balance * wanted / (1.0 + np.exp(np.clip(wanted * z, -500, 500)))
        cost = float((balance * np.logaddexp(0.0, -wanted * z)).sum())
        cost += _SMOOTH_PROBABILITY * float((numbers[:-1] ** 2).sum())
        smooth = 2 * _SMOOTH_PROBABILITY * numbers[:-1]
        return cost, np.r_[inputs.T @ pull + smooth, pull.sum()]

    limits = [_sign(name) if signed else (None, None) for name in DOUBTS]
    return _minimise(loss, np.zeros(len(DOUBTS) + 1), [*limits, (None, None)])


def fit_trees(inputs: Floats, hits: Any, balance: Floats) -> list[NamedTree]:
    """Return small trees whose sum is the log odds; none may go against an input's meaning."""
    try:
        import lightgbm  # only the fit needs it
    except ImportError as exc:
        raise EnvironmentFailure("fitting needs an extra package: pip install lightgbm") from exc
    data = lightgbm.Dataset(inputs, hits.astype(np.float64), weight=balance)
    settings = {
        "objective": "binary", "num_leaves": 6, "learning_rate": 0.07, "min_data_in_leaf": 30,
        "feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5.0,
        "monotone_constraints": [_direction(name) for name in DOUBTS],
        "seed": SEED, "deterministic": True, "force_row_wise": True, "num_threads": 1,
        "verbose": -1,
    }  # fmt: skip
    found = lightgbm.train(settings, data, _TREES).dump_model()
    return [_named_tree(tree["tree_structure"]) for tree in found["tree_info"]]


def _named_tree(node: Mapping[str, Any]) -> NamedTree:
    if "leaf_value" in node:
        return round(float(node["leaf_value"]), 4)
    name, bound = DOUBTS[node["split_feature"]], round(float(node["threshold"]), 4)
    return [name, bound, _named_tree(node["left_child"]), _named_tree(node["right_child"])]


def _direction(name: str) -> int:
    if name in SPEAKS_EITHER_WAY:
        return 0
    return -1 if name in SPEAKS_AGAINST else 1


def _sign(name: str) -> tuple[float | None, float | None]:
    if name in SPEAKS_EITHER_WAY:
        return None, None
    return (None, 0.0) if name in SPEAKS_AGAINST else (0.0, None)


def _minimise(loss: Any, start: Floats, limits: list[tuple[float | None, float | None]]) -> Floats:
    try:
        from scipy.optimize import minimize  # only the fit needs it
    except ImportError as exc:
        raise EnvironmentFailure("fitting needs an extra package: pip install scipy") from exc
    found = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=limits, options={"maxiter": 500}
    )
    return np.asarray(found.x, np.float64)
