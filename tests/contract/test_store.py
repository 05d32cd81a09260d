"""Every store keeps the same promises: SQLite, PostgreSQL, and the one in memory."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.contract.made_up import BALANCED, NOON, a_healing, a_notification, an_entry

from holdfast.errors import UsageError
from holdfast.model.archive import DecisionFilter
from holdfast.model.healing_decision import HealingAction, History, ReviewState
from holdfast.model.remembered import (
    CacheChange,
    DecisionRow,
    ExperimentRow,
    Outcome,
    PastHealing,
    Pruned,
    RecordingEntry,
    Review,
    Run,
    RunStep,
)
from holdfast.model.replay_result import StepOutcome
from holdfast.model.thresholds import (
    ExperimentStatus,
    ExperimentUnit,
    Mode,
    NotificationSettings,
    RecordingHealingConfig,
    ThresholdExperiment,
    UserHealingConfig,
    Variant,
)
from holdfast.ports import Archive, Store

DAY = timedelta(days=1)
PATTERN = "shop.example/orders/{id}"
ACCEPTED = Review(state=ReviewState.ACCEPTED, at=NOON + DAY, reviewer="bob", reason="looks right")
REJECTED = replace(ACCEPTED, state=ReviewState.REJECTED, reason=None)
EXPERIMENT = ThresholdExperiment(
    id="bolder",
    name="Bolder",
    control=BALANCED,
    treatment=replace(BALANCED, auto_apply=70),
    allocation=50,
    start_date=NOON,
)


# ----------------------------------------------------------------------------- decisions


def test_an_entry_comes_back_as_it_was_written(store: Store) -> None:
    entry = an_entry(3, attempt=2)
    store.write_decisions([entry])
    assert store.find_entry("run-1/3/2") == entry


def test_what_a_database_cannot_hold_is_replaced_and_the_rest_is_kept(store: Store) -> None:
    odd = "tests/a.py::test\x00[\ud800 й 💥]"
    fingerprint = {"text": odd}
    entry = an_entry(run=odd, recording_id=odd)
    store.write_decisions([entry], [a_healing(entry, fingerprint=fingerprint, label=odd)])
    (healing,) = store.iter_healings()
    assert healing.fingerprint == fingerprint
    assert healing.label.endswith(" й 💥]")
    assert store.find_entry(entry.id) is not None
    assert store.write_outcomes([Outcome(entry.id, True)]) == 1


def test_a_time_of_another_zone_comes_back_as_the_same_moment(store: Store) -> None:
    from datetime import timezone

    entry = an_entry(timestamp=NOON.astimezone(timezone(timedelta(hours=5, minutes=30))))
    store.write_decisions([entry])
    found = store.find_entry(entry.id)
    assert found is not None
    assert found.timestamp == NOON
    assert list(store.iter_decisions(DecisionFilter(start=NOON, end=NOON))) != []


def test_writing_a_decision_twice_keeps_the_first(store: Store) -> None:
    first, second = an_entry(confidence=85), an_entry(confidence=10)
    store.write_decisions([first, second], [a_healing(first), a_healing(second)])
    store.write_decisions([second], [a_healing(second)], [a_notification(a_healing(second))])
    assert store.find_entry(first.id) == first
    assert [healing.confidence for healing in store.iter_healings()] == [85]


def test_an_unknown_entry_is_none(store: Store) -> None:
    assert store.find_entry("run-1/1/1") is None


def test_decisions_of_a_period_come_oldest_first(store: Store) -> None:
    store.write_decisions([an_entry(step, hours=step, confidence=step) for step in (3, 1, 4, 2)])
    start, end = NOON + timedelta(hours=2), NOON + timedelta(hours=3)
    rows = store.iter_decisions(DecisionFilter(start=start, end=end))
    assert [row.final_confidence for row in rows] == [2, 3]


def a_step(number: int, outcome: StepOutcome, effect_seen: bool | None = None) -> RunStep:
    return RunStep(
        run_id="run-1",
        number=number,
        step_id="s",
        title="",
        outcome=outcome,
        reason="",
        effect_seen=effect_seen,
    )


def test_a_row_holds_what_reports_read(store: Store) -> None:
    store.write_decisions([an_entry(succeeded=True)])
    assert list(store.iter_decisions(newest_first=True, limit=10)) == [
        DecisionRow(85, 82.5, HealingAction.AUTO_APPLY, True, "checkout", "pay-button")
    ]
    store.write_steps([a_step(1, StepOutcome.HEALED, True)])
    (row,) = store.iter_decisions()
    assert row.effect_seen


def test_what_was_refused_later_says_nothing_against_a_healing_before_it(store: Store) -> None:
    store.write_decisions([an_entry(step, succeeded=False) for step in (1, 2, 4)])
    ways = {2: (StepOutcome.HEALED, False), 3: (StepOutcome.REFUSED, None)}
    steps = [a_step(number, *way) for number, way in ways.items()]
    store.write_steps(steps)
    outcomes = [row.outcome for row in store.iter_decisions()]
    assert outcomes == [None, False, False], "one without its effect failed, and so did a later one"
    store.write_steps([a_step(5, StepOutcome.FAILED)])
    assert [row.outcome for row in store.iter_decisions()] == [False] * 3


def test_the_newest_decisions_come_newest_first_and_no_more_than_asked(store: Store) -> None:
    store.write_decisions([an_entry(step, hours=step, confidence=step) for step in (3, 1, 4, 2)])
    newest = store.iter_decisions(newest_first=True, limit=3)
    assert [row.final_confidence for row in newest] == [4, 3, 2]


def test_another_organization_sees_nothing(store: Archive) -> None:
    store.write_decisions([an_entry(1), an_entry(2, organization_id="other")])
    assert len(list(store.for_organization("acme").iter_decisions())) == 1
    assert len(list(store.for_organization("other").iter_decisions())) == 1
    assert list(store.for_organization("nobody").iter_decisions()) == []


# ----------------------------------------------------------------------------- outcomes


def test_an_outcome_is_written_once_and_counted_once(store: Store) -> None:
    store.write_decisions([an_entry()])
    outcome = Outcome("run-1/1/1", True, PATTERN)
    assert store.write_outcomes([outcome]) == 1
    assert store.write_outcomes([outcome._replace(succeeded=False)]) == 0
    entry = store.find_entry("run-1/1/1")
    assert entry is not None
    assert entry.succeeded is True
    assert store.history_at(PATTERN) == History(successes=1, tries=1)


def test_what_was_not_applied_gets_no_outcome(store: Store) -> None:
    store.write_decisions([an_entry(confidence=50)])
    assert store.write_outcomes([Outcome("run-1/1/1", True, PATTERN)]) == 0
    assert store.history_at(PATTERN) == History()


def test_an_outcome_without_a_decision_is_left_alone(store: Store) -> None:
    assert store.write_outcomes([Outcome("run-9/1/1", True, PATTERN)]) == 0
    assert store.write_outcomes([]) == 0


def test_outcomes_of_many_steps_add_up(store: Store) -> None:
    store.write_decisions([an_entry(step) for step in range(1, 6)])
    outcomes = [
        Outcome(f"run-1/{step}/1", step != 2, PATTERN if step < 5 else None) for step in range(1, 6)
    ]
    assert store.write_outcomes(outcomes) == 5
    assert store.history_at(PATTERN) == History(successes=3, tries=4)


# ----------------------------------------------------------------------------- runs


def test_a_run_is_started_once_and_ended(store: Store) -> None:
    run = Run(id="run-1", started_at=NOON, name="checkout", user_id="ann")
    store.start_run(run)
    store.start_run(replace(run, name="another"))
    assert store.find_run("run-1") == run
    ended = replace(run, ended_at=NOON + DAY, passed=False, steps=9, held_steps=7)
    store.end_run(ended)
    assert store.find_run("run-1") == ended


def test_a_run_that_was_never_started_can_end(store: Store) -> None:
    run = Run(id="run-2", started_at=NOON, ended_at=NOON, passed=True)
    store.end_run(run)
    assert store.find_run("run-2") == run
    assert store.find_run("run-3") is None


def test_every_step_of_a_run_is_kept_with_its_outcome_reason_and_time(store: Store) -> None:
    store.start_run(Run(id="run-1", started_at=NOON))
    held = RunStep(
        run_id="run-1", number=2, step_id="s1", title="click 'Pay'", outcome=StepOutcome.HELD
    )
    refused = replace(
        held,
        number=10,
        outcome=StepOutcome.REFUSED,
        action=HealingAction.SUGGEST_ONLY,
        confidence=55,
        reason="another element is nearly as likely",
        duration_ms=2300.5,
        url="https://shop.example/cart",
        effect_seen=False,
    )
    store.write_steps([replace(held, title="before it ended")])
    store.write_steps([refused, held])
    assert list(store.iter_steps("run-1")) == [held, refused]
    assert [step.label for step in store.iter_steps("run-1")] == ["held", "suggested"]
    assert list(store.iter_steps("run-2")) == []
    store.prune(NOON + DAY)
    store.start_run(Run(id="run-1", started_at=NOON))
    assert list(store.iter_steps("run-1")) == []


# ----------------------------------------------------------------------------- reviews


def healed(store: Store, *confidences: int) -> None:
    """Write decisions with healings and notifications."""
    entries = [an_entry(step, confidence=of) for step, of in enumerate(confidences, 1)]
    healings = [a_healing(entry) for entry in entries]
    store.write_decisions(entries, healings, [a_notification(healing) for healing in healings])


def test_a_healing_comes_back_with_a_number_and_the_outcome(store: Store) -> None:
    healed(store, 70)
    store.write_outcomes([Outcome("run-1/1/1", False)])
    (healing,) = store.iter_healings()
    assert healing == a_healing(an_entry(confidence=70), number=healing.number, succeeded=False)
    assert store.find_healing(healing.number) == healing
    for nobodys in (healing.number + 1, -1, 2**31 - 1, 2**31, 2**63, -(2**63) - 1):
        assert store.find_healing(nobodys) is None


def test_healings_come_newest_first_and_by_state_and_recording(store: Store) -> None:
    healed(store, 70, 50, 45)
    newest, middle, _ = store.iter_healings()
    assert [newest.step_number, middle.step_number] == [3, 2]
    assert store.write_review(middle, ACCEPTED, CacheChange())
    assert [one.step_number for one in store.iter_healings(ReviewState.PENDING)] == [3, 1]
    assert [one.step_number for one in store.iter_healings(ReviewState.ACCEPTED)] == [2]
    assert list(store.iter_healings(recording_id="another")) == []
    assert len(list(store.iter_healings(recording_id="checkout"))) == 3


def test_an_answer_is_kept_with_its_healing_and_its_notification(store: Store) -> None:
    healed(store, 70)
    (healing,) = store.iter_healings()
    assert store.write_review(healing, ACCEPTED, CacheChange(1, 1))
    found = store.find_healing(healing.number)
    assert found is not None
    assert found.review == ACCEPTED
    assert [told.status for told in store.iter_notifications()] == [ReviewState.ACCEPTED]
    assert list(store.iter_notifications(ReviewState.PENDING)) == []
    assert store.history_at(PATTERN) == History(successes=1, tries=1)


def test_of_two_answers_at_once_the_first_stands(store: Store) -> None:
    healed(store, 70)
    (healing,) = store.iter_healings()
    assert store.write_review(healing, ACCEPTED, CacheChange(1, 1))
    assert not store.write_review(healing, REJECTED, CacheChange(0, 1))
    assert store.history_at(PATTERN) == History(successes=1, tries=1)
    assert len(list(store.iter_healings(ReviewState.ACCEPTED))) == 1


@pytest.mark.parametrize(
    ("answer", "said", "counted"),
    [
        (ACCEPTED, CacheChange(1, 1), History(successes=1, tries=1)),
        (REJECTED, CacheChange(0, 1), History(successes=0, tries=1)),
    ],
)
def test_a_healing_that_is_answered_while_its_run_is_open_is_counted_once(
    store: Store, answer: Review, said: CacheChange, counted: History
) -> None:
    healed(store, 70)
    (healing,) = store.iter_healings()
    assert store.write_review(healing, answer, said)
    assert store.write_outcomes([Outcome("run-1/1/1", True, PATTERN)]) == 1
    assert store.history_at(PATTERN) == counted
    (ended,) = store.iter_healings()
    assert ended.succeeded is True


def test_an_answer_to_a_healing_whose_run_ended_meanwhile_is_not_written(store: Store) -> None:
    healed(store, 70)
    (healing,) = store.iter_healings()
    store.write_outcomes([Outcome("run-1/1/1", False, PATTERN)])
    assert not store.write_review(healing, ACCEPTED, CacheChange(1, 1))
    assert store.history_at(PATTERN) == History(successes=0, tries=1)


def test_what_an_adviser_said_comes_back_with_the_decision(store: Store) -> None:
    entry = an_entry(proposer="anthropic/m", advice={"choice": 2, "why": "it says \ud800 so"})
    store.write_decisions([entry])
    assert store.find_entry(entry.id) == entry


def test_an_answer_of_an_adviser_is_kept_until_it_is_old(store: Store) -> None:
    assert store.find_advice("question") is None
    store.save_advice("question", NOON, {"choice": 1})
    store.save_advice("question", NOON, {"choice": 2})
    assert store.find_advice("question") == {"choice": 2}
    store.prune(NOON)
    assert store.find_advice("question") == {"choice": 2}
    store.prune(NOON + DAY)
    assert store.find_advice("question") is None


def test_elements_are_called_by_their_label_else_by_their_selector(store: Store) -> None:
    entries = [an_entry(step, fingerprint_id=f"element-{step}") for step in (1, 2, 3)]
    said = [a_healing(entries[0]), a_healing(entries[1], label="")]
    store.write_decisions(entries, said)
    assert store.labels_of(["element-1", "element-2", "element-3", "another"]) == {
        "element-1": "Place order",
        "element-2": "#pay",
    }
    assert store.labels_of([]) == {}


def test_an_answer_can_be_taken_back(store: Store) -> None:
    healed(store, 70)
    (healing,) = store.iter_healings()
    store.write_review(healing, REJECTED, CacheChange(0, 1))
    (rejected,) = store.iter_healings()
    back = replace(ACCEPTED, state=ReviewState.PENDING)
    assert store.write_review(rejected, back, CacheChange(0, -1))
    assert [one.state for one in store.iter_healings()] == [ReviewState.PENDING]
    assert store.history_at(PATTERN) == History()


def test_rejected_elements_are_excluded_for_their_element_and_for_their_step(
    store: Store,
) -> None:
    entries = [an_entry(1, confidence=70), an_entry(2, fingerprint_id="close-button")]
    store.write_decisions(entries, [a_healing(entry) for entry in entries])
    second, first = store.iter_healings()
    store.write_review(first, REJECTED, CacheChange())
    store.write_review(second, ACCEPTED, CacheChange())
    wrong = [first.fingerprint]
    assert list(store.iter_excluded("pay-button", None, None)) == wrong
    assert list(store.iter_excluded("another look", "checkout", "step-1")) == wrong
    assert list(store.iter_excluded("close-button", "checkout", "step-2")) == []
    assert list(store.iter_excluded("another look", "another", "step-1")) == []
    assert list(store.iter_excluded("another look", None, "step-1")) == []


def test_the_past_of_a_healing_is_that_to_the_same_element_newest_first(store: Store) -> None:
    entries = [an_entry(run=f"run-{number}", confidence=70) for number in (1, 2, 3)]
    found = ["buy", "help", "buy"]
    proposed = [a_healing(entry, found_id=one) for entry, one in zip(entries, found, strict=True)]
    for entry, healing in zip(entries, proposed, strict=True):
        store.write_decisions([entry], [healing])
    store.write_outcomes([Outcome(entries[0].id, True)])
    newest, _, _ = store.iter_healings()
    store.write_review(newest, replace(ACCEPTED, picked=9), CacheChange())
    flagged = HealingAction.APPLY_WITH_FLAG
    assert list(store.iter_past("pay-button", "buy")) == [
        PastHealing("run-3", flagged, None, ReviewState.ACCEPTED, is_other=True),
        PastHealing("run-1", flagged, True),
    ]
    assert list(store.iter_past("another", "buy")) == []


def test_a_notification_comes_back_as_it_was_written(store: Store) -> None:
    healed(store, 70)
    expected = a_notification(a_healing(an_entry(confidence=70)))
    assert list(store.iter_notifications(ReviewState.PENDING)) == [expected]


# ----------------------------------------------------------------------------- what people set


def test_a_recording_is_found_where_it_was_saved_last(store: Store) -> None:
    entry = RecordingEntry(id="checkout", name="Checkout", path="a.json", updated_at=NOON)
    store.save_recording(entry)
    store.save_recording(replace(entry, path="b.json"))
    assert store.find_recording("checkout") == replace(entry, path="b.json")
    assert store.find_recording("another") is None


def test_configurations_come_back(store: Store) -> None:
    user = UserHealingConfig(
        thresholds=BALANCED,
        mode=Mode.AGGRESSIVE,
        notifications=NotificationSettings(email_on_flagged=True, slack_webhook="${TEAM_SLACK}"),
    )
    recording = RecordingHealingConfig(
        recording_id="checkout", healing_enabled=False, custom_thresholds=BALANCED
    )
    store.save_user_config("ann", UserHealingConfig())
    store.save_user_config("ann", user)
    store.save_recording_config(recording)
    assert store.find_user_config("ann") == user
    assert store.find_recording_config("checkout") == recording
    assert store.find_user_config("checkout") is None
    assert store.find_recording_config("ann") is None


def test_experiments_come_newest_first(store: Store) -> None:
    done = replace(EXPERIMENT, status=ExperimentStatus.COMPLETED, end_date=NOON + DAY)
    newer = replace(EXPERIMENT, id="later", start_date=NOON + DAY)
    store.save_experiment(done)
    store.save_experiment(newer)
    assert list(store.iter_experiments()) == [newer, done]


def test_only_one_experiment_is_active(store: Store) -> None:
    store.save_experiment(EXPERIMENT)
    with pytest.raises(UsageError, match="only one experiment can be active"):
        store.save_experiment(replace(EXPERIMENT, id="another"))
    store.save_experiment(replace(EXPERIMENT, status=ExperimentStatus.PAUSED))
    store.save_experiment(replace(EXPERIMENT, id="another"))
    assert [one.id for one in store.iter_experiments()] == ["bolder", "another"]


def test_an_experiment_sees_its_own_decisions_oldest_first(store: Store) -> None:
    store.write_decisions(
        [
            an_entry(2, hours=2, succeeded=True),
            an_entry(1, hours=1, variant=Variant.CONTROL, confidence=50),
            an_entry(3, experiment_id=None, variant=Variant.DEFAULT),
        ]
    )
    assert list(store.iter_experiment(EXPERIMENT)) == [
        ExperimentRow(Variant.CONTROL, "ann", 50, None),
        ExperimentRow(Variant.TREATMENT, "ann", 85, True),
    ]
    by_run = replace(EXPERIMENT, unit=ExperimentUnit.RUN)
    assert {row.unit for row in store.iter_experiment(by_run)} == {"run-1"}


def test_the_newest_calibrator_is_the_one_in_use(store: Store) -> None:
    assert store.find_calibrator() is None
    store.save_calibrator(NOON + DAY, {"method": "isotonic"})
    store.save_calibrator(NOON, {"method": "platt"})
    assert store.find_calibrator() == {"method": "isotonic"}


# ----------------------------------------------------------------------------- keeping


def test_pruning_takes_the_old_and_leaves_what_is_still_wanted(store: Store) -> None:
    def write(step: int, **more: object) -> None:
        entry = an_entry(step, **{"experiment_id": None, **more})  # type: ignore[arg-type]
        healing = a_healing(entry)
        store.write_decisions([entry], [healing], [a_notification(healing)])

    for step, days in ((1, 0), (2, 0), (3, 0), (4, 9)):
        write(step, hours=24 * days)
    store.start_run(Run(id="run-1", started_at=NOON))
    store.start_run(Run(id="run-2", started_at=NOON + 9 * DAY))
    _, third, second, _ = store.iter_healings()
    store.write_review(second, ACCEPTED, CacheChange(1, 1))
    store.write_review(third, REJECTED, CacheChange(0, 1))

    assert store.prune(NOON + 5 * DAY) == Pruned(
        decisions=3, runs=1, healings=1, notifications=3, kept_healings=2
    )
    assert [one.step_number for one in store.iter_healings()] == [4, 3, 1]
    assert store.find_entry("run-1/4/1") is not None
    assert store.find_entry("run-1/1/1") is None
    assert store.find_run("run-2") is not None
    assert list(store.iter_excluded("pay-button", None, None)) != []
    assert store.history_at(PATTERN) == History(successes=1, tries=2)


def test_pruning_leaves_the_decisions_of_an_experiment_that_goes_on(store: Store) -> None:
    store.save_experiment(EXPERIMENT)
    store.write_decisions([an_entry()])
    assert store.prune(NOON + DAY).decisions == 0
    store.save_experiment(
        replace(EXPERIMENT, status=ExperimentStatus.COMPLETED, end_date=NOON + DAY)
    )
    assert store.prune(NOON + DAY).decisions == 1
