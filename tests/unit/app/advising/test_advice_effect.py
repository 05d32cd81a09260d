"""Advice may choose among candidates and may make things more careful; it overrules nothing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.made_up import BALANCED
from tests.unit.app.advising.searches import a_search

from holdfast.app.advising.advice_effect import Followed, follow
from holdfast.app.advising.budget import MOST_FAILURES, Limits, Spent
from holdfast.app.advising.when_to_ask import Band, is_in_doubt
from holdfast.app.judging import Circumstances, decide_on
from holdfast.deciding.decision import LIFTED, decide, decide_advised
from holdfast.model.advice import Advice, Reply
from holdfast.model.candidate import Location, Refusal
from holdfast.model.healing_decision import ConfidenceFactors, HealingAction

BAND = Band()


def advice(choice: int | None, score: int = 90) -> Advice:
    return Advice(
        choice=choice, raw_score=score, element_match=score, location_match=score, text_match=score
    )


# ----------------------------------------------------------------------------- when it is asked


@pytest.mark.parametrize(
    ("location", "doubt"),
    [
        (a_search(0.2, 0.0), True),
        (a_search(0.19, 0.0, p_gone=0.8), False),
        (a_search(0.89, 0.0), True),
        (a_search(0.9, 0.0), False),
        (a_search(0.19, 0.18, 0.17, p_gone=0.1), True),
        (a_search(0.02, 0.01, p_gone=0.9), False),
        (a_search(0.95, 0.0, margin=0.1), True),
        (replace(a_search(0.5, 0.4), held=True), False),
        (replace(a_search(0.5), candidates=()), False),
    ],
    ids=["from 0.20", "below", "up to 0.90", "sure", "look-alikes", "nothing like it", "narrow",
         "held", "nothing found"],
)  # fmt: skip
def test_it_is_asked_in_doubt_only(location: Location, doubt: bool) -> None:
    assert is_in_doubt(location, BAND) is doubt


def test_the_band_can_be_set() -> None:
    assert not is_in_doubt(a_search(0.5, 0.1), Band(low=0.6, high=0.7, margin=0.1))
    assert is_in_doubt(a_search(0.65, 0.1), Band(low=0.6, high=0.7, margin=0.1))


# -------------------------------------------------------------------------------- what follows


def test_agreement_makes_its_word_the_proposers() -> None:
    location = a_search(0.7, 0.1)
    advised = follow(location, advice(1), location.candidates[0])
    assert (advised.followed, advised.ai_confidence) == (Followed.AGREED, 90.0)
    assert advised.location is location


def test_another_choice_is_proposed_instead_and_has_to_pass_the_gates() -> None:
    location = a_search(0.7, 0.1)
    advised = follow(location, advice(2), location.candidates[1])
    assert advised.followed is Followed.CHOSE
    assert advised.location.best == location.candidates[1]
    assert advised.location.margin == pytest.approx(-0.6)
    decision = decide_on(
        advised.location, Circumstances(thresholds=BALANCED, ai_confidence=advised.ai_confidence)
    )
    assert {"unlikely", "ambiguous"} <= {gate.name for gate in decision.gates}
    assert decision.action <= HealingAction.SUGGEST_ONLY


def test_none_of_these_leaves_it_to_a_person() -> None:
    location = a_search(0.8, 0.05)
    advised = follow(location, advice(None), None)
    assert (advised.followed, advised.location) == (Followed.AGAINST, location)
    seen = Circumstances(thresholds=BALANCED, advised_against=True)
    decision = decide_on(location, seen)
    assert "advised_against" in {gate.name for gate in decision.gates}
    assert decision.action <= HealingAction.SUGGEST_ONLY


def test_what_is_gone_stays_gone_and_the_choice_is_only_logged() -> None:
    location = a_search(0.3, 0.1, refusal=Refusal.GONE, p_gone=0.6)
    advised = follow(location, advice(2, 100), location.candidates[1])
    assert (advised.followed, advised.ai_confidence) == (Followed.LOGGED, None)
    assert advised.location is location


def test_a_twin_or_a_part_of_the_same_control_is_agreement() -> None:
    page = "<main><button>Go <b>now</b></button><button>Go now</button></main>"
    location = a_search(0.5, 0.4, new=page)
    twins = replace(location, equivalents=(location.candidates[1].node,))
    assert follow(twins, advice(2), twins.candidates[1]).followed is Followed.AGREED
    snapshot = location.candidates[0].node.snapshot
    inner = replace(location.candidates[1], node=snapshot.select("b")[0])
    parts = replace(location, candidates=(location.candidates[0], inner))
    assert follow(parts, advice(2), inner).followed is Followed.AGREED


shares = st.floats(0, 1)
scores = st.integers(0, 100)


@given(shares, shares, shares, scores, st.sampled_from([0, 1, None]), st.booleans(), st.booleans())
def test_no_advice_lifts_an_action_over_a_gate(
    first: float, second: float, gone: float, score: int, choice: int | None,
    settled: bool, equivalent: bool,
) -> None:  # fmt: skip
    best, other = max(first, second), min(first, second)
    refusal = Refusal.GONE if gone >= 0.5 else None
    location = a_search(best, other, refusal=refusal, p_gone=gone)
    if equivalent:
        location = replace(location, equivalents=(location.candidates[1].node,))
    alone = decide_on(location, Circumstances(thresholds=BALANCED, settled=settled))
    chosen = None if choice is None else location.candidates[choice]
    advised = follow(location, advice(None if choice is None else choice + 1, score), chosen)
    seen = Circumstances(
        thresholds=BALANCED,
        settled=settled,
        ai_confidence=advised.ai_confidence,
        advised_against=advised.followed is Followed.AGAINST,
    )
    after = decide_on(advised.location, seen)
    for gate in alone.gates:
        assert after.action <= gate.at_most
    used = after.action.applies
    assert not used or advised.location.best == location.best, "only what the engine would use"
    assert after.action <= max(alone.action, HealingAction.APPLY_WITH_FLAG)


def test_what_only_advice_lifts_is_flagged() -> None:
    factors = ConfidenceFactors(
        ai_confidence=60, label_similarity=85, type_similarity=100, position_proximity=75,
        selector_uniqueness=100,
    )  # fmt: skip
    # 30 + 12.75 + 10 + 7.5 + 10 = 70.25, +5: flagged. With 100 it is 90.25, +5: auto by its score.
    assert decide(factors, BALANCED).action is HealingAction.APPLY_WITH_FLAG
    lifted = decide_advised(factors, 100, BALANCED)
    assert (lifted.calculated, lifted.confidence) == (90, 95)
    assert lifted.scored_action is HealingAction.AUTO_APPLY
    assert lifted.action is HealingAction.APPLY_WITH_FLAG
    assert [gate.name for gate in lifted.gates] == [LIFTED]
    # With 10 it is 45.25, +5: advice may lower.
    assert decide_advised(factors, 10, BALANCED).action is HealingAction.SUGGEST_ONLY


# ------------------------------------------------------------------------------- what it costs


def test_a_run_stops_asking_when_its_budget_is_used_up() -> None:
    limits = Limits(calls=2, tokens=1000)
    reply = Reply(advice=advice(1), input_tokens=500, output_tokens=20)
    spent = Spent().plus(reply)
    assert (spent, spent.why_not(limits)) == (Spent(calls=1, tokens=520), None)
    assert "2 calls" in str(spent.plus(reply).why_not(limits))
    assert "100 tokens" in str(spent.why_not(Limits(calls=9, tokens=100)))


def test_a_provider_that_keeps_failing_is_left_alone() -> None:
    spent = Spent()
    for _ in range(MOST_FAILURES):
        assert spent.why_not(Limits()) is None
        spent = spent.plus(None)
    assert "in a row" in str(spent.why_not(Limits()))


def test_the_cost_follows_from_the_prices_and_is_unknown_without() -> None:
    reply = Reply(advice=advice(1), input_tokens=2000, output_tokens=100)
    # 2000 at 1.00 and 100 at 5.00 a million: 0.002 + 0.0005.
    assert Limits(input_price=1.0, output_price=5.0).cost_of(reply) == pytest.approx(0.0025)
    assert Limits(input_price=1.0).cost_of(reply) is None
