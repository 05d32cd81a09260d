"""What keeps a portal to itself: organizations apart, forged requests out, limits, headers."""

import asyncio
import re
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.doors.portal.conftest import HOST, World
from tests.doors.portal.made_up import THEIRS

from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.app.wiring import load_project
from holdfast.doors.portal import api, pages
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.limits import CONTENT_POLICY, MOST_AT_ONCE, MOST_BYTES, MOST_BYTES_AT
from holdfast.doors.portal.needed_roles import SAFE_METHODS
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.doors.portal.sign_in import CSRF_HEADER

API = "/api/v1"


@pytest.fixture
def browser(world: World) -> TestClient:
    """Return a browser that has signed in."""
    client = world.browser()
    client.post("/login", data={"token": world.token(), "next": "/"}, follow_redirects=False)
    return client


def csrf_token(client: TestClient) -> str:
    return client.get("/review").text.split('name="csrf_token" value="')[1].split('"')[0]


# -------------------------------------------------------------------------------- organizations


def every_look(world: World) -> Iterator[str]:
    """Yield what one might look at of the others, through pages and API."""
    theirs, number = world.theirs, world.theirs.healings[-1]
    yield f"{API}/healings/{number}"
    yield f"{API}/runs/{theirs.run}"
    yield f"{API}/recordings/{theirs.recording}"
    yield f"/healings/{number}/before.png"
    yield f"/healings/{number}/after.png"
    yield f"/recordings/{theirs.recording}/steps/s-pay.png"
    yield f"/review/{number}"
    yield f"/runs/{theirs.run}"
    yield f"/recordings/{theirs.recording}"


def test_nothing_of_another_organization_can_be_looked_at(
    world: World, browser: TestClient
) -> None:
    own = world.program()
    for address in every_look(world):
        client = own if address.startswith(API) else browser
        seen = client.get(address, follow_redirects=False)
        assert "Checkout" not in seen.text, address
        assert seen.status_code == 404, address


def test_the_others_can_look_at_all_of_it(world: World) -> None:
    them = world.program(THEIRS)
    for address in every_look(world):
        if address.startswith(API):
            assert them.get(address).status_code == 200, address


def test_lists_and_numbers_are_of_one_organization(world: World) -> None:
    own, them = world.program(), world.program(THEIRS)
    for client, told in ((own, world.mine), (them, world.theirs)):
        healings = client.get(f"{API}/healings").json()
        assert sorted(one["number"] for one in healings["items"]) == list(told.healings)
        assert [run["id"] for run in client.get(f"{API}/runs").json()["items"]] == [told.run]
        recordings = client.get(f"{API}/recordings").json()["items"]
        assert [one["id"] for one in recordings] == [told.recording]
        log = client.get(f"{API}/decisions").json()
        assert {one["jobId"] for one in log["items"]} == {told.run}
        assert sum(client.get(f"{API}/report").json()["histogram"]) == 3
        assert client.get(f"{API}/analytics").json()["decisions"] == 3
    filtered = own.get(f"{API}/healings", params={"run": world.theirs.run}).json()
    assert filtered["total"] == 0


def test_nothing_of_another_organization_can_be_changed(world: World) -> None:
    own, theirs = world.program(), world.theirs
    number = theirs.healings[-1]
    before = (world.root / theirs.recording).read_bytes()
    for say in ("accept", "reject", "undo", "pick"):
        sent = {"healing": number, "answer": say, "target": 3}
        assert own.post(f"{API}/reviews", json=sent).status_code == 404, say
    bulk = {"filter": {"recording": theirs.recording}, "newest": 1000}
    assert own.post(f"{API}/reviews/bulk", json=bulk).json()["accepted"] == []
    address = f"{API}/recordings/{theirs.recording}"
    assert own.put(f"{address}/config", json={"mode": "aggressive"}).status_code == 404
    rollback = {"stepId": "s-pay", "healingId": f"{theirs.run}/4/1"}
    assert own.post(f"{address}/rollback", json=rollback).status_code == 404
    assert (world.root / theirs.recording).read_bytes() == before
    assert world.store.for_organization(THEIRS).find_recording_config(theirs.recording) is None


def test_experiments_and_settings_of_the_same_name_are_two(world: World) -> None:
    own, them = world.program(user="ann"), world.program(THEIRS, user="ann")
    plan = {"name": "bolder", "treatment": "aggressive"}
    assert own.post(f"{API}/experiments", json=plan).status_code == 201
    assert them.get(f"{API}/experiments").json() == []
    assert (
        them.put(f"{API}/experiments/bolder/status", json={"status": "paused"}).status_code == 404
    )
    assert them.post(f"{API}/experiments", json=plan).status_code == 201
    own.put(f"{API}/settings", json={"thresholds": "95/75/55"})
    rows = {row["key"]: row["value"] for row in them.get(f"{API}/settings").json()}
    assert rows["autoApply"] != 95


# ------------------------------------------------------------------------------ forged requests


def test_a_change_by_a_browser_needs_its_token(world: World, browser: TestClient) -> None:
    sent = {"healing": world.mine.healings[-1], "answer": "accept"}
    token = csrf_token(browser)
    for headers in ({}, {CSRF_HEADER: "wrong"}, {CSRF_HEADER: token[:-1]}):
        assert browser.post(f"{API}/reviews", json=sent, headers=headers).status_code == 403
    form = {"answer": "accept"}
    assert browser.post(f"/review/{sent['healing']}/answer", data=form).status_code == 403
    done = browser.post(f"{API}/reviews", json=sent, headers={CSRF_HEADER: token})
    assert done.status_code == 200


