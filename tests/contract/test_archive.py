"""What people look through, a page at a time, on both databases; and whose it is."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event
from tests.contract.made_up import NOON, a_healing, an_entry

from holdfast.adapters.sql.sql_store import SqlStore, open_store
from holdfast.errors import UsageError
from holdfast.model.access import AuditEntry, Role, Token
from holdfast.model.archive import (
    DOUBTFUL,
    DecisionFilter,
    HealingEvidence,
    PageOf,
    QueueFilter,
    RunFilter,
    RunnerUp,
)
from holdfast.model.healing_decision import HealingAction, History, ReviewState
from holdfast.model.remembered import CacheChange, Outcome, RecordingEntry, Review, Run
from holdfast.model.replay_result import Screen
from holdfast.model.snapshot import Point
from holdfast.model.thresholds import (
    RecordingHealingConfig,
    ThresholdExperiment,
    Thresholds,
    UserHealingConfig,
)
from holdfast.testing import MemoryStore

AnyStore = SqlStore | MemoryStore
DAY = DecisionFilter(start=NOON - timedelta(days=1), end=NOON + timedelta(days=1))
EVERY = QueueFilter(state=None)


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def shared(request: pytest.FixtureRequest) -> Iterator[AnyStore]:
    """Yield a store of all organizations, of each kind."""
    if request.param == "memory":
        yield MemoryStore()
        return
    fixture = {"sqlite": "sqlite_path", "postgres": "postgres_url"}[request.param]
    opened = open_store(str(request.getfixturevalue(fixture)))
    yield opened
    opened.close()


@pytest.fixture
def acme(shared: AnyStore) -> AnyStore:
    """Return the store as one organization sees it."""
    return shared.for_organization("acme")


def write(store: AnyStore, *confidences: int, run: str = "run-1", **more: object) -> list[int]:
    """Write a healing for each confidence; return their numbers in that order."""
    owner = store.owner
    for step, confidence in enumerate(confidences, 1):
        entry = an_entry(step, run=run, confidence=confidence, organization_id=owner)
        healing = a_healing(entry, organization_id=owner, **more)
        store.write_decisions([entry], [healing])
    found = {one.step_number: one.number for one in store.iter_healings() if one.run_id == run}
    return [found[step] for step in range(1, len(confidences) + 1)]


# ------------------------------------------------------------------------------------ the queue


def test_the_queue_puts_suggestions_first_and_the_likeliest_of_each_kind(acme: AnyStore) -> None:
    sure, weak, flagged, suggested, likelier = write(acme, 90, 10, 70, 45, 55)
    page = acme.page_healings(EVERY, 1, 10)
    assert [row.number for row in page.items] == [likelier, suggested, flagged, sure, weak]
    assert page.total == 5


def test_pages_of_the_queue_are_its_parts(acme: AnyStore) -> None:
    write(acme, 90, 10, 70, 45, 55, 55, 61)
    whole = [row.number for row in acme.page_healings(EVERY, 1, 50).items]
    parts = [acme.page_healings(EVERY, page, 3) for page in (1, 2, 3, 4)]
    assert [row.number for part in parts for row in part.items] == whole
    assert [(part.first, part.last, part.pages) for part in parts] == [
        (1, 3, 3),
        (4, 6, 3),
        (7, 7, 3),
        (0, 0, 3),
    ]


@pytest.mark.parametrize(
    ("wanted", "seen"),
    [
        pytest.param(QueueFilter(actions=DOUBTFUL), [2, 3], id="doubtful"),
        pytest.param(QueueFilter(min_confidence=70, max_confidence=90), [1, 2], id="confidence"),
        pytest.param(QueueFilter(run_id="run-1"), [1, 2, 3], id="run"),
        pytest.param(QueueFilter(run_id="run-2"), [], id="another run"),
        pytest.param(QueueFilter(recording_id="checkout"), [1, 2, 3], id="recording"),
        pytest.param(QueueFilter(text="place OR"), [1, 2, 3], id="text"),
        pytest.param(QueueFilter(text="100%_"), [], id="signs of patterns"),
        pytest.param(QueueFilter(text="\x00\ud800"), [], id="what no database holds"),
        pytest.param(QueueFilter(state=ReviewState.ACCEPTED), [], id="state"),
    ],
)
def test_the_queue_is_filtered(acme: AnyStore, wanted: QueueFilter, seen: list[int]) -> None:
    numbers = write(acme, 90, 70, 50)
    found = acme.page_healings(wanted, 1, 10)
    assert sorted(row.number for row in found.items) == [numbers[at - 1] for at in seen]
    assert found.total == len(seen)


def test_offers_are_counted_and_named_up_to_the_newest(acme: AnyStore) -> None:
    one, two = write(acme, 70, 50)
    write(acme, 70, run="run-2", fingerprint=None)
    (offers,) = acme.count_offers(QueueFilter())
    assert (offers.recording_id, offers.found, offers.acceptable) == ("checkout", 3, 2)
    assert sorted(acme.numbers_of(QueueFilter(), two, 10)) == [one, two]
    assert acme.numbers_of(QueueFilter(), one, 10) == [one]
    assert acme.count_waiting() == 1  # the same change, three times


def test_the_same_change_stands_once_and_what_stops_most_comes_first(acme: AnyStore) -> None:
    write(acme, 70, 65, 90, run="run-1")
    (alone,) = write(acme, 75, run="run-2", label="Help")
    likely = write(acme, 98, run="run-3", label="Pay", action=HealingAction.REJECT)
    write(acme, 98, run="run-4", label="None", action=HealingAction.REJECT, fingerprint=None)
    write(acme, 20, run="run-5", label="Unlikely")
    page = acme.page_changes(QueueFilter(waiting=True), 1, 10)
    assert [(row.healing.label, row.times) for row in page.items] == [
        ("Pay", 1),
        ("Place order", 2),
        ("Help", 1),
    ]
    assert [row.healing.confidence for row in page.items] == [98, 65, 75]
    assert (page.total, acme.count_waiting()) == (3, 3)
    shown = [row.healing.number for row in page.items]
    assert shown[::2] == [*likely, alone]
    assert acme.neighbour_changes(shown[1], QueueFilter(waiting=True)) == (shown[0], shown[2])
    assert acme.neighbour_changes(99_999, QueueFilter()) == (None, None)
    second = acme.page_changes(QueueFilter(waiting=True), 2, 2)
    assert [row.healing.number for row in second.items] == shown[2:]
    assert list(second.around) == shown[1:]
    assert list(acme.page_changes(QueueFilter(waiting=True), 1, 1).around) == shown[:2]


def test_a_narrowed_queue_keeps_its_order_and_shows_what_was_asked_for(acme: AnyStore) -> None:
    write(acme, 62, 75, 78, run="run-1")
    (help_,) = write(acme, 79, run="run-2", label="Help")
    write(acme, 65, run="run-3", label="Unsure")
    sure = QueueFilter(waiting=True, min_confidence=70)
    for wanted in (sure, replace(sure, actions=frozenset({HealingAction.APPLY_WITH_FLAG}))):
        page = acme.page_changes(wanted, 1, 9)
        # "Place order" waits three times, and comes first for that; one of them is too unsure.
        assert [(row.healing.confidence, row.times) for row in page.items] == [(75, 2), (79, 1)]
        shown = [row.healing.number for row in page.items]
        assert (page.total, list(page.around), shown[1]) == (2, shown, help_)
        assert acme.neighbour_changes(help_, wanted) == (shown[0], None)
    assert [one.times for one in acme.page_changes(replace(sure, text="HELP"), 1, 9).items] == [1]


def test_a_change_that_is_answered_still_has_neighbours(acme: AnyStore) -> None:
    write(acme, 50, run="run-1", label="First")
    write(acme, 60, run="run-2", label="Second")
    write(acme, 70, run="run-3", label="Third")
    wanted = QueueFilter(waiting=True)
    first, second, third = (row.healing.number for row in acme.page_changes(wanted, 1, 9).items)
    healing = acme.find_healing(second)
    assert healing is not None
    acme.write_review(healing, Review(state=ReviewState.ACCEPTED, at=NOON), CacheChange())
    assert acme.neighbour_changes(second, wanted) == (first, third)
    assert acme.count_waiting() == acme.page_changes(wanted, 1, 1).total == 2
    for text, found in ((healing.label, 0), ("FIRST", 1), ("role=button", 2)):
        assert acme.page_changes(QueueFilter(waiting=True, text=text), 1, 9).total == found
    of_it = QueueFilter(state=ReviewState.ACCEPTED, change_id=healing.change_id)
    assert [row.number for row in acme.page_healings(of_it, 1, 9).items] == [second]
    answered = acme.find_healing(second)
    assert answered is not None
    acme.write_review(answered, Review(state=ReviewState.PENDING, at=NOON), CacheChange())
    assert [row.healing.number for row in acme.page_changes(wanted, 1, 9).items] == [
        first, second, third
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("narrowed", "counted_from"),
    [({}, "ix_changes_words"), ({"min_confidence": 45}, "ix_healings_words")],
)
def test_a_search_of_the_queue_in_sqlite_reads_nothing_but_an_index(
    sqlite_path: str, narrowed: dict[str, Any], counted_from: str
) -> None:
    with closing(open_store(sqlite_path, organization_id="acme")) as store:
        asked: list[tuple[str, tuple[object, ...]]] = []
        engine = store.database.engine
        event.listen(engine, "before_cursor_execute", lambda *told: asked.append(told[2:4]))
        store.page_changes(QueueFilter(waiting=True, text="save", **narrowed), 2, 9)
        with engine.connect() as connection:
            plans = [
                str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one}", given).all())
                for one, given in list(asked)
                if "LIKE" in one
            ]
    # The page, and how many there are.
    for plan, index in zip(plans, ("ix_changes_words", counted_from), strict=True):
        assert f"COVERING INDEX {index}" in plan
    assert not any("TEMP B-TREE" in plan for plan in plans), "in its order, without sorting"


def test_evidence_comes_back_and_what_is_written_twice_stays(acme: AnyStore) -> None:
    other = RunnerUp(target=7, likely=11, element="<a>", why="near", selector="#a")
    shown = HealingEvidence(
        reason="same role",
        runners_up=(other,),
        before=b"\x89PNG\x00",
        after=None,
        page=Screen(picture=b"\x89PNG\x01", scale=0.5, corner=Point(0, 120)),
    )
    entry = an_entry()
    for evidence in (shown, replace(shown, reason="another")):
        acme.write_decisions(
            [entry], [a_healing(entry, organization_id="acme")], [], {entry.id: evidence}
        )
    assert acme.find_evidence(entry.id) == shown
    assert acme.find_evidence("nobody") is None


def test_an_act_that_fails_leaves_no_answer(acme: AnyStore) -> None:
    (number,) = write(acme, 70)
    healing = acme.find_healing(number)
    assert healing is not None

    def fail() -> None:
        raise UsageError("the file is damaged")

    review = Review(state=ReviewState.ACCEPTED, at=NOON)
    with pytest.raises(UsageError, match="damaged"):
        acme.write_review(healing, review, CacheChange(1, 1), fail)
    found = acme.find_healing(number)
    assert found is not None
    assert found.state is ReviewState.PENDING
    assert acme.history_at("shop.example/orders/{id}") == History()


def test_an_answer_given_anew_is_another_one(acme: AnyStore) -> None:
    (number,) = write(acme, 70)
    fresh = acme.find_healing(number)
    assert fresh is not None
    accepted = Review(state=ReviewState.ACCEPTED, at=NOON, reviewer="ann", picked=3)
    assert acme.write_review(fresh, accepted, CacheChange())
    seen = acme.find_healing(number)
    assert seen is not None
    assert seen.review == accepted
    again = replace(accepted, at=NOON + timedelta(minutes=1), picked=None)
    assert acme.write_review(seen, again, CacheChange())
    assert not acme.write_review(seen, replace(again, at=NOON), CacheChange())


# ------------------------------------------------------------------------- runs and recordings


def a_run(name: str, *, hours: float = 0, owner: str | None = "acme", **more: object) -> Run:
    run = Run(
        id=name,
        started_at=NOON + timedelta(hours=hours),
        name=f"Run {name}",
        recording_id="checkout",
        organization_id=owner,
    )
    return replace(run, **more)  # type: ignore[arg-type] # keywords of the test


def test_runs_come_newest_first_with_what_became_of_their_steps(acme: AnyStore) -> None:
    for run in (a_run("run-1", passed=True), a_run("run-2", hours=1, passed=False)):
        acme.start_run(run)
    write(acme, 90, 70, 50, 10)
    page = acme.page_runs(RunFilter(), 1, 10)
    assert [row.run.id for row in page.items] == ["run-2", "run-1"]
    assert [(row.healed, row.refused, row.pending) for row in page.items] == [(0, 0, 0), (2, 2, 2)]
    failed = acme.page_runs(RunFilter(passed=False, text="RUN-2", recording_id="checkout"), 1, 10)
    assert [row.run.id for row in failed.items] == ["run-2"]
    steps = [row.step_number for row in acme.list_run_healings("run-1")]
    assert steps == [1, 2, 3, 4]


def test_recordings_come_by_name_with_what_waits(acme: AnyStore) -> None:
    for name in ("checkout", "Account"):
        acme.save_recording(RecordingEntry(id=name, name=name, path=f"{name}.json"))
    acme.start_run(a_run("run-1"))
    acme.start_run(a_run("run-2", hours=1))
    write(acme, 70, 65, 90)
    first, second = acme.page_recordings("", 1, 10).items
    assert [first.entry.name, second.entry.name] == ["Account", "checkout"]
    assert (second.pending, second.runs) == (1, 2)
    assert second.last_run is not None
    assert second.last_run.id == "run-2"
    assert acme.page_recordings("ACC", 1, 10).total == 1
    (row, *_) = acme.page_healings(QueueFilter(), 1, 1).items
    assert row.recording_name == "checkout"


# ------------------------------------------------------------------------------------ decisions


def test_decisions_are_filtered_paged_and_counted_by_day(acme: AnyStore) -> None:
    entries = [
        an_entry(1, confidence=90, succeeded=True),
        an_entry(2, confidence=100, succeeded=False),
        an_entry(3, confidence=45, hours=13),
    ]
    acme.write_decisions(entries)
    page = acme.page_decisions(DAY, 1, 2)
    assert ([one.step_number for one in page.items], page.total) == ([3, 2], 3)
    assert len(list(acme.iter_decisions(replace(DAY, action=HealingAction.AUTO_APPLY)))) == 2
    newest = acme.iter_decisions(DAY, newest_first=True, limit=1)
    assert [row.final_confidence for row in newest] == [45]
    first, second = acme.list_days(DAY)
    assert (first.start, first.counts) == (date(2026, 3, 1), {HealingAction.AUTO_APPLY: 2})
    assert (first.successes, first.outcomes, first.average_confidence) == (1, 2, 95.0)
    assert (second.start, second.decisions) == (date(2026, 3, 2), 1)
    assert acme.histogram(DAY) == (0, 0, 0, 0, 1, 0, 0, 0, 0, 2)


# --------------------------------------------------------------------------------- whose it is


def test_an_organization_sees_its_own_and_nothing_else(shared: AnyStore, acme: AnyStore) -> None:
    others = shared.for_organization("other")
    (mine,) = write(acme, 70)
    acme.start_run(a_run("run-1"))
    acme.save_recording(RecordingEntry(id="checkout", name="A", path="a.json"))
    entry_id = "run-1/1/1"
    assert others.find_healing(mine) is None
    assert others.find_entry(entry_id) is None
    assert others.find_run("run-1") is None
    assert others.find_recording("checkout") is None
    assert others.find_evidence(entry_id) is None
    assert others.neighbour_changes(mine, EVERY) == (None, None)
    assert others.page_healings(EVERY, 1, 10).total == 0
    assert others.page_runs(RunFilter(), 1, 10).total == 0
    assert others.page_recordings("", 1, 10).total == 0
    assert others.page_decisions(DAY, 1, 10).total == 0
    assert others.list_run_healings("run-1") == ()
    assert others.numbers_by_entry([entry_id]) == {}
    assert others.count_offers(EVERY) == ()
    assert others.labels_of(["pay-button"]) == {}
    for found in (
        others.iter_healings(),
        others.iter_notifications(),
        others.iter_excluded("pay-button", "checkout", "step-1"),
        others.iter_past("pay-button", "buy-button"),
        others.iter_steps("run-1"),
        others.iter_decisions(),
        others.iter_decisions(DAY),
        others.list_days(DAY),
    ):
        assert list(found) == []
    healing = acme.find_healing(mine)
    assert healing is not None
    assert not others.write_review(
        healing, Review(state=ReviewState.ACCEPTED, at=NOON), CacheChange(1, 1)
    )


def test_what_is_nobodys_is_the_default_organizations(shared: AnyStore) -> None:
    shared.start_run(a_run("old", owner=None))
    shared.write_decisions([an_entry(1, run="old", organization_id=None)])
    assert shared.for_organization("default").find_run("old") is not None
    assert shared.for_organization("default").page_decisions(DAY, 1, 10).total == 1
    assert shared.for_organization("acme").find_run("old") is None


def test_organizations_may_give_the_same_names(shared: AnyStore, acme: AnyStore) -> None:
    others = shared.for_organization("other")
    low, high = (Thresholds(auto_apply=n, apply_with_flag=50, suggest_only=30) for n in (70, 80))
    for store, levels in ((acme, low), (others, high)):
        experiment = ThresholdExperiment(
            id="bolder",
            name="bolder",
            control=levels,
            treatment=levels,
            allocation=50,
            start_date=NOON,
        )
        store.save_experiment(experiment)
        store.save_recording(RecordingEntry(id="checkout", name=store.owner, path="x.json"))
        store.save_user_config("ann", UserHealingConfig(thresholds=levels))
        mode = RecordingHealingConfig(recording_id="checkout", custom_thresholds=levels)
        store.save_recording_config(mode)
        store.save_calibrator(NOON, {"owner": store.owner})
    for store, levels in ((acme, low), (others, high)):
        assert [one.control for one in store.iter_experiments()] == [levels]
        entry, user = store.find_recording("checkout"), store.find_user_config("ann")
        assert entry is not None
        assert entry.name == store.owner
        assert user is not None
        assert user.thresholds == levels
        config = store.find_recording_config("checkout")
        assert config is not None
        assert config.custom_thresholds == levels
        assert store.find_calibrator() == {"owner": store.owner}
    assert shared.find_recording("checkout") is None
    assert list(shared.iter_experiments()) == []


def test_histories_are_counted_apart(shared: AnyStore, acme: AnyStore) -> None:
    write(acme, 90)
    acme.write_outcomes([Outcome("run-1/1/1", True, "/orders/*")])
    assert acme.history_at("/orders/*") == History(successes=1, tries=1)
    assert shared.for_organization("other").history_at("/orders/*") == History()


# ----------------------------------------------------------------------------------------- access


def a_token(name: str, *, user: str = "ann", organization: str = "acme") -> Token:
    return Token(token_hash=name, organization_id=organization, user_id=user, created_at=NOON)


def test_wrong_tokens_are_counted_by_key_and_old_ones_forgotten(shared: AnyStore) -> None:
    later = NOON + timedelta(minutes=2)
    shared.count_failure(["one", "two"], NOON, NOON - timedelta(minutes=1))
    assert list(shared.list_failures("one", NOON)) == [NOON]
    shared.count_failure(["one"], later, later - timedelta(minutes=1))
    assert list(shared.list_failures("one", NOON)) == [later]
    assert not shared.list_failures("two", NOON)


def test_tokens_and_sessions_are_found_until_they_end(shared: AnyStore, acme: AnyStore) -> None:
    assert not shared.list_tokens()
    token = a_token("t1")
    shared.save_token(token)
    shared.save_token(a_token("t2", organization="other"))
    assert shared.list_tokens()
    assert shared.find_token("t1") == token
    assert shared.find_token("t3") is None
    assert list(acme.list_tokens()) == [token]
    end = NOON + timedelta(hours=1)
    shared.start_session("s1", "t1", now=NOON, expires_at=end)
    assert shared.find_session("s1", NOON) == token
    assert shared.find_session("s1", end) is None
    shared.end_session("s1")
    assert shared.find_session("s1", NOON) is None


def test_a_token_keeps_its_role_and_its_end(shared: AnyStore) -> None:
    end = NOON + timedelta(days=1)
    token = replace(a_token("t1"), role=Role.LOCATE, expires_at=end)
    shared.save_token(token)
    assert shared.find_token("t1") == token
    assert not token.has_expired(NOON)
    assert token.has_expired(end)


def test_who_did_what_comes_newest_first_and_is_of_one_organization(
    shared: AnyStore, acme: AnyStore
) -> None:
    acts = [
        AuditEntry(at=NOON, user_id="ann", act="set", subject=f"recording {number}", detail="\0")
        for number in range(3)
    ]
    for act in acts:
        acme.write_audit(act)
    shared.for_organization("other").write_audit(acts[0])
    found = acme.page_audit(1, 2)
    assert found.total == 3
    assert [one.subject for one in found.items] == ["recording 2", "recording 1"]
    assert [one.subject for one in acme.page_audit(2, 2).items] == ["recording 0"]
    assert shared.page_audit(1, 10).total == 4


def test_an_organization_takes_away_its_own_tokens_only(shared: AnyStore, acme: AnyStore) -> None:
    for token in (a_token("t1"), a_token("t2", organization="other")):
        shared.save_token(token)
    shared.start_session("s1", "t1", now=NOON, expires_at=NOON + timedelta(hours=1))
    assert acme.delete_tokens(["t1", "t2"]) == 1
    assert shared.find_session("s1", NOON) is None
    assert shared.find_token("t2") is not None


@given(total=st.integers(0, 500), size=st.integers(1, 50))
def test_every_row_is_on_exactly_one_page(total: int, size: int) -> None:
    pages = PageOf(items=(), total=total, page=1, size=size).pages
    assert (pages - 1) * size <= max(total, 1) - 1 < pages * size
