"""Real workers on a real queue, killed where it hurts: nothing is lost, nothing acts twice."""

import random
import signal
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlsplit
from xml.etree.ElementTree import parse

import orjson
import psycopg
import psycopg.sql
import pytest
from tests.processes import descendants, has_ended
from tests.queue.conftest import Shop, Workers, until
from tests.security.test_hostile_words import HOSTILE, obeyed

from holdfast.adapters.sql.sql_store import open_queue
from holdfast.doors.cli import holdfast_version
from holdfast.model.job import Job
from holdfast.model.queued_run import RunState
from holdfast.model.recording import Recording, Step, StepAction

pytestmark = [pytest.mark.browser, pytest.mark.postgres]
Clicking = Callable[[str], Recording]


def states(place: str) -> dict[str, RunState]:
    queue = open_queue(place)
    try:
        return {run.name: run.state for run in queue.list_runs(None, 1000)}
    finally:
        queue.close()


def enqueue(place: str, recordings: dict[str, Recording], version: str = "") -> None:
    queue = open_queue(place)
    jobs = [
        Job(
            run_id=f"run-{name}",
            name=name,
            recording_id=name,
            recording=orjson.dumps(recording.to_json()),
            idempotent=recording.idempotent,
        )
        for name, recording in recordings.items()
    ]
    queue.add(jobs, version or holdfast_version(), datetime.now(UTC))
    queue.close()


def then_opening(recording: Recording, url: str) -> Recording:
    """Return the recording with one more step, which opens a page."""
    step = Step(id="then", action=StepAction.NAVIGATE, value=url, url=url)
    return replace(recording, steps=(*recording.steps, step))


def all_ended(place: str, names: set[str]) -> bool:
    found = states(place)
    return names <= found.keys() and all(state.has_ended for state in found.values())


def test_a_killed_worker_loses_nothing_and_nothing_acts_twice(
    workers: Workers, shop: Shop, clicking: Clicking
) -> None:
    """It is killed when one run loads its page, and another has clicked and opens the next one."""
    shop.gates.update(loads=threading.Event(), never=threading.Event())
    acts = then_opening(clicking("acts"), shop.url("never"))
    enqueue(workers.place, {"loads": clicking("loads"), "acts": acts})
    worker = workers.start("--concurrency", "2")
    until(lambda: shop.asked["loads"] == 1 and shop.asked["never"] == 1)
    below = [process for process, name in descendants(worker.pid) if "spawn_main" in name]
    worker.kill()
    worker.wait()
    until(lambda: all(map(has_ended, below)))  # they end with the one that started them
    shop.gates["loads"].set()
    enqueue(workers.place, {"old": clicking("old")}, version="0.0.1")
    clicking("waits").save(workers.folder / "waits.json")
    workers.start()
    queued = ("replay", "waits.json", "--queue", workers.place, "--wait", "--junit", "out.xml")
    done = workers.command(*queued)
    assert done.returncode == 0, done.stderr
    until(lambda: all_ended(workers.place, {"loads", "acts", "old", "waits.json"}))
    assert states(workers.place) == {
        "loads": RunState.PASSED,
        "acts": RunState.LOST,
        "waits.json": RunState.PASSED,
        "old": RunState.FAILED,
    }
    assert shop.clicks == {"loads": 1, "acts": 1, "waits": 1}
    (suite,) = parse(workers.folder / "out.xml").getroot()
    assert (suite.get("name"), suite.get("failures")) == ("waits.json", "0")
    assert "it was put there by holdfast 0.0.1" in workers.said


