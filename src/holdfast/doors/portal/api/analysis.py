"""Analysis API: the report of a period, and how far confidence can be trusted."""

from typing import Annotated

from fastapi import APIRouter, Query

from holdfast.doors.portal.api.record_shapes import ReportOut
from holdfast.doors.portal.api.runs_api import OfRecording, Since, Until, period
from holdfast.doors.portal.desk import CurrentDesk
from holdfast.history.analytics import analytics_to_json
from holdfast.history.recommendations import report_json
from holdfast.model.healing_decision import HealingAction
from holdfast.model.thresholds import Variant

router = APIRouter(tags=["report"])


@router.get("/report", response_model=ReportOut)
def report(  # noqa: PLR0913, PLR0917 - one field of the filter each
    desk: CurrentDesk,
    since: Since = None,
    until: Until = None,
    recording: OfRecording = None,
    action: HealingAction | None = None,
    variant: Variant | None = None,
) -> object:
    """Return how sure the healings of a period were, what was done, and how it went."""
    view = desk.report(period(desk, since, until, recording, action, variant))
    return {
        "report": report_json(view.report),
        "over_time": view.over_time,
        "histogram": view.histogram,
    }


@router.get("/analytics", response_model=dict[str, object])
def analytics(
    desk: CurrentDesk,
    wanted_error: Annotated[
        float,
        Query(ge=0.01, le=99, alias="wantedError", description="Percent of errors to live with."),
    ] = 5.0,
) -> object:
    """Return averages, calibration, trends, and a threshold for a wanted error rate.

    From the last 1000 decisions, whenever they were.
    """
    numbers, advice = desk.analytics(wanted_error / 100)
    return analytics_to_json(numbers, advice, desk.store.find_calibrator())
