"""What every test may ask for: the labelled pages, and whether a browser is wanted."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The same examples each time, so that what passes here passes on the next machine; and no time
# limit, because a busy machine is no bug. New examples: pytest --hypothesis-profile=explore
settings.register_profile("holdfast", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("holdfast")

NO_BENCH = "HOLDFAST_BENCH does not name the folder of the labelled pages"
NO_BROWSER = "HOLDFAST_NO_BROWSER=1 asks to do without a browser"
NO_NODE = "Node.js and npm are not here: apt-get install -y nodejs npm"
# Real browsers on a busy machine: tried once more. The summary names it: it is a bug to be found.
ONCE_MORE = pytest.mark.flaky(reruns=1, only_rerun=".")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what the environment says is not wanted, with the reason; a missing browser fails."""
    without_bench = _bench_root() is None
    without_browser = os.environ.get("HOLDFAST_NO_BROWSER") == "1"
    without_node = shutil.which("node") is None or shutil.which("npm") is None
    for item in items:
        if without_bench and item.get_closest_marker("bench"):
            item.add_marker(pytest.mark.skip(reason=NO_BENCH))
        if without_browser and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_BROWSER))
        if item.get_closest_marker("browser"):
            item.add_marker(ONCE_MORE)
        if without_node and item.get_closest_marker("node"):
            item.add_marker(pytest.mark.skip(reason=NO_NODE))


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Return the browser that all tests share: a process can have one sync driver at a time."""
    # Imported here: most tests need no browser.
    from playwright.sync_api import sync_playwright

    from holdfast.adapters.browser.launch import launch_options

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def bench_root() -> Path:
    """Return the folder of the labelled pages."""
    root = _bench_root()
    if root is None:
        pytest.skip(NO_BENCH)
    return root


def _bench_root() -> Path | None:
    named = os.environ.get("HOLDFAST_BENCH")
    return Path(named) if named and Path(named).is_dir() else None
