"""A portal with two organizations, asked without a browser."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.doors.portal import made_up

from holdfast.adapters.sql.sql_store import open_store
from holdfast.app.wiring import load_project
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.doors.portal.sign_in import make_token
from holdfast.model.access import Role
from holdfast.ports import Archive
from holdfast.testing import FixedClock

STORE = ".holdfast/holdfast.db"
HOST = "http://127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A portal, what stands behind it, and what its two organizations have."""

    app: FastAPI
    root: Path
    store: Archive
    clock: FixedClock
    mine: made_up.Told
    theirs: made_up.Told

    def token(
        self,
        user: str = "ann",
        organization: str = made_up.MINE,
        role: Role = Role.ADMIN,
        age: timedelta | None = None,
    ) -> str:
        """Return a new token."""
        now = self.clock.now()
        return make_token(self.store, now, user=user, organization=organization, role=role, age=age)

    def program(
        self, organization: str = made_up.MINE, user: str = "ann", role: Role = Role.ADMIN
    ) -> TestClient:
        """Return a client that sends a token each time."""
        headers = {"Authorization": f"Bearer {self.token(user, organization, role)}"}
        return TestClient(self.app, HOST, headers=headers, raise_server_exceptions=False)

    def browser(self, **more: object) -> TestClient:
        """Return a client that keeps cookies, as a browser does."""
        client = TestClient(self.app, HOST, raise_server_exceptions=False)
        client.headers.update({key: str(value) for key, value in more.items()})
        return client


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, made_up.Told, made_up.Told]:
    """Return a project with the two organizations, filled once; tests work on copies."""
    root = tmp_path_factory.mktemp("portal")
    store = open_store(str(root / STORE))
    mine = made_up.fill(root, store, made_up.MINE)
    theirs = made_up.fill(root, store, made_up.THEIRS)
    store.close()
    return root, mine, theirs


@pytest.fixture
def world(filled: tuple[Path, made_up.Told, made_up.Told], tmp_path: Path) -> Iterator[World]:
    """Yield a portal on a copy of that project."""
    template, mine, theirs = filled
    root = tmp_path / "project"
    shutil.copytree(template, root)
    project = load_project(root, {"HOLDFAST_USER": "ann"})
    store = project.open_shared_store()
    clock = FixedClock(made_up.NOW)
    settings = PortalSettings(
        project=project, store=store, clock=clock, hosts=frozenset({"127.0.0.1"})
    )
    app = create_app(settings)
    yield World(app=app, root=root, store=store, clock=clock, mine=mine, theirs=theirs)
    store.close()


@pytest.fixture
def program(world: World) -> TestClient:
    """Return a program of one's own organization."""
    return world.program()
