"""Run process: does one job after the other in a browser of its own, away from whoever asked."""

import os
import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from holdfast.app.learned_steps import with_learned
from holdfast.app.wiring import Project, SystemClock, find_reader, load_project, make_notifier
from holdfast.doors.opened_browser import close_quietly, new_context, open_browser
from holdfast.doors.player import Player
from holdfast.errors import EnvironmentFailure, HoldfastError, RunStopped
from holdfast.model.job import Ended, Job, first_line
from holdfast.model.recording import Recording
from holdfast.model.replay_result import Replay

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from playwright.sync_api import Browser

    from holdfast.ports import Notifier, RunClaims, Store, TextReader

WATCH_S = 0.2  # how often a process looks whether it is still wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessOptions:
    """What all runs of a process have in common: its secrets, its browser, what it may do."""

    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    allow_origins: tuple[str, ...] = ()
    allow_file: bool = False
    headed: bool = False
    browser_ws: str | None = field(default=None, repr=False)
    storage_state: str | None = None
    uploads: str | None = None  # where files of recordings that come without a folder lie
    store: str | None = field(default=None, repr=False)  # its place; the project's unless told


class Claim(NamedTuple):
    """The attempt at a run on the queue that a process does; it asks before each act."""

    run_id: str
    name: str


@dataclass(slots=True)
class RunProcess:
    """One process: browser, store and reader are opened for the first job and kept."""

    options: ProcessOptions
    should_stop: Callable[[], bool]
    _playwright: Any = None
    _browser: "Browser | None" = None
    _store: "Store | None" = None
    _notifier: "Notifier | None" = None
    _reader: "TextReader | None" = None
    _claims: "RunClaims | None" = None

    def do(self, job: Job, claim: Claim | None = None) -> Ended:
        """Return how a job ended; it always does."""
        acted = stopped = False

        def before_act() -> None:
            nonlocal acted, stopped
            if stopped := self.should_stop():
                raise RunStopped("somebody interrupted it")
            if claim is not None:
                self._opened_claims().check_act(*claim, SystemClock().now())
            acted = True

        try:
            replay = self._play(job, before_act, is_known=claim is None)
            return Ended.of(replay, acted=acted, stopped=stopped)
        except Exception as exc:  # noqa: BLE001 - a job always ends, and the next one begins
            code = exc.exit_code if isinstance(exc, HoldfastError) else 3
            now = SystemClock().now()
            return Ended.without_run(job, first_line(exc), exit_code=code, at=now)

    def _play(self, job: Job, before_act: Callable[[], None], *, is_known: bool) -> Replay:
        recording = Recording.from_json(job.recording)
        store = self._opened_store()
        state = self.options.storage_state
        with new_context(
            self._opened_browser(), recording, None if state is None else Path(state)
        ) as context:
            player = Player(
                context,
                base_url=job.base_url,
                mode=job.mode,
                thresholds=job.thresholds,
                variables=job.variables,
                secrets=self.options.secrets,
                allow_origins=self.options.allow_origins,
                allow_file=self.options.allow_file,
                keep_going=job.keep_going,
                pictures=job.pictures,
                trace=job.trace,
                store=store,
                notifier=self._notifier,
                reader=self._reader,
                recording_id=job.recording_id,
                folder=Path(job.path).parent if job.path else self.options.uploads,
                is_known=is_known,
                run_id=job.run_id,
                before_act=before_act,
            )
            done = player.play(recording)
        if job.learn and done.passed and done.learned:
            with_learned(recording, done.learned).save(job.path)
        return done

    def _opened_browser(self) -> "Browser":
        from playwright.sync_api import sync_playwright

        if self._playwright is None:
            self._playwright = sync_playwright().start()
        if self._browser is None or not self._browser.is_connected():
            options = self.options
            self._browser = open_browser(
                self._playwright, headed=options.headed, address=options.browser_ws
            )
        return self._browser

    def _opened_store(self) -> "Store":
        if self._store is None:
            project = self._project()
            self._store = project.open_store()
            self._notifier = make_notifier(project, self._store.find_user_config(project.user_id))
            self._reader = find_reader()
        return self._store

    def _opened_claims(self) -> "RunClaims":
        if self._claims is None:
            from holdfast.app.wiring import open_queue

            self._claims = open_queue(self._project().store_place)
        return self._claims

    def _project(self) -> Project:
        given = self.options.store
        place = {} if given is None else {"HOLDFAST_STORE": given}
        return load_project(environment={**os.environ, **place})

    def close(self) -> tuple[str, ...]:
        """Let go of everything; return what messages were not delivered."""
        undelivered = () if self._notifier is None else self._notifier.close()
        for opened in (self._store, self._claims):
            if opened is not None:
                opened.close()
        if self._browser is not None:
            close_quietly(self._browser)
        if self._playwright is not None:
            self._playwright.stop()
        return tuple(undelivered)


# ------------------------------------------------------------------------------- inside the process

_here: list[RunProcess] = []


def begin(options: ProcessOptions, stopping: "Event", leaving: "Event") -> None:
    """Make this process one that does jobs; it ends when whoever started it does.

    Ctrl-C is for whoever started it: a session of its own keeps it from this process and from the
    browser. ``stopping``: runs end before their next act; ``leaving``: all ends at once.
    """
    if hasattr(os, "setsid"):
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(leaving,), daemon=True).start()
    _here.append(RunProcess(options, stopping.is_set))


def _end_with_parent(leaving: "Event") -> None:
    parent = parent_process()
    assert parent is not None, "somebody started this process"
    while not leaving.is_set():
        if wait([parent.sentinel], timeout=WATCH_S):
            break
    # A browser's driver ends with the pipe to it.
    os._exit(1)


def do_here(job: Job, claim: Claim | None = None) -> Ended:
    """Do a job in this process."""
    return _here[0].do(job, claim)


def close_here() -> tuple[str, ...]:
    """End what this process has opened."""
    try:
        return _here[0].close()
    except EnvironmentFailure as exc:
        return (first_line(exc),)
