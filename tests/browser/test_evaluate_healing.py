"""The page of the design notes, `<button id="test">Click Me</button>`, judged in a real browser."""

import pytest
from playwright.sync_api import Page
from tests.contract.made_up import an_entry

import holdfast
from holdfast.app.healing import fingerprint_id
from holdfast.model.healing import HealingAction, History
from holdfast.model.remembered import Outcome
from holdfast.page.url_pattern import url_pattern
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


def test_what_was_learned_of_the_button_and_its_page_counts(page: Page) -> None:
    fingerprint, store = recorded(page, CLICK_ME), MemoryStore()
    store.write_decisions([an_entry()])
    key = fingerprint_id(fingerprint)
    store.write_outcomes([Outcome("run-1/1/1", True, key, url_pattern(page.url))])
    assert store.history_of(key) == History(successes=1, tries=1)
    _, decision = holdfast.evaluate_healing(page, fingerprint, store=store)
    assert decision.factors.cache_success_rate == 100
    assert decision.factors.page_pattern_confidence == 100
    assert "high_cache_success" in decision.boosters
