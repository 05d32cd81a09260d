"""heal(driver): the same contract as for pages of Playwright, asked in Selenium's own ways."""

import contextlib
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest
from selenium.common.exceptions import NoSuchElementException, TimeoutException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as ec
from selenium.webdriver.support.wait import WebDriverWait
from tests.doors.playwright.test_heal import FORM, REDESIGN, SAME_ORDER, SAVE_GONE
from tests.doors.selenium.conftest import Opened, end

from holdfast import HealedWarning
from holdfast.app.patching import diff, load_healed, plan

pytestmark = [pytest.mark.browser]

SAVE = (By.ID, "save")
HINT = (By.ID, "hint")


def save(driver: Chrome) -> WebElement:
    return driver.find_element(*SAVE)


def by_wait(driver: Chrome) -> WebElement:
    found: WebElement = WebDriverWait(driver, 5, poll_frequency=0.1).until(
        ec.element_to_be_clickable(SAVE)
    )
    return found


def in_form(driver: Chrome) -> WebElement:
    return driver.find_element(By.TAG_NAME, "form").find_element(By.ID, "save")


@pytest.mark.parametrize("find", [save, by_wait, in_form])
def test_a_lost_element_is_healed_however_it_is_asked_for(
    find: FunctionType, chrome: Chrome, opened: Opened
) -> None:
    opened(FORM)
    find(chrome)
    run = opened(REDESIGN)
    with pytest.warns(HealedWarning, match="was healed to driver.find_element"):
        find(chrome).click()
    assert chrome.find_elements(By.XPATH, "//button[text()='Saved']")
    [healed] = run.healed
    assert healed.file == __file__
    assert healed.function == find.__name__


def test_what_is_to_be_absent_is_never_healed(chrome: Chrome, opened: Opened) -> None:
    opened(FORM)
    save(chrome)
    run = opened(REDESIGN)
    wait = WebDriverWait(chrome, 1, poll_frequency=0.1)
    assert wait.until(ec.invisibility_of_element_located(SAVE))
    assert wait.until_not(lambda driver: save(driver)) is not None
    assert chrome.find_elements(*SAVE) == []
    with pytest.raises(NoSuchElementException):
        save(chrome)
    with contextlib.suppress(NoSuchElementException):
        save(chrome)
    try:
        save(chrome)
    except NoSuchElementException as exc:
        assert not hasattr(exc, "__notes__")  # noqa: PT017 - as people write it
    assert run.healed == []


def test_what_was_removed_fails_with_the_near_misses(chrome: Chrome, opened: Opened) -> None:
    opened(FORM)
    by_wait(chrome)
    save(chrome)
    run = opened(SAVE_GONE)

    def ask() -> None:
        save(chrome)

    # Not ``raises(NoSuchElementException)``: that would expect the element to be missing.
    with pytest.raises(BaseException, match="no such element") as caught:
        ask()
    assert caught.type is NoSuchElementException
    assert "holdfast: refused: it is probably gone" in caught.value.__notes__[0]
    with pytest.raises(TimeoutException):
        by_wait(chrome)
    assert run.healed == []


def test_the_text_that_is_read_is_no_evidence(chrome: Chrome, opened: Opened) -> None:
    before = "<h1>Cart</h1><p>Items <b id='n'>3</b></p><p>Points <b>5</b></p>"
    opened(before)
    assert chrome.find_element(By.ID, "n").text == "3"
    swapped = before.replace(" id='n'", "").replace("3", "x").replace("5", "3")
    opened(swapped)
    said = ""
    with contextlib.suppress(BaseException):  # refused is right, too
        said = chrome.find_element(By.ID, "n").text
    assert said != "3"


def test_observing_heals_nothing_and_says_what_was_meant(chrome: Chrome, opened: Opened) -> None:
    opened(FORM)
    save(chrome)
    run = opened(SAME_ORDER, extent="observe")
    with pytest.raises(BaseException, match="no such element"):
        save(chrome)
    assert [one.used for one in run.suggested] == [False]


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_pairs_are_patched_where_they_stand(chrome: Chrome, opened: Opened, tmp_path: Path) -> None:
    opened(FORM)
    by_wait(chrome)
    run = opened(REDESIGN)
    by_wait(chrome)
    end(run)
    root = Path(__file__).parent
    made = plan(load_healed(run.suite.healed_folder, Path.read_bytes), root, Path.read_bytes)
    [change] = made.changes
    assert change.new.startswith("By.")
    [line] = re.findall(r"^\+SAVE.*$", diff(made, root, Path.read_bytes).decode(), re.MULTILINE)
    assert line == f"+SAVE = ({change.new})"


def test_playwright_is_not_loaded_for_people_who_use_selenium() -> None:
    code = (
        "import sys; import holdfast.doors.selenium.driver_run; import holdfast; holdfast.heal; "
        "print('playwright' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
