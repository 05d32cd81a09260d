"""What heal() returns behaves as Playwright's own: identity, events, listeners, time."""

import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from tests.doors.playwright.conftest import Healing
from tests.doors.playwright.test_heal import FORM, REDESIGN, SAVE_GONE, record, run_of, save

from holdfast import HealedWarning, heal

pytestmark = [pytest.mark.browser]


def test_it_is_the_same_page_wherever_playwright_hands_it_out(healing: Healing) -> None:
    page = healing(FORM)
    plain: Page = page.holdfast_plain  # type: ignore[attr-defined]
    assert page == page.context.pages[-1] == plain
    assert plain == page
    assert page is save(page).page
    assert page is page.main_frame.page
    assert {plain: "kept"}[page] == "kept"
    assert len({page, plain, *page.context.pages}) == 1
    with page.expect_console_message() as told:
        page.evaluate("console.log('hello')")
    assert told.value.page is page
    other = page.context.new_page()
    assert other not in {page, plain}
    other.close()


def test_when_a_run_ends_playwright_hands_out_its_own_again(browser: Browser, root: Path) -> None:
    plain = browser.new_page()
    for _ in range(3):
        page = heal(plain, root=root, heal_after_ms=50.0)
        page.set_content(FORM)
        save(page).hover()
        run_of(page).close(passed=True)
    assert plain.context.pages[0] is plain
    assert type(plain.main_frame).__name__ == "Frame"
    inner: Any = plain._impl_obj
    assert [inner.listeners(event) for event in ("request", "requestfinished")] == [[], []]
    plain.context.close()


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_every_way_to_a_locator_is_healed(healing: Healing) -> None:
    def use(page: Page) -> None:
        save(page).page.locator("#mail").fill("a")
        page.main_frame.locator("#pin").focus()
        page.hover("#save")
        page.main_frame.get_attribute("#cancel", "type")
        handle = page.wait_for_selector("#hint", state="attached")
        assert handle is not None
        assert handle.inner_text() == "All fields are needed"

    record(healing, use)
    page = healing(REDESIGN)
    use(page)
    assert len(run_of(page).healed) == 5


def test_what_is_given_a_selector_fails_as_playwrights_own(healing: Healing) -> None:
    page = healing(FORM)
    with pytest.raises(Error, match=r"Page\.click: Timeout 100ms exceeded"):
        page.click("#nothing", timeout=100)
    with pytest.raises(Error, match="strict mode violation"):
        page.click("button", strict=True)
    assert page.wait_for_selector("#nothing", state="hidden") is None


# -------------------------------------------------------------------------------------------- time


@pytest.mark.parametrize("given", [400, None])
def test_a_failure_comes_when_playwrights_own_would(healing: Healing, given: float | None) -> None:
    record(healing, lambda page: save(page).hover())
    page = healing(SAVE_GONE, heal_after_ms=2_000.0)
    page.set_default_timeout(400)
    began = time.monotonic()
    with pytest.raises(Error, match="Timeout 400ms exceeded") as caught:
        save(page).click(timeout=given)
    assert "holdfast: refused" in caught.value.__notes__[0]
    assert run_of(page).steps[-1].duration_ms <= 1000 * (time.monotonic() - began)


def test_the_time_that_was_given_is_left_as_it_is_when_nothing_was_waited_for(
    healing: Healing,
) -> None:
    page = healing(FORM, extent="suggest")
    with pytest.raises(Error, match="Timeout 300ms exceeded"):
        page.locator("#cancel").filter(has_text="nothing").or_(page.locator("x-y")).click(
            timeout=300
        )


# ----------------------------------------------------------------------------- what a test needs


def test_a_healed_locator_is_used_for_what_is_not_so(healing: Healing) -> None:
    record(healing, lambda page: page.locator("#mail").fill("a"))
    page = healing(REDESIGN)
    with pytest.warns(HealedWarning):
        expect(page.locator("#mail")).not_to_have_value("b", timeout=300)
    page.locator("#mail").fill("a")
    expect(page.locator("#mail")).not_to_have_value("b")
    with pytest.raises(AssertionError, match="Actual value: a"):
        expect(page.locator("#mail")).not_to_have_value("a", timeout=300)


def test_what_appears_after_a_script_ran_is_fingerprinted(healing: Healing) -> None:
    late = "<h1>Account</h1><button onclick='setTimeout(() => main.append(late), 300)'>Go</button>"
    script = "<script>const late = document.createElement('button'); late.id = 'late'; "
    script += "late.textContent = 'Late'; const main = document.querySelector('main')</script>"

    def use(page: Page) -> None:
        page.get_by_text("Go").click()
        page.locator("#late").click()

    record(healing, use, late + script)
    page = healing(late.replace("<h1>", "<p>New</p><h1>") + script.replace("'late';", "'x';", 1))
    with pytest.warns(HealedWarning, match="#late"):
        use(page)


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_what_else_was_named_finds_elements_when_the_page_lost_a_librarys_class(
    healing: Healing,
) -> None:
    rows = '<p class="bk row">One</p><p class="bk row bk-last">Two</p>'
    was = f'<div class="bk bk-root"><button class="bk fold">v</button>{rows}</div>'

    def use(page: Page) -> None:
        page.locator(".bk.fold").click()
        expect(page.locator(".bk.row")).to_have_count(2, timeout=700)
        expect(page.locator(".bk.row").nth(1)).to_have_text("Two", timeout=700)

    record(healing, use, was)
    lost = was.replace('"bk ', '"').replace(">v<", "><i></i><")
    page = healing(lost)
    use(page)
    assert [one.instead for one in run_of(page).healed] == [
        'page.locator(".fold")',
        'page.locator(".row")',
        'page.locator(".row").nth(1)',
    ]
    for wrong in (lost.replace('<p class="row">One</p>', ""), lost.replace("Two", "Three")):
        with pytest.raises(AssertionError):
            use(healing(wrong))
