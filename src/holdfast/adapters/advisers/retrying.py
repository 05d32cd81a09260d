"""How long a provider is waited for: a deadline for each call, and a few tries."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from holdfast.errors import AdviceFailed

T = TypeVar("T")
TIMEOUT_S = 20.0
PAUSES_S = (1.0, 4.0, 8.0, 8.0, 8.0)  # before the second try, the third, and so on
RETRIES = 2
LONGEST_PAUSE_S = 10.0  # what a provider may ask for; one that wants more is not waited for


class Unavailable(Exception):
    """A call failed in a way that another try may mend; ``retry_after_s`` if the provider said."""

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        self.reason, self.retry_after_s = reason, retry_after_s
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often and how long a provider is asked."""

    timeout_s: float = TIMEOUT_S
    pauses_s: Sequence[float] = PAUSES_S[:RETRIES]

    def ask(self, call: Callable[[], T]) -> T:
        """Return what the call returns; raises ``AdviceFailed`` after the last try."""
        failure = Unavailable("it was not asked")
        for pause in (*self.pauses_s, None):
            try:
                return self.within(call)
            except Unavailable as exc:
                failure = exc
            wanted = failure.retry_after_s or 0.0
            if pause is None or wanted > LONGEST_PAUSE_S:
                break
            time.sleep(max(pause, wanted))
        raise AdviceFailed(failure.reason)

    def within(self, call: Callable[[], T]) -> T:
        """Return what the call returns, if it does so in time.

        A provider that sends one byte a second never breaks the time-out of a socket. So the call
        has a thread of its own, which is left alone when the time is over.
        """
        answers: list[T] = []
        failures: list[Exception] = []

        def work() -> None:
            try:
                answers.append(call())
            except Exception as exc:  # noqa: BLE001 - it is raised again, in the other thread
                failures.append(exc)

        thread = threading.Thread(target=work, name="adviser", daemon=True)
        thread.start()
        thread.join(self.timeout_s)
        if failures:
            raise failures[0]
        if not answers:
            # Not tried again: three times this long is too long for one step.
            raise AdviceFailed(f"no answer within {self.timeout_s:g} s")
        return answers[0]


def retry_after(text: str | None) -> float | None:
    """Return the seconds that a header names, None for none or for a date."""
    try:
        return None if text is None else max(0.0, float(text))
    except ValueError:
        return None


def why(status: int) -> str:
    """Return what an HTTP status means, without anything that the provider wrote."""
    known = {401: "the key was refused", 403: "the key may not do this", 429: "too many questions"}
    return f"{known.get(status, 'the provider failed')} (HTTP {status})"


def is_passing(status: int) -> bool:
    """Return whether another try may go better."""
    return status in {408, 409, 425, 429} or status >= 500
