"""Outside: says what is needed of the clock, of files, and of those who advise, read and tell."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from holdfast.model.advice import Question, Reply
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.remembered import Notification
from holdfast.model.snapshot import Box
from holdfast.model.text_region import TextRegion


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time with its zone."""


class Notifier(Protocol):
    """Tells people of a healing without keeping a run waiting."""

    def send(self, notification: Notification) -> None:
        """Take the message and return at once; delivery goes on in the background."""

    def close(self) -> Sequence[str]:
        """Wait a short while for what is under way; return what could not be delivered, and why."""


class RecordingFiles(Protocol):
    """The recordings' files, read and written whole."""

    def load(self, path: str) -> dict[str, object]:
        """Return the recording as plain data; raises when it is missing, damaged or too new."""

    def save(self, path: str, document: Mapping[str, object]) -> None:
        """Write the recording so that nobody ever sees a half of it."""


class ElementLooks(Protocol):
    """What a suite's elements looked like when its tests were green, as files of the project."""

    def looks(self, place: str, kind: str | None = None) -> list[Fingerprint]:
        """Return what the element of a written locator looked like on this kind of page."""

    def save(self, place: str, kind: str, element: str, fingerprint: Fingerprint) -> None:
        """Write what an element looks like."""

    def forget(self, place: str, kind: str, element: str) -> None:
        """Remove a look that is outdated."""


class HealedRecords(Protocol):
    """What was healed in a suite's source, for a patch; plain data by name."""

    def load(self, prefix: str) -> dict[str, dict[str, object]]:
        """Return the records whose names begin so; damaged ones are left out."""

    def write(self, name: str, record: Mapping[str, object] | None) -> None:
        """Write a record, or remove it."""


class Adviser(Protocol):
    """Says which of the engine's candidates is the recorded element, or that none is."""

    @property
    def name(self) -> str:
        """Return who advises, for the log."""

    def advise(self, question: Question) -> Reply:
        """Return the answer; blocks, but not for long. Raises ``AdviceFailed``."""


class TextReader(Protocol):
    """Reads text from pictures. All places are pixels of the picture."""

    @property
    def name(self) -> str:
        """Return what the reader is called."""

    def start(self) -> None:
        """Make ready, once; not part of any time-out."""

    def read_page(self, picture: bytes, timeout_ms: float) -> tuple[TextRegion, ...]:
        """Return the lines of a picture, with their words; raises ``ReadingFailed``."""

    def read_boxes(
        self, picture: bytes, boxes: Sequence[Box], timeout_ms: float
    ) -> tuple[TextRegion, ...]:
        """Return what each of the boxes says; raises ``ReadingFailed``."""
