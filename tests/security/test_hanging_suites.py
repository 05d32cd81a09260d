"""A page that never answers fails the step of a suite, and the suite goes on."""

import pytest
from playwright.sync_api import Error
from tests.doors.playwright.conftest import Healing, healing, root

from holdfast.doors.playwright import deadlines
from holdfast.errors import HoldfastError

pytestmark = [pytest.mark.browser]
__all__ = ["healing", "root"]
CALM = "<button id=go>Go</button>"
HANGS = "<script>setTimeout(() => { while (true); }, 100)</script>"


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_a_page_that_hangs_fails_the_step_and_the_next_page_is_healed(
    healing: Healing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadlines, "ANSWER_MS", 1_000.0)
    page = healing(CALM)
    page.locator("#go").click()
    page.close()
    changed = CALM.replace("id=go", "id=went")
    hanging = healing(changed + HANGS)
    with pytest.raises((Error, HoldfastError)):
        hanging.locator("#go").click(timeout=2_000)
    hanging.close()
    healed = healing(changed)
    healed.locator("#go").click()
    assert [one.expression for one in healed.holdfast_run.healed]  # type: ignore[attr-defined]
