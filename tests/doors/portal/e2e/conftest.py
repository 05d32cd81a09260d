"""A real browser in front of a real portal; each test has its own copy of the shop's project."""

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.contract.conftest import (
    create_database,
    postgres_server,  # noqa: F401 - a fixture
    worker_id,  # noqa: F401 - a fixture
)
from tests.doors.portal.e2e import shop

from holdfast.adapters.sql.sql_store import SqlStore, open_queue, open_store
from holdfast.app.wiring import load_project
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.doors.portal.sign_in import make_token
from holdfast.ports import JobQueue
from holdfast.testing import FixedClock

STORE = ".holdfast/holdfast.db"
# For a machine that is busy with other things; nobody waits that long on an idle one.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Portal:
    """A portal that answers: where it is, and what stands behind it."""

    url: str
    root: Path
    store: SqlStore
    settings: PortalSettings

    def token_of(self, user: str) -> str:
        """Return a new token of a user."""
        return make_token(self.store, shop.NOW, user=user, organization=shop.ORGANIZATION)


@pytest.fixture(scope="session")
def shop_project(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the shop's project, filled once; tests work on copies."""
    root = tmp_path_factory.mktemp("shop")
    store = open_store(str(root / STORE), organization_id=shop.ORGANIZATION)
    shop.fill(root, store, shop.look_at_pages(browser))
    shop.add_history(store)
    shop.add_experiments(store)
    store.close()
    (root / "holdfast.toml").write_text("healingEnabled = true\n", encoding="utf-8")
    return root


@pytest.fixture(scope="session")
def shop_queue(postgres_server: str, worker_id: str) -> Iterator[JobQueue]:  # noqa: F811
    """Return a queue on which two workers take the shop's runs."""
    with closing(open_queue(create_database(postgres_server, f"shop_{worker_id}"))) as queue:
        shop.fill_queue(queue)
        yield queue


@pytest.fixture
def portal(shop_project: Path, tmp_path: Path) -> Iterator[Portal]:
    """Return a portal on a copy of the shop's project."""
    root = tmp_path / "shop"
    shutil.copytree(shop_project, root)
    with serving(root) as running:
        yield running


class serving:  # noqa: N801 - used like a function
    """A portal on a project's folder, for as long as the block lasts."""

    def __init__(self, root: Path, queue: JobQueue | None = None) -> None:
        self.root, self.queue = root, queue

    def __enter__(self) -> Portal:
        store = open_store(str(self.root / STORE), organization_id=shop.ORGANIZATION)
        settings = PortalSettings(
            project=load_project(self.root, {"HOLDFAST_USER": "ann"}),
            store=store,
            clock=FixedClock(shop.NOW),
            queue=self.queue,
        )
        # It listens before the server runs: whoever comes early waits, and nobody has to poll.
        self.listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            create_app(settings), log_level="error", lifespan="off", ws="none", access_log=False
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],))
        self.thread.start()
        self.store = store
        url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        return Portal(url=url, root=self.root, store=store, settings=settings)

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.listening.close()
        self.store.close()


@pytest.fixture
def visit(portal: Portal, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return what opens the portal for somebody who has signed in."""
    contexts: list[BrowserContext] = []

    def open_as(user: str = "ann", path: str = "/review", **options: Any) -> Page:
        context = browser.new_context(base_url=portal.url, **options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        context.request.post("/login", form={"token": portal.token_of(user)})
        page = context.new_page()
        page.goto(path)
        return page

    yield open_as
    for context in contexts:
        context.close()
