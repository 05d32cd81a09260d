"""The demonstration: recorded in the old shop, replayed in the new one, told and written down."""

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

from holdfast.app.wiring import launch_options, open_store
from holdfast.demo.server import AFTER, BEFORE, serve
from holdfast.demo.shopper import PASSWORD, buy_a_stove
from holdfast.doors.player import Player, enter_in_store
from holdfast.doors.recorder import Recorder
from holdfast.doors.replay_page import Around, write_report
from holdfast.model.recording import Recording, Step
from holdfast.model.replay_result import Replay, StepOutcome, StepResult

NAME = "Buy a stove"
FILE = "recording.json"
STORE = ".holdfast/holdfast.db"  # where a project keeps it
WINDOW: ViewportSize = {"width": 1180, "height": 760}
HEAL_AFTER_MS = 300.0  # the shop is on this machine: what is not there now will not come
_SECRET = re.compile(r"\$\{(\w+)\}")
LEAD = (
    "A person bought a stove in the old shop while Holdfast recorded. Then the shop was "
    "redesigned: ids and classes renamed, sections moved, words changed, links turned into "
    "buttons, a button drawn on a canvas, and one button removed. This is the same recording, "
    "replayed in the new shop. What was found again was used. What was removed was refused, and "
    "nothing else was clicked in its place."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the demonstration left behind."""

    recording: Recording
    replay: Replay
    folder: Path

    @property
    def report(self) -> Path:
        """Return where the report is."""
        return self.folder / "report.html"

    @property
    def refused(self) -> tuple[StepResult, ...]:
        """Return the steps that were refused."""
        return tuple(s for s in self.replay.steps if s.outcome is StepOutcome.REFUSED)


def record_old_shop(browser: Browser, url: str, on_step: Callable[[Step], None]) -> Recording:
    """Return what a scripted person does in the old shop, with real mouse moves."""
    with _window(browser) as context:
        page = context.new_page()
        with Recorder(context, name=NAME, on_step=on_step) as recorder:
            page.goto(f"{url}/index.html")
            buy_a_stove(page)
        return recorder.recording


def replay_new_shop(
    browser: Browser,
    url: str,
    recording: Recording,
    folder: Path,
    on_step: Callable[[StepResult], None],
) -> Replay:
    """Return how the recording went in the new shop; decisions are kept in the folder."""
    store = open_store(str(folder / STORE))
    try:
        # The folder is a project of its own: its healings can be reviewed and accepted.
        enter_in_store(store, FILE, recording)
        with _window(browser) as context:
            player = Player(
                context,
                base_url=url,
                secrets=dict.fromkeys(secret_names(recording), PASSWORD),
                heal_after_ms=HEAL_AFTER_MS,
                keep_going=True,
                pictures=True,
                store=store,
                recording_id=FILE,
                on_step=on_step,
            )
            return player.play(recording)
    finally:
        store.close()


def show(
    *,
    folder: Path | None = None,
    headed: bool = False,
    on_recorded: Callable[[Step], None] = lambda _: None,
    on_turn: Callable[[Recording], None] = lambda _: None,
    on_step: Callable[[StepResult], None] = lambda _: None,
) -> Shown:
    """Return the demonstration, done: recorded, replayed, with its files in the folder."""
    place = folder or Path(tempfile.mkdtemp(prefix="holdfast-demo-"))
    (place / STORE).parent.mkdir(parents=True, exist_ok=True)
    with serve(BEFORE) as old, serve(AFTER) as new, _browser(headed=headed) as browser:
        recording = record_old_shop(browser, old, on_recorded)
        recording.save(place / FILE)
        on_turn(recording)
        replay = replay_new_shop(browser, new, recording, place, on_step)
    shown = Shown(recording=recording, replay=replay, folder=place)
    write_report([replay], Around(path=shown.report, lead=LEAD))
    return shown


def secret_names(recording: Recording) -> set[str]:
    """Return the names that stand for secrets in a recording."""
    return {name for step in recording.steps for name in _SECRET.findall(step.value or "")}


@contextmanager
def _browser(*, headed: bool) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(headed=headed))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def _window(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=WINDOW)
    try:
        yield context
    finally:
        context.close()
