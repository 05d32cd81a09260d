"""Experiments with thresholds: who is in which arm, and what the arms have shown."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from holdfast.errors import UsageError
from holdfast.history.statistics import (
    Interval,
    Rate,
    chi_square_p,
    difference_interval,
    fisher_p,
    two_proportion_z,
    two_sided_normal_p,
)
from holdfast.model.records import Record, named
from holdfast.model.remembered import ExperimentRow
from holdfast.model.thresholds import (
    Assignment,
    ExperimentStatus,
    ExperimentUnit,
    ThresholdExperiment,
    Variant,
)

BUCKETS = 10_000  # hundredths of a percent
SMALL_CELL = 5  # fewer expected in a cell, and the normal curve is no good picture of it
SAMPLE_RATIO_ALARM = 0.001  # strict, because it is asked on every look
# The spread of differences that the always-valid p is made for: about ten points.
MIXTURE_SPREAD = 0.1
# Before this many outcomes in each arm a variance cannot be estimated, so nothing is claimed.
BURN_IN = 20

_SHOW_ALL = "holdfast experiment list shows them all"
_FNV_OFFSET, _FNV_PRIME = 0x811C9DC5, 0x01000193
_NEXT: Mapping[ExperimentStatus, frozenset[ExperimentStatus]] = {
    ExperimentStatus.ACTIVE: frozenset({ExperimentStatus.PAUSED, ExperimentStatus.COMPLETED}),
    ExperimentStatus.PAUSED: frozenset({ExperimentStatus.ACTIVE, ExperimentStatus.COMPLETED}),
    ExperimentStatus.COMPLETED: frozenset(),
}


class SignificanceTest(StrEnum):
    """Which test gave the p value."""

    Z = "two-proportion z"
    FISHER = "Fisher's exact"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm(Record):
    """What one arm has shown; success is counted over applied decisions with a known outcome."""

    count: int
    units: int
    success: Rate = named(None)
    average_confidence: float | None = named("avgConfidence")

    def to_json(self) -> dict[str, object]:
        """Return plain data; the success rate in percent."""
        success = self.success.to_json()
        del success["successes"]
        return {**Record.to_json(self), "successRate": success.pop("percent"), **success}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentAnalysis(Record):
    """Both arms compared.

    ``p_value`` is good for one look, at the planned end. ``always_valid_p`` is good for as many
    looks as one likes. ``sample_ratio_p`` is None when all units belong to one arm by plan.
    """

    ALSO = ("sample_ratio_alarm",)

    control: Arm
    treatment: Arm
    test: SignificanceTest
    p_value: float = named("significanceLevel")
    difference: Interval
    always_valid_p: float
    sample_ratio_p: float | None

    @property
    def sample_ratio_alarm(self) -> bool:
        """Return whether the arms have sizes that chance does not explain: trust nothing then."""
        return self.sample_ratio_p is not None and self.sample_ratio_p < SAMPLE_RATIO_ALARM

    def to_json(self) -> dict[str, object]:
        """Return plain data; the interval of treatment minus control in points."""
        low, high = (round(100 * bound, 2) for bound in self.difference)
        return Record.to_json(self) | {"difference": {"low": low, "high": high}}


def fnv1a32(text: str) -> int:
    """Return the 32-bit FNV-1a hash of the text in UTF-8; the same on every machine."""
    value = _FNV_OFFSET
    for byte in text.encode("utf-8", "surrogatepass"):
        value = (value ^ byte) * _FNV_PRIME & 0xFFFFFFFF
    return value


def bucket_of(seed: str, unit_id: str) -> int:
    """Return a bucket from 0 to 9999, as good as random and always the same for the same two."""
    # Hashed twice: once alone leaves patterns for ids that differ in the last character only.
    return fnv1a32(str(fnv1a32(seed + unit_id))) % BUCKETS


def assign(
    experiment: ThresholdExperiment | None, *, user_id: str, run_id: str, now: datetime
) -> Assignment | None:
    """Return the arm for this user (or run, if so set); None without a running experiment."""
    if experiment is None or not is_running(experiment, now):
        return None
    unit_id = user_id if experiment.unit is ExperimentUnit.USER else run_id
    treated = bucket_of(experiment.id, unit_id) < experiment.allocation * BUCKETS / 100
    return Assignment(
        experiment_id=experiment.id,
        variant=Variant.TREATMENT if treated else Variant.CONTROL,
        thresholds=experiment.treatment if treated else experiment.control,
    )


def is_running(experiment: ThresholdExperiment, now: datetime) -> bool:
    """Return whether the experiment is active and between its dates."""
    ended = experiment.end_date is not None and now >= experiment.end_date
    return (
        experiment.status is ExperimentStatus.ACTIVE and now >= experiment.start_date and not ended
    )


def change_status(
    experiment: ThresholdExperiment,
    status: ExperimentStatus,
    others: Sequence[ThresholdExperiment],
    now: datetime,
) -> ThresholdExperiment:
    """Return the experiment with the new status; a completed one gets its end date.

    Only one may be active: two at a time could not be told apart in the log.
    """
    if status not in _NEXT[experiment.status]:
        seen = f"experiment {experiment.name[:80]!r} is {experiment.status.value}"
        raise UsageError(f"cannot make it {status.value}: {seen}\n  next: {_SHOW_ALL}")
    if status is ExperimentStatus.ACTIVE:
        check_none_active(others)
    ended = now if status is ExperimentStatus.COMPLETED else experiment.end_date
    return replace(experiment, status=status, end_date=ended)


def check_none_active(others: Iterable[ThresholdExperiment]) -> None:
    """Raise if an experiment is active already."""
    for other in others:
        if other.status is ExperimentStatus.ACTIVE:
            seen = f"experiment {other.name[:80]!r} is active"
            wanted = "only one experiment can be active at a time"
            raise UsageError(f"{wanted}: {seen}\n  next: {_SHOW_ALL}")


@dataclass(slots=True)
class _Tally:
    """Counts of one arm while rows go by."""

    units: set[str]
    count: int = 0
    confidence: int = 0
    successes: int = 0
    outcomes: int = 0

    def add(self, row: ExperimentRow) -> None:
        self.units.add(row.unit)
        self.count += 1
        self.confidence += row.confidence
        if row.succeeded is not None:
            self.successes += row.succeeded
            self.outcomes += 1

    def rate(self) -> Rate:
        return Rate(self.successes, self.outcomes)

    def arm(self) -> Arm:
        average = self.confidence / self.count if self.count else None
        return Arm(
            count=self.count,
            units=len(self.units),
            success=self.rate(),
            average_confidence=average,
        )


def analyse_experiment(
    oldest_first: Iterable[ExperimentRow], allocation: float
) -> ExperimentAnalysis:
    """Return what the arms have shown so far; rows in the order in which they were decided."""
    tallies = {variant: _Tally(set()) for variant in (Variant.CONTROL, Variant.TREATMENT)}
    control, treatment = tallies[Variant.CONTROL], tallies[Variant.TREATMENT]
    always_valid = 1.0
    for row in oldest_first:
        tally = tallies.get(row.variant)
        if tally is None:
            continue
        tally.add(row)
        if row.succeeded is not None:
            always_valid = min(always_valid, mixture_p(treatment.rate(), control.rate()))
    test, p_value = _significance(treatment.rate(), control.rate())
    return ExperimentAnalysis(
        control=control.arm(),
        treatment=treatment.arm(),
        test=test,
        p_value=p_value,
        difference=difference_interval(treatment.rate(), control.rate()),
        always_valid_p=always_valid,
        sample_ratio_p=sample_ratio_p(len(control.units), len(treatment.units), allocation),
    )


def mixture_p(one: Rate, other: Rate) -> float:
    """Return an always-valid p for a difference of two rates, 1 before the burn-in.

    One over the likelihood ratio of "some difference, normally spread around 0" against "none".
    The smallest of all values so far may be used, at any time and however often one looks.
    """
    if min(one.total, other.total) < BURN_IN:
        return 1.0
    # One success and one failure more: an arm without failures is no arm without variance.
    pooled = (one.successes + other.successes + 1) / (one.total + other.total + 2)
    variance = pooled * (1 - pooled) * (1 / one.total + 1 / other.total)
    difference = one.successes / one.total - other.successes / other.total
    spread = MIXTURE_SPREAD**2
    evidence = spread * difference**2 / (2 * variance * (variance + spread))
    # In logarithms: with many outcomes the ratio itself leaves the range of a double.
    log_ratio = 0.5 * math.log(variance / (variance + spread)) + evidence
    return math.exp(-max(0.0, log_ratio))


def sample_ratio_p(control: int, treatment: int, allocation: float) -> float | None:
    """Return the chance of arms at least this uneven; None when only one arm is planned."""
    total, share = control + treatment, allocation / 100
    if not total or share in (0.0, 1.0):
        return None
    planned = total * share
    statistic = (treatment - planned) ** 2 / planned + (treatment - planned) ** 2 / (
        total - planned
    )
    return chi_square_p(statistic)


def _significance(one: Rate, other: Rate) -> tuple[SignificanceTest, float]:
    """Return the p value of "no difference", exact when a cell is expected to be small."""
    total, successes = one.total + other.total, one.successes + other.successes
    fewer = min(one.total, other.total) * min(successes, total - successes)
    if fewer < SMALL_CELL * total or not total:
        return SignificanceTest.FISHER, fisher_p(one, other)
    return SignificanceTest.Z, two_sided_normal_p(two_proportion_z(one, other))
