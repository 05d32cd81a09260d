"""`holdfast.Player`: replays recordings in a browser of Playwright, sync or async."""

import asyncio
import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.adapters.browser.live import LiveTab
from holdfast.adapters.browser.stage import Stage
from holdfast.adapters.browser.sync_or_async import ready, run_now
from holdfast.adapters.ocr import find_reader
from holdfast.app.adviser_choice import make_consultant
from holdfast.app.consulting import Ask, Consultant, ask_here
from holdfast.app.finding import HEAL_AFTER_MS, Finder
from holdfast.app.healing import Circumstances, decide_on, fingerprint_id
from holdfast.app.journal import Journal
from holdfast.app.permissions import permissions_for
from holdfast.app.reading import Lines, PageReading, Seen, read_here
from holdfast.app.replay import Runner
from holdfast.app.step_healing import RunSettings
from holdfast.app.values import Values, environment_secrets
from holdfast.app.wiring import SystemClock, effective_settings, load_project
from holdfast.deciding.effective_settings import (
    MODE,
    MODES,
    Choice,
    EffectiveSettings,
    Source,
    recording_choices,
)
from holdfast.history.log import RunContext
from holdfast.history.outcomes import url_pattern
from holdfast.model.advice import Reply
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.healing import Decision, History
from holdfast.model.recording import Recording
from holdfast.model.remembered import RecordingEntry
from holdfast.model.replay import Replay, StepResult, Usability
from holdfast.model.thresholds import Mode, RecordingHealingConfig, Thresholds
from holdfast.ports import Adviser, Notifier, Store, TextReader

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext as AsyncContext
    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import BrowserContext, Page

RISKY_ALLOWED = "allowRiskySteps"  # in a recording: its risky steps may be healed unflagged


@dataclass(slots=True)
class Player:
    """Replays recordings in a page or context of Playwright, of its sync or its async interface.

    ``base_url`` is the site to replay on instead of the recorded one. ``allow_origins`` are further
    origins that secrets may be typed at (``http://localhost:*`` is every port); ``allow_file`` lets
    a recording open files. ``store`` remembers
    decisions and outcomes; without one nothing is remembered. ``reader`` reads text from pictures
    when the other strategies are in doubt; by default the one that is installed. ``adviser`` is
    asked about doubtful elements; by default the one of the settings, which is none. ``on_step``
    hears of every step as it ends. ``keep_going`` does the later steps although one was refused.
    ``trace`` is where a trace is written when a run fails; never of a run that uses secrets.
    """

    browsing: "Page | BrowserContext | AsyncPage | AsyncContext"
    base_url: str | None = None
    mode: Mode | str | None = None
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

    def play(self, recording: Recording | str | Path) -> Replay:
        """Return how the replay went. Raises ``UsageError`` if a variable or secret is missing."""
        return run_now(self._play(recording, is_async=False))

    async def play_async(self, recording: Recording | str | Path) -> Replay:
        """Return how the replay went; for pages and contexts of Playwright's async interface."""
        return await self._play(recording, is_async=True)

    async def _play(self, recording: Recording | str | Path, *, is_async: bool) -> Replay:
        loaded, recording_id = load_recording(recording), id_of(recording)
        run_id = uuid.uuid4().hex[:12]
        settings = self._effective(loaded, recording_id, run_id)
        reading = self._reading(is_async=is_async)
        consultant, note = self._consultant(is_async=is_async)
        with on_stage(*await _context_and_page(self.browsing)) as stage:
            runner = Runner(
                stage=stage,
                finder=Finder(
                    heal_after_ms=self.heal_after_ms, reading=reading, consultant=consultant
                ),
                clock=SystemClock(),
                settings=self._run_settings(recording, loaded, settings),
                values=self._values(),
                journal=self._journal(loaded, recording_id, run_id, settings),
                on_step=self.on_step,
                run_id=run_id,
            )
            done = await runner.play(loaded)
        told = [note, None if consultant is None else consultant.summary()]
        return replace(done, notes=(*done.notes, *(one for one in told if one is not None)))

    def _effective(self, recording: Recording, recording_id: str, run_id: str) -> EffectiveSettings:
        own = RecordingHealingConfig.from_json({**recording.extra, "recordingId": recording_id})
        choices = recording_choices(own)
        if self.mode is not None:
            place = "--mode"
            mode = str(self.mode)
            choices.append(Choice(key=MODE, value=mode, source=Source.COMMAND_LINE, place=place))
        return effective_settings(
            load_project(),
            self.store,
            recording_id=recording_id,
            run_id=run_id,
            flags=choices,
            now=SystemClock().now(),
        )

    def _run_settings(
        self, given: Recording | str | Path, recording: Recording, settings: EffectiveSettings
    ) -> RunSettings:
        beside = () if isinstance(given, Recording) else (str(Path(given).parent),)
        permissions = permissions_for(
            recording,
            self._values(),
            base_url=self.base_url,
            allowed_origins=self.allow_origins,
            folders=(*beside, "."),
            file_addresses=self.allow_file,
        )
        return RunSettings(
            thresholds=settings.thresholds,
            healing_enabled=settings.healing_enabled,
            risky_allowed=recording.extra.get(RISKY_ALLOWED) is True,
            keep_going=self.keep_going,
            pictures=self.pictures,
            trace=None if self.trace is None else str(self.trace),
            base_url=self.base_url,
            permissions=permissions,
        )

    def _values(self) -> Values:
        secrets = {**environment_secrets(os.environ), **self.secrets}
        return Values(variables=self.variables, secrets=secrets)

    def _reading(self, *, is_async: bool) -> PageReading | None:
        if self.reader is None:
            return None
        return PageReading(self.reader, blocking=_in_a_thread if is_async else read_here)

    def _consultant(self, *, is_async: bool) -> tuple[Consultant | None, str | None]:
        blocking = _ask_in_a_thread if is_async else ask_here
        return make_consultant(load_project(), self.store, adviser=self.adviser, blocking=blocking)

    def _journal(
        self, recording: Recording, recording_id: str, run_id: str, settings: EffectiveSettings
    ) -> Journal | None:
        if self.store is None:
            return None
        project = load_project()
        context = RunContext(
            run_id=run_id,
            organization_id=project.organization_id,
            user_id=project.user_id,
            recording_id=recording_id,
            experiment_id=settings.experiment_id,
            variant=settings.variant,
        )
        return Journal(
            store=self.store,
            clock=SystemClock(),
            run=context,
            name=recording.name,
            notifier=self.notifier,
        )


