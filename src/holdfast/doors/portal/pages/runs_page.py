"""Runs: which there were, and what became of the steps of one."""

from collections.abc import Iterator, Mapping
from typing import Annotated, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import Response

from holdfast.doors.portal.desk import CurrentDesk
from holdfast.doors.portal.pages.page_rendering import Shown, render, with_query
from holdfast.doors.portal.pages.shown_words import (
    ACTIONS,
    OUTCOMES,
    Link,
    Said,
    ending_of,
    recording_href,
)
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
        filter=Shown(recording=recording, passed=passed),
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


def _run(row: RunRow) -> Shown:
    run = row.run
    return Shown(
        href=f"/runs/{quote(run.id)}",
        id=run.id,
        name=run.name or run.recording_id or run.id,
        started_at=run.started_at,
        ending=ending_of(run.passed) if run.ended_at else Said("not ended"),
        parts=(
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


def _filters(view: RunView, here: str, show: str) -> Iterator[Shown]:
    yield Shown(href=here, words=f"All {len(view.steps)}", is_here=show not in FILTERS)
    for word in FILTERS:
        count = sum(step.outcome == word for step in view.steps)
        if count:
            yield Shown(
                href=with_query(here, show=word), words=f"{word} {count}", is_here=show == word
            )


def _parts(view: RunView) -> list[Part]:
    counted = [
        Part(sum(step.outcome is outcome for step in view.steps), said.tone, said.words)
        for outcome, said in OUTCOMES.items()
    ]
    if not any(part.steps for part in counted):
        counted = [Part(view.run.held_steps, "good", "held")]
    usual = {OUTCOMES[StepOutcome.HELD].words, "healed", "refused"}
    return [part for part in counted if part.steps or part.words in usual]


def _step(step: TimelineStep) -> Shown:
    decided = "" if step.action is None else ACTIONS[step.action].words
    return Shown(
        number=step.number,
        title=step.title,
        words=step.reason or decided,
        duration="" if step.duration_ms is None else f"{step.duration_ms / 1000:.1f} s",
        outcome=_outcome(step),
        confidence=step.confidence,
        healing=step.healing_number,
        has_page=step.has_offer,
        effect=EFFECTS.get(step.effect_seen, ""),
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
