"""A real driver of Selenium, and a project of its own for what is kept."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Firefox
from tests.drivers import driving, driving_firefox

from holdfast.doors.playwright.extent import Extent, HealSettings
from holdfast.doors.playwright.heal import start_run
from holdfast.doors.playwright.suite import Suite
from holdfast.doors.selenium.driver_run import DriverRun

DRIVERS: dict[str, Callable[[], AbstractContextManager[Chrome | Firefox]]] = {
    "chrome": driving,
    "firefox": driving_firefox,
}


@pytest.fixture(scope="module", params=DRIVERS)
def chrome(request: pytest.FixtureRequest) -> Iterator[Chrome | Firefox]:
    """Return a driver, as people make it: of each browser that is here."""
    with DRIVERS[request.param]() as driver:
        yield driver


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return an empty project."""
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    return tmp_path


Opened = Callable[..., DriverRun]


@pytest.fixture
def opened(chrome: Chrome, root: Path) -> Iterator[Opened]:
    """Return what shows a page in the driver, healed, and returns the run; one at a time."""
    runs: list[DriverRun] = []

    def open_page(html: str, extent: str = "heal") -> DriverRun:
        for earlier in runs:
            end(earlier)
        settings = HealSettings(root=root, extent=Extent(extent), heal_after_ms=200.0)
        run: DriverRun = start_run(chrome, Suite(root), settings)[1]
        runs.append(run)
        page = root / "shop.html"
        page.write_text(f"<!doctype html><title>Shop</title>{html}", encoding="utf-8")
        chrome.get(page.as_uri())
        return run

    yield open_page
    for run in runs:
        end(run)


def end(run: DriverRun) -> None:
    """End a green run, and wait until all is written."""
    run.finish(passed=True)
    run.suite.close()
