"""A model on loopback: speaks OpenAI's chat completions, and answers what a script says."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.serving import serving

USAGE = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
Say = Callable[[dict[str, Any]], dict[str, Any]]


class ModelServer(ThreadingHTTPServer):
    """Counts how often it is asked; what was asked last is kept."""

    def __init__(self, say: Say) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.say, self.calls, self.asked = say, 0, ""
        self.address = f"http://127.0.0.1:{self.server_port}/v1"


class _Asked(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.calls += 1
        self.server.asked = text_of(asked)
        message = {"role": "assistant", "content": None, **self.server.say(asked)}
        choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
        told = {"id": "c", "object": "chat.completion", "created": 0, "model": "scripted"}
        body = json.dumps({**told, "choices": [choice], "usage": USAGE}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def text_of(asked: dict[str, Any]) -> str:
    """Return all that a request says, in order."""
    contents = [message.get("content") or "" for message in asked["messages"]]
    parts = [[{"text": one}] if isinstance(one, str) else one for one in contents]
    return "\n".join(part.get("text", "") for content in parts for part in content)


@contextmanager
def serve_model(say: Say) -> Iterator[ModelServer]:
    """Yield a model that answers on loopback until the end."""
    with serving(ModelServer(say)) as server:
        yield server
