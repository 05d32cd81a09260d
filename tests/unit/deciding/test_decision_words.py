"""A decision in sentences: every number that led to it is named."""

from holdfast.deciding.decision import decide
from holdfast.deciding.decision_words import explain
from holdfast.deciding.effective_settings import MODES
from holdfast.model.healing_decision import ConfidenceFactors, Gate, HealingAction
from holdfast.model.thresholds import Mode

BALANCED = MODES[Mode.BALANCED]


def factors(ai: float, label: float, rest: float) -> ConfidenceFactors:
    return ConfidenceFactors(
        ai_confidence=ai,
        label_similarity=label,
        type_similarity=rest,
        position_proximity=rest,
        selector_uniqueness=rest,
    )


def test_a_used_healing_shows_its_sum() -> None:
    assert explain(decide(factors(85, 100, 100), BALANCED)) == (
        "The factors make 88: proposer 85 × 0.50, label 100 × 0.15, type 100 × 0.10, "  # noqa: RUF001 — the sign is meant
        "position 100 × 0.10, selector uniqueness 100 × 0.10, element history 0 × 0.05.",  # noqa: RUF001 — the sign is meant
        "Adjusted by exact_label_match +5, unique_selector +5, same_position +5, "
        "the confidence is 100.",
        "100 reaches autoApply 80, which means healed: it is used.",
    )


def test_without_adjustments_there_is_no_sentence_about_them() -> None:
    sentences = explain(decide(factors(60, 85, 75), BALANCED))
    assert sentences[1:] == (
        "65 reaches applyWithFlag 60, which means healed \N{EN DASH} check this: "
        "it is used, and waits for review.",
    )


def test_penalties_are_named_with_their_points() -> None:
    sentences = explain(decide(factors(100, 100, 0), BALANCED))
    assert sentences[1:] == (
        "Adjusted by exact_label_match +5, type_mismatch \N{MINUS SIGN}15, "
        "far_from_expected \N{MINUS SIGN}10, ambiguous_selector \N{MINUS SIGN}20, "
        "the confidence is 25.",
        "25 is below suggestOnly 40, which means refused: it is not used.",
    )


def test_a_gate_that_lowers_the_action_has_the_last_word() -> None:
    gate = Gate(name="unsettled", at_most=HealingAction.SUGGEST_ONLY, reason="still loading")
    sentences = explain(decide(factors(85, 100, 100), BALANCED, [gate]))
    assert sentences[2:] == (
        "100 reaches autoApply 80, which means healed.",
        "Gate unsettled: still loading; at most suggested.",
        "So it is suggested: it is not used, and waits for review.",
    )


def test_a_gate_that_changes_nothing_is_named_all_the_same() -> None:
    gate = Gate(name="equivalent", at_most=HealingAction.APPLY_WITH_FLAG, reason="a twin")
    sentences = explain(decide(factors(40, 85, 50), BALANCED, [gate]))
    assert sentences[1:] == (
        "48 reaches suggestOnly 40, which means suggested: it is not used, and waits for review.",
        "Gate equivalent: a twin; at most healed \N{EN DASH} check this.",
    )
