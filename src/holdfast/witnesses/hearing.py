"""Hearing: asks every witness, and weighs what they say against what the pages say."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from holdfast.model.candidate import Evidence
from holdfast.page.kinds import control_of
from holdfast.witnesses.installed import Installed
from holdfast.witnesses.protocol import NOWHERE, CurrentPage, Odds, Recorded

MOST_ODDS = 6.0  # of one witness: 400 to 1, more than any of them was ever measured to be worth
# Of what vanished from the markup, the share that is drawn now; a guess, and a careful one.
DRAWN = 0.3

Ranked = Sequence[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Heard:
    """What the witnesses said, by name, and what is to be noted about those who failed."""

    said: Mapping[str, Odds] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def hear(target: Recorded, page: CurrentPage, installed: Installed) -> Heard:
    """Return what each witness says; one that fails leaves a note, whatever it does wrong."""
    said: dict[str, Odds] = {}
    notes = list(installed.notes)
    for name, witness in installed.witnesses.items():
        try:
            odds = _checked(witness.odds(target, page), target, page)
        except Exception as exc:  # noqa: BLE001 - somebody else's code: whatever it does wrong
            notes.append(f"witness {name!r} failed with {type(exc).__name__}: {exc}"[:200])
            continue
        if odds:
            said[name] = odds
    return Heard(said, tuple(notes))


def _checked(given: Odds, target: Recorded, page: CurrentPage) -> Odds:
    """Return the odds that may count: of nodes of this document that can be seen, within limits."""
    shown, seen = page.snapshot.index.shown, target.node.is_visible
    return {
        int(node): max(-MOST_ODDS, min(MOST_ODDS, float(odds)))
        for node, odds in dict(given).items()
        if not math.isnan(odds)
        and (node == NOWHERE or page.snapshot.frame_of(node) == page.frame)
        and (node == NOWHERE or shown[node] or not seen)
    }


def weigh(
    ranked: Ranked, p_gone: float, said: Mapping[str, Odds], page: CurrentPage
) -> tuple[tuple[tuple[int, float], ...], float]:
    """Return the candidates and the chance of being gone, with what the witnesses said.

    Odds move probability among the candidates; what is gone stays gone. Only what is drawn, of
    which the markup knows nothing, may turn out to be what was missed.
    """
    if not said:
        return tuple(ranked), p_gone
    masses, gone = dict(ranked), p_gone
    drawn = [node for odds in said.values() for node in _drawn(odds, page)]
    for node in drawn:
        masses[node] = masses.get(node, 0.0) + DRAWN * p_gone / len(drawn)
        gone -= DRAWN * p_gone / len(drawn)
    odds = _by_candidate(masses, said, page)
    total = sum(masses.values()) + (gone if drawn else 0.0)
    for node in masses:
        masses[node] *= math.exp(odds[node])
    sum_now = sum(masses.values()) + (gone if drawn else 0.0)
    if not any(odds.values()) or not sum_now:
        return tuple(ranked), p_gone
    share = total / sum_now
    order = {node: place for place, node in enumerate(masses)}
    changed = sorted(masses, key=lambda node: (-masses[node], order[node]))
    after = tuple((node, masses[node] * share) for node in changed)
    return after, gone * share if drawn else p_gone


def _drawn(odds: Odds, page: CurrentPage) -> list[int]:
    """Return the nodes that a witness weighs against being gone: those that hold no words."""
    if NOWHERE not in odds:
        return []
    outline, names = page.snapshot.index, page.snapshot.names
    named = [node for node, worth in odds.items() if node != NOWHERE and worth > 0]
    return [i for i in named if not names[i] and not outline.text_of(i).strip()]


def _by_candidate(
    masses: Mapping[int, float], said: Mapping[str, Odds], page: CurrentPage
) -> dict[int, float]:
    """Return the summed odds of each candidate; a part of a control speaks for the control."""
    by_control: dict[int, float] = {}
    for odds in said.values():
        for control, worth in odds_by_control(odds, page).items():
            by_control[control] = by_control.get(control, 0.0) + worth
    return {node: by_control.get(control_of(page.snapshot, node), 0.0) for node in masses}


def odds_by_control(odds: Odds, page: CurrentPage) -> Odds:
    """Return the odds by control; of several parts that were named, the strongest counts."""
    by_control: dict[int, float] = {}
    for node, worth in odds.items():
        if node != NOWHERE:
            control = control_of(page.snapshot, node)
            by_control[control] = max(worth, by_control.get(control, worth), key=abs)
    return by_control


def evidence_heard(
    heard: Heard, page: CurrentPage, index: int, installed: Installed
) -> Iterator[Evidence]:
    """Yield what the witnesses say about one node, in words."""
    control = control_of(page.snapshot, index)
    for name, odds in heard.said.items():
        worth = odds_by_control(odds, page).get(control)
        if worth is not None:
            words = str(getattr(installed.witnesses[name], "reason", "")) if worth >= 0 else ""
            told = words or f"{name} speaks {'for' if worth >= 0 else 'against'} it"
            yield Evidence(strategy=name, score=1 / (1 + math.exp(-worth)), reason=told)
