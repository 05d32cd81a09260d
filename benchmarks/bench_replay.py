"""What a step costs that still holds: plain Playwright against Holdfast, on the same page.

Both do the same with the same elements by the same selectors, in turn, so that a busy machine
slows both.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import Page, sync_playwright

from holdfast.adapters.browser.launch import launch_options
from holdfast.adapters.browser.live import LiveTab
from holdfast.adapters.browser.stage import BrowserStage
from holdfast.app.finding import Finder
from holdfast.app.healing import Healer
from holdfast.app.replay import Runner
from holdfast.app.wiring import SystemClock
from holdfast.deciding.effective_settings import MODES
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.replay_result import StepOutcome
from holdfast.model.thresholds import Mode
from holdfast.ports import run_now
from holdfast.selectors.describe import describe

STEPS = 240
EACH = 6  # elements of each kind
_FRAME = 1 / 60  # s
LIMIT = 1.10  # a step that holds costs at most 10 % more than the same step in plain Playwright
# As often as in an ordinary flow: half are clicks, then fields, then lists and boxes.
KINDS = (
    StepAction.CLICK,
    StepAction.TYPE,
    StepAction.CLICK,
    StepAction.CHECK,
    StepAction.CLICK,
    StepAction.TYPE,
    StepAction.CLICK,
    StepAction.SELECT,
)
ROWS = "".join(f"<tr><td>Row {row}</td><td>{row * 7 % 100}.00</td></tr>" for row in range(300))
HTML = (
    "<!doctype html><title>Shop</title><main>"
    + "".join(
        f"<p><button id='click{i}'>Add product {i}</button>"
        f"<label for='type{i}'>Field {i}</label><input id='type{i}' name='field{i}'>"
        f"<label><input type='checkbox' id='check{i}'>Option {i}</label>"
        f"<label for='select{i}'>List {i}</label>"
        f"<select id='select{i}'><option>red</option><option>blue</option></select></p>"
        for i in range(EACH)
    )
    + f"<table>{ROWS}</table></main>"
)


def record(page: Page) -> Recording:
    """Return a recording of what people do on the page."""
    snapshot = run_now(LiveTab(page).capture())
    ids = {f"{kind.value}{i}" for kind in KINDS for i in range(EACH)}
    made = {name: describe(snapshot, f"#{name}") for name in ids}
    steps = []
    for number in range(STEPS):
        kind, turn = KINDS[number % len(KINDS)], number // len(KINDS)
        value = {StepAction.TYPE: f"words {number}", StepAction.SELECT: ("red", "blue")[turn % 2]}
        steps.append(
            Step(
                id=f"s{number}",
                action=kind,
                value=value.get(kind),
                fingerprint=made[f"{kind.value}{turn % EACH}"],
            )
        )
    return Recording(
        name="steps", start_url="about:blank", created_at=datetime.now(UTC), steps=tuple(steps)
    )


def plainly(page: Page, step: Step) -> None:
    """Do a step as a person would write it for Playwright."""
    assert step.fingerprint is not None
    name = step.fingerprint.node.name
    match step.action:
        case StepAction.CLICK:
            page.get_by_role("button", name=name, exact=True).click()
        case StepAction.TYPE:
            page.get_by_role("textbox", name=name, exact=True).fill(step.value or "")
        case StepAction.CHECK:
            page.get_by_role("checkbox", name=name, exact=True).check()
        case _:
            page.get_by_role("combobox", name=name, exact=True).select_option(step.value)


def measure(
    page: Page, recording: Recording, untick: Callable[[], object]
) -> dict[StepAction, tuple[list[float], list[float]]]:
    """Return the milliseconds of each step by kind, plain and with Holdfast, done in turn."""
    runner = Runner(
        stage=BrowserStage(page.context, page),
        healer=Healer(finder=Finder(), thresholds=MODES[Mode.BALANCED]),
        clock=SystemClock(),
    )
    doer = runner.doer(recording.steps)

    def with_holdfast(step: Step) -> None:
        result = run_now(runner.step(1, step, doer))
        assert result.outcome is StepOutcome.HELD, result

    moments = random.Random(1)
    times: dict[StepAction, tuple[list[float], list[float]]] = {k: ([], []) for k in KINDS}
    for number, step in enumerate(recording.steps):
        # In turn, and each as often first: the second click finds the mouse there already.
        plain, held = times[step.action]
        ways = [(lambda step: plainly(page, step), plain), (with_holdfast, held)]
        for do, spent in ways if number // len(KINDS) % 2 else reversed(ways):
            untick()
            # A click waits for two frames. Steps that begin right behind one cost whole frames: two
            # or three, whatever was added. In a run they begin at any moment.
            time.sleep(moments.uniform(0, _FRAME))
            start = time.perf_counter()
            do(step)
            spent.append(1000 * (time.perf_counter() - start))
    return times


def main() -> int:
    """Print both costs and their ratio; return 1 when it is over the limit."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        page.set_content(HTML)
        script = "document.querySelectorAll(':checked[type]').forEach(e => { e.checked = false; })"
        times = measure(page, record(page), lambda: page.evaluate(script))
        elements = page.locator("*").count()
        browser.close()
    print(f"{STEPS} steps on a page of {elements} elements, median ms a step")
    print(f"  {'':9} {'plain':>7} {'held':>7} {'ratio':>6}")
    whole = [0.0, 0.0]
    for kind, both in times.items():
        plain, held = map(statistics.median, both)
        whole = [whole[0] + plain * len(both[0]), whole[1] + held * len(both[1])]
        print(f"  {kind.value:9} {plain:7.1f} {held:7.1f} {held / plain:6.2f}")
    ratio = whole[1] / whole[0]
    print(
        f"  {'all':9} {whole[0] / STEPS:7.1f} {whole[1] / STEPS:7.1f} {ratio:6.2f}"
        f"  (at most {LIMIT:.2f})"
    )
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
