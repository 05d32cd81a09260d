"""Same change: puts healings together that one answer is enough for, and gives it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from holdfast.app.reviewing import GONE, Answered, Everywhere, Reviewer
from holdfast.errors import ResolutionError
from holdfast.model.archive import QueueFilter, RunnerUp, waits
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import Healing
from holdfast.ports import Archive, Store

MOST = 500  # healings that one answer reaches: each writes a file


@dataclass(frozen=True, slots=True)
class SameChange:
    """Healings of one element that changed in one way: in several steps, recordings or tests."""

    healings: tuple[Healing, ...]

    @property
    def first(self) -> Healing:
        """Return the one that is shown: the least sure, for whoever accepts it accepts all."""
        return min(self.healings, key=lambda one: (one.confidence, -one.number))

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return what the store calls them."""
        return tuple(sorted(one.number for one in self.healings))

    @property
    def places(self) -> Sequence[str]:
        """Return the recordings or the places in the source that it was seen in."""
        return sorted({one.recording_id or one.step_id or one.run_id for one in self.healings})


def group_changes(healings: Iterable[Healing], *, unlikely: bool = False) -> list[SameChange]:
    """Return what a person can decide, each change once: those that touch most come first.

    ``unlikely``: also refusals in which nothing likely was found.
    """
    groups: dict[str, list[Healing]] = {}
    for one in healings:
        wanted = waits(one.action, one.confidence, has_offer=one.has_offer)
        if one.has_offer and (wanted or (unlikely and one.action is HealingAction.REJECT)):
            groups.setdefault(one.change_id, []).append(one)
    changes = [SameChange(tuple(found)) for found in groups.values()]
    return sorted(changes, key=lambda change: (-len(change.healings), change.first.number))


def waiting_like(store: Archive, number: int) -> tuple[int, ...]:
    """Return the healings that wait for the same answer as this one, this one among them."""
    healing = store.find_healing(number)
    if healing is None:
        return (number,)
    found = store.page_healings(QueueFilter(change_id=healing.change_id), 1, MOST).items
    return tuple(sorted({number, *(row.number for row in found)}))


def answered_with(store: Archive, number: int) -> tuple[int, ...]:
    """Return the healings that were answered in one act with this one, this one among them."""
    healing = store.find_healing(number)
    if healing is None or healing.review is None:
        return (number,)
    wanted = QueueFilter(state=healing.state, change_id=healing.change_id)
    found = store.page_healings(wanted, 1, MOST).items
    together = {row.number for row in found if row.reviewed_at == healing.review.at}
    return tuple(sorted({number, *together}))


def take(reviewer: Reviewer, numbers: Iterable[int], chosen: RunnerUp | None) -> Everywhere:
    """Accept what was proposed, or another element that was offered, for each of these."""
    if chosen is None:
        return reviewer.everywhere(numbers, lambda one, number: one.accept(number))

    def pick(one: Reviewer, number: int) -> Answered:
        return one.pick(number, same_offer(one.store, number, chosen))

    return reviewer.everywhere(numbers, pick)


def say_gone(reviewer: Reviewer, numbers: Iterable[int]) -> Everywhere:
    """Say of each of these that the element is not on the page any more."""
    return reviewer.everywhere(numbers, lambda one, number: one.reject(number, GONE))


def same_offer(store: Store, number: int, chosen: RunnerUp) -> int:
    """Return which element of another page is the chosen one: each page counts for itself."""
    healing = store.find_healing(number)
    evidence = None if healing is None else store.find_evidence(healing.entry_id)
    for other in () if evidence is None else evidence.runners_up:
        if other.selector == chosen.selector:
            return other.target
    raise ResolutionError(f"healing {number} was not offered {chosen.element[:80]!r}")
