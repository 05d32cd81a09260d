"""A page that never answers fails the step of a suite with Selenium, and the suite goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.request import urlopen

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from tests.drivers import driving
from urllib3.exceptions import HTTPError

from holdfast import heal
from holdfast.doors.selenium import answer_limit

pytestmark = pytest.mark.browser
# One hangs by itself; the other when it is looked at, so that nothing but a look of ours hangs.
HANGS = "<script>setTimeout(() => { while (true); }, 50)</script>"
TRAPS = "<script>Element.prototype.getElementsByTagName = () => { while (true); }</script>"


@contextmanager
def shown(driver: WebDriver, page: Path, script: str) -> Iterator[None]:
    """Show a page in a window of its own, closed at the end: else it would hang for ever."""
    page.write_text(f"<!doctype html><b id=go>Go</b>{script}", encoding="utf-8")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    hanging, connection = driver.current_window_handle, cast("Any", driver.command_executor)
    limits = connection.client_config
    driver.get(page.as_uri())
    limits.timeout = 3  # how long this test waits for its own questions
    with pytest.raises((HTTPError, WebDriverException)):
        yield
    assert limits.timeout == 3
    limits.timeout = 60
    browser = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
    urlopen(f"http://{browser}/json/close/{hanging}").close()
    driver.switch_to.window(first)


def test_a_page_that_hangs_fails_the_step_and_the_next_page_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_limit, "ANSWER_S", 1.0)
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    page, found = tmp_path / "shop.html", None
    with driving() as plain:
        driver = heal(plain, root=tmp_path)
        with shown(driver, page, HANGS):
            while driver.find_element(By.ID, "go").text == "Go":
                pass
        with shown(driver, page, TRAPS):
            found = driver.find_element(By.ID, "go")  # our look was given up
            assert found.text
        assert found is not None
        page.write_text("<!doctype html><b id=go>Went</b>", encoding="utf-8")
        driver.get(page.as_uri())
        assert driver.find_element(By.ID, "go").text == "Went"
