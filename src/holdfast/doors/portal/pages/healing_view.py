"""Healing view: one healing as its page shows it."""

from decimal import Decimal
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from holdfast.app.advising.advice_effect import advice_in_words
from holdfast.deciding.adjustments import BOOSTERS, PENALTIES, Adjustment
from holdfast.deciding.decision import WEIGHTS
from holdfast.doors.portal.pages.drawings import confidence_scale
from holdfast.doors.portal.pages.page_rendering import Shown
from holdfast.doors.portal.pages.shown_words import (
    ACTIONS,
    ADJUSTMENTS,
    AT_MOST,
    FACTORS,
    GATES,
    Link,
    Said,
    ending_of,
    recording_href,
    tone_of,
)
from holdfast.doors.portal.views import HealingView
from holdfast.errors import HoldfastError
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.healing_decision import ConfidenceFactors, Decision, ReviewState
from holdfast.model.remembered import Healing
from holdfast.page.keys import label_of

MINUS = "\N{MINUS SIGN}"


class ShownChange(NamedTuple):
    """What accepting will change, before it does."""

    title: str
    words: str
    rows: tuple[object, ...]


def show_healing(view: HealingView, alike: int = 1) -> Shown:
    """Return what the page shows of a healing; so many are ``alike`` and wait for one answer."""
    healing, decision = view.healing, view.decision
    return Shown(
        alike=alike,
        pages=f"/review/{healing.number}/page",
        number=healing.number,
        version=view.version,
        title=f"Step {healing.step_number}: {view.step_title or healing.label or 'no label'}",
        recording=_recording(view),
        run=Link("its run", f"/runs/{quote(healing.run_id, safe='')}"),
        created_at=healing.created_at,
        url=healing.url,
        action=ACTIONS[healing.action],
        outcome=_outcome(healing),
        answer=_answer(healing),
        before=_before(view),
        after=_after(view),
        after_words=_caption(healing),
        confidence=healing.confidence,
        scale=Markup()
        if decision is None
        else confidence_scale(healing.confidence, decision.thresholds),
        why=_why(view),
        arm=_arm(view),
        factors=() if decision is None else tuple(_factors(decision.factors)),
        boosters=() if decision is None else _points(BOOSTERS, decision.boosters, "+"),
        penalties=() if decision is None else _points(PENALTIES, decision.penalties, MINUS),
        gates=() if decision is None else _gates(decision),
        others=view.evidence.runners_up,
        margin=_margin(view),
        change=_change(view),
        can_answer=healing.state is ReviewState.PENDING,
        can_accept=_can_accept(view),
    )


def _recording(view: HealingView) -> Link | None:
    if view.recording is None:
        return None
    return Link(view.recording.name, recording_href(view.recording.id))


def _outcome(healing: Healing) -> Said:
    if not healing.action.applies:
        return Said("nothing was clicked")
    return {
        True: Said("run passed", "good"),
        False: Said("run failed", "poor"),
        None: ending_of(None),
    }[healing.succeeded]


def _answer(healing: Healing) -> Shown | None:
    review = healing.review
    if review is None or review.state is ReviewState.PENDING:
        return None
    by = f" by {review.reviewer}" if review.reviewer else ""
    tone = "good" if review.state is ReviewState.ACCEPTED else "poor"
    return Shown(
        words=f"{review.state.value.capitalize()}{by}",
        tone=tone,
        at=review.at,
        reason=review.reason or "",
    )


def _before(view: HealingView) -> Shown:
    healing = view.healing
    return Shown(
        picture=f"/healings/{healing.number}/before.png" if view.evidence.before else "",
        page=f"/healings/{healing.number}/page-before.svg" if view.has_page_before else "",
        no_picture="Nothing is kept of the page that the step was recorded on.",
        words=healing.label or "an element without words",
        selector=healing.old_selector,
    )


def _after(view: HealingView) -> Shown:
    healing = view.healing
    return Shown(
        picture=f"/healings/{healing.number}/after.png" if view.evidence.after else "",
        page=f"/healings/{healing.number}/page-after.svg" if view.has_page_after else "",
        no_picture="Nothing likely enough was found."
        if healing.fingerprint is None
        else "Nothing is known of where it stands: the page was not shown in a browser.",
        words=_label_now(healing),
        selector=healing.new_selector,
    )


