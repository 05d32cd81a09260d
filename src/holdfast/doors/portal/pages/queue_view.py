"""Queue view: the review queue as its page shows it."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from holdfast.app.same_change import answered_with, waiting_like
from holdfast.doors.portal.desk import Desk
from holdfast.doors.portal.pages.healing_view import show_healing
from holdfast.doors.portal.pages.page_rendering import Shown
from holdfast.doors.portal.pages.queue_filter import ACTION_CHOICES, TABS, Wanted
from holdfast.doors.portal.pages.shown_words import ACTIONS, STATES, Link, Said
from holdfast.model.archive import PageOf, QueuedChange, QueuePage
from holdfast.model.healing_decision import ReviewState

SIZE = 40  # so many fit on a few screens, and the page stays small
ORDER = (
    "Each change once, most useful first: what stops runs, in the most places. One answer counts "
    "wherever the same change was met."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuePlace:
    """Where somebody is in the queue. ``done`` was just answered; ``problem`` is why it was not."""

    wanted: Wanted
    page: int = 1
    chosen: int | None = None
    done: int = 0
    problem: str = ""


class Emptiness(NamedTuple):
    """What is said where there is nothing to show."""

    title: str
    words: str
    command: str | None = None


def show_queue(desk: Desk, place: QueuePlace, seen: str = "") -> Shown | None:
    """Return what the page shows; without a choice the first of the list is opened.

    ``seen`` is the version that somebody has before them: None when nothing changed since.
    """
    wanted = place.wanted
    rows = desk.store.page_changes(wanted.filter, place.page, SIZE)
    number = place.chosen
    if number is None and rows.items:
        number = rows.items[0].healing.number
    alike = () if number is None else waiting_like(desk.store, number)
    chosen = None if number is None else show_healing(desk.healing(number), len(alike))
    version = _version(rows, chosen)
    if seen == version:
        return None
    before, after = (None, None) if number is None else _neighbours(desk, place, rows, number)
    return Shown(
        order=ORDER,
        here=wanted.address(place.chosen, page=place.page),
        base=wanted.address(),
        query=wanted.query,
        version=version,
        tabs=tuple(
            Shown(href=Wanted(state=state).address(), words=words, is_here=state == wanted.state)
            for state, words in TABS
        ),
        filter=wanted,
        narrowing=f"Filter: {rows.total} found" if wanted.is_narrowed else "Filter",
        is_narrowed=wanted.is_narrowed,
        unfiltered=Wanted(state=wanted.state).address(),
        recordings=desk.recording_names(),
        actions=ACTION_CHOICES,
        rows=_rows(rows, wanted, number),
        bulk=_bulk(rows, wanted),
        chosen=chosen,
        is_chosen=place.chosen is not None,
        previous="" if before is None else wanted.address(before),
        next="" if after is None else wanted.address(after),
        done=_done(desk, place),
        problem=place.problem,
        empty=_empty(wanted),
    )


def _neighbours(
    desk: Desk, place: QueuePlace, rows: QueuePage, number: int
) -> tuple[int | None, int | None]:
    """Return who stands before and after it: mostly on this page, which is known already."""
    if all(one.healing.number != number for one in rows.items):
        return desk.store.neighbour_changes(number, place.wanted.filter)
    at = rows.around.index(number)
    before, *_ = rows.around[at - 1 : at] or (None,)
    after, *_ = rows.around[at + 1 : at + 2] or (None,)
    return before, after


def _rows(rows: PageOf[QueuedChange], wanted: Wanted, number: int | None) -> PageOf[Shown]:
    shown = tuple(_row(one, wanted, rows.page, number) for one in rows.items)
    return PageOf(items=shown, total=rows.total, page=rows.page, size=rows.size)


def _row(change: QueuedChange, wanted: Wanted, page: int, number: int | None) -> Shown:
    row = change.healing
    more: dict[str, object] = {"page": page} if page > 1 else {}
    state = ACTIONS[row.action] if row.state is ReviewState.PENDING else STATES[row.state]
    if row.state is not ReviewState.PENDING and row.reviewer:
        state = Said(f"{state.words} by {row.reviewer}", state.tone)
    return Shown(
        href=wanted.address(row.number, **more),
        is_here=row.number == number,
        label=row.label or row.old_selector or "an element without words",
        confidence=row.confidence,
        place=f"{row.recording_name or row.run_id[:12]}, step {row.step_number}",
        state=state,
        times=change.times,
    )


def _bulk(rows: PageOf[QueuedChange], wanted: Wanted) -> Link | None:
    if wanted.state != "pending" or rows.total < 2:
        return None
    return Link(f"Accept all {rows.total:,}…".replace(",", " "), f"/review/bulk?{wanted.query}")


def _done(desk: Desk, place: QueuePlace) -> Shown | None:
    healing = desk.store.find_healing(place.done) if place.done else None
    if healing is None:
        return None
    said = STATES[healing.state]
    label = f" “{healing.label}”" if healing.label else ""
    together = len(answered_with(desk.store, healing.number))
    places = "" if together == 1 else f", in {together} places"
    return Shown(
        number=healing.number,
        words=f"Healing {healing.number}{label} is {said.words}{places}.",
        tone="good" if healing.state is ReviewState.ACCEPTED else "fair",
        href=place.wanted.address(healing.number),
        can_undo=healing.state is not ReviewState.PENDING,
    )


def _empty(wanted: Wanted) -> Emptiness:
    if wanted.is_narrowed:
        return Emptiness(
            "Nothing matches", "No healing fits this filter. Clear it to see them all."
        )
    if wanted.state == "pending":
        return Emptiness(
            "Nothing waits for you",
            "When a run heals a step and is in doubt, the healing waits here for your answer.",
            "holdfast replay recording.json",
        )
    return Emptiness("None yet", "What people answer is listed here, with who said it and when.")


def _version(rows: PageOf[QueuedChange], chosen: Shown | None) -> str:
    """Return what changes when anything in sight is answered, by whomever."""
    shown = [(one.healing, one.times) for one in rows.items]
    seen = [(row.number, times, row.state.value, str(row.reviewed_at)) for row, times in shown]
    said = repr((seen, rows.total, None if chosen is None else chosen.version))
    return blake2b(said.encode(), digest_size=8).hexdigest()
