"""The two doors that heal, behind one face: a recording replayed, and a locator of a suite."""

from __future__ import annotations

import contextlib
import warnings
from email import message_from_bytes
from typing import TYPE_CHECKING, Protocol

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import Error as PlaywrightError
from tests.browser.conftest import Site, awaited, site
from tests.browser.journeys import Journey
from tests.unit.adapters.notify.test_channels import a_free_port

import holdfast
from holdfast.adapters.fingerprint_files import FingerprintFiles
from holdfast.adapters.sql.sql_store import SqlStore, open_store
from holdfast.app.wiring import load_project, make_notifier
from holdfast.doors.player import Player
from holdfast.model.recording import Recording, StepAction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from email.message import Message
    from pathlib import Path

    from aiosmtpd.smtp import SMTP, Envelope, Session
    from playwright.sync_api import Browser, BrowserContext, Page

    from holdfast.model.fingerprint import Fingerprint
    from holdfast.model.remembered import Healing
    from holdfast.ports import TextReader

__all__ = ["awaited", "site"]
PATH, LOCATOR = "/form", "#target"


class Door(Protocol):
    """A way in: an element is recorded on one page, and used on another."""

    context: BrowserContext
    page: Page | None
    reader: TextReader | None

    def record(self) -> None:
        """See the element on the page that is served now."""
        ...

    def use(self) -> bool:
        """Return whether a click on it worked, on the page that is served now."""
        ...

    def recorded(self, healing: Healing) -> Fingerprint:
        """Return the element as it was seen."""
        ...


class ReplayDoor:
    """A recording of one click, replayed."""

    def __init__(self, context: BrowserContext, site: Site, place: str) -> None:
        self.context, self.site, self.place = context, site, place
        self.page: Page | None = None
        self.recording: Recording | None = None
        self.reader: TextReader | None = None

    def record(self) -> None:
        journey = Journey(self.context.new_page(), self.site.url(PATH))
        self.recording = journey.add(StepAction.CLICK, LOCATOR).recording

    def use(self) -> bool:
        assert self.recording is not None
        project, store = load_project(), open_store(self.place)
        notifier = make_notifier(project, store.find_user_config(project.user_id))
        self.page = self.context.new_page()
        player = Player(
            self.page, heal_after_ms=150.0, store=store, notifier=notifier, reader=self.reader
        )
        done = player.play(self.recording)
        if notifier is not None:
            assert notifier.close() == ()
        store.close()
        return done.passed

    def recorded(self, healing: Healing) -> Fingerprint:
        assert self.recording is not None
        (made,) = [step.fingerprint for step in self.recording.steps if step.id == healing.step_id]
        assert made is not None
        return made


class SuiteDoor:
    """A locator in somebody's source, healed by ``heal(page)``."""

    def __init__(self, context: BrowserContext, site: Site, root: Path) -> None:
        self.context, self.site, self.root = context, site, root
        self.page: Page | None = None
        self.reader: TextReader | None = None

    def record(self) -> None:
        self._click()
        assert self.page is not None
        self.page.close()

    def use(self) -> bool:
        worked = False
        with contextlib.suppress(PlaywrightError), warnings.catch_warnings():
            warnings.simplefilter("ignore", holdfast.HealedWarning)
            self._click()
            worked = True
        assert self.page is not None
        # The page stays open for the test; its run ends here.
        self.page.holdfast_run.close(passed=worked)  # type: ignore[attr-defined]
        return worked

    def recorded(self, healing: Healing) -> Fingerprint:
        (look,) = FingerprintFiles(self.root / ".holdfast").looks(healing.step_id or "")
        return look

    def _click(self) -> None:
        self.page = holdfast.heal(self.context.new_page(), root=self.root, heal_after_ms=150.0)
        self.page.holdfast_run.suite.reader = self.reader  # type: ignore[attr-defined]
        self.page.goto(self.site.url(PATH))
        self.page.locator(LOCATOR).click(timeout=2_000)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty project, in which the test is."""
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def place(root: Path) -> str:
    """Return where the project's store is."""
    return str(root / ".holdfast" / "holdfast.db")


@pytest.fixture(params=["replay", "suite"])
def door(
    request: pytest.FixtureRequest, browser: Browser, site: Site, root: Path, place: str
) -> Iterator[Door]:
    """Return one door after the other."""
    context = browser.new_context()
    made: Door = SuiteDoor(context, site, root)
    if request.param == "replay":
        made = ReplayDoor(context, site, place)
    yield made
    context.close()


@pytest.fixture
def kept(place: str) -> Iterator[Callable[[], SqlStore]]:
    """Return what opens the store that the doors wrote to."""
    with contextlib.ExitStack() as stack:

        def open_it() -> SqlStore:
            store = open_store(place)
            stack.callback(store.close)
            return store

        yield open_it


class Mailbox:
    """What the mail server got."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - theirs
        assert isinstance(envelope.content, bytes)
        self.messages.append(message_from_bytes(envelope.content))
        return "250 OK"


@pytest.fixture
def mailbox(root: Path) -> Iterator[Mailbox]:
    """Return the mailbox that the project's messages go to, by a real mail server."""
    box, port = Mailbox(), a_free_port()
    (root / "holdfast.toml").write_text(
        '[notifications]\nemailOnFlagged = true\nemailOnSuggestion = true\nemailTo = "qa@a.example"'
        f'\nsmtpHost = "127.0.0.1"\nsmtpPort = {port}\nsmtpSecurity = "none"\n',
        encoding="utf-8",
    )
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box
    controller.stop()
