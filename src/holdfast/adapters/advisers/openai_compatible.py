"""OpenAI-compatible: asks any address that speaks the chat-completions protocol.

By the standard library alone: a model on this machine then needs no extra package.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from holdfast.adapters.advisers.retrying import Patience, Unavailable, is_passing, retry_after, why
from holdfast.errors import AdviceFailed
from holdfast.model.advice import Question, Reply
from holdfast.model.advice_prompt import instructions, read_text, schema, wording

PROVIDER = "openai-compatible"
DEFAULT_URL = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"
LARGEST_ANSWER = 1_000_000  # bytes
MOST_TOKENS = 400


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows nothing: the key and the question are for one address only."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that a redirection is an error."""


class CompatibleAdviser:
    """Asks a model behind an address; without a key for those on this machine."""

    def __init__(
        self, base_url: str, model: str, *, key: str | None = None, patience: Patience | None = None
    ) -> None:
        if not base_url.startswith(("https://", "http://")):
            raise ValueError("an adviser's address begins with http:// or https://")
        self.model, self._key = model, key
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._patience = patience or Patience()
        self._opener = urllib.request.build_opener(_NoRedirects)

    @property
    def name(self) -> str:
        """Return who advises."""
        return f"{PROVIDER}/{self.model}"

    def __repr__(self) -> str:
        """Return the name, never the key."""
        return f"CompatibleAdviser({self.model})"

    def advise(self, question: Question) -> Reply:
        """Return the answer; raises ``AdviceFailed``."""
        body = json.dumps(_request(self.model, question)).encode()
        answer = self._patience.ask(lambda: self._post(body))
        return _read(answer, question)

    def _post(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._url, data=body, headers=headers)  # noqa: S310 - the scheme was checked
        try:
            with self._opener.open(request, timeout=self._patience.timeout_s) as answer:
                return bytes(answer.read(LARGEST_ANSWER))
        except urllib.error.HTTPError as exc:
            pause = retry_after(exc.headers.get("retry-after"))
            exc.close()
            if is_passing(exc.code):
                raise Unavailable(why(exc.code), pause) from exc
            raise AdviceFailed(why(exc.code)) from exc
        except OSError as exc:
            raise Unavailable("the provider cannot be reached") from exc


def _request(model: str, question: Question) -> dict[str, object]:
    form = {"name": "answer", "strict": True, "schema": schema(question)}
    return {
        "model": model,
        "max_completion_tokens": MOST_TOKENS,
        "messages": [
            {"role": "system", "content": instructions()},
            {"role": "user", "content": _content(question)},
        ],
        "response_format": {"type": "json_schema", "json_schema": form},
    }


def _content(question: Question) -> str | list[dict[str, object]]:
    """Return the question; as one text unless there are pictures, for models that take none."""
    parts: list[dict[str, object]] = [{"type": "text", "text": wording(question)}]
    for words, picture in question.iter_pictures():
        url = f"data:image/png;base64,{picture}"
        parts += [{"type": "text", "text": words}, {"type": "image_url", "image_url": {"url": url}}]
    return wording(question) if len(parts) == 1 else parts


def _read(answer: bytes, question: Question) -> Reply:
    try:
        completion: Any = json.loads(answer)
        message = completion["choices"][0]["message"]
        usage = completion.get("usage") or {}
        refusal, content = message.get("refusal"), message.get("content")
    except (ValueError, LookupError, TypeError, AttributeError) as exc:
        raise AdviceFailed("the provider's answer cannot be read") from exc
    if refusal or not isinstance(content, str):
        raise AdviceFailed("the model declines to answer")
    return Reply(
        advice=read_text(content, question),
        input_tokens=_count(usage, "prompt_tokens"),
        output_tokens=_count(usage, "completion_tokens"),
    )


def _count(usage: object, key: str) -> int:
    value = usage.get(key) if isinstance(usage, Mapping) else None
    return value if isinstance(value, int) and value >= 0 else 0
