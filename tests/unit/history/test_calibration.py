"""A fitted calibrator: never falls, recovers the truth, says what it was learned from."""

import json
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.history.calibration import Calibrator, Method, fit_calibrator

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

# Confidence, successes, failures: a few groups are quicker to draw than hundreds of outcomes.
group_lists = st.lists(
    st.tuples(st.integers(0, 100), st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=8
)


def at_least(size: int, groups: list[tuple[int, int, int]]) -> list[tuple[int, bool]]:
    """Return the groups as outcomes, one more success each, repeated until there are enough."""
    outcomes = [
        (confidence, succeeded)
        for confidence, good, bad in groups
        for succeeded in [True] * (good + 1) + [False] * bad
    ]
    return outcomes * (size // len(outcomes) + 1)


def simulated(size: int, seed: int = 3) -> list[tuple[int, bool]]:
    """Confidence c succeeds with chance 1 / (1 + exp(-(8 c - 5))): 80 with 80 %, 60 with 45 %."""
    rng = np.random.default_rng(seed)
    confidences = rng.integers(40, 101, size)
    chances = 1 / (1 + np.exp(-(8 * confidences / 100 - 5)))
    return list(zip(confidences.tolist(), (rng.random(size) < chances).tolist(), strict=True))


def fitted(outcomes: list[tuple[int, bool]]) -> Calibrator:
    calibrator = fit_calibrator(outcomes, NOON)
    assert calibrator is not None
    return calibrator


def test_under_a_hundred_outcomes_nothing_is_fitted() -> None:
    assert fit_calibrator(simulated(99), NOON) is None


@pytest.mark.parametrize(("size", "method"), [(999, Method.PLATT), (1000, Method.ISOTONIC)])
def test_isotonic_needs_a_thousand_outcomes(size: int, method: Method) -> None:
    calibrator = fitted(simulated(size))
    assert (calibrator.method, calibrator.outcomes) == (method, size)


@pytest.mark.parametrize("size", [900, 20_000])
def test_a_fit_recovers_the_truth(size: int) -> None:
    calibrator = fitted(simulated(size))
    assert calibrator.probability(80) == pytest.approx(1 / (1 + np.exp(-1.4)), abs=0.05)
    assert calibrator.probability(60) == pytest.approx(1 / (1 + np.exp(0.2)), abs=0.05)
    assert calibrator.ece < 0.06


def test_platt_by_hand_for_one_confidence() -> None:
    # 90 of 100 at one confidence: targets 91/92 and 1/12, so the mean is
    # (90 · 91/92 + 10 / 12) / 100 = 0.8986, whatever the slope.
    calibrator = fitted([(80, True)] * 90 + [(80, False)] * 10)
    assert calibrator.probability(80) == pytest.approx(0.8986, abs=5e-4)


def test_isotonic_by_hand() -> None:
    # 60: 50 %, 70: 40 % -> pooled 45 %; 90: 90 %; straight between 70 and 90; flat outside.
    counts = {60: (250, 250), 70: (200, 300), 90: (450, 50)}
    known = [
        (confidence, good)
        for confidence, (wins, losses) in counts.items()
        for good in [True] * wins + [False] * losses
    ]
    calibrator = fitted(known)
    seen = [calibrator.probability(confidence) for confidence in (0, 60, 70, 80, 90, 100)]
    assert seen == pytest.approx([0.45, 0.45, 0.45, 0.675, 0.9, 0.9])


def test_data_without_a_failure_promise_no_certainty() -> None:
    assert fitted([(90, True)] * 100).probability(90) < 1
    assert fitted([(90, True)] * 1000).probability(90) < 1


def test_surer_never_means_less_likely() -> None:
    calibrator = fitted([(60, True)] * 50 + [(90, False)] * 50)
    assert calibrator.probability(90) == calibrator.probability(60) == pytest.approx(0.5)


@pytest.mark.parametrize("size", [100, 1000])
@given(groups=group_lists)
def test_every_fit_rises_within_0_and_1(size: int, groups: list[tuple[int, int, int]]) -> None:
    chances = fitted(at_least(size, groups)).chances
    assert list(chances) == sorted(chances)
    assert 0 < chances[0] <= chances[-1] < 1


def test_a_calibrator_survives_json() -> None:
    calibrator = fitted(simulated(200))
    assert Calibrator.from_json(json.loads(json.dumps(calibrator.to_json()))) == calibrator


@pytest.mark.parametrize(
    ("chances", "problem"),
    [
        ([0.5] * 100, "101 chances"),
        ([0.6] + [0.5] * 100, "never fall"),
        ([0.5] * 100 + [1.5], r"lie in \[0, 1\], got 0.5 to 1.5"),
        ([-0.5] + [0.5] * 100, r"lie in \[0, 1\]"),
    ],
)
def test_an_impossible_calibrator_is_refused(chances: list[float], problem: str) -> None:
    data = {**fitted(simulated(200)).to_json(), "chances": chances}
    with pytest.raises(ValueError, match=problem):
        Calibrator.from_json(data)