def changing_ways() -> set[tuple[str, str]]:
    """Return path and method of all that changes something, in the API and in the pages."""
    described = FastAPI()
    described.include_router(api.router)
    described.include_router(pages.router)
    ways = {(at, way.upper()) for at, each in described.openapi()["paths"].items() for way in each}
    return {(path, method) for path, method in ways if method not in SAFE_METHODS}


def test_every_route_that_changes_something_is_guarded(browser: TestClient) -> None:
    ways = changing_ways()
    assert {path.split("/")[1] for path, _ in ways} >= {"api", "review", "recordings", "logout"}
    for path, method in sorted(ways):
        address = re.sub(r"\{[^}]+\}", "1", path)
        refused = browser.request(method, address, data={"x": "y"})
        assert refused.status_code == 403, (method, path)


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "https://evil.example"}, id="origin"),
        pytest.param({"Origin": "null"}, id="a hidden origin"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="cross-site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="a neighbour"),
    ],
)
def test_what_comes_from_another_site_is_refused_even_with_the_token(
    world: World, browser: TestClient, headers: dict[str, str]
) -> None:
    sent = {"healing": world.mine.healings[-1], "answer": "accept"}
    forged = {**headers, CSRF_HEADER: csrf_token(browser)}
    assert browser.post(f"{API}/reviews", json=sent, headers=forged).status_code == 403
    login = {"token": world.token()}
    assert world.browser().post("/login", data=login, headers=headers).status_code == 403


def test_tokens_against_forgery_differ_by_session(world: World, browser: TestClient) -> None:
    other = world.browser()
    other.post("/login", data={"token": world.token("bob"), "next": "/"}, follow_redirects=False)
    assert csrf_token(other) != csrf_token(browser)


# ----------------------------------------------------------------------------- limits, headers


def test_every_answer_carries_the_rules_for_browsers(world: World, browser: TestClient) -> None:
    for address in ("/review", "/login", "/nowhere", f"{API}/healings", "/static/portal.css"):
        headers = browser.get(address).headers
        assert headers["content-security-policy"] == CONTENT_POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    assert "unsafe" not in CONTENT_POLICY
    assert browser.get("/review").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", [f"{API}/reviews", f"{API}/locate", "/login"])
def test_a_large_body_is_refused_whether_or_not_it_says_so(world: World, path: str) -> None:
    size = MOST_BYTES_AT.get(path, MOST_BYTES) + 1
    kind = "application/x-www-form-urlencoded" if path == "/login" else "application/json"
    headers = {"content-type": kind}
    program = world.program()
    assert program.post(path, content=b"x" * size, headers=headers).status_code == 413
    parts = (b"x" * (size // 4 + 1) for _ in range(4))
    assert program.post(path, content=parts, headers=headers).status_code == 413


def test_another_name_for_this_machine_is_not_answered(world: World) -> None:
    client = TestClient(world.app, "http://evil.example")
    assert client.get(f"{API}/openapi.json").status_code == 421


def test_errors_tell_nothing_of_the_inside(world: World) -> None:
    program = world.program()
    assert isinstance(world.store, SqlStore)
    world.store.database.engine.dispose()
    (world.root / ".holdfast" / "holdfast.db").write_bytes(b"no database at all" * 100)
    for path in ("holdfast.db-wal", "holdfast.db-shm"):
        (world.root / ".holdfast" / path).unlink(missing_ok=True)
    response = program.get(f"{API}/healings")
    assert response.status_code == 503
    assert str(world.root) not in response.text
    assert "Traceback" not in response.text
    assert "sqlite" not in response.text.lower()


def test_without_sign_in_changes_still_need_their_token(world: World) -> None:
    settings = PortalSettings(
        project=load_project(world.root, {"HOLDFAST_USER": "ann"}),
        store=world.store,
        clock=world.clock,
        auth=False,
        hosts=frozenset({"127.0.0.1"}),
    )
    client = TestClient(create_app(settings), HOST)
    assert client.get(f"{API}/viewer").json()["role"] == "admin"
    sent = {"healing": world.mine.healings[-1], "answer": "accept"}
    assert client.post(f"{API}/reviews", json=sent).status_code == 403
    headers = {CSRF_HEADER: csrf_token(client)}
    assert client.post(f"{API}/reviews", json=sent, headers=headers).status_code == 200


def test_those_who_never_take_their_answer_keep_nobody_waiting(world: World) -> None:
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/runs",
        "raw_path": b"/runs",
        "root_path": "",
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "headers": [
            (b"host", b"127.0.0.1"),
            (b"authorization", f"Bearer {world.token()}".encode()),
        ],
    }
    statuses: list[int] = []
    waiting: list[object] = []
    all_wait = asyncio.Event()

    async def no_body() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def never(message: object) -> None:
        waiting.append(message)
        if len(waiting) == MOST_AT_ONCE:
            all_wait.set()
        await asyncio.Event().wait()

    async def taken(message: MutableMapping[str, Any]) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    async def ask() -> None:
        stuck = [
            asyncio.create_task(world.app(dict(scope), no_body, never)) for _ in range(MOST_AT_ONCE)
        ]
        async with asyncio.timeout(20):
            await all_wait.wait()
            await world.app(dict(scope), no_body, taken)
        for task in stuck:
            task.cancel()

    with ThreadPoolExecutor(1) as pool:  # a browser's loop may run in this thread
        pool.submit(lambda: asyncio.run(ask())).result()
    assert statuses == [200]
