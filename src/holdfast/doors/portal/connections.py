"""Connections: closes those that keep us waiting, so that strangers cannot use them all up.

uvicorn has no deadline for the head of a request, and its limit of connections counts idle ones:
somebody who opens many and says nothing would stop the portal for everybody.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0  # for the head of a request, from its first byte or from the connection's beginning
ANSWER_S = 120.0  # for a body, the work and an answer that somebody takes in slowly
MOST_CONNECTIONS = 256  # well below what a process may open
LARGEST_HEAD = 16 * 1024


class BoundedProtocol(H11Protocol):
    """One connection, with an end: it is closed when its time is up, or to make room for others."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.since = self.loop.time()
        self._end: asyncio.TimerHandle | None = None
        self._had_request = False

    @property
    def is_busy(self) -> bool:
        """Return whether a request has come in whole and is being answered."""
        return self.has_request and not self.cycle.more_body

    @property
    def has_request(self) -> bool:
        """Return whether a request has begun and is not yet answered."""
        cycle = getattr(self, "cycle", None)  # None before the first one, whatever its type says
        return cycle is not None and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as theirs
        """Begin to wait for a request; the longest idle connection makes room."""
        super().connection_made(transport)
        self._wait(HEAD_S)
        if len(self.connections) > MOST_CONNECTIONS:
            own = [one for one in self.connections if isinstance(one, BoundedProtocol)]
            idle = [one for one in own if not one.is_busy]
            oldest = min(idle, key=lambda one: one.since, default=self)
            self.connections.discard(oldest)
            oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take in what was sent; a body has the time that the portal gives it."""
        super().data_received(data)
        if self.has_request != self._had_request or self._end is None:
            self._had_request = self.has_request
            self._wait(ANSWER_S if self.has_request else HEAD_S)

    def on_response_complete(self) -> None:
        """Be idle again, as long as uvicorn keeps it alive."""
        self._stop_waiting()
        super().on_response_complete()
        self._had_request, self.since = self.has_request, self.loop.time()
        if self.has_request:  # one was sent along
            self._wait(ANSWER_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._end = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None
