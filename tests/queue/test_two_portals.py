"""Two portals on one PostgreSQL: who signed in, who guessed, and what waits is known to both."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.queue.test_claims import NOW, a_job

from holdfast.adapters.sql.sql_store import open_queue
from holdfast.app.wiring import load_project
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.limits import MOST_FAILURES
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.doors.portal.sign_in import make_token
from holdfast.model.queued_run import QueueWorker
from holdfast.testing import FixedClock

pytestmark = pytest.mark.postgres
HOST = "http://127.0.0.1"


@pytest.fixture
def portals(new_postgres_url: str, tmp_path: Path) -> Iterator[tuple[PortalSettings, ...]]:
    """Yield two portals, each with connections of its own."""
    (tmp_path / "holdfast.toml").write_text("")
    project = load_project(tmp_path, {"HOLDFAST_STORE": new_postgres_url})
    with ExitStack() as opened:
        yield tuple(
            PortalSettings(
                project=project,
                store=opened.enter_context(closing(project.open_shared_store())),
                clock=FixedClock(NOW),
                is_shared=True,
                queue=opened.enter_context(closing(open_queue(new_postgres_url))),
            )
            for _ in range(2)
        )


def client_of(settings: PortalSettings) -> TestClient:
    return TestClient(create_app(settings), HOST, follow_redirects=False)


def test_a_session_of_one_portal_is_one_of_the_other(
    portals: tuple[PortalSettings, ...],
) -> None:
    token = make_token(portals[0].store, NOW, user="ann", organization="default")
    one, other = map(client_of, portals)
    assert one.post("/login", data={"token": token}).status_code == 303
    other.cookies = one.cookies
    assert other.get("/runs").status_code == 200
    page = one.get("/runs").text
    csrf = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    assert other.post("/logout", data={"csrf_token": csrf}).status_code == 303
    assert one.get("/runs").status_code == 303, "signed out at one is signed out at both"


def test_guesses_at_both_portals_are_counted_together(
    portals: tuple[PortalSettings, ...],
) -> None:
    one, other = map(client_of, portals)
    tries = [(one, other)[number % 2] for number in range(MOST_FAILURES)]
    answers = [client.post("/login", data={"token": "hf_wrong"}).status_code for client in tries]
    assert answers == [403] * MOST_FAILURES
    assert one.post("/login", data={"token": "hf_wrong"}).status_code == 429
    assert other.post("/login", data={"token": "hf_wrong"}).status_code == 429


def test_the_portal_shows_who_works_and_what_runs(portals: tuple[PortalSettings, ...]) -> None:
    settings = portals[0]
    queue = open_queue(settings.project.store_place)
    queue.add([a_job("r1"), a_job("r2")], "1.0", NOW)
    queue.take("r1", "mine", "host:1", NOW)
    queue.greet(
        QueueWorker(
            id="host:1", host="host", version="1.0", concurrency=2, started_at=NOW, seen_at=NOW
        )
    )
    queue.close()
    token = make_token(settings.store, NOW, user="ann", organization="default")
    client = client_of(settings)
    client.headers["Authorization"] = f"Bearer {token}"
    shown = client.get("/queue").text
    assert _counted(shown) == {"waiting": "1", "running": "1"}
    assert "host:1" in shown
    assert 'href="/runs/r1"' in shown
    stranger = make_token(settings.store, NOW, user="eve", organization="other")
    client.headers["Authorization"] = f"Bearer {stranger}"
    others = client.get("/queue").text
    assert not _counted(others), "an organization sees its own"
    assert "host:1" not in others


def _counted(page: str) -> dict[str, str]:
    """Return how many runs of each state a page tells of."""
    told = re.findall(r"<b>(\d+)</b><span>([a-z ]+)</span>", page)
    return {state: count for count, state in told if count != "0"}
