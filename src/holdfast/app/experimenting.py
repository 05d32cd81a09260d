"""Experimenting: starts, changes and names experiments."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from holdfast.app.settings import read_thresholds
from holdfast.errors import ResolutionError, UsageError
from holdfast.history.experiments import change_status, check_none_active
from holdfast.model.access import AuditEntry
from holdfast.model.thresholds import ExperimentStatus, ExperimentUnit, ThresholdExperiment
from holdfast.ports import Store

MOST_DAYS = 3650


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentPlan:
    """What a person wants to try; thresholds as they are typed: 70/50/30, or a mode."""

    name: str
    treatment: str
    control: str = "balanced"
    allocation: float = 50.0
    unit: ExperimentUnit = ExperimentUnit.USER
    days: int | None = None


def start_experiment(
    store: Store, plan: ExperimentPlan, now: datetime, *, by: str
) -> ThresholdExperiment:
    """Return the experiment, begun; raises ``UsageError`` when it makes no sense, or not now."""
    if not 0 <= plan.allocation <= 100:
        raise UsageError(
            f"--allocation must lie between 0 and 100 percent, got {plan.allocation:g}\n"
            "  next: --allocation 50"
        )
    if plan.days is not None and not 1 <= plan.days <= MOST_DAYS:
        raise UsageError(
            f"--days must lie between 1 and {MOST_DAYS}, got {plan.days}\n  next: --days 14"
        )
    made = ThresholdExperiment(
        id=_slug(plan.name),
        name=plan.name,
        control=read_thresholds("--control", plan.control),
        treatment=read_thresholds("--treatment", plan.treatment),
        allocation=plan.allocation,
        start_date=now,
        end_date=None if plan.days is None else now + timedelta(days=plan.days),
        unit=plan.unit,
    )
    end_overdue(store, now)
    known = list(store.iter_experiments())
    check_none_active(known)
    if any(one.id == made.id for one in known):
        raise UsageError(
            f"there is an experiment {made.id!r} already\n  next: give this one another name"
        )
    store.save_experiment(made)
    _note(store, made, "started", now, by)
    return made


def change_experiment(
    store: Store, name: str, status: ExperimentStatus, now: datetime, *, by: str
) -> ThresholdExperiment:
    """Return the experiment, paused, resumed or ended."""
    end_overdue(store, now)
    found = get_experiment(store, name)
    others = [one for one in store.iter_experiments() if one.id != found.id]
    changed = change_status(found, status, others, now)
    store.save_experiment(changed)
    _note(store, changed, f"set to {status.value}", now, by)
    return changed


def end_overdue(store: Store, now: datetime) -> None:
    """Complete an experiment whose time is up: it decides nothing any more, and blocks no other."""
    for one in list(store.iter_experiments()):
        is_over = one.end_date is not None and one.end_date <= now
        if one.status is ExperimentStatus.ACTIVE and is_over:
            store.save_experiment(replace(one, status=ExperimentStatus.COMPLETED))
            _note(store, one, "ended by its date", now, "holdfast")


def _note(store: Store, one: ThresholdExperiment, act: str, now: datetime, by: str) -> None:
    detail = f"{one.control} against {one.treatment}, {one.allocation:g} %"
    store.write_audit(
        AuditEntry(at=now, user_id=by, act=act, subject=f"experiment {one.id}", detail=detail)
    )


def get_experiment(store: Store, name: str) -> ThresholdExperiment:
    """Return the experiment of that id or name; raises ``ResolutionError`` without one."""
    for experiment in store.iter_experiments():
        if name in (experiment.id, experiment.name):
            return experiment
    raise ResolutionError(
        f"there is no experiment {name[:80]!r}\n  next: holdfast experiment list shows them all"
    )


def _slug(name: str) -> str:
    slug = "-".join(re.findall(r"\w+", name.lower()))[:60]
    if not slug:
        raise UsageError(f"an experiment needs a name, got {name[:80]!r}\n  next: call it bolder")
    return slug
