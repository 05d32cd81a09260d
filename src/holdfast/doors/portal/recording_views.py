"""A recording's file as people look at it: its steps, and how their fingerprints changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from holdfast.app.proposing import old_selector
from holdfast.app.replay import with_start
from holdfast.app.steps import title_of
from holdfast.doors.portal.views import HistoryView, StepView
from holdfast.errors import HoldfastError
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.recording import Recording, Step
from holdfast.model.snapshot import Snapshot
from holdfast.model.snapshot_json import snapshot_from_json
from holdfast.page.keys import label_of

Numbers = Mapping[str, tuple[int, str | None]]


def history_of(document: Mapping[str, object]) -> list[dict[str, object]]:
    """Return what was replaced in a recording, oldest first."""
    found = document.get("history")
    entries = found if isinstance(found, list) else []
    return [entry for entry in entries if isinstance(entry, dict)]


def step_views(
    recording: Recording, document: Mapping[str, object], numbers: Numbers
) -> tuple[StepView, ...]:
    """Return the steps as a run counts them; ``numbers`` names the healings of the history."""
    history, pages = history_of(document), _pages(document)
    return tuple(
        StepView(
            id=step.id,
            number=number,
            title=title_of(step),
            selector=_selector(step.fingerprint),
            label=_label(step.fingerprint),
            has_picture=step.picture is not None,
            history=_history(step, history, pages, numbers),
            excluded=len(step.excluded),
        )
        for number, step in enumerate(with_start(recording), 1)
    )


def _history(
    step: Step,
    history: Sequence[Mapping[str, object]],
    pages: Mapping[str, Snapshot],
    numbers: Numbers,
) -> tuple[HistoryView, ...]:
    replaced = [entry for entry in history if entry.get("stepId") == step.id]
    before = [_fingerprint(entry.get("fingerprint"), pages) for entry in replaced]
    after = [*before[1:], step.fingerprint]
    views = []
    for entry, old, new in zip(replaced, before, after, strict=False):  # without one, none
        healing_id = str(entry.get("healingId"))
        number, reviewer = numbers.get(healing_id, (None, None))
        views.append(
            HistoryView(
                healing_id=healing_id,
                healing_number=number,
                replaced_at=_moment(entry.get("replacedAt")),
                reviewer=reviewer,
                old_selector=_selector(old),
                old_label=_label(old),
                new_selector=_selector(new),
                new_label=_label(new),
            )
        )
    return tuple(reversed(views))


def _selector(fingerprint: Fingerprint | None) -> str:
    return "" if fingerprint is None else old_selector(fingerprint)


def _label(fingerprint: Fingerprint | None) -> str:
    return "" if fingerprint is None else label_of(fingerprint.page, fingerprint.target)


def _fingerprint(data: object, pages: Mapping[str, Snapshot]) -> Fingerprint | None:
    try:
        return fingerprint_from_json(data, pages=pages)
    except HoldfastError:
        return None  # of a step that had none, or damaged by hand: the rest is worth showing


def _pages(document: Mapping[str, object]) -> dict[str, Snapshot]:
    """Return the pages that fingerprints share; only read where there is a history to show."""
    found = document.get("pages")
    if not isinstance(found, dict) or not history_of(document):
        return {}
    return {str(name): snapshot_from_json(page) for name, page in found.items()}


def _moment(value: object) -> datetime | None:
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        return None
