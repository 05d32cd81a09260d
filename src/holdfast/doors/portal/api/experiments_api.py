"""Experiments API: lists experiments with thresholds."""

from typing import Annotated

from fastapi import APIRouter, Path

from holdfast.app.experimenting import ExperimentPlan
from holdfast.doors.portal.api.record_shapes import ExperimentIn, StatusIn
from holdfast.doors.portal.desk import CurrentDesk
from holdfast.model.thresholds import ExperimentStatus, ExperimentUnit

router = APIRouter(tags=["experiments"])
ExperimentName = Annotated[str, Path(max_length=200, description="The experiment's id or name.")]


@router.get("/experiments", response_model=list[dict[str, object]])
def list_experiments(desk: CurrentDesk) -> object:
    """Return all experiments, newest first."""
    return [experiment.to_json() for experiment in desk.store.iter_experiments()]


@router.post("/experiments", status_code=201, response_model=dict[str, object])
def start(desk: CurrentDesk, plan: ExperimentIn) -> object:
    """Begin an experiment; one can be active at a time."""
    made = ExperimentPlan(
        name=plan.name,
        treatment=plan.treatment,
        control=plan.control,
        allocation=plan.allocation,
        unit=ExperimentUnit(plan.unit),
        days=plan.days,
    )
    return desk.start_experiment(made).to_json()


@router.get("/experiments/{name}", response_model=dict[str, object])
def get_experiment(desk: CurrentDesk, name: ExperimentName) -> object:
    """Return an experiment and what both arms have shown so far."""
    view = desk.experiment(name)
    return {**view.experiment.to_json(), "analysis": view.analysis.to_json()}


@router.put("/experiments/{name}/status", response_model=dict[str, object])
def change(desk: CurrentDesk, name: ExperimentName, wanted: StatusIn) -> object:
    """Pause an experiment, go on with it, or end it for good."""
    return desk.change_experiment(name, ExperimentStatus(wanted.status)).to_json()
