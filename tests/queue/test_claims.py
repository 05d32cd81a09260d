"""The rows of the queue: one attempt at a time may act, and every run ends once."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from holdfast.adapters.sql.queued_runs import QueuedRunTables
from holdfast.adapters.sql.sql_store import open_queue, open_store
from holdfast.app.lost_runs import MOST_ATTEMPTS, may_begin_anew, settle_lost
from holdfast.app.permissions import permissions_for
from holdfast.app.values import Values
from holdfast.doors.queue_worker import Worker
from holdfast.doors.run_pool import RunPool
from holdfast.doors.run_process import ProcessOptions
from holdfast.errors import RunStopped, UsageError
from holdfast.model.healing_decision import ConfidenceFactors, Decision
from holdfast.model.job import Ended, Job
from holdfast.model.queued_run import QueuedRun, QueueWorker, RunState, Schedule, Settlement
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.replay_result import NearMiss, Replay, StepOutcome, StepResult
from holdfast.model.thresholds import Thresholds
from holdfast.testing import MemoryStore

pytestmark = pytest.mark.postgres
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def queue(new_postgres_url: str) -> Iterator[QueuedRunTables]:
    opened = open_queue(new_postgres_url)
    yield opened
    opened.close()


def a_job(run_id: str = "r1", *, idempotent: bool = False) -> Job:
    return Job(
        run_id=run_id,
        name="shop.json",
        recording_id="shop.json",
        recording=b'{"a": "\\u0000"}',
        variables={"customer": "42"},
        idempotent=idempotent,
    )


def an_end(job: Job) -> Ended:
    return Ended.without_run(job, "it was so", exit_code=3, at=NOW)


def put(queue: QueuedRunTables, job: Job) -> None:
    queue.add([job], "1.0", NOW)


def test_a_job_comes_back_as_it_was_put_there_and_only_one_gets_it(queue: QueuedRunTables) -> None:
    put(queue, a_job())
    taken = queue.take("r1", "mine", "host:1", NOW)
    assert taken is not None
    assert taken.job == a_job()
    assert queue.take("r1", "yours", "host:2", NOW) is None
    again = queue.take("r1", "mine", "host:1", NOW)  # the answer was lost, and asked for again
    assert again is not None
    assert again.run.attempts == taken.run.attempts == 1


def test_putting_a_job_there_twice_is_putting_it_there_once(queue: QueuedRunTables) -> None:
    put(queue, a_job())
    put(queue, a_job())
    assert queue.count_states()[RunState.WAITING] == 1


def test_a_run_that_had_not_acted_is_given_to_another_and_the_first_may_act_no_more(
    queue: QueuedRunTables,
) -> None:
    put(queue, a_job())
    queue.take("r1", "dead", "host:1", NOW)
    assert queue.settle("r1", None, settle_lost, NOW)[0] is Settlement.AGAIN
    assert queue.take("r1", "alive", "host:2", NOW) is not None
    with pytest.raises(RunStopped, match="given up"):
        queue.check_act("r1", "dead", NOW)
    queue.check_act("r1", "alive", NOW)
    assert not queue.end("r1", "dead", an_end(a_job()), RunState.FAILED, NOW)
    assert queue.end("r1", "alive", an_end(a_job()), RunState.PASSED, NOW)
    assert queue.end("r1", "alive", an_end(a_job()), RunState.PASSED, NOW), "asked again"


def test_a_run_that_had_acted_is_lost_and_never_taken_again(queue: QueuedRunTables) -> None:
    put(queue, a_job())
    queue.take("r1", "dead", "host:1", NOW)
    queue.check_act("r1", "dead", NOW)
    assert queue.settle("r1", None, settle_lost, NOW)[0] is Settlement.LOST
    assert queue.settle("r1", None, settle_lost, NOW)[0] is Settlement.ENDED
    assert queue.take("r1", "alive", "host:2", NOW) is None
    with pytest.raises(RunStopped):
        queue.check_act("r1", "dead", NOW)
    found = queue.find_finished("r1")
    assert found is not None
    assert (found.run.state, found.ended) == (RunState.LOST, None)


def test_an_idempotent_run_that_had_acted_is_taken_again(queue: QueuedRunTables) -> None:
    put(queue, a_job(idempotent=True))
    queue.take("r1", "dead", "host:1", NOW)
    queue.check_act("r1", "dead", NOW)
    assert queue.settle("r1", None, settle_lost, NOW)[0] is Settlement.AGAIN
    taken = queue.take("r1", "alive", "host:2", NOW)
    assert taken is not None
    assert (taken.run.acted, taken.run.attempt_id) == (False, "r1-2")


def test_a_cancelled_run_ends_at_once_or_before_its_next_act(queue: QueuedRunTables) -> None:
    put(queue, a_job("waits"))
    put(queue, a_job("runs"))
    queue.take("runs", "mine", "host:1", NOW)
    queue.check_act("runs", "mine", NOW)
    assert queue.cancel(["waits", "runs", "unknown"], NOW) == 2
    assert queue.take("waits", "mine", "host:1", NOW) is None
    with pytest.raises(RunStopped, match="cancelled"):
        queue.check_act("runs", "mine", NOW)
    states = {run.run_id: run.state for run in queue.list_runs(None, 9)}
    assert states == {"waits": RunState.CANCELLED, "runs": RunState.RUNNING}


def test_a_result_comes_back_as_it_was(queue: QueuedRunTables) -> None:
    factors = ConfidenceFactors(
        ai_confidence=90,
        label_similarity=80,
        type_similarity=100,
        position_proximity=70,
        selector_uniqueness=100,
    )
    decision = Decision(
        factors=factors,
        calculated=88,
        boosters=("known_page",),
        penalties=(),
        confidence=88,
        thresholds=Thresholds(auto_apply=90, apply_with_flag=75, suggest_only=40),
    )
    step = StepResult(
        number=1,
        step_id="s1",
        title="click 'Buy'",
        outcome=StepOutcome.HEALED,
        decision=decision,
        nearest=(NearMiss(likely=3, element="<a>", why="far away"),),
        after=b"\x89PNG",
    )
    replay = Replay(run_id="r1", name="shop", started_at=NOW, ended_at=NOW, steps=(step,))
    ended = Ended.of(replay, acted=True)
    put(queue, a_job())
    queue.take("r1", "mine", "host:1", NOW)
    queue.end("r1", "mine", ended, RunState.PASSED, NOW)
    found = queue.find_finished("r1")
    assert found is not None
    assert found.ended == ended


def test_what_recurs_is_kept_and_workers_are_known_while_they_are_heard_of(
    queue: QueuedRunTables,
) -> None:
    schedule = Schedule(name="nightly", cron="30 2 * * *", version="1.0", job=a_job())
    queue.save_schedule(schedule)
    queue.save_schedule(replace(schedule, cron="0 3 * * *"))
    assert [one.cron for one in queue.list_schedules()] == ["0 3 * * *"]
    assert queue.delete_schedule("nightly")
    assert not queue.delete_schedule("nightly")
    worker = QueueWorker(
        id="h:1", host="h", version="1.0", concurrency=2, started_at=NOW, seen_at=NOW
    )
    queue.greet(worker)
    queue.greet(replace(worker, seen_at=NOW + timedelta(minutes=5)))
    assert len(queue.list_workers(NOW + timedelta(minutes=5))) == 1
    assert not queue.list_workers(NOW + timedelta(minutes=6))
    queue.leave("h:1")
    assert not queue.list_workers(NOW)


def test_what_is_due_is_put_there_once_however_often_the_clock_is_looked_at(
    queue: QueuedRunTables,
) -> None:
    for name, cron in (("broken", "every now and then"), ("n", "30 2 * * *")):
        queue.save_schedule(Schedule(name=name, cron=cron, version="1.0", job=a_job()))
    said: list[str] = []
    me = QueueWorker(id="h:1", host="h", version="1.0", concurrency=1, started_at=NOW, seen_at=NOW)
    worker = Worker(
        queue=queue,
        store=MemoryStore(),
        pool=RunPool(1, ProcessOptions()),
        me=me,
        lost_after_s=30,
        say=said.append,
        on_end=lambda name, replay: None,
    )
    due = NOW.replace(hour=2, minute=30)

    async def look() -> None:
        for minute in (due, due, due.replace(minute=31)):
            await worker.tick(minute)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(look())).result()
    assert queue.count_states()[RunState.WAITING] == 1
    assert {told.partition(":")[0] for told in said} == {"schedule broken is left out"}


def test_a_pruned_store_forgets_what_has_ended_and_nothing_that_waits(
    queue: QueuedRunTables, new_postgres_url: str
) -> None:
    for name in ("ended", "waits"):
        put(queue, a_job(name))
    queue.take("ended", "mine", "host:1", NOW)
    queue.end("ended", "mine", an_end(a_job()), RunState.PASSED, NOW)
    with closing(open_store(new_postgres_url)) as store:
        store.prune(NOW + timedelta(days=1))
    assert [run.run_id for run in queue.list_runs(None, 9)] == ["waits"]


def test_a_database_without_an_encoding_keeps_texts(new_postgres_url: str) -> None:
    name = "without_encoding"
    with psycopg.connect(new_postgres_url, autocommit=True) as connection:
        connection.execute(
            f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0 "
            "LC_COLLATE 'C' LC_CTYPE 'C'"
        )
    before, _, options = new_postgres_url.partition("?")
    with closing(open_queue(f"{before.rpartition('/')[0]}/{name}?{options}")) as queue:
        put(queue, replace(a_job(), name="Büro.json"))
        assert [run.name for run in queue.list_runs(None, 9)] == ["Büro.json"]


def test_a_file_is_no_queue(tmp_path: object) -> None:
    with pytest.raises(UsageError, match="a queue needs PostgreSQL"):
        open_queue(f"{tmp_path}/holdfast.db")


@pytest.mark.parametrize(
    ("attempts", "acted", "idempotent", "settled"),
    [
        pytest.param(1, False, False, Settlement.AGAIN, id="had not acted"),
        pytest.param(1, True, False, Settlement.LOST, id="had acted"),
        pytest.param(1, True, True, Settlement.AGAIN, id="may be repeated"),
        pytest.param(MOST_ATTEMPTS, False, True, Settlement.LOST, id="too often"),
    ],
)
def test_what_becomes_of_a_lost_run(
    attempts: int, acted: bool, idempotent: bool, settled: Settlement
) -> None:
    run = QueuedRun(
        run_id="r",
        name="n",
        state=RunState.RUNNING,
        version="1",
        queued_at=NOW,
        attempts=attempts,
        acted=acted,
        idempotent=idempotent,
    )
    assert settle_lost(run) is settled
    assert may_begin_anew(run, an_end(a_job())) is (attempts < MOST_ATTEMPTS)


def test_a_recording_from_a_queue_does_not_say_where_a_workers_secrets_go() -> None:
    step = Step(id="s", action=StepAction.TYPE, url="https://evil.example/", value="${PASSWORD}")
    recording = Recording(name="r", start_url=step.url, created_at=NOW, steps=(step,))
    given = Values(secrets={"PASSWORD": "x"})
    shop = "https://shop.example"
    known = permissions_for(recording, given, allowed_origins=[shop])
    queued = permissions_for(
        recording, given, base_url=step.url, allowed_origins=[shop], is_known=False
    )
    assert known.origins.refuses("PASSWORD", step.url) is None
    assert queued.origins.refuses("PASSWORD", step.url) is not None
    assert queued.origins.refuses("PASSWORD", f"{shop}/login") is None
