"""Exported Selenium tests are run by pytest with chromedriver, and are fine for ruff and mypy."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.drivers import driven_browser, need_driver
from tests.formats.conftest import PASSWORD, RunTests
from tests.formats.test_exported_tests import Telltale, complaints, telltale

from holdfast.app.export.selenium_code import write_selenium
from holdfast.model.conversion import Fate
from holdfast.model.recording import Recording

__all__ = ["telltale"]

pytestmark = pytest.mark.browser
CONFTEST = """\
import re
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service


@pytest.fixture
def driver() -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = {browser!r}
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = Chrome(options=options, service=Service({program!r}))
    yield driver
    driver.quit()


@pytest.fixture
def base_url(request: pytest.FixtureRequest) -> str:
    base = re.search("--base-url (.+)", request.path.read_text(encoding="utf-8"))
    assert base is not None
    return base[1]
"""


@pytest.fixture
def exported(shop_recording: Recording, telltale: Telltale, tmp_path: Path) -> Path:
    """Return a folder with both tests."""
    for name, recording in (("shop", shop_recording), ("log", telltale.recording)):
        written = write_selenium(recording)
        assert {told.fate for told in written.account} == {Fate.TAKEN}
        (tmp_path / f"test_{name}.py").write_text(written.text, encoding="utf-8")
    return tmp_path


def test_selenium_tests_pass_where_they_were_recorded(
    exported: Path, telltale: Telltale, run_tests: RunTests
) -> None:
    program = need_driver()
    wrong = replace(telltale.steps[-2], value="something else")
    code = write_selenium(replace(telltale.recording, name="wrong", steps=(wrong,))).text
    (exported / "test_wrong.py").write_text(code.replace(", 10)", ", 1)"), encoding="utf-8")
    (exported / "a.txt").write_text("a")
    conftest = CONFTEST.format(browser=driven_browser(), program=program)
    done = run_tests(conftest, PASSWORD=PASSWORD, VAR_WHO="O'Neil", LETTER="ä")
    assert "1 failed, 2 passed" in done.stdout, done.stdout
    assert "test_wrong.py" in done.stdout


def test_ruff_has_no_complaints_about_selenium_tests(exported: Path) -> None:
    rules = ["--select", "E,F,W,I,UP,B,C4,SIM,RET,PIE,PT", "--ignore", "E501"]
    assert complaints(exported, "ruff", "check", "--isolated", *rules) == ""
    assert complaints(exported, "ruff", "format", "--isolated", "--check") == ""
