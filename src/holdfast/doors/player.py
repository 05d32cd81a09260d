"""`holdfast.Player`: replays recordings in a browser of Playwright, sync or async."""

import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.app.finding import HEAL_AFTER_MS
from holdfast.app.healing import Intent
from holdfast.app.permissions import permissions_for
from holdfast.app.reading import Seen
from holdfast.app.recording_warnings import RISKY_ALLOWED
from holdfast.app.replay import Helper, Runner, RunSettings
from holdfast.app.settings import own_settings, sites
from holdfast.app.values import Values, environment_secrets
from holdfast.app.wiring import BrowserStage, LiveTab, SystemClock, find_reader, load_project
from holdfast.deciding.effective_settings import EffectiveSettings, recording_choices
from holdfast.doors.healing_run import HealingRun, chosen_here
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.healing_decision import Decision
from holdfast.model.recording import Recording
from holdfast.model.remembered import RecordingEntry
from holdfast.model.replay_result import Replay, StepResult
from holdfast.model.search_settings import SearchSettings
from holdfast.model.thresholds import Mode, Thresholds
from holdfast.ports import Adviser, Notifier, Store, TextReader, ready, run_now

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext as AsyncContext
    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import BrowserContext, Page


@dataclass(slots=True)
class Player:
    """Replays recordings in a page or context of Playwright, of its sync or its async interface.

    ``base_url`` is the site to replay on instead of the recorded one. ``allow_origins`` are further
    origins that secrets may be typed at (``http://localhost:*`` is every port); ``allow_file`` lets
    a recording open files. ``thresholds`` stand before those of ``mode`` and of all files, each by
    its key: ``{"autoApply": 90}``. ``store`` remembers decisions and outcomes; without one nothing
    is remembered. ``reader`` reads text from pictures
    when the other strategies are in doubt; by default the one that is installed. ``adviser`` is
    asked about doubtful elements; by default the one of the settings, which is none. ``on_step``
    hears of every step as it ends. ``keep_going`` does the later steps although one was refused.
    ``trace`` is where a trace is written when a run fails; never of a run that uses secrets.
    ``search_settings`` stand for those of ``holdfast.toml`` and the environment. ``recording_id``
    and ``folder`` say what the store calls a recording that comes without its file, and where its
    uploads lie; ``run_id`` names the run. A recording that is not known (``is_known``) came from
    somebody else: secrets go to ``allow_origins`` alone, and files come from ``folder`` alone.
    ``before_act`` is called before anything is done to a page, and ends the run by raising.
    ``helper`` is handed each step that was refused; ``holdfast.cached`` gives it to an agent.
    """

    browsing: "Page | BrowserContext | AsyncPage | AsyncContext"
    base_url: str | None = None
    mode: Mode | str | None = None
    thresholds: Mapping[str, int] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    allow_origins: Sequence[str] = ()
    allow_file: bool = False
    heal_after_ms: float = HEAL_AFTER_MS
    keep_going: bool = False
    pictures: bool = False
    trace: str | Path | None = None
    store: Store | None = None
    notifier: Notifier | None = None
    reader: TextReader | None = field(default_factory=find_reader)
    on_step: Callable[[StepResult], None] | None = None
    adviser: Adviser | None = None
    search_settings: SearchSettings | None = None
    recording_id: str = ""
    folder: str | Path | None = None
    run_id: str = ""
    before_act: Callable[[], None] | None = None
    is_known: bool = True
    helper: Helper | None = None

    def play(self, recording: Recording | str | Path) -> Replay:
        """Return how the replay went. Raises ``UsageError`` if a variable or secret is missing."""
        return run_now(self._play(recording, is_async=False))

    async def play_async(self, recording: Recording | str | Path) -> Replay:
        """Return how the replay went; for pages and contexts of Playwright's async interface."""
        return await self._play(recording, is_async=True)

    async def _play(self, recording: Recording | str | Path, *, is_async: bool) -> Replay:
        loaded = load_recording(recording)
        known_as = self.recording_id or id_of(recording)
        run = self._run(loaded, known_as, is_async=is_async)
        effective = run.effective()
        healer, note = run.healer(effective, pictures=self.pictures)
        with on_stage(*await _context_and_page(self.browsing)) as stage:
            runner = Runner(
                stage=stage,
                healer=healer,
                clock=SystemClock(),
                settings=self._settings(recording, loaded, effective),
                values=self._values(),
                on_step=self.on_step,
                helper=self.helper,
                run_id=run.run_id,
                before_act=self.before_act,
            )
            done = await runner.play(loaded)
        consultant = healer.finder.consultant
        told = [note, None if consultant is None else consultant.summary()]
        return replace(done, notes=(*done.notes, *(one for one in told if one is not None)))

    def _run(self, recording: Recording, recording_id: str, *, is_async: bool) -> HealingRun:
        own = own_settings(recording, recording_id)
        return HealingRun(
            project=load_project(),
            store=self.store,
            run_id=self.run_id or make_run_id(),
            name=recording.name,
            recording_id=recording_id,
            choices=[*recording_choices(own), *chosen_here(self.mode, self.thresholds)],
            reader=self.reader,
            adviser=self.adviser,
            notifier=self.notifier,
            heal_after_ms=self.heal_after_ms,
            risky_allowed=recording.extra.get(RISKY_ALLOWED) is True,
            is_async=is_async,
            search_settings=self.search_settings,
        )

    def _settings(
        self, given: Recording | str | Path, recording: Recording, effective: EffectiveSettings
    ) -> RunSettings:
        folder = self.folder
        if folder is None and not isinstance(given, Recording):
            folder = Path(given).parent
        beside = () if folder is None else (str(folder),)
        base_url, allowed = sites(load_project().plain, self.base_url, self.allow_origins)
        permissions = permissions_for(
            recording,
            self._values(),
            base_url=base_url,
            allowed_origins=allowed,
            folders=(*beside, ".") if self.is_known else beside,
            file_addresses=self.allow_file,
            is_known=self.is_known,
        )
        return RunSettings(
            healing_enabled=effective.healing_enabled,
            keep_going=self.keep_going,
            trace=None if self.trace is None else str(self.trace),
            base_url=base_url,
            permissions=permissions,
        )

    def _values(self) -> Values:
        secrets = {**environment_secrets(os.environ), **self.secrets}
        return Values(variables=self.variables, secrets=secrets)


