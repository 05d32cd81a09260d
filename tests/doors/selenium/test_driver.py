"""heal(driver): the same contract as for pages of Playwright, asked in Selenium's own ways."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import pytest
from selenium.common.exceptions import (
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as ec
from selenium.webdriver.support.wait import WebDriverWait
from tests.doors.playwright.test_heal import FORM, REDESIGN, SAME_ORDER, SAVE_GONE
from tests.doors.selenium.conftest import Opened, end

import holdfast
from holdfast import HealedWarning
from holdfast.app.patching import diff, load_healed, plan
from holdfast.demo.server import AFTER, BEFORE, serve
from holdfast.errors import ActRefused

pytestmark = [pytest.mark.browser]

SAVE = (By.ID, "save")
HINT = (By.ID, "hint")
# As Chrome says it, and Firefox.
MISSING = "no such element|Unable to locate element"
STALE = "stale element|is stale"


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


def test_what_was_healed_is_absent_only_when_it_is_gone(chrome: Chrome, opened: Opened) -> None:
    opened(FORM)
    save(chrome)
    opened(REDESIGN)
    with pytest.warns(HealedWarning):
        element = save(chrome)
    wait = WebDriverWait(chrome, 0.5, poll_frequency=0.1)
    with pytest.raises(TimeoutException):
        wait.until(ec.invisibility_of_element_located(SAVE))
    assert chrome.find_elements(*SAVE) == [element]
    with contextlib.suppress(NoSuchElementException):
        assert save(chrome) == element
    chrome.execute_script("arguments[0].remove()", element)
    assert wait.until(ec.invisibility_of_element_located(SAVE))
    assert chrome.find_elements(*SAVE) == []
    with pytest.raises(NoSuchElementException):
        save(chrome)


def test_what_was_removed_fails_with_the_near_misses(chrome: Chrome, opened: Opened) -> None:
    opened(FORM)
    by_wait(chrome)
    save(chrome)
    run = opened(SAVE_GONE)

    def ask() -> None:
        save(chrome)

    # Not ``raises(NoSuchElementException)``: that would expect the element to be missing.
    with pytest.raises(BaseException, match=MISSING) as caught:
        ask()
    assert caught.type is NoSuchElementException
    told = "holdfast: refused: it is probably gone"
    assert told in caught.value.__notes__[0]
    assert "driver.find_element(By.CSS_SELECTOR" in caught.value.__notes__[0]
    with pytest.raises(TimeoutException, match=told):
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


def test_shadow_roots_are_looked_into_and_not_left(chrome: Chrome, opened: Opened) -> None:
    def host(inner: str) -> str:
        return f"<p id='h'></p><script>h.attachShadow({{mode:'open'}}).innerHTML=`{inner}`</script>"

    def pay() -> WebElement:
        root = chrome.find_element(By.ID, "h").shadow_root
        return root.find_element(By.ID, "pay")

    opened(host("<h2>Card</h2><button id='pay'>Pay now</button><button>Cancel</button>"))
    pay()
    run = opened(host("<h2>Card</h2><div><button>Cancel</button><button>Pay now</button></div>"))
    with pytest.warns(HealedWarning):
        assert pay().text == "Pay now"
    [healed] = run.healed
    assert 'find_element(By.ID, "pay")' in healed.expression
    run = opened(host("<h2>Card</h2><button>Cancel</button>") + "<button>Pay now</button>")
    with pytest.raises(BaseException, match=MISSING):
        pay()
    assert run.healed == []


def test_observing_heals_nothing_and_says_what_was_meant(chrome: Chrome, opened: Opened) -> None:
    opened(FORM)
    save(chrome)
    run = opened(SAME_ORDER, extent="observe")
    with pytest.raises(BaseException, match=MISSING):
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


# --------------------------------------------------------------------------------------- staleness

MADE_ANEW = "document.forms[0].outerHTML = document.forms[0].outerHTML"


@pytest.mark.parametrize("find", [save, in_form])
def test_a_stale_element_is_found_again_by_its_own_locator(
    find: FunctionType, chrome: Chrome, opened: Opened
) -> None:
    run = opened(FORM)
    button = find(chrome)
    chrome.execute_script(MADE_ANEW)
    with pytest.warns(HealedWarning, match="found again by its own locator"):
        button.click()
    assert button.text == "Saved"
    assert run.healed == []


def test_staleness_that_is_asked_for_or_expected_stays(chrome: Chrome, opened: Opened) -> None:
    opened(FORM)
    button = save(chrome)
    chrome.execute_script(MADE_ANEW)
    assert WebDriverWait(chrome, 1).until(ec.staleness_of(button))
    with pytest.raises(StaleElementReferenceException):
        button.click()

    def is_shown() -> bool:
        return button.is_displayed()

    with pytest.raises(BaseException, match=STALE):
        is_shown()


@pytest.mark.parametrize(
    ("extent", "then"),
    [
        pytest.param("observe", MADE_ANEW, id="observed"),
        pytest.param("heal", "document.body.innerHTML += document.body.innerHTML", id="two of it"),
        pytest.param("heal", "document.forms[0].remove()", id="gone"),
    ],
)
def test_a_stale_element_stays_stale(
    extent: str, then: str, chrome: Chrome, opened: Opened
) -> None:
    opened(FORM, extent=extent)
    button = save(chrome)
    chrome.execute_script(then)

    def press() -> None:
        button.click()

    with pytest.raises(BaseException, match=STALE):
        press()


# ----------------------------------------------------------------------------------------- secrets

SIGN_IN = (
    "<h1>Sign in</h1><form><label for='password'>Password</label>"
    "<input type='password' id='password'><button type='button'>Sign in</button></form>"
)
SECRET = "correct horse"
SHOW_IT = "document.querySelector('h1').append(arguments[0].value)"


def password(driver: Chrome) -> WebElement:
    return driver.find_element(By.ID, "password")


# What a page may say of itself: that it is elsewhere, that its field is harmless, nothing at all.
LIES = (
    "Object.defineProperty(Document.prototype, 'URL', {get: () => arguments[0]})",
    "Object.defineProperty(document, 'location', {get: () => ({href: arguments[0]})})",
    "Array.prototype.toJSON = () => [{type: 'text'}, '', arguments[0]]",
    "Object.defineProperty(Element.prototype, 'attributes', {get() { throw Error('no') }})",
)


def kept(root: Path) -> str:
    files = [*(root / ".holdfast").rglob("*.json*"), *(root / ".holdfast").rglob("*.db")]
    return "".join(file.read_bytes().decode("latin-1") for file in files)


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_a_secret_is_typed_where_the_test_went_and_nowhere_else(
    chrome: Chrome, opened: Opened, root: Path
) -> None:
    with serve(BEFORE) as old, serve(AFTER) as new, serve(AFTER) as foreign:
        opened(FORM)
        chrome.get(f"{old}/index.html")
        password(chrome).send_keys(SECRET)
        opened(FORM)
        chrome.get(f"{new}/index.html")
        password(chrome).send_keys(SECRET)
        assert password(chrome).get_property("value") == SECRET
        chrome.execute_script(SHOW_IT, password(chrome))
        assert SECRET in chrome.find_element(By.TAG_NAME, "h1").text
        run = opened(FORM)
        chrome.execute_script(f"location = '{foreign}/index.html'")
        WebDriverWait(chrome, 5).until(ec.url_contains(foreign))
        field = password(chrome)
        for lie in LIES:
            with contextlib.suppress(WebDriverException):  # some cannot be told
                chrome.execute_script(lie, f"{old}/index.html")
        for send in (
            lambda field: field.send_keys(SECRET),
            lambda field: field.send_keys("12"),
            lambda field: ActionChains(chrome).send_keys_to_element(field, SECRET).perform(),
        ):
            with pytest.raises(ActRefused, match="which the test did not open") as refused:
                send(field)
            assert SECRET not in str(refused.value)
        assert field.get_property("value") == ""
    end(run)
    assert SECRET not in kept(root)


@pytest.mark.parametrize(
    "field",
    [
        lambda driver: driver.find_elements(By.TAG_NAME, "input")[0],
        lambda driver: driver.execute_script("return document.querySelector('input')"),
        lambda driver: driver.find_element(By.TAG_NAME, "form").find_elements(By.ID, "password")[0],
    ],
    ids=["one of many", "by a script", "one of many inside"],
)
def test_a_secret_that_a_page_repeats_is_not_kept_however_its_field_was_found(
    chrome: Chrome, opened: Opened, root: Path, field: Callable[[Chrome], WebElement]
) -> None:
    run = opened(SIGN_IN)
    field(chrome).send_keys(SECRET)
    chrome.execute_script(SHOW_IT, field(chrome))
    assert SECRET in chrome.find_element(By.TAG_NAME, "h1").text
    end(run)
    assert SECRET not in kept(root)


def test_a_frame_of_another_origin_is_refused(chrome: Chrome, opened: Opened) -> None:
    opened(SIGN_IN)
    password(chrome)
    changed = SIGN_IN.replace("'password'", "'p2'")
    run = opened(f'<h1>Shop</h1><iframe src="data:text/html,{changed}"></iframe>')
    chrome.switch_to.frame(0)
    with pytest.raises(BaseException, match=MISSING) as caught:
        password(chrome)
    assert "of another origin" in caught.value.__notes__[0]
    assert run.healed == []


# --------------------------------------------------------------------------------------- capturing


def test_capture_takes_a_driver_with_all_frames_and_leaves_it_where_it_was(
    chrome: Chrome, opened: Opened
) -> None:
    opened('<h1>Pay</h1><iframe srcdoc="<p>Card</p><iframe></iframe>"></iframe><b>End</b>')
    snapshot = holdfast.capture(chrome)
    assert [scope.kind for scope in snapshot.scopes].count("frame") == 2
    assert [node.text for node in snapshot.nodes if node.tag in {"h1", "p", "b"}] == [
        "Pay",
        "Card",
        "End",
    ]
    assert chrome.find_element(By.TAG_NAME, "h1").text == "Pay"
    found = holdfast.locate(holdfast.fingerprint(snapshot, "h1"), holdfast.capture(chrome))
    assert found.node is not None
    assert found.node.text == "Pay"
