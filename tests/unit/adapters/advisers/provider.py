"""A provider on loopback that speaks both wire formats and behaves as a test wants."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.serving import serving

ANSWER: dict[str, object] = {
    "choice": 1, "rawScore": 93, "elementMatch": 90, "locationMatch": 70, "textMatch": 40,
    "why": "both send the form",
}  # fmt: skip
MESSAGES, COMPLETIONS = "/v1/messages", "/v1/chat/completions"


@dataclass
class Behaviour:
    """How the provider answers: statuses before the first success, then an answer."""

    answer: object = field(default_factory=lambda: dict(ANSWER))
    statuses: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None  # instead of an answer in the wire format
    refuses: bool = False
    hangs: bool = False
    dribbles: bool = False
    # Plays a model: from the question to the answer.
    plays: Callable[[str], object] | None = None


@dataclass
class Provider:
    """A server with what it was sent."""

    port: int = 0
    behaviour: Behaviour = field(default_factory=Behaviour)
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        """Return the address without a path."""
        return f"http://127.0.0.1:{self.port}"

    def question(self, number: int = -1) -> str:
        """Return what was asked, in words."""
        content = self.requests[number]["messages"][-1]["content"]
        return str(content if isinstance(content, str) else content[0]["text"])

    def reply(self, path: str) -> bytes:
        """Return the answer in the wire format of the path."""
        behaviour = self.behaviour
        if behaviour.body is not None:
            return behaviour.body
        answer = behaviour.answer
        if behaviour.plays is not None:
            answer = behaviour.plays(self.question())
        made = _message(answer, behaviour) if path == MESSAGES else _completion(answer, behaviour)
        return json.dumps(made).encode()


def _message(answer: object, behaviour: Behaviour) -> dict[str, object]:
    used = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": answer}
    declined = {"type": "text", "text": "I cannot help with that."}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "test-model",
        "content": [declined if behaviour.refuses else used],
        "stop_reason": "refusal" if behaviour.refuses else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 812, "output_tokens": 64},
    }


def _completion(answer: object, behaviour: Behaviour) -> dict[str, object]:
    content = answer if isinstance(answer, str) else json.dumps(answer)
    message: dict[str, object] = {"role": "assistant", "content": content, "refusal": None}
    if behaviour.refuses:
        message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "test-model",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 812, "completion_tokens": 64, "total_tokens": 876},
    }


class Handler(BaseHTTPRequestHandler):
    """Answers one question as the behaviour says."""

    provider: Provider

    def do_POST(self) -> None:
        provider, behaviour = self.provider, self.provider.behaviour
        body = self.rfile.read(int(self.headers["Content-Length"]))
        provider.requests.append(json.loads(body))
        provider.headers.append({name.lower(): value for name, value in self.headers.items()})
        provider.paths.append(self.path)
        if behaviour.hangs:
            provider.released.wait(60)
            return
        status = behaviour.statuses.pop(0) if behaviour.statuses else 200
        error = json.dumps({"type": "error", "error": {"type": "e", "message": "no"}}).encode()
        answer = provider.reply(self.path) if status == 200 else error
        self.send_response(status)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(answer))}
        for name, value in {**headers, **behaviour.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if behaviour.dribbles:
            self._dribble(answer)
        else:
            self.wfile.write(answer)

    def _dribble(self, answer: bytes) -> None:
        """Send byte by byte, each long before a socket's time-out."""
        with suppress(OSError):
            for place in range(len(answer)):
                self.wfile.write(answer[place : place + 1])
                if self.provider.released.wait(0.02):
                    return

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serve() -> Iterator[Provider]:
    """Yield a provider that runs."""
    provider = Provider()
    handler = type("Bound", (Handler,), {"provider": provider})
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as server:
        provider.port = server.server_port
        yield provider
        provider.released.set()
