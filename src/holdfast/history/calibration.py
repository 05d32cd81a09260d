"""A fitted calibrator: what chance of success a confidence stands for, learned from outcomes.

It is shown beside the confidence and never changes it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from holdfast.history.analytics import ENOUGH_OUTCOMES
from holdfast.history.reliability_diagram import ReliabilityGroup, measure_reliability
from holdfast.model.records import Record

ISOTONIC_FROM = 1000  # below, its steps follow the noise; Platt's two numbers cannot
FOLDS = 5
_CONFIDENCES = np.arange(101) / 100
_RIDGE = 1e-3  # keeps Platt's slope finite when all outcomes share one confidence

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


class Method(StrEnum):
    """How the calibrator was fitted."""

    PLATT = "platt"
    ISOTONIC = "isotonic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrator(Record):
    """The chance of success for each confidence from 0 to 100, and what it was learned from.

    ``ece`` and ``brier`` are measured on outcomes that the fit did not see (five folds).
    """

    method: Method
    fitted_at: datetime
    outcomes: int
    ece: float
    brier: float
    chances: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse a table of another length and chances that fall or leave 0 to 1."""
        ordered = sorted(self.chances)
        if len(ordered) != 101 or list(self.chances) != ordered:
            raise ValueError("a calibrator needs 101 chances that never fall")
        if not 0 <= ordered[0] <= ordered[-1] <= 1:
            raise ValueError(f"chances must lie in [0, 1], got {ordered[0]} to {ordered[-1]}")

    def probability(self, confidence: int) -> float:
        """Return the chance that a healing of this confidence succeeds."""
        return self.chances[confidence]


def fit_calibrator(outcomes: Iterable[tuple[int, bool]], fitted_at: datetime) -> Calibrator | None:
    """Return a calibrator for confidences and their successes; None under 100 outcomes."""
    # [fold, confidence, failure or success]: all that fitting and testing need.
    counts = np.zeros((FOLDS, 101, 2), dtype=np.int64)
    for at, (confidence, succeeded) in enumerate(outcomes):
        counts[at % FOLDS, confidence, int(succeeded)] += 1
    total = int(counts.sum())
    if total < ENOUGH_OUTCOMES:
        return None
    method = Method.ISOTONIC if total >= ISOTONIC_FROM else Method.PLATT
    unseen = [
        ReliabilityGroup(float(chance), int(good), int(bad + good))
        for fold in range(FOLDS)
        for chance, (bad, good) in zip(
            _fit(np.delete(counts, fold, axis=0).sum(axis=0), method), counts[fold], strict=True
        )
    ]
    error = measure_reliability(unseen)
    assert error is not None, "there are at least 100 outcomes"
    return Calibrator(
        method=method,
        fitted_at=fitted_at,
        outcomes=total,
        ece=error.ece,
        brier=error.brier,
        chances=tuple(float(chance) for chance in _fit(counts.sum(axis=0), method)),
    )


def _fit(counts: Counts, method: Method) -> Floats:
    return _platt(counts) if method is Method.PLATT else _isotonic(counts)


def _platt(counts: Counts) -> Floats:
    """Return a logistic curve through the outcomes, fitted by Newton's method.

    Platt's targets stop short of 0 and 1, so that data without a failure promise no certainty.
    """
    bad, good = counts.T.astype(np.float64)
    total = bad + good
    target = good * (good.sum() + 1) / (good.sum() + 2) + bad / (bad.sum() + 2)
    design = np.column_stack((_CONFIDENCES, np.ones(101)))
    # Starting at the base rate keeps the first step short.
    weights = np.array([0.0, np.log(target.sum() / (total.sum() - target.sum()))])
    for _ in range(50):
        chance = _logistic(design @ weights)
        gradient = design.T @ (total * chance - target) + _RIDGE * weights
        curvature = (design.T * (total * chance * (1 - chance))) @ design + _RIDGE * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        weights = weights - np.clip(step, -5, 5)
        if np.abs(step).max() < 1e-9:
            break
    if weights[0] < 0:
        # Surer must never mean less likely: without a rising curve the base rate is all we know.
        return np.full(101, target.sum() / total.sum())
    return _logistic(design @ weights)


def _logistic(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -500, 500))), dtype=np.float64)


def _isotonic(counts: Counts) -> Floats:
    """Return the best curve that never falls (pool adjacent violators), straight in between."""
    seen = np.flatnonzero(counts.sum(axis=1))
    blocks: list[tuple[int, int, int]] = []  # successes, outcomes, confidences in the block
    for bad, good in counts[seen]:
        block = int(good), int(bad + good), 1
        while blocks and blocks[-1][0] * block[1] >= block[0] * blocks[-1][1]:
            before = blocks.pop()
            block = before[0] + block[0], before[1] + block[1], before[2] + block[2]
        blocks.append(block)
    chances = np.repeat(
        [good / total for good, total, _ in blocks], [width for _, _, width in blocks]
    )
    # A block without a failure is no certainty.
    edge = 1 / (counts.sum() + 2)
    curve = np.interp(np.arange(101), seen, np.clip(chances, edge, 1 - edge))
    return np.asarray(curve, dtype=np.float64)
