"""What a step costs that still holds: plain Playwright against Holdfast, on the same page.

Both click the same buttons by the same selectors, in turn, so that a busy machine slows both.
"""

import statistics
import sys
import time
from datetime import UTC, datetime

from playwright.sync_api import Page, sync_playwright

from holdfast.adapters.browser.calling import run_now
from holdfast.adapters.browser.launch import launch_options
from holdfast.adapters.browser.live import LiveTab
from holdfast.adapters.browser.stage import Stage
from holdfast.deciding.thresholds import MODES
from holdfast.interfaces.wiring import SystemClock
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.replay import StepOutcome
from holdfast.model.thresholds import Mode
from holdfast.recording.describe import describe
from holdfast.session.finding import Finder
from holdfast.session.run import Runner, RunSettings

STEPS = 240
BUTTONS = 12
LIMIT = 1.10  # a step that holds costs at most 10 % more than the same step in plain Playwright
ROWS = "".join(f"<tr><td>Row {row}</td><td>{row * 7 % 100}.00</td></tr>" for row in range(300))
HTML = (
    "<!doctype html><title>Shop</title><main>"
    + "".join(f"<p><button id='b{i}'>Add product {i}</button></p>" for i in range(BUTTONS))
    + f"<table>{ROWS}</table></main>"
)


def record(page: Page) -> Recording:
    """Return a recording of clicks on the page."""
    snapshot = run_now(LiveTab(page).capture())
    made = [describe(snapshot, f"#b{i}") for i in range(BUTTONS)]
    steps = tuple(
        Step(id=f"s{n}", action=StepAction.CLICK, fingerprint=made[n % BUTTONS])
        for n in range(STEPS)
    )
    return Recording(
        name="clicks", start_url="about:blank", created_at=datetime.now(UTC), steps=steps
    )


def measure(page: Page, recording: Recording) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each step, plain and with Holdfast, done in turn."""
    runner = Runner(
        stage=Stage(page.context, page),
        finder=Finder(),
        clock=SystemClock(),
        settings=RunSettings(thresholds=MODES[Mode.BALANCED]),
    )
    doer = runner.doer(recording.steps)

    def click(number: int) -> None:
        page.get_by_role("button", name=f"Add product {number % BUTTONS}", exact=True).click()

    def step(number: int) -> None:
        result = run_now(runner.step(number + 1, recording.steps[number], doer))
        assert result.outcome is StepOutcome.HELD, result

    plain: list[float] = []
    held: list[float] = []
    for number in range(STEPS):
        # In turn, and each as often first: the second click finds the mouse there already.
        ways = [(click, plain), (step, held)]
        for do, times in ways if number % 2 else reversed(ways):
            start = time.perf_counter()
            do(number)
            times.append(1000 * (time.perf_counter() - start))
    return plain, held


def main() -> int:
    """Print both costs and their ratio; return 1 when it is over the limit."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        page.set_content(HTML)
        plain, held = measure(page, record(page))
        browser.close()
    ratio = statistics.median(held) / statistics.median(plain)
    print(f"{STEPS} steps on a page of {page_size()} elements, median ms a step")
    print(f"  plain Playwright  {statistics.median(plain):6.1f}")
    print(f"  Holdfast, held    {statistics.median(held):6.1f}")
    print(f"  ratio             {ratio:6.2f}  (at most {LIMIT:.2f})")
    return 0 if ratio <= LIMIT else 1


def page_size() -> int:
    """Return how many elements the page has, about."""
    return HTML.count("<") // 2


if __name__ == "__main__":
    sys.exit(main())
