"""Signing in and out, and who is let in at all."""

import contextlib
from datetime import timedelta

import pytest
from httpx2 import Response
from starlette.testclient import TestClient
from tests.doors.portal.conftest import World

from holdfast.doors.portal.limits import (
    BEGINNING,
    FAILURE_WINDOW,
    MOST_CLIENTS,
    MOST_FAILURES,
    MOST_STRANGE,
    LoginLimit,
)
from holdfast.doors.portal.portal_settings import SESSION_AGE
from holdfast.doors.portal.problems import PortalProblem
from holdfast.doors.portal.sign_in import COOKIE, hash_secret


def sign_in(client: TestClient, token: str) -> Response:
    return client.post("/login", data={"token": token, "next": "/"}, follow_redirects=False)


def test_a_stranger_is_sent_to_sign_in(world: World) -> None:
    response = world.browser().get("/review", follow_redirects=False)
    assert response.status_code == 303
    assert response.headers["location"].startswith("/login?next=")


def test_a_token_opens_the_door_and_the_cookie_is_kept_from_scripts(world: World) -> None:
    client = world.browser()
    sign_in(client, world.token())
    assert client.get("/review").status_code == 200
    fresh = world.browser()
    response = fresh.post("/login", data={"token": world.token()}, follow_redirects=False)
    cookie = response.headers["set-cookie"].lower()
    assert response.status_code == 303
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_the_store_holds_neither_tokens_nor_sessions(world: World) -> None:
    client = world.browser()
    token = world.token()
    sign_in(client, token)
    session = client.cookies[COOKIE]
    world.store.close()
    database = b"".join(
        path.read_bytes() for path in (world.root / ".holdfast").iterdir() if path.is_file()
    )
    assert token.encode() not in database
    assert session.encode() not in database
    assert hash_secret(token).encode() in database


@pytest.mark.parametrize("token", ["", "hf_wrong", "\x00", "ключ", "x" * 5000])
def test_a_wrong_token_opens_nothing(world: World, token: str) -> None:
    client = world.browser()
    response = client.post("/login", data={"token": token}, follow_redirects=False)
    assert response.status_code in {401, 403, 422}
    assert COOKIE not in client.cookies
    api = world.browser(Authorization=b"Bearer " + token.encode("utf-8"))
    assert api.get("/api/v1/viewer").status_code in {400, 401}


def test_whoever_guesses_at_a_token_has_to_wait_even_with_the_right_one(world: World) -> None:
    client, token = world.browser(), world.token()
    for number in range(MOST_FAILURES):
        guess = token[:BEGINNING] + str(number)
        client.post("/login", data={"token": guess}, follow_redirects=False)
    refused = client.post("/login", data={"token": token}, follow_redirects=False)
    assert refused.status_code == 429
    assert client.get("/api/v1/viewer", headers=bearer(token)).status_code == 429
    assert int(refused.headers["retry-after"]) <= FAILURE_WINDOW.total_seconds() + 1
    world.clock.advance(FAILURE_WINDOW + timedelta(seconds=1))
    allowed = client.post("/login", data={"token": token}, follow_redirects=False)
    assert allowed.status_code == 303


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_whoever_tries_many_tokens_is_sent_away_and_the_others_are_not(world: World) -> None:
    stranger, token = world.browser(), world.token()
    tries = [f"hf_{number:08d}" for number in range(MOST_STRANGE + 1)]
    answers = [stranger.post("/login", data={"token": one}).status_code for one in tries]
    assert answers[:MOST_STRANGE] == [403] * MOST_STRANGE
    assert answers[-1] == 429
    assert stranger.get("/api/v1/viewer", headers=bearer("hf_other")).status_code == 429
    # From the same address: everybody on this machine, or behind one proxy.
    assert sign_in(world.browser(), token).status_code == 303
    assert world.browser().get("/api/v1/viewer", headers=bearer(token)).status_code == 200
    world.clock.advance(FAILURE_WINDOW + timedelta(seconds=1))
    assert stranger.post("/login", data={"token": "hf_again"}).status_code == 403


def test_strangers_cannot_fill_the_memory(world: World) -> None:
    limit = LoginLimit(world.clock)
    for number in range(MOST_CLIENTS + 1000):
        token, client = f"hf_{number:08d}", f"192.0.{number % 40}.1"
        limit.check(client, token)
        with contextlib.suppress(PortalProblem):
            limit.count_failure(client, token)
    assert len(limit) <= MOST_CLIENTS
    assert len(limit) <= 40 * (MOST_STRANGE + 1)


def test_a_token_that_has_expired_opens_nothing_and_ends_its_sessions(world: World) -> None:
    token = world.token(age=timedelta(hours=1))
    client = world.browser()
    assert sign_in(client, token).status_code == 303
    assert client.get("/review").status_code == 200
    world.clock.advance(timedelta(hours=1))
    assert client.get("/review", follow_redirects=False).status_code == 303
    assert world.browser().get("/api/v1/viewer", headers=bearer(token)).status_code == 401
    assert sign_in(world.browser(), token).status_code == 403


def test_a_session_ends_by_itself(world: World) -> None:
    client = world.browser()
    sign_in(client, world.token())
    world.clock.advance(SESSION_AGE)
    assert client.get("/review", follow_redirects=False).status_code == 303


def test_signing_out_ends_the_session_for_whoever_kept_its_cookie(world: World) -> None:
    client = world.browser()
    sign_in(client, world.token())
    kept = client.cookies[COOKIE]
    page = client.get("/review").text
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    client.post("/logout", data={"csrf_token": token}, follow_redirects=False)
    thief = world.browser()
    thief.cookies.set(COOKIE, kept)
    assert thief.get("/review", follow_redirects=False).status_code == 303


def test_a_token_that_is_taken_away_ends_its_sessions(world: World) -> None:
    client = world.browser()
    sign_in(client, world.token("eve"))
    program = world.program(user="eve")
    own = world.store.for_organization("default")
    eves = [one.token_hash for one in own.list_tokens() if one.user_id == "eve"]
    assert own.delete_tokens(eves) == 2
    assert client.get("/review", follow_redirects=False).status_code == 303
    assert program.get("/api/v1/viewer").status_code == 401


def test_a_program_without_a_token_is_told_how_to_sign_in(world: World) -> None:
    response = world.browser().get("/api/v1/healings")
    assert response.status_code == 401
    assert response.headers["www-authenticate"] == "Bearer"
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("after", ["https://evil.example/", "//evil.example", "/\\evil.example"])
def test_nobody_is_sent_elsewhere_after_signing_in(world: World, after: str) -> None:
    client = world.browser()
    sent = {"token": world.token(), "next": after}
    response = client.post("/login", data=sent, follow_redirects=False)
    assert response.status_code == 303
    assert "evil" not in response.headers["location"]
