"""Delivery in a thread of its own: retried, and never in the way of a run."""

import queue
import smtplib
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from holdfast.adapters.notify.channels import Notice, word_notice
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import Notification

RETRY_AFTER_S = (0.5, 2.0, 8.0)  # a mail server that restarts is back within these
PATIENCE_S = 10.0  # how long the end of a run waits for messages that are still under way


class Channel(Protocol):
    """A way to deliver a notice."""

    name: str

    def deliver(self, notice: Notice) -> None:
        """Deliver, or raise OSError or SMTPException."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A channel, and the actions it tells of."""

    channel: Channel
    actions: frozenset[HealingAction]


class BackgroundNotifier:
    """Takes notifications at once and delivers them one after the other in a thread."""

    def __init__(
        self,
        routes: Sequence[Route],
        *,
        complaints: Sequence[str] = (),
        retry_after_s: Sequence[float] = RETRY_AFTER_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._routes, self._retry_after_s = tuple(routes), tuple(retry_after_s)
        self._patience_s = patience_s
        self._waiting: queue.SimpleQueue[tuple[Channel, Notice] | None] = queue.SimpleQueue()
        self._under_way: list[str] = []
        self._failures = list(complaints)
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def send(self, notification: Notification) -> None:
        """Take the message and return at once."""
        notice = word_notice(notification)
        for route in self._routes:
            if notification.action in route.actions:
                self._under_way.append(f"{route.channel.name}: {notice.subject}")
                self._waiting.put((route.channel, notice))
        if self._under_way and self._thread is None:
            # A daemon: a mail server that hangs must not keep the program from ending.
            self._thread = threading.Thread(target=self._work, name="notifier", daemon=True)
            self._thread.start()

    def close(self) -> Sequence[str]:
        """Wait a short while for what is under way; return what could not be delivered, and why."""
        if self._thread is None:
            return tuple(self._failures)
        self._closing.set()
        self._waiting.put(None)
        self._thread.join(self._patience_s)
        left = [f"{one} (no answer in time)" for one in self._under_way]
        return (*self._failures, *left)

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            failure = self._deliver(*job)
            if failure is not None:
                self._failures.append(f"{self._under_way[0]} ({failure})")
            del self._under_way[0]

    def _deliver(self, channel: Channel, notice: Notice) -> str | None:
        """Return None when it arrived, else why it did not, after the last try."""
        failure = None
        for pause in (0.0, *self._retry_after_s):
            # Woken by close(): the last tries follow each other without a pause.
            if pause:
                self._closing.wait(pause)
            try:
                channel.deliver(notice)
            except (OSError, smtplib.SMTPException, ValueError) as exc:
                failure = f"{type(exc).__name__}: {str(exc)[:120]}"
            else:
                return None
        return failure
