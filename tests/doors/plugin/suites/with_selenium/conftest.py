"""The suite's own driver; wrapping it is all that Holdfast adds."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service


@pytest.fixture(scope="session")
def chrome() -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture
def driver(chrome: Chrome, holdfast_heal: Callable[[Chrome], Chrome]) -> Chrome:
    return holdfast_heal(chrome)
