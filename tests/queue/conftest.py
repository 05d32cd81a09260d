"""A real queue: PostgreSQL from the contract tests, a site that counts clicks, worker processes."""

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from unittest import mock

import pytest
from playwright.sync_api import Browser
from tests.browser.journeys import Journey
from tests.contract.conftest import new_postgres_url, postgres_server, worker_id  # noqa: F401 - fixtures
from tests.serving import serving

from holdfast.doors.cli import main
from holdfast.model.recording import Recording, StepAction
from holdfast.model.recording_json import recording_to_json
from holdfast.model.saved import write_document

SHOP = (
    "<!doctype html><title>Shop</title><h1>Shop</h1>"
    "<button id='buy' onclick=\"fetch('/click' + location.pathname, {method: 'POST'})\">"
    "Buy now</button>"
)


class QuietServer(ThreadingHTTPServer):
    """Says nothing about browsers that were killed while they were answered."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Shop:
    """A site whose every page has one button; it counts who pressed which."""

    port: int = 0
    clicks: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    gates: dict[str, threading.Event] = field(default_factory=dict)

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/{name}"


@pytest.fixture
def shop() -> Iterator[Shop]:
    """Yield the site."""
    shop = Shop()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.lstrip("/")
            shop.asked[name] += 1
            if name in shop.gates:
                shop.gates[name].wait()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(SHOP.encode())

        def do_POST(self) -> None:
            shop.clicks[self.path.removeprefix("/click/")] += 1
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with serving(QuietServer(("127.0.0.1", 0), Handler)) as server:
        shop.port = server.server_port
        yield shop
        for gate in shop.gates.values():
            gate.set()


@pytest.fixture
def clicking(browser: Browser, shop: Shop) -> Callable[[str], Recording]:
    """Return what makes a recording of one click on the page of this name."""
    page = browser.new_page()
    recording = Journey(page, shop.url("any")).add(StepAction.CLICK, "#buy").recording
    page.close()
    data = write_document(recording_to_json(recording)).decode()

    def make(name: str) -> Recording:
        return Recording.from_json(data.replace("/any", f"/{name}"))

    return make


@dataclass
class Workers:
    """Worker processes of one queue, in one folder."""

    folder: Path
    place: str
    all: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker; what it says is kept in a file, which no killed browser holds open."""
        command = [sys.executable, "-m", "holdfast", "worker", "--lost-after", "3", *options]
        with self._log.open("ab") as log:
            worker = subprocess.Popen(
                command,
                cwd=self.folder,
                env={**os.environ, "HOLDFAST_STORE": self.place},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.all.append(worker)
        return worker

    @property
    def said(self) -> str:
        return self._log.read_text()

    @property
    def _log(self) -> Path:
        return self.folder / "workers.log"

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of Holdfast in the same folder, on the same database.

        In this process: a run that is held at its page would end while a new one starts.
        """
        out, err = StringIO(), StringIO()
        with (
            chdir(self.folder),
            mock.patch.dict(os.environ, {"HOLDFAST_STORE": self.place}),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = main(list(arguments))
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


@pytest.fixture
def workers(new_postgres_url: str, tmp_path: Path) -> Iterator[Workers]:  # noqa: F811 - a fixture
    """Yield the workers; those that are left are killed."""
    (tmp_path / "holdfast.toml").write_text("")
    workers = Workers(tmp_path, new_postgres_url)
    yield workers
    for worker in workers.all:
        worker.kill()
        worker.wait()


def until(is_so: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until something is so; fails when it never is."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)