def _label_now(healing: Healing) -> str:
    """Return what the found element says."""
    if healing.fingerprint is None:
        return "nothing that is likely enough"
    try:
        found = fingerprint_from_json(healing.fingerprint)
    except HoldfastError:
        return "an element that cannot be read"
    return label_of(found.page, found.target) or "an element without words"


def _caption(healing: Healing) -> str:
    """Return what the second picture shows."""
    if healing.fingerprint is None:
        return "Nothing was found"
    if healing.action.applies or healing.state is ReviewState.ACCEPTED:
        return "Now"
    return "Proposed, not used"


def _why(view: HealingView) -> tuple[str, ...]:
    reason = view.evidence.reason
    said = [f"{reason[:1].upper()}{reason[1:]}." if reason else "", *view.sentences]
    if view.chance is not None:
        said.append(f"As far as was learned, {100 * view.chance:.0f} % of such healings succeed.")
    advice = None if view.entry is None else view.entry.advice
    if advice is not None:
        said.append(f"The adviser {advice.get('adviser')}: {advice_in_words(advice)}.")
    if not view.sentences:
        said.append("The decision itself is no longer in the store: it was deleted with old rows.")
    return tuple(sentence for sentence in said if sentence)


def _arm(view: HealingView) -> Link | None:
    """Return the arm of an experiment whose thresholds decided, None without one."""
    entry = view.entry
    if entry is None or entry.experiment_id is None:
        return None
    words = f"the arm {entry.variant.value} of the experiment {entry.experiment_id}"
    return Link(words, f"/experiments/{quote(entry.experiment_id, safe='')}")


def _factors(factors: ConfidenceFactors) -> list[Shown]:
    shown = []
    for name, words in FACTORS.items():
        value, weight = getattr(factors, name), WEIGHTS.get(name, Decimal(0))
        counted = f"+{float(weight) * value:.1f}" if weight else "not counted"
        if name == "cache_success_rate" and not value:
            counted = "none yet"
        shown.append(
            Shown(
                words=words,
                value=value,
                tone=tone_of(value),
                shown=f"{value:.0f}",
                weight=weight,
                counted=counted,
            )
        )
    return shown


def _points(table: tuple[Adjustment, ...], names: tuple[str, ...], sign: str) -> tuple[str, ...]:
    return tuple(
        f"{ADJUSTMENTS.get(one.name, one.name)} {sign}{one.points}"
        for one in table
        if one.name in names
    )


def _gates(decision: Decision) -> tuple[Shown, ...]:
    return tuple(
        Shown(
            name=GATES.get(gate.name, gate.name), reason=gate.reason, at_most=AT_MOST[gate.at_most]
        )
        for gate in decision.gates
    )


def _margin(view: HealingView) -> str:
    if view.entry is None or view.entry.margin is None:
        return "What else it could have been."
    return f"The best one is {100 * view.entry.margin:.0f} points more likely than the next."


def _change(view: HealingView) -> ShownChange:
    title, change = "What accepting will change", view.change
    if view.healing.fingerprint is None:
        return ShownChange(title, "Nothing: no element was found that could be accepted.", ())
    if change is None:
        return ShownChange("", "", ())
    if change.path is None:
        return ShownChange(
            title, "No recording's file knows this step: only the store notes it.", ()
        )
    if change.problem:
        return ShownChange("It cannot be accepted as it is", change.problem, change.rows)
    words = (
        f"Step {change.step_id} in {change.path}. What is recorded now goes into the history of "
        "that file. Rejecting notes there that this step never means this element."
    )
    return ShownChange(title, words, change.rows)


def _can_accept(view: HealingView) -> bool:
    healing = view.healing
    # Without a file there is nothing to change, and nothing that could go wrong.
    change = view.change
    blocked = change is not None and change.path is not None and bool(change.problem)
    pending = healing.state is ReviewState.PENDING
    return pending and healing.fingerprint is not None and not blocked
