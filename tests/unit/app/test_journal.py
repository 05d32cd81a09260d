"""A run writes each decision before it acts, and its outcomes at the end."""

from dataclasses import replace

import pytest
from sqlalchemy import select
from tests.contract.made_up import BALANCED, NOON

from holdfast.adapters.sql.schema import outcome_cache
from holdfast.app.journal import Journal, Proposal
from holdfast.deciding.decision import decide
from holdfast.errors import EnvironmentFailure
from holdfast.history.log import RunContext, StepContext
from holdfast.model.healing_decision import (
    ActionResult,
    ConfidenceFactors,
    Decision,
    HealingAction,
    History,
)
from holdfast.model.remembered import Notification, RunStep
from holdfast.model.replay_result import StepOutcome, StepResult
from holdfast.page.url_pattern import url_pattern
from holdfast.testing import FixedClock, MemoryStore

PROPOSAL = Proposal(
    step_id="step-1",
    label="Pay",
    url="https://shop.example/orders/7",
    old_selector="#pay",
    new_selector="#buy",
    fingerprint={"target": 3},
)


def a_decision(ai_confidence: float) -> Decision:
    """Return a decision whose confidence is half the proposer's plus 45 of 50 and 15 more."""
    factors = ConfidenceFactors(
        ai_confidence=ai_confidence,
        label_similarity=60,
        type_similarity=100,
        position_proximity=75,
        selector_uniqueness=75,
    )
    return decide(factors, BALANCED)


class Told:
    """A notifier that keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[Notification] = []

    def send(self, notification: Notification) -> None:
        self.sent.append(notification)

    def close(self) -> list[str]:
        return []


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def journal(store: MemoryStore) -> Journal:
    run = RunContext(run_id="run-1", user_id="ann", recording_id="checkout")
    journal = Journal(store=store, clock=FixedClock(NOON), run=run, name="Checkout")
    journal.start()
    return journal


def step(number: int = 1) -> StepContext:
    return StepContext(step_number=number, fingerprint_id="pay")


def test_a_decision_is_written_before_anything_may_be_done(
    journal: Journal, store: MemoryStore
) -> None:
    entry_id, result = journal.write(a_decision(70), step(), PROPOSAL)
    assert result == ActionResult(applied=True, flagged=True)
    entry = store.find_entry(entry_id)
    assert entry is not None
    assert (entry.final_confidence, entry.succeeded) == (69, None)
    (healing,) = store.iter_healings()
    assert (healing.label, healing.new_selector, healing.step_id) == ("Pay", "#buy", "step-1")


def test_a_key_in_the_address_is_not_kept_and_the_page_is_still_the_same_kind(
    journal: Journal, store: MemoryStore
) -> None:
    url = "https://shop.example/reset/9f8e7d6c5b4a39281706?token=tell-nobody"
    entry_id, _ = journal.write(a_decision(70), step(), replace(PROPOSAL, url=url))
    journal.step_worked(entry_id, True)
    journal.finish(passed=True)
    (healing,) = store.iter_healings()
    assert healing.url == "https://shop.example/reset/***?token=***"
    assert store.history_at(url_pattern(url)) == History(successes=1, tries=1)


def test_when_it_cannot_be_written_nothing_may_be_done(journal: Journal) -> None:
    class Full(MemoryStore):
        """A store on a full disk."""

        def write_decisions(self, *_: object, **__: object) -> None:
            raise EnvironmentFailure("full")

    journal.store = Full()
    with pytest.raises(EnvironmentFailure):
        journal.write(a_decision(70), step(), PROPOSAL)


@pytest.mark.parametrize(
    ("ai_confidence", "result", "rows"),
    [
        pytest.param(100, ActionResult(applied=True, flagged=False), 0, id="auto_apply"),
        pytest.param(70, ActionResult(applied=True, flagged=True), 1, id="apply_with_flag"),
        pytest.param(
            30,
            ActionResult(applied=False, flagged=False, suggestion="#buy"),
            0,
            id="suggest_only",
        ),
        pytest.param(5, ActionResult(applied=False, flagged=False), 0, id="reject"),
    ],
)
def test_only_a_flagged_healing_makes_a_row_of_notification(
    journal: Journal, store: MemoryStore, ai_confidence: float, result: ActionResult, rows: int
) -> None:
    journal.notifier = told = Told()
    assert journal.write(a_decision(ai_confidence), step(), PROPOSAL)[1] == result
    assert len(list(store.iter_notifications())) == rows
    assert len(told.sent) == 1, "the notifier picks by itself whom to tell of what"


@pytest.mark.parametrize(
    ("worked", "passed", "succeeded"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_a_healing_succeeded_if_its_step_and_the_run_did(
    journal: Journal, store: MemoryStore, worked: bool, passed: bool, succeeded: bool
) -> None:
    entry_id, _ = journal.write(a_decision(100), step(), PROPOSAL)
    journal.write(a_decision(5), step(2), PROPOSAL)
    journal.step_worked(entry_id, worked)
    assert journal.finish(passed=passed, steps=9, held_steps=7) == 1
    entry = store.find_entry(entry_id)
    assert entry is not None
    assert entry.succeeded is succeeded
    counted = History(successes=int(succeeded), tries=1)
    assert store.history_at("shop.example/orders/{id}") == counted
    run = store.find_run("run-1")
    assert run is not None
    assert (run.passed, run.steps, run.held_steps, run.name) == (passed, 9, 7, "Checkout")


def test_a_healing_that_never_reported_back_did_not_succeed(
    journal: Journal, store: MemoryStore
) -> None:
    journal.write(a_decision(100), step())
    journal.finish(passed=True)
    assert [entry.succeeded for entry in store.entries.values()] == [False]


def test_a_step_that_fails_with_a_healed_element_outweighs_one_that_worked(
    journal: Journal, store: MemoryStore
) -> None:
    entry_id, _ = journal.write(a_decision(100), step(), PROPOSAL)
    for worked in (True, False, True):
        journal.step_worked(entry_id, worked)
    journal.finish(passed=True)
    assert [entry.succeeded for entry in store.entries.values()] == [False]


def test_every_step_is_written_and_keys_in_its_address_are_not(
    journal: Journal, store: MemoryStore
) -> None:
    done = StepResult(
        number=3,
        step_id="step-3",
        title="click 'Pay'",
        outcome=StepOutcome.REFUSED,
        reason="it is probably gone",
        duration_ms=12.5,
        url="https://shop.example/reset?token=tell-nobody",
        decision=a_decision(30),
    )
    journal.write_steps([done])
    (kept,) = store.iter_steps("run-1")
    assert kept == RunStep(
        run_id="run-1",
        number=3,
        step_id="step-3",
        title="click 'Pay'",
        outcome=StepOutcome.REFUSED,
        reason="it is probably gone",
        duration_ms=12.5,
        url="https://shop.example/reset?token=***",
        action=HealingAction.SUGGEST_ONLY,
        confidence=49,
    )


def test_a_run_without_an_address_counts_for_no_kind_of_page(
    journal: Journal, store: MemoryStore
) -> None:
    entry_id, _ = journal.write(a_decision(100), step())
    journal.step_worked(entry_id, True)
    journal.finish(passed=True)
    with store.database.reading() as connection:
        assert connection.execute(select(outcome_cache)).all() == []
