"""Assignment that is the same everywhere, and analysis that may be looked at every day."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import UsageError
from holdfast.history.experiments import (
    ExperimentAnalysis,
    SignificanceTest,
    analyse_experiment,
    assign,
    bucket_of,
    change_status,
    check_none_active,
    fnv1a32,
    mixture_p,
    sample_ratio_p,
)
from holdfast.history.statistics import Rate, two_proportion_z, two_sided_normal_p
from holdfast.model.remembered import ExperimentRow
from holdfast.model.thresholds import (
    ExperimentStatus,
    ExperimentUnit,
    ThresholdExperiment,
    Thresholds,
    Variant,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
EXPERIMENT = ThresholdExperiment(
    id="bolder",
    name="Bolder",
    control=Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40),
    treatment=Thresholds(auto_apply=70, apply_with_flag=50, suggest_only=30),
    allocation=50,
    start_date=NOON,
)
CONTROL, TREATMENT = Variant.CONTROL, Variant.TREATMENT


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0x811C9DC5),
        ("a", 0xE40C292C),
        ("foobar", 0xBF9CF968),
        ("żółć", 0x0C4AFFCC),
        ("пользователь", 0x54C426B7),
        ("用户", 0x1BE4CBB9),
        ("😀", 0x33A29608),
    ],
)
def test_hash_vectors(text: str, value: int) -> None:
    assert fnv1a32(text) == value


@pytest.mark.parametrize(
    ("seed", "unit", "bucket"),
    [
        ("bolder", "ann", 436),
        ("bolder", "bob", 672),
        ("bolder", "żółć", 2342),
        ("bolder", "用户", 4651),
        ("earlier", "ann", 9584),
        ("опыт", "анна", 5473),
    ],
)
def test_bucket_vectors(seed: str, unit: str, bucket: int) -> None:
    assert bucket_of(seed, unit) == bucket


@given(st.text(), st.text())
def test_any_unit_has_a_bucket(seed: str, unit: str) -> None:
    assert 0 <= bucket_of(seed, unit) < 10_000


def test_numbered_users_are_spread_evenly() -> None:
    treated = sum(bucket_of("bolder", f"user-{number}") < 3000 for number in range(10_000))
    # 30 % of 10 000 with a standard deviation of 46
    assert treated == pytest.approx(3000, abs=140)


def arm_of(experiment: ThresholdExperiment | None, user: str = "ann", run: str = "r") -> str | None:
    assignment = assign(experiment, user_id=user, run_id=run, now=NOON + DAY)
    return None if assignment is None else assignment.variant.value


def test_the_arm_brings_its_thresholds() -> None:
    assignment = assign(EXPERIMENT, user_id="ann", run_id="r", now=NOON)
    assert assignment is not None
    assert assignment.experiment_id == "bolder"
    assert (assignment.variant, assignment.thresholds) == (TREATMENT, EXPERIMENT.treatment)


@pytest.mark.parametrize(
    ("allocation", "arm"),
    [(0, "control"), (4.36, "control"), (4.37, "treatment"), (100, "treatment")],
)
def test_the_share_decides_who_is_treated(allocation: float, arm: str) -> None:
    # ann's bucket is 436: treated from 4.37 % on.
    assert arm_of(replace(EXPERIMENT, allocation=allocation)) == arm


def test_the_unit_may_be_the_run() -> None:
    by_run = replace(EXPERIMENT, unit=ExperimentUnit.RUN)
    arms = {arm_of(by_run, run=f"run-{number}") for number in range(20)}
    assert arms == {"control", "treatment"}
    assert len({arm_of(EXPERIMENT, run=f"run-{number}") for number in range(20)}) == 1


@pytest.mark.parametrize(
    "experiment",
    [
        None,
        replace(EXPERIMENT, status=ExperimentStatus.PAUSED),
        replace(EXPERIMENT, status=ExperimentStatus.COMPLETED),
        replace(EXPERIMENT, start_date=NOON + 2 * DAY),
        replace(EXPERIMENT, end_date=NOON + DAY),
    ],
)
def test_without_a_running_experiment_nobody_is_assigned(
    experiment: ThresholdExperiment | None,
) -> None:
    assert arm_of(experiment) is None


def test_stopping_sets_the_end() -> None:
    stopped = change_status(EXPERIMENT, ExperimentStatus.COMPLETED, [], NOON + DAY)
    assert (stopped.status, stopped.end_date) == (ExperimentStatus.COMPLETED, NOON + DAY)


def test_a_paused_experiment_can_go_on() -> None:
    paused = change_status(EXPERIMENT, ExperimentStatus.PAUSED, [], NOON)
    assert change_status(paused, ExperimentStatus.ACTIVE, [], NOON) == EXPERIMENT


def test_a_completed_experiment_stays_completed() -> None:
    stopped = replace(EXPERIMENT, status=ExperimentStatus.COMPLETED)
    with pytest.raises(UsageError, match=r"cannot make it active: .*'Bolder' is completed"):
        change_status(stopped, ExperimentStatus.ACTIVE, [], NOON)


def test_only_one_experiment_is_active() -> None:
    paused = replace(EXPERIMENT, id="other", status=ExperimentStatus.PAUSED)
    check_none_active([paused])
    with pytest.raises(UsageError, match=r"only one .*: experiment 'Bolder' is active"):
        change_status(paused, ExperimentStatus.ACTIVE, [paused, EXPERIMENT], NOON)


def rows(variant: Variant, good: int, bad: int, confidence: int = 80) -> list[ExperimentRow]:
    outcomes = [True] * good + [False] * bad
    return [
        ExperimentRow(variant, f"{variant}-{number}", confidence, succeeded)
        for number, succeeded in enumerate(outcomes)
    ]


def test_the_arms_by_hand() -> None:
    unknown = [ExperimentRow(TREATMENT, "treatment-0", 20, None)]
    default = [ExperimentRow(Variant.DEFAULT, "x", 50, True)]
    seen = analyse_experiment(
        [*rows(CONTROL, 160, 40), *rows(TREATMENT, 180, 20, 72), *unknown, *default], 50
    )
    assert (seen.control.count, seen.control.success) == (200, Rate(160, 200))
    assert (seen.treatment.count, seen.treatment.units) == (201, 200)
    assert seen.treatment.success == Rate(180, 200)
    assert seen.treatment.average_confidence == pytest.approx((200 * 72 + 20) / 201)
    # z = 0.1 / √0.001275 = 2.80
    assert seen.test is SignificanceTest.Z
    assert seen.p_value == pytest.approx(0.0051, abs=5e-5)
    assert seen.difference.low > 0


def test_small_cells_are_judged_exactly() -> None:
    # 1 of 10 against 6 of 10: the tables at least as extreme have chance 0.0573.
    seen = analyse_experiment([*rows(CONTROL, 1, 9), *rows(TREATMENT, 6, 4)], 50)
    assert seen.test is SignificanceTest.FISHER
    assert seen.p_value == pytest.approx(0.0573, abs=5e-5)


def test_five_expected_in_the_smallest_cell_are_enough_for_z() -> None:
    # 10 failures in 40: five are expected in each arm of 20.
    seen = analyse_experiment([*rows(CONTROL, 15, 5), *rows(TREATMENT, 15, 5)], 50)
    assert (seen.test, seen.p_value) == (SignificanceTest.Z, 1.0)


def test_without_rows_nothing_is_claimed() -> None:
    seen = analyse_experiment([], 50)
    assert (seen.p_value, seen.always_valid_p) == (1.0, 1.0)
    assert seen.control.average_confidence is None
    assert seen.sample_ratio_p is None
    assert not seen.sample_ratio_alarm


def test_the_always_valid_p_by_hand() -> None:
    # Pooled 341/402, variance 0.001287; spread 0.01:
    # ½ ln(0.001287 / 0.011287) + 0.01 · 0.01 / (2 · 0.001287 · 0.011287) = -1.0857 + 3.4421
    assert mixture_p(Rate(180, 200), Rate(160, 200)) == pytest.approx(0.0948, abs=5e-4)


def test_before_the_burn_in_nothing_is_claimed() -> None:
    assert mixture_p(Rate(19, 19), Rate(0, 500)) == 1.0
    assert mixture_p(Rate(20, 20), Rate(0, 500)) < 0.001


def test_evidence_beyond_the_range_of_a_double_is_no_error() -> None:
    assert mixture_p(Rate(10**7, 10**7), Rate(0, 10**7)) == 0.0


def test_evidence_once_found_is_not_lost_again() -> None:
    early = [*rows(CONTROL, 20, 80), *rows(TREATMENT, 90, 10)]
    later = [*rows(TREATMENT, 0, 70), *rows(CONTROL, 70, 0)]
    found = analyse_experiment(early, 50).always_valid_p
    assert analyse_experiment([*early, *later], 50).always_valid_p <= found < 0.001


@pytest.mark.parametrize(
    ("control", "treatment", "allocation", "p"),
    [
        pytest.param(500, 500, 50, 1.0, id="even"),
        # (560 - 500)² / 500 twice: 14.4
        pytest.param(440, 560, 50, 0.000148, id="uneven"),
        # planned 100 and 900: 25 / 100 + 25 / 900
        pytest.param(895, 105, 10, 0.598, id="as-planned"),
        pytest.param(0, 0, 50, None, id="nobody"),
        pytest.param(10, 0, 0, None, id="one-arm"),
        pytest.param(0, 10, 100, None, id="the-other-arm"),
    ],
)
def test_sample_ratio(control: int, treatment: int, allocation: float, p: float | None) -> None:
    expected = p if p is None else pytest.approx(p, rel=5e-3)
    assert sample_ratio_p(control, treatment, allocation) == expected


@pytest.mark.parametrize(("treated", "alarm"), [(560, True), (540, False)])
def test_arms_of_the_wrong_size_raise_an_alarm(treated: int, alarm: bool) -> None:
    seen = analyse_experiment([*rows(CONTROL, 1000 - treated, 0), *rows(TREATMENT, treated, 0)], 50)
    assert seen.sample_ratio_alarm is alarm


def test_many_decisions_of_one_user_are_one_unit() -> None:
    one_user = [ExperimentRow(TREATMENT, "ann", 80, True)] * 500
    seen = analyse_experiment([*one_user, *rows(CONTROL, 1, 0)], 50)
    assert seen.sample_ratio_p == 1.0


def test_an_analysis_is_plain_data() -> None:
    seen = analyse_experiment([*rows(CONTROL, 160, 40), *rows(TREATMENT, 180, 20)], 50)
    data = json.loads(json.dumps(seen.to_json()))
    assert data["control"] == {
        "count": 200, "units": 200, "outcomes": 200, "successRate": 80.0, "low": 73.91,
        "high": 84.95, "avgConfidence": 80.0,
    }  # fmt: skip
    assert data["test"] == "two-proportion z"
    assert set(data) == {
        "control", "treatment", "significanceLevel", "test", "difference", "alwaysValidP",
        "sampleRatioP", "sampleRatioAlarm",
    }  # fmt: skip


def simulate(
    rng: np.random.Generator, chances: dict[Variant, float], per_arm: int
) -> list[ExperimentRow]:
    """Decisions of both arms in turn."""
    draws = rng.random((per_arm, len(chances)))
    return [
        ExperimentRow(variant, f"{variant}-{at}", 80, bool(draws[at, arm] < chance))
        for at in range(per_arm)
        for arm, (variant, chance) in enumerate(chances.items())
    ]


def looks(data: list[ExperimentRow], each: int) -> list[ExperimentAnalysis]:
    return [analyse_experiment(data[:end], 50) for end in range(each, len(data) + 1, each)]


@pytest.mark.parametrize("success", [0.8, 0.95])
def test_two_equal_arms_seldom_alarm_however_often_one_looks(success: float) -> None:
    # The last value is the smallest of all looks, one after each outcome: more than every day.
    rng = np.random.default_rng(11)
    false_alarms = sum(
        analyse_experiment(simulate(rng, dict.fromkeys((CONTROL, TREATMENT), success), 400), 50)
        .always_valid_p <= 0.05
        for _ in range(200)
    )  # fmt: skip
    assert false_alarms / 200 <= 0.05


def test_the_last_look_holds_the_smallest_p_of_all_looks() -> None:
    rng = np.random.default_rng(5)
    seen = looks(simulate(rng, {CONTROL: 0.6, TREATMENT: 0.8}, 100), 20)
    values = [analysis.always_valid_p for analysis in seen]
    assert values == sorted(values, reverse=True)


def test_looking_every_day_at_the_z_test_is_what_one_must_not_do() -> None:
    rng = np.random.default_rng(2)
    wins = (rng.random((300, 2, 40, 20)) < 0.8).sum(axis=3).cumsum(axis=2)
    alarms = 0
    for one, other in wins:
        alarms += any(
            two_sided_normal_p(
                two_proportion_z(Rate(int(a), 20 * day), Rate(int(b), 20 * day))
            ) < 0.05
            for day, (a, b) in enumerate(zip(one, other, strict=True), start=1)
        )  # fmt: skip
    assert alarms / 300 > 0.2


def test_ten_points_are_found_with_two_hundred_outcomes_in_each_arm() -> None:
    rng = np.random.default_rng(13)
    found = sum(
        analyse_experiment(simulate(rng, {CONTROL: 0.8, TREATMENT: 0.9}, 200), 50).p_value < 0.05
        for _ in range(300)
    )
    assert found / 300 >= 0.75
