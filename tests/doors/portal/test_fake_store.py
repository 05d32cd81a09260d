"""The portal on the store that we ship for tests: the port says all that it asks for."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.doors.portal import made_up
from tests.doors.portal.conftest import HOST

from holdfast.app.wiring import load_project
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.doors.portal.sign_in import make_token
from holdfast.testing import FixedClock, MemoryStore

PAGES = ("/review", "/runs", "/recordings", "/confidence", "/experiments", "/settings")


@pytest.fixture
def told(tmp_path: Path) -> tuple[TestClient, made_up.Told]:
    """Return a program that asks a portal on the fake store, and what is in it."""
    store = MemoryStore()
    told = made_up.fill(tmp_path, store, made_up.MINE)
    clock = FixedClock(made_up.NOW)
    project = load_project(tmp_path, {"HOLDFAST_USER": "ann"})
    app = create_app(PortalSettings(project=project, store=store, clock=clock))
    token = make_token(store, clock.now(), user="ann", organization=made_up.MINE)
    return TestClient(app, HOST, headers={"Authorization": f"Bearer {token}"}), told


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_shown(told: tuple[TestClient, made_up.Told], page: str) -> None:
    program, _ = told
    assert program.get(page).status_code == 200


def test_a_healing_is_found_looked_at_and_answered(told: tuple[TestClient, made_up.Told]) -> None:
    program, _ = told
    queue = program.get("/api/v1/healings", params={"state": "pending_review"}).json()
    number = next(one["number"] for one in queue["items"] if one["hasOffer"])
    seen = program.get(f"/api/v1/healings/{number}").json()
    answer = {"healing": number, "answer": "reject", "version": seen["version"]}
    assert program.post("/api/v1/reviews", json=answer).json()["state"] == "rejected"
    assert program.post("/api/v1/reviews", json=answer).status_code == 409


def test_everything_else_of_the_api_answers(told: tuple[TestClient, made_up.Told]) -> None:
    program, _ = told
    for path in ("runs", "recordings", "decisions", "report", "analytics", "experiments"):
        assert program.get(f"/api/v1/{path}").status_code == 200, path
