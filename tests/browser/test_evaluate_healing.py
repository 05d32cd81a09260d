"""The page of the design notes, `<button id="test">Click Me</button>`, judged in a real browser."""

import pytest
from playwright.sync_api import Page
from tests.contract.made_up import NOON, a_healing, an_entry

import holdfast
from holdfast.app.proposing import fingerprint_id
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.remembered import CacheChange, Outcome, Review
from holdfast.testing import MemoryStore

pytestmark = [pytest.mark.browser]

CLICK_ME = '<button id="test">Click Me</button>'
RENAMED = '<button id="go" class="old">Click Me</button><p>Welcome</p>'


def recorded(page: Page, html: str) -> holdfast.Fingerprint:
    """Return the page's button as a person would have recorded it."""
    page.set_content(html)
    return holdfast.fingerprint(holdfast.capture(page), "button")


def test_the_click_me_button_with_a_proposer_that_says_85_is_applied(page: Page) -> None:
    fingerprint = recorded(page, CLICK_ME)
    _, decision = holdfast.evaluate_healing(page, fingerprint, ai_confidence=85)
    factors = decision.factors
    assert factors.ai_confidence == 85
    assert factors.selector_uniqueness == 100
    assert factors.label_similarity == 100
    # 42.5 + 15 + 10 + 10 + 10 = 87.5, rounded up, and three boosters of 5 up to the cap.
    assert decision.calculated == 88
    assert decision.confidence == 100
    assert decision.action is HealingAction.AUTO_APPLY


def test_the_click_me_button_with_another_id_is_found_and_applied_by_the_engine_alone(
    page: Page,
) -> None:
    fingerprint = recorded(page, RENAMED)
    page.set_content(CLICK_ME)
    location, decision = holdfast.evaluate_healing(page, fingerprint)
    assert location.best is not None
    assert location.best.node.get("id") == "test"
    assert decision.factors.ai_confidence == pytest.approx(100 * location.probability)
    assert decision.action is HealingAction.AUTO_APPLY


def test_a_covered_button_is_only_suggested_however_sure_the_proposer_is(page: Page) -> None:
    fingerprint = recorded(page, CLICK_ME)
    page.set_content(
        f'{CLICK_ME}<div style="position: fixed; inset: 0; background: white">Wait</div>'
    )
    _, decision = holdfast.evaluate_healing(page, fingerprint, ai_confidence=100)
    assert decision.scored_action is HealingAction.AUTO_APPLY
    assert decision.action is HealingAction.SUGGEST_ONLY
    assert [gate.name for gate in decision.gates] == ["unactionable"]


def healed_before(store: MemoryStore, fingerprint: holdfast.Fingerprint, *runs: bool) -> None:
    """Write flagged healings of the button to itself, one a run, and how the runs ended."""
    key = fingerprint_id(fingerprint)
    for number, passed in enumerate(runs):
        entry = an_entry(run=f"run-{number}", confidence=70)
        healing = a_healing(entry, fingerprint_id=key, found_id=key)
        store.write_decisions([entry], [healing])
        store.write_outcomes([Outcome(entry.id, passed, "page")])


def test_one_success_that_nobody_looked_at_makes_nothing_surer(page: Page) -> None:
    fingerprint, store = recorded(page, CLICK_ME), MemoryStore()
    _, first = holdfast.evaluate_healing(page, fingerprint, store=store, ai_confidence=40)
    # 20 + 15 + 10 + 10 + 10 = 65 and three boosters of 5: 80.
    assert (first.calculated, first.confidence) == (65, 80)
    healed_before(store, fingerprint, True)
    _, second = holdfast.evaluate_healing(page, fingerprint, store=store, ai_confidence=40)
    assert second.factors.cache_success_rate == 0
    assert second.confidence == 80
    # It was flagged the first time, and nobody has answered: it stays flagged.
    assert first.action is HealingAction.AUTO_APPLY
    assert second.action is HealingAction.APPLY_WITH_FLAG
    assert [gate.name for gate in second.gates] == ["unanswered"]


def test_three_runs_in_a_row_are_a_history_and_the_flag_stays(page: Page) -> None:
    fingerprint, store = recorded(page, CLICK_ME), MemoryStore()
    healed_before(store, fingerprint, True, True, True)
    _, decision = holdfast.evaluate_healing(page, fingerprint, store=store, ai_confidence=40)
    # 65 and 5 for the history, and boosters of 5, 5, 10 and 5.
    assert decision.factors.cache_success_rate == 100
    assert (decision.calculated, decision.confidence) == (70, 95)
    assert decision.action is HealingAction.APPLY_WITH_FLAG


def test_a_person_who_accepts_makes_it_surer_and_takes_the_flag_away(page: Page) -> None:
    fingerprint, store = recorded(page, CLICK_ME), MemoryStore()
    healed_before(store, fingerprint, False)
    (healing,) = store.iter_healings()
    store.write_review(healing, Review(state=ReviewState.ACCEPTED, at=NOON), CacheChange())
    _, decision = holdfast.evaluate_healing(page, fingerprint, store=store, ai_confidence=40)
    assert decision.factors.cache_success_rate == 100
    assert decision.action is HealingAction.AUTO_APPLY


def test_success_of_another_element_counts_for_nothing(page: Page) -> None:
    fingerprint, store = recorded(page, CLICK_ME), MemoryStore()
    healed_before(store, fingerprint, True, True, True)
    page.set_content(CLICK_ME.replace("test", "another"))
    _, decision = holdfast.evaluate_healing(page, fingerprint, store=store)
    assert decision.factors.cache_success_rate == 0
    assert "unanswered" not in {gate.name for gate in decision.gates}


def test_a_rejected_element_is_refused_however_sure_the_proposer_is(page: Page) -> None:
    fingerprint, store = recorded(page, CLICK_ME), MemoryStore()
    key, entry = fingerprint_id(fingerprint), an_entry()
    wrong = a_healing(entry, fingerprint_id=key, fingerprint=fingerprint_to_json(fingerprint))
    store.write_decisions([entry], [wrong])
    (healing,) = store.iter_healings()
    store.write_review(healing, Review(state=ReviewState.REJECTED, at=NOON), CacheChange())
    _, decision = holdfast.evaluate_healing(page, fingerprint, store=store, ai_confidence=100)
    assert decision.action is HealingAction.REJECT
    assert [gate.name for gate in decision.gates] == ["excluded"]
