"""A page that never answers fails the step of a suite, and the suite goes on."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.async_api import Page as AsyncPage
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.browser.conftest import awaited
from tests.doors.playwright.conftest import Healing, healing, root

from holdfast import heal
from holdfast.doors.playwright import deadlines

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")]
__all__ = ["awaited", "healing", "root"]
CALM = "<button id=go>Go</button>"
CHANGED = CALM.replace("id=go", "id=went")
HANGS = "<script>setTimeout(() => { while (true); }, 100)</script>"


@contextmanager
def _impatient() -> Iterator[None]:
    """Wait for answers for a second, and for the failure that Playwright itself tells."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(deadlines, "ANSWER_MS", 1_000.0)
        with pytest.raises(PlaywrightTimeout):
            yield


@pytest.mark.parametrize("extent", ["heal", "observe"])
def test_a_page_that_hangs_fails_the_step_and_the_next_page_is_healed(
    healing: Healing, extent: str
) -> None:
    page = healing(CALM)
    page.locator("#go").click()
    page.close()
    hanging = healing(CHANGED + HANGS, extent=extent)
    with _impatient():
        hanging.locator("#go").click(timeout=2_000)
    hanging.close()
    healed = healing(CHANGED)
    healed.locator("#go").click()
    assert [one.expression for one in healed.holdfast_run.healed]  # type: ignore[attr-defined]


def test_a_page_that_hangs_fails_the_step_of_the_async_interface_too(
    awaited: Callable[[Callable[[AsyncBrowser], Awaitable[list[str]]]], list[str]], root: Path
) -> None:
    async def opened(browser: AsyncBrowser, content: str) -> AsyncPage:
        page = heal(await browser.new_page(), root=root, heal_after_ms=150.0)
        await page.set_content(f"<!doctype html><title>Shop</title><main>{content}</main>")
        return page

    async def work(browser: AsyncBrowser) -> list[str]:
        page = await opened(browser, CALM)
        await page.locator("#go").click()
        await page.close()
        hanging = await opened(browser, CHANGED + HANGS)
        with _impatient():
            await hanging.locator("#go").click(timeout=2_000)
        await hanging.close()
        page = await opened(browser, CHANGED)
        await page.locator("#go").click()
        return [one.expression for one in page.holdfast_run.healed]  # type: ignore[attr-defined]

    assert awaited(work) == ['page.locator("#go")']
