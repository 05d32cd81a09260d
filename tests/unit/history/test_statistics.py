"""Our own few statistics: by hand, and against scipy."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from holdfast.history.statistics import (
    Interval,
    Rate,
    at_most_p,
    chi_square_p,
    difference_interval,
    exact_upper_bound,
    fisher_p,
    two_proportion_z,
    two_sided_normal_p,
    wilson,
)

rates = st.integers(1, 60).flatmap(
    lambda total: st.integers(0, total).map(lambda good: Rate(good, total))
)


@given(rates)
def test_wilson_agrees_with_scipy(rate: Rate) -> None:
    other = stats.binomtest(rate.successes, rate.total).proportion_ci(method="wilson")
    assert rate.interval == pytest.approx((other.low, other.high), abs=1e-9)


def test_wilson_by_hand() -> None:
    # z² = 3.8415: (0.5 + 0.0192) / 1.0384 = 0.5 ± 1.96·√(0.0025 + 0.000096) / 1.0384
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=5e-5)


def test_without_outcomes_everything_is_possible() -> None:
    assert Rate(0, 0).share is None
    assert Rate(0, 0).interval == Interval(0.0, 1.0)


@given(rates)
def test_an_interval_holds_its_rate_and_stays_within_0_and_1(rate: Rate) -> None:
    assert rate.share is not None
    low, high = rate.interval
    assert 0 <= low <= rate.share + 1e-12
    assert rate.share - 1e-12 <= high <= 1


def test_a_rate_in_plain_data_is_in_percent() -> None:
    assert Rate(1, 3).to_json() == {
        "successes": 1, "outcomes": 3, "percent": 33.33, "low": 6.15, "high": 79.23,
    }  # fmt: skip


@given(st.integers(0, 40), st.integers(1, 300), st.floats(0.001, 0.999))
def test_binomial_chance_agrees_with_scipy(failures: int, total: int, rate: float) -> None:
    expected = stats.binom.cdf(failures, total, rate)
    assert at_most_p(failures, total, rate) == pytest.approx(expected, rel=1e-8, abs=1e-12)


@pytest.mark.parametrize(("rate", "chance"), [(0.0, 1.0), (1.0, 0.0)])
def test_binomial_chance_at_the_ends(rate: float, chance: float) -> None:
    assert at_most_p(3, 10, rate) == chance


@given(st.integers(0, 60), st.integers(1, 60), st.sampled_from([0.01, 0.05, 0.1]))
def test_the_exact_bound_agrees_with_scipy(failures: int, more: int, delta: float) -> None:
    expected = stats.beta.ppf(1 - delta, failures + 1, more)
    assert exact_upper_bound(failures, failures + more, delta) == pytest.approx(expected, rel=1e-8)


def test_the_exact_bound_by_hand() -> None:
    # Without failures the bound solves (1 - p)^45 = 0.1.
    assert exact_upper_bound(0, 45, 0.1) == pytest.approx(1 - 0.1 ** (1 / 45))


@pytest.mark.parametrize(("failures", "total"), [(0, 0), (7, 7)])
def test_nothing_good_seen_bounds_nothing(failures: int, total: int) -> None:
    assert exact_upper_bound(failures, total, 0.1) == 1.0


def test_the_z_value_by_hand() -> None:
    # Pooled 340 / 400 = 0.85; 0.10 / √(0.85 · 0.15 · 2 / 200)
    z = two_proportion_z(Rate(180, 200), Rate(160, 200))
    assert z == pytest.approx(0.10 / math.sqrt(0.001275))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Rate(0, 0), Rate(0, 0)),
        (Rate(3, 5), Rate(0, 0)),
        (Rate(0, 0), Rate(3, 5)),
        (Rate(5, 5), Rate(7, 7)),
        (Rate(0, 5), Rate(0, 7)),
    ],
)
def test_without_variance_there_is_no_difference(one: Rate, other: Rate) -> None:
    assert two_proportion_z(one, other) == 0.0


@given(st.floats(-6, 6))
def test_the_normal_tail_agrees_with_scipy(z: float) -> None:
    assert two_sided_normal_p(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)


@given(st.floats(0, 50))
def test_the_chi_square_tail_agrees_with_scipy(statistic: float) -> None:
    assert chi_square_p(statistic) == pytest.approx(stats.chi2.sf(statistic, 1), rel=1e-9)


@given(rates, rates)
def test_fisher_agrees_with_scipy(one: Rate, other: Rate) -> None:
    table = [
        [one.successes, one.total - one.successes],
        [other.successes, other.total - other.successes],
    ]
    assert fisher_p(one, other) == pytest.approx(stats.fisher_exact(table).pvalue, rel=1e-6)


def test_the_difference_interval_by_hand() -> None:
    # Newcombe's published example: 56/70 and 48/80 give 0.2 with 0.0524 to 0.3339.
    low, high = difference_interval(Rate(56, 70), Rate(48, 80))
    assert (low, high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_without_outcomes_every_difference_is_possible() -> None:
    assert difference_interval(Rate(0, 0), Rate(1, 2)) == Interval(-1.0, 1.0)
    assert difference_interval(Rate(1, 2), Rate(0, 0)) == Interval(-1.0, 1.0)
