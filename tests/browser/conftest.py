"""One browser for all browser tests, and a small web site of their own under two host names."""

import asyncio
import mimetypes
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.async_api import async_playwright
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.serving import serving

from holdfast.adapters.browser.launch import launch_options
from holdfast.app import effects

T = TypeVar("T")


@dataclass
class Site:
    """Pages by path; a browser takes its two host names for two sites."""

    port: int
    pages: dict[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    gates: dict[str, threading.Event] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    files: dict[str, Path] = field(default_factory=dict)  # folders by how their paths begin

    def url(self, path: str = "/", *, host: str = "127.0.0.1") -> str:
        """Return the address of a path."""
        return f"http://{host}:{self.port}{path}"

    def serve(self, path: str, html: str, headers: Mapping[str, str] | None = None) -> str:
        """Answer a path with this page from now on; return its address."""
        self.pages[path] = (html, headers or {})
        return self.url(path)

    def hold(self, path: str) -> threading.Event:
        """Let requests for a path wait until the event that is returned is set."""
        self.gates[path] = threading.Event()
        return self.gates[path]


@pytest.fixture
def site() -> Iterator[Site]:
    """Return a site without pages; what is not there is empty."""
    served = Site(port=0)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            served.asked.append(path)
            if path in served.gates:
                served.gates[path].wait()
            html, headers = served.pages.get(path, ("", {}))
            body, kind = html.encode(), "text/html; charset=utf-8"
            for start, folder in served.files.items():
                if path.startswith(start):
                    body = (folder / path.removeprefix(start)).read_bytes()
                    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            self.send_response(200)
            for name, value in {"Content-Type": kind, **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the name is http.server's

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as server:
        served.port = server.server_port
        yield served
        for gate in served.gates.values():
            gate.set()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Return a context without a past."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """Return an empty page."""
    return context.new_page()


@pytest.fixture
def awaited() -> Callable[[Callable[[AsyncBrowser], Awaitable[T]]], T]:
    """Return what runs a test's coroutine with an async browser, in a thread without a loop."""

    def run(work: Callable[[AsyncBrowser], Awaitable[T]]) -> T:
        async def session() -> T:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(**launch_options())
                try:
                    return await work(browser)
                finally:
                    await browser.close()

        with ThreadPoolExecutor(max_workers=1) as pool:
            return pool.submit(lambda: asyncio.run(session())).result()

    return run


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wait only shortly for what will never come."""
    monkeypatch.setattr(effects, "EFFECT_TIMEOUT_MS", 1_000.0)
    expect.set_options(timeout=1_000)
    yield
    expect.set_options(timeout=None)
