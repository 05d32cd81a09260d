"""What each role may do: every request that the portal knows, asked by every role."""

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from tests.doors.portal.conftest import World
from tests.doors.portal.made_up import MINE

from holdfast.doors.portal import api, pages, picture_api
from holdfast.model.access import Role

A = "/api/v1"
# What changes something, and who may; all else that changes is a mistake of this table.
CHANGES = {
    ("POST", f"{A}/locate"): Role.LOCATE,
    ("POST", f"{A}/fingerprint"): Role.LOCATE,
    ("POST", "/logout"): Role.LOCATE,
    ("POST", f"{A}/reviews/preview"): Role.VIEWER,
    ("POST", f"{A}/reviews"): Role.REVIEWER,
    ("POST", f"{A}/reviews/bulk"): Role.REVIEWER,
    ("POST", f"{A}/recordings/{{recording_id}}/rollback"): Role.REVIEWER,
    ("POST", "/recordings/{recording_id}/steps/{step_id}/rollback"): Role.REVIEWER,
    ("POST", "/review/{number}/answer"): Role.REVIEWER,
    ("POST", "/review/{number}/pick"): Role.REVIEWER,
    ("POST", "/review/{number}/undo"): Role.REVIEWER,
    ("POST", "/review/bulk"): Role.REVIEWER,
    ("PUT", f"{A}/settings"): Role.REVIEWER,
    ("POST", "/settings"): Role.REVIEWER,
    ("POST", "/settings/notifications"): Role.REVIEWER,
    ("PUT", f"{A}/recordings/{{recording_id}}/config"): Role.ADMIN,
    ("POST", "/recordings/{recording_id}/settings"): Role.ADMIN,
    ("POST", f"{A}/experiments"): Role.ADMIN,
    ("PUT", f"{A}/experiments/{{name}}/status"): Role.ADMIN,
    ("POST", "/experiments"): Role.ADMIN,
    ("POST", "/experiments/{experiment_id}/{act}"): Role.ADMIN,
}
LOOKS = {f"{A}/viewer": Role.LOCATE, f"{A}/audit": Role.ADMIN, "/audit": Role.ADMIN}


def every_way() -> Iterator[tuple[str, str]]:
    """Yield method and path of all that the portal answers."""
    described = FastAPI()
    for router in (api.router, pages.router, picture_api.router):
        described.include_router(router, include_in_schema=True)
    for path, ways in described.openapi()["paths"].items():
        for way in ways:
            yield way.upper(), path


def needed(method: str, path: str) -> Role:
    return LOOKS.get(path, Role.VIEWER) if method == "GET" else CHANGES[method, path]


def test_every_request_is_refused_to_those_below_its_role_and_to_nobody_else(world: World) -> None:
    ways = sorted(every_way())
    assert {way for way in ways if way[0] != "GET"} == set(CHANGES)
    for role in Role:
        client = world.program(role=role)
        for method, path in ways:
            address = re.sub(r"\{[^}]+\}", "1", path)
            seen = client.request(method, address, json={}, follow_redirects=False)
            refused = seen.status_code == 403 and "role" in seen.text
            assert refused is not role.allows(needed(method, path)), (role, method, path)


def test_strangers_are_let_into_nothing(world: World) -> None:
    for method, path in every_way():
        address = re.sub(r"\{[^}]+\}", "1", path)
        seen = world.browser().request(method, address, follow_redirects=False)
        assert seen.status_code in {401, 303}, (method, path)
        assert seen.headers.get("location", "/login").startswith("/login"), path


def test_what_one_may_not_do_is_not_offered(world: World) -> None:
    number = world.mine.healings[-1]
    for role, offered in ((Role.VIEWER, False), (Role.REVIEWER, True)):
        client = world.browser()
        client.post("/login", data={"token": world.token(role=role)}, follow_redirects=False)
        page = client.get(f"/review/{number}?state=all").text
        assert ("/answer" in page) is offered
        assert 'action="/experiments"' not in client.get("/experiments").text
        assert 'href="/audit"' not in client.get("/settings").text


def test_answers_settings_experiments_and_tokens_are_in_the_audit_log(world: World) -> None:
    ann = world.program(user="ann")
    number = world.mine.healings[-1]
    ann.post(f"{A}/reviews", json={"healing": number, "answer": "reject", "reason": "other form"})
    ann.post(f"{A}/reviews", json={"healing": number, "answer": "undo"})
    ann.put(f"{A}/settings", json={"mode": "aggressive"})
    ann.put(f"{A}/recordings/{world.mine.recording}/config", json={"mode": "conservative"})
    ann.post(f"{A}/experiments", json={"name": "bolder", "treatment": "aggressive"})
    ann.put(f"{A}/experiments/bolder/status", json={"status": "paused"})
    log = [(one["act"], one["subject"]) for one in ann.get(f"{A}/audit").json()["items"]]
    assert log[:6] == [
        ("set to paused", "experiment bolder"),
        ("started", "experiment bolder"),
        ("set", f"recording {world.mine.recording}"),
        ("set", "user ann"),
        ("took back", f"healing {number}"),
        ("rejected", f"healing {number}"),
    ]
    assert ("made", "token") in [(act, what.split()[0]) for act, what in log]
    admin = world.browser()
    admin.post("/login", data={"token": world.token()}, follow_redirects=False)
    assert "other form" in admin.get("/audit").text
    theirs = world.program(organization="theirs").get(f"{A}/audit").json()
    assert all(one["subject"].startswith("token") for one in theirs["items"])
    assert MINE not in str(theirs)


@pytest.mark.parametrize("least", list(Role))
def test_each_role_allows_what_those_before_it_allow(least: Role) -> None:
    ranks = list(Role)
    assert [role.allows(least) for role in ranks] == [
        ranks.index(role) >= ranks.index(least) for role in ranks
    ]
