"""A browser that Selenium drives; make browser installs chromedriver where it may (as root)."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium.webdriver import Chrome, ChromeOptions, Firefox, FirefoxOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.firefox.service import Service as GeckoService

from holdfast.adapters.browser.launch import get_browser

NO_DRIVER = "needs chromedriver: apt-get install chromium-driver"
NO_FIREFOX = "needs geckodriver and Firefox on the path: github.com/mozilla/geckodriver/releases"


def need_driver() -> str:
    """Return the program that drives; without it the test is skipped, with what to do."""
    program = shutil.which("chromedriver")
    if program is None:
        pytest.skip(NO_DRIVER)
    return program


def driven_browser() -> str:
    """Return the browser that fits the driver: the system's own, where there is one."""
    return shutil.which("chromium") or str(get_browser().path)


_ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage")


def robot_options() -> dict[str, str]:
    """Return the same for Robot's ``Open Browser``, as variables of the environment."""
    added = "".join(f';add_argument("{one}")' for one in _ARGUMENTS)
    return {
        "SHOP_OPTIONS": f'binary_location="{driven_browser()}"{added}',
        "SHOP_SERVICE": f'executable_path="{need_driver()}"',
    }


@contextmanager
def driving() -> Iterator[Chrome]:
    """Yield a driver, as people make it."""
    options = ChromeOptions()
    options.binary_location = driven_browser()
    for argument in _ARGUMENTS:
        options.add_argument(argument)
    driver = Chrome(options=options, service=Service(need_driver()))
    yield driver
    driver.quit()


@contextmanager
def driving_firefox() -> Iterator[Firefox]:
    """Yield a driver of Firefox; no package of Debian has its driver, so it may be missing."""
    program, browser = shutil.which("geckodriver"), shutil.which("firefox-esr")
    browser = browser or shutil.which("firefox")
    if program is None or browser is None:
        pytest.skip(NO_FIREFOX)
    options = FirefoxOptions()
    options.binary_location = browser
    options.add_argument("-headless")
    driver = Firefox(options=options, service=GeckoService(program))
    yield driver
    driver.quit()