def evaluate_healing(
    page: "Page",
    fingerprint: Fingerprint,
    thresholds: Thresholds | None = None,
    store: Store | None = None,
    *,
    ai_confidence: float | None = None,
) -> tuple[Location, Decision]:
    """Return where the element is on the page, and what a replay would do about it; does nothing.

    Every factor is measured on the live page; histories come from the store, if there is one. The
    thresholds are the project's unless given. ``ai_confidence``: what a proposer of yours says, 0
    to 100, in the place of the engine's or an adviser's word.
    """
    judging = _evaluate(page, fingerprint, thresholds, store, ai_confidence, is_async=False)
    return run_now(judging)


async def evaluate_healing_async(
    page: "AsyncPage",
    fingerprint: Fingerprint,
    thresholds: Thresholds | None = None,
    store: Store | None = None,
    *,
    ai_confidence: float | None = None,
) -> tuple[Location, Decision]:
    """Return the same as ``evaluate_healing``, for a page of Playwright's async interface."""
    return await _evaluate(page, fingerprint, thresholds, store, ai_confidence, is_async=True)


async def _evaluate(  # noqa: PLR0913 - as its two doors
    page: Any,
    fingerprint: Fingerprint,
    thresholds: Thresholds | None,
    store: Store | None,
    ai_confidence: float | None,
    *,
    is_async: bool,
) -> tuple[Location, Decision]:
    project, reader = load_project(), find_reader()
    run = HealingRun(project=project, store=store, run_id="", reader=reader, is_async=is_async)
    effective = run.effective()
    healer, _ = run.healer(replace(effective, thresholds=thresholds or effective.thresholds))
    if ai_confidence is not None:
        healer.finder.consultant = None
    live = LiveTab(page)
    settled = await live.settled()
    found = await healer.finder.search(live, Seen(fingerprint=fingerprint), settled=settled)
    judged = await healer.judge(live, [found], Intent(), ai_confidence=ai_confidence)
    return judged.location, judged.decision


def make_run_id() -> str:
    """Return what a new run is called."""
    return uuid.uuid4().hex[:12]


def load_recording(recording: Recording | str | Path) -> Recording:
    """Return the recording, read from its file if it is not one already."""
    if isinstance(recording, Recording):
        return recording
    return Recording.load(recording)


def id_of(recording: Recording | str | Path) -> str:
    """Return what the store calls a recording: its path in the project, or its name."""
    if isinstance(recording, Recording):
        return recording.name
    return load_project().recording_id(recording)


def enter_in_store(store: Store, path: str, recording: Recording) -> None:
    """Write where a recording's file is in its project, so that its healings can be accepted."""
    entry = RecordingEntry(
        id=path,
        name=recording.name,
        path=path,
        start_url=recording.start_url,
        updated_at=SystemClock().now(),
    )
    store.save_recording(entry)


@contextmanager
def on_stage(context: Any, page: Any) -> Iterator[BrowserStage]:
    """Yield a stage on a context; it is left as it was found, with what the steps did."""
    stage = BrowserStage(context, page)
    try:
        yield stage
    finally:
        stage.leave()


async def _context_and_page(browsing: Any) -> tuple[Any, Any]:
    if hasattr(browsing, "context"):
        return browsing.context, browsing
    page = browsing.pages[0] if browsing.pages else await ready(browsing.new_page())
    return browsing, page
