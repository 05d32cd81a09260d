"""One word and one tone for each thing that pages show: good, fair, weak, poor, or none."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from holdfast.history.report import HIGH_FROM, MEDIUM_HIGH_FROM, MEDIUM_LOW_FROM
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.replay_result import StepOutcome
from holdfast.model.thresholds import ExperimentStatus, Mode


class Said(NamedTuple):
    """Words and their tone."""

    words: str
    tone: str = ""


class Link(NamedTuple):
    """Words that lead somewhere."""

    words: str
    href: str


ACTIONS: Mapping[HealingAction, Said] = {
    HealingAction.AUTO_APPLY: Said(HealingAction.AUTO_APPLY.word, "good"),
    HealingAction.APPLY_WITH_FLAG: Said(HealingAction.APPLY_WITH_FLAG.word, "fair"),
    HealingAction.SUGGEST_ONLY: Said(HealingAction.SUGGEST_ONLY.word, "weak"),
    HealingAction.REJECT: Said(HealingAction.REJECT.word, "poor"),
}
STATES: Mapping[ReviewState, Said] = {
    ReviewState.PENDING: Said("waiting", "soft"),
    ReviewState.ACCEPTED: Said("accepted", "good"),
    ReviewState.REJECTED: Said("rejected", "poor"),
}
OUTCOMES: Mapping[StepOutcome, Said] = {
    StepOutcome.HELD: Said("held", "good"),
    StepOutcome.HEALED: Said("healed", "fair"),
    StepOutcome.DONE: Said("done", "good"),
    StepOutcome.REFUSED: Said("refused", "weak"),
    StepOutcome.FAILED: Said("failed", "poor"),
    StepOutcome.NOT_RUN: Said("not run"),
}
STATUSES: Mapping[ExperimentStatus, Said] = {
    ExperimentStatus.ACTIVE: Said("active", "good"),
    ExperimentStatus.PAUSED: Said("paused", "weak"),
    ExperimentStatus.COMPLETED: Said("completed"),
}
MODES: Mapping[Mode, str] = {
    Mode.CONSERVATIVE: "conservative (90/75/50)",
    Mode.BALANCED: "balanced (80/60/40)",
    Mode.AGGRESSIVE: "aggressive (70/50/30)",
}
FACTORS: Mapping[str, str] = {
    "ai_confidence": "Proposer",
    "label_similarity": "Label",
    "type_similarity": "Type",
    "position_proximity": "Position",
    "selector_uniqueness": "Selector uniqueness",
    "cache_success_rate": "Element history",
    "selector_stability": "Selector stability",
    "page_pattern_confidence": "Page history",
}
ADJUSTMENTS: Mapping[str, str] = {
    "exact_label_match": "same label",
    "unique_selector": "unique selector",
    "high_cache_success": "worked before",
    "same_position": "same place",
    "type_mismatch": "another type",
    "far_from_expected": "far away",
    "ambiguous_selector": "ambiguous selector",
    "poor_cache_history": "failed before",
}
GATES: Mapping[str, str] = {
    "excluded": "rejected before",
    "gone": "gone",
    "unlikely": "unlikely",
    "ambiguous": "ambiguous",
    "unsettled": "page not settled",
    "unactionable": "cannot be used",
    "hollow": "empty wrapper",
    "reworded": "says something else",
    "equivalent": "has a twin",
    "risky_step": "risky step",
    "opposite": "says the opposite",
    "turned_risky": "says something risky now",
    "by_place": "one of several",
    "unanswered": "flagged before",
    "torn": "looks disagree",
    "other_page": "another page",
    "unwritable": "no locator for it",
    "finds_one": "the locator finds one",
    "observing": "only observed",
}
AT_MOST: Mapping[HealingAction, str] = {
    HealingAction.REJECT: "so it is refused",
    HealingAction.SUGGEST_ONLY: "so it is suggested at most, and not used",
    HealingAction.APPLY_WITH_FLAG: "so it is flagged at least",
    HealingAction.AUTO_APPLY: "so nothing changes",
}


def tone_of(confidence: float) -> str:
    """Return the tone of a confidence, by the bands of the report."""
    floors = ((HIGH_FROM, "good"), (MEDIUM_HIGH_FROM, "fair"), (MEDIUM_LOW_FROM, "weak"))
    return next((tone for floor, tone in floors if confidence >= floor), "poor")


def ending_of(passed: bool | None) -> Said:
    """Return how a run or a healing's run ended."""
    return {
        True: Said("passed", "good"),
        False: Said("failed", "poor"),
        None: Said("end unknown"),
    }[passed]


HERE = "/recordings"  # a recording's id is a path, and stays one in its address


def recording_href(recording_id: str) -> str:
    """Return the address of a recording."""
    return f"{HERE}/{quote(recording_id)}"


def step_href(recording_id: str, step_id: str) -> str:
    """Return the address of a step's history."""
    return f"{recording_href(recording_id)}/steps/{quote(step_id, safe='')}"