def test_a_recording_travels_and_no_secret_does(
    workers: Workers, clicking: Clicking, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing = clicking("typed")
    (workers.folder / "all").write_text("PIN=file-7731-Zq\n")
    step = Step(id="type", action=StepAction.PRESS, value="${PIN}", url=typing.start_url)
    replace(typing, steps=(*typing.steps, step)).save(workers.folder / "typed.json")
    monkeypatch.setenv("HOLDFAST_SECRET_PIN", "env-4419-Xy")
    handed = ("replay", "typed.json", "--queue", workers.place)
    assert workers.command(*handed, "--secrets", "all").returncode == 2
    told = workers.command(*handed)
    assert told.returncode == 0, told
    with psycopg.connect(workers.place) as database:
        tables = database.execute(
            "select table_name from information_schema.tables where table_schema = 'public'"
        ).fetchall()
        kept = b"".join(
            bytes(value) if isinstance(value, bytes) else str(value).encode()
            for (table,) in tables
            for row in database.execute(
                psycopg.sql.SQL("select * from {}").format(psycopg.sql.Identifier(table))
            )
            for value in row
        )
    assert b"${PIN}" in kept, "the recording is there"
    assert b"7731" not in kept + told.stdout.encode()
    assert b"4419" not in kept + told.stdout.encode()


@pytest.mark.slow
def test_200_runs_and_two_workers_killed_at_random(
    workers: Workers, shop: Shop, clicking: Clicking
) -> None:
    """The page that counts clicks is the judge."""
    chance = random.Random(19)
    names = [f"r{number}" for number in range(200)]
    enqueue(workers.place, {name: clicking(name) for name in names})
    alive, kills = [workers.start() for _ in range(2)], 0
    for _ in range(14):
        seen = shop.asked.total() + shop.clicks.total()
        wanted = seen + chance.randint(2, 22)

        def has_gone_on(wanted: int = wanted) -> bool:
            return shop.asked.total() + shop.clicks.total() >= wanted or all_ended(
                workers.place, set(names)
            )

        until(has_gone_on, 300)
        if all_ended(workers.place, set(names)):
            break
        victim = alive.pop(chance.randrange(2))
        victim.kill()
        victim.wait()
        kills += 1
        alive.append(workers.start())
    until(lambda: all_ended(workers.place, set(names)), 900)
    found = states(workers.place)
    counts = Counter(found.values())
    print(f"{kills} kills: {dict(counts)}; {shop.clicks.total()} clicks")  # noqa: T201 - the figures
    assert kills >= 10
    assert set(found) == set(names)
    assert max(shop.clicks.values()) == 1
    assert set(counts) <= {RunState.PASSED, RunState.LOST}
    assert all(shop.clicks[name] == 1 for name in names if found[name] is RunState.PASSED)
    assert counts[RunState.LOST] <= kills


@pytest.mark.slow
def test_a_database_that_goes_away_is_waited_for(
    workers: Workers, shop: Shop, clicking: Clicking
) -> None:
    enqueue(workers.place, {"before": clicking("before")})
    worker = workers.start()
    until(lambda: all_ended(workers.place, {"before"}))
    name = urlsplit(workers.place).path.lstrip("/")
    server = workers.place.replace(f"/{name}?", "/postgres?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
        )
        until(lambda: "waiting for the database" in workers.said)
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    enqueue(workers.place, {"after": clicking("after")})
    until(lambda: all_ended(workers.place, {"before", "after"}))
    assert shop.clicks == {"before": 1, "after": 1}
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(timeout=120) == 0, workers.said


@pytest.mark.slow
def test_a_run_is_shown_cancelled_and_put_there_again(
    workers: Workers, shop: Shop, clicking: Clicking
) -> None:
    shop.gates["held"] = threading.Event()
    enqueue(workers.place, {"held": clicking("held"), "later": clicking("later")})
    workers.start()
    until(lambda: shop.asked["held"] == 1)
    told = orjson.loads(workers.command("queue", "status", "--json").stdout)
    assert told["counts"]["running"] == told["counts"]["waiting"] == 1
    assert len(told["workers"]) == 1
    assert "cancelled 2 of 2" in workers.command("queue", "cancel", "--all").stdout
    shop.gates["held"].set()
    until(lambda: all_ended(workers.place, {"held", "later"}))
    assert set(states(workers.place).values()) == {RunState.CANCELLED}
    assert not shop.clicks
    assert workers.command("queue", "retry", "run-later").returncode == 0
    until(lambda: shop.clicks["later"] == 1)
    clicking("nightly").save(workers.folder / "nightly.json")
    nightly = ("queue", "schedule", "nightly", "--recording", "nightly.json", "--cron")
    assert workers.command(*nightly, "every night").returncode == 2
    assert workers.command(*nightly, "30 2 * * *").returncode == 0
    assert "30 2 * * *" in workers.command("queue", "schedule").stdout
    assert workers.command("queue", "schedule", "nightly", "--remove").returncode == 0
    assert "nightly" not in workers.command("queue", "schedule").stdout


@pytest.mark.slow
def test_what_a_job_is_called_steers_no_terminal_and_no_build_server(
    workers: Workers, clicking: Clicking
) -> None:
    enqueue(workers.place, {HOSTILE: clicking("any")})
    workers.start()
    until(lambda: all_ended(workers.place, {HOSTILE}))
    until(lambda: "Pay" in workers.said)
    status = workers.command("queue", "status")
    assert "Pay" in status.stdout
    assert obeyed(workers.said + status.stdout + status.stderr) == []
