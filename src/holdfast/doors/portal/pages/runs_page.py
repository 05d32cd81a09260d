"""Runs: which there were, and what became of the steps of one."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import Response

from holdfast.doors.portal.desk import CurrentDesk
from holdfast.doors.portal.pages.links import recording_href
from holdfast.doors.portal.pages.page_rendering import Shown, render, with_query
from holdfast.doors.portal.pages.shown_words import ACTIONS, OUTCOMES, Link, Said, ending_of
from holdfast.doors.portal.views import RunView, TimelineStep
from holdfast.model.archive import PageOf, RunFilter, RunRow
from holdfast.model.remembered import Run
from holdfast.model.replay_result import StepOutcome

router = APIRouter()

HERE = "/runs"
SIZE = 30
FILTERS = tuple(one.value for one in (StepOutcome.HEALED, StepOutcome.REFUSED, StepOutcome.FAILED))
_TROUBLES = frozenset({StepOutcome.REFUSED, StepOutcome.FAILED})
MANY = 12  # steps from which on one jumps
# What the step does was seen to be done, or not; of many steps nothing can be seen.
EFFECTS: Mapping[bool | None, str] = {True: "its effect was seen", False: "its effect was not seen"}
ENDINGS = (("", "any way"), ("yes", "passed"), ("no", "failed"))
Turn = Annotated[int, Query(ge=1, le=1_000_000)]


class Part(NamedTuple):
    """So many steps went one way."""

    steps: int
    tone: str
    words: str


class ShownRun(NamedTuple):
    """A run in the list."""

    href: str
    id: str
    name: str
    started_at: datetime
    ending: Said
    parts: tuple[Part, ...]


class ShownStep(NamedTuple):
    """A step in the timeline."""

    number: int
    title: str
    words: str
    duration: str
    outcome: Said
    confidence: int | None
    healing: int | None
    has_page: bool
    effect: str


class RunTab(NamedTuple):
    """The steps that went one way, to look at alone."""

    href: str
    words: str
    is_here: bool


class RunsQuery(NamedTuple):
    """What was asked for."""

    recording: str
    passed: str


@router.get("/runs")
def show_runs(desk: CurrentDesk, recording: str = "", passed: str = "", page: Turn = 1) -> Response:
    """Show the runs, newest first."""
    ended = {"yes": True, "no": False}.get(passed)
    found = desk.store.page_runs(
        RunFilter(recording_id=recording or None, passed=ended), page, SIZE
    )
    rows = tuple(_run(row) for row in found.items)
    view = Shown(
        base=with_query(HERE, recording=recording, passed=passed),
        filter=RunsQuery(recording, passed),
        is_narrowed=bool(recording or passed),
        recordings=desk.recording_names(),
        endings=ENDINGS,
        rows=PageOf(items=rows, total=found.total, page=found.page, size=found.size),
    )
    return render(desk, "runs.html", here=HERE, view=view)


@router.get("/runs/{run_id:path}")
def show_run(desk: CurrentDesk, run_id: str, show: str = "") -> Response:
    """Show one run step by step, or only those that went one way."""
    return render(desk, "run.html", here=HERE, view=_timeline(desk.run(run_id), show))


def _run(row: RunRow) -> ShownRun:
    run = row.run
    return ShownRun(
        f"/runs/{quote(run.id)}",
        run.id,
        run.name or run.recording_id or run.id,
        run.started_at,
        ending_of(run.passed) if run.ended_at else Said("not ended"),
        (
            Part(run.held_steps, "good", "held"),
            Part(row.healed, "fair", "healed"),
            Part(row.refused, "weak", "refused"),
        ),
    )


def _timeline(view: RunView, show: str) -> Shown:
    run, recording = view.run, view.recording
    here = f"/runs/{quote(run.id)}"
    wanted = [step for step in view.steps if show not in FILTERS or step.outcome == show]
    troubles = [step.number for step in wanted if step.outcome in _TROUBLES]
    unknown = sum(step.outcome is None for step in view.steps)
    return Shown(
        id=run.id,
        name=run.name or run.recording_id or run.id,
        recording=None if recording is None else Link(recording.name, recording_href(recording.id)),
        started_at=run.started_at,
        duration=_duration(run),
        user=run.user_id or "",
        ending=ending_of(run.passed) if run.ended_at else Said("not ended"),
        parts=tuple(_parts(view)),
        note="Of some steps it is not known how they went." if unknown else "",
        steps=tuple(_step(step) for step in wanted),
        filters=tuple(_filters(view, here, show)),
        jumps=tuple(troubles) if len(wanted) > MANY else (),
        fix=f"holdfast fix --run {run.id}" if troubles else "",
        review=with_query("/review", state="all", run=run.id),
    )


def _filters(view: RunView, here: str, show: str) -> Iterator[RunTab]:
    yield RunTab(here, f"All {len(view.steps)}", show not in FILTERS)
    for word in FILTERS:
        count = sum(step.outcome == word for step in view.steps)
        if count:
            yield RunTab(with_query(here, show=word), f"{word} {count}", show == word)


def _parts(view: RunView) -> list[Part]:
    counted = [
        Part(sum(step.outcome is outcome for step in view.steps), said.tone, said.words)
        for outcome, said in OUTCOMES.items()
    ]
    if not any(part.steps for part in counted):
        counted = [Part(view.run.held_steps, "good", "held")]
    usual = {OUTCOMES[StepOutcome.HELD].words, "healed", "refused"}
    return [part for part in counted if part.steps or part.words in usual]


def _step(step: TimelineStep) -> ShownStep:
    decided = "" if step.action is None else ACTIONS[step.action].words
    return ShownStep(
        step.number,
        step.title,
        step.reason or decided,
        "" if step.duration_ms is None else f"{step.duration_ms / 1000:.1f} s",
        _outcome(step),
        step.confidence,
        step.healing_number,
        step.has_offer,
        EFFECTS.get(step.effect_seen, ""),
    )


def _outcome(step: TimelineStep) -> Said:
    if step.outcome is None:
        return Said("not known")
    return OUTCOMES[step.outcome]._replace(words=step.outcome.label(step.action))


def _duration(run: Run) -> str:
    if run.ended_at is None:
        return ""
    seconds = (run.ended_at - run.started_at).total_seconds()
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