def evaluate_healing(
    page: "Page",
    fingerprint: Fingerprint,
    thresholds: Thresholds | None = None,
    store: Store | None = None,
    *,
    ai_confidence: float | None = None,
) -> tuple[Location, Decision]:
    """Return where the element is on the page, and what would be done about it; does nothing.

    Every factor is measured on the live page; histories come from the store, if there is one.
    ``ai_confidence``: what a proposer of yours says, 0 to 100, in the place of the engine's word.
    """
    return run_now(_evaluate(page, fingerprint, thresholds, store, ai_confidence))


async def evaluate_healing_async(
    page: "AsyncPage",
    fingerprint: Fingerprint,
    thresholds: Thresholds | None = None,
    store: Store | None = None,
    *,
    ai_confidence: float | None = None,
) -> tuple[Location, Decision]:
    """Return the same as ``evaluate_healing``, for a page of Playwright's async interface."""
    return await _evaluate(page, fingerprint, thresholds, store, ai_confidence)


async def _evaluate(
    page: Any,
    fingerprint: Fingerprint,
    thresholds: Thresholds | None,
    store: Store | None,
    ai_confidence: float | None,
) -> tuple[Location, Decision]:
    live = LiveTab(page)
    settled = await live.settled()
    found = await Finder().search(live, Seen(fingerprint=fingerprint), settled=settled)
    location, target = found.location, found.target
    assert location is not None  # a search always tells
    seen = Circumstances(
        thresholds=thresholds or MODES[Mode.BALANCED],
        settled=settled,
        usability=Usability() if target is None else await target.usability(),
        element_history=History()
        if store is None
        else store.history_of(fingerprint_id(fingerprint)),
        page_history=History() if store is None else store.history_at(url_pattern(live.url)),
        ai_confidence=ai_confidence,
    )
    return location, decide_on(location, seen)


def load_recording(recording: Recording | str | Path) -> Recording:
    """Return the recording, read from its file if it is not one already."""
    if isinstance(recording, Recording):
        return recording
    return Recording.load(recording)


def id_of(recording: Recording | str | Path) -> str:
    """Return what the store calls a recording: its path in the project, or its name."""
    if isinstance(recording, Recording):
        return recording.name
    path, root = Path(recording).resolve(), load_project().root
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def enter_in_store(store: Store, path: Path, recording: Recording) -> None:
    """Write where a recording's file is, so that its healings can be accepted."""
    entry = RecordingEntry(
        id=id_of(path),
        name=recording.name,
        path=id_of(path),
        start_url=recording.start_url,
        updated_at=SystemClock().now(),
    )
    store.save_recording(entry)


@contextmanager
def on_stage(context: Any, page: Any) -> Iterator[Stage]:
    """Yield a stage on a context; it is left as it was found, with what the steps did."""
    stage = Stage(context, page)
    try:
        yield stage
    finally:
        stage.leave()


async def _context_and_page(browsing: Any) -> tuple[Any, Any]:
    if hasattr(browsing, "context"):
        return browsing.context, browsing
    page = browsing.pages[0] if browsing.pages else await ready(browsing.new_page())
    return browsing, page


async def _in_a_thread(read: Callable[[], Lines]) -> Lines:
    return await asyncio.to_thread(read)


async def _ask_in_a_thread(ask: Ask) -> Reply:
    return await asyncio.to_thread(ask)
