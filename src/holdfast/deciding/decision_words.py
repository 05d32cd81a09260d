"""Decision words: tell a decision in sentences."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType

from holdfast.deciding.adjustments import BOOSTERS, PENALTIES, Adjustment
from holdfast.deciding.decision import WEIGHTS
from holdfast.model.healing_decision import Decision, HealingAction

_TIMES, _MINUS = "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}"
_FACTOR_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "ai_confidence": "proposer",
        "label_similarity": "label",
        "type_similarity": "type",
        "position_proximity": "position",
        "selector_uniqueness": "selector uniqueness",
        "selector_stability": "selector stability",
        "cache_success_rate": "element history",
        "page_pattern_confidence": "page history",
    }
)
_DONE: Mapping[HealingAction, str] = MappingProxyType(
    {
        HealingAction.AUTO_APPLY: "it is used",
        HealingAction.APPLY_WITH_FLAG: "it is used, and waits for review",
        HealingAction.SUGGEST_ONLY: "it is not used, and waits for review",
        HealingAction.REJECT: "it is not used",
    }
)


def explain(decision: Decision, weights: Mapping[str, Decimal] = WEIGHTS) -> tuple[str, ...]:
    """Return the way from the factors to the action, one sentence a step."""
    sentences = [_scored(decision, weights), _adjusted(decision), _compared(decision)]
    sentences += [
        f"Gate {gate.name}: {gate.reason}; at most {gate.at_most.word}." for gate in decision.gates
    ]
    if decision.action is not decision.scored_action:
        sentences.append(f"So it is {decision.action.word}: {_DONE[decision.action]}.")
    return tuple(sentence for sentence in sentences if sentence)


def _scored(decision: Decision, weights: Mapping[str, Decimal]) -> str:
    parts = ", ".join(
        f"{_FACTOR_WORDS[name]} {getattr(decision.factors, name):.3g} {_TIMES} {weight}"
        for name, weight in weights.items()
        if weight
    )
    return f"The factors make {decision.calculated}: {parts}."


def _adjusted(decision: Decision) -> str:
    """Return what boosters and penalties did, an empty sentence when there were none."""
    changes = [*_points(BOOSTERS, decision.boosters, "+")]
    changes += _points(PENALTIES, decision.penalties, _MINUS)
    if not changes:
        return ""
    return f"Adjusted by {', '.join(changes)}, the confidence is {decision.confidence}."


def _points(table: Sequence[Adjustment], names: Sequence[str], sign: str) -> list[str]:
    return [f"{change.name} {sign}{change.points}" for change in table if change.name in names]


def _compared(decision: Decision) -> str:
    """Return which threshold the confidence reaches, and what that alone would do."""
    action = decision.scored_action
    floors = {
        HealingAction.AUTO_APPLY: ("autoApply", decision.thresholds.auto_apply),
        HealingAction.APPLY_WITH_FLAG: ("applyWithFlag", decision.thresholds.apply_with_flag),
        HealingAction.SUGGEST_ONLY: ("suggestOnly", decision.thresholds.suggest_only),
    }
    if action not in floors:
        lowest = decision.thresholds.suggest_only
        reached = f"{decision.confidence} is below suggestOnly {lowest}"
    else:
        name, floor = floors[action]
        reached = f"{decision.confidence} reaches {name} {floor}"
    ending = "" if action is not decision.action else f": {_DONE[action]}"
    return f"{reached}, which means {action.word}{ending}."
