"""Anthropic: asks its models through their own SDK (the extra ``ai``)."""

from typing import TYPE_CHECKING, Any

from holdfast.adapters.advisers.retrying import Patience, Unavailable, is_passing, retry_after, why
from holdfast.errors import AdviceFailed, ExtraMissing
from holdfast.model.advice import Question, Reply
from holdfast.model.advice_prompt import instructions, read_answer, schema, wording

if TYPE_CHECKING:
    from anthropic import Anthropic
    from anthropic.types import Message

PROVIDER = "anthropic"
DEFAULT_MODEL = "claude-haiku-5-5"  # small and quick: it is one choice among ten
KEY_VARIABLE = "ANTHROPIC_API_KEY"
MOST_TOKENS = 400  # six numbers and a sentence
_TOOL = "answer"


class AnthropicAdviser:
    """Asks a model of Anthropic; the answer is the input of a tool that it must use."""

    def __init__(
        self, key: str, model: str, *, base_url: str | None = None, patience: Patience | None = None
    ) -> None:
        self.model, self._key, self._base_url = model, key, base_url
        self._patience = patience or Patience()
        self._client: Anthropic | None = None

    @property
    def name(self) -> str:
        """Return who advises."""
        return f"{PROVIDER}/{self.model}"

    def __repr__(self) -> str:
        """Return the name, never the key."""
        return f"AnthropicAdviser({self.model})"

    def advise(self, question: Question) -> Reply:
        """Return the answer; raises ``AdviceFailed`` or, without the extra, ``ExtraMissing``."""
        client = self._started()
        message: Message = self._patience.ask(lambda: _send(client, self.model, question))
        try:
            return Reply(
                advice=read_answer(_tool_input(message), question),
                input_tokens=message.usage.input_tokens,
                output_tokens=message.usage.output_tokens,
            )
        except (AttributeError, TypeError) as exc:  # the SDK does not check what it is sent
            raise AdviceFailed("the provider's answer cannot be read") from exc

    def _started(self) -> "Anthropic":
        if self._client is None:
            try:
                # Imported here: it takes more than a second, and most runs ask nothing.
                from anthropic import Anthropic
            except ImportError as exc:
                raise ExtraMissing("asking Anthropic's models", "ai") from exc
            self._client = Anthropic(
                api_key=self._key,
                base_url=self._base_url,
                timeout=self._patience.timeout_s,
                max_retries=0,  # ours count, and have a deadline
            )
        return self._client


def _send(client: "Anthropic", model: str, question: Question) -> "Message":
    from anthropic import APIConnectionError, APIError, APIStatusError

    try:
        message: Message = client.messages.create(**_request(model, question))
    except APIStatusError as exc:
        status = exc.status_code
        if not is_passing(status):
            raise AdviceFailed(why(status)) from exc
        pause = retry_after(exc.response.headers.get("retry-after"))
        raise Unavailable(why(status), pause) from exc
    except APIConnectionError as exc:
        raise Unavailable("the provider cannot be reached") from exc
    except (APIError, ValueError) as exc:
        raise AdviceFailed("the provider's answer cannot be read") from exc
    return message


def _request(model: str, question: Question) -> dict[str, Any]:
    tool = {
        "name": _TOOL,
        "description": "Say which element is the recorded one.",
        "input_schema": schema(question),
    }
    return {
        "model": model,
        "max_tokens": MOST_TOKENS,
        "system": instructions(),
        "messages": [{"role": "user", "content": _content(question)}],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": _TOOL},
    }


def _content(question: Question) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = [{"type": "text", "text": wording(question)}]
    for words, picture in question.iter_pictures():
        source = {"type": "base64", "media_type": "image/png", "data": picture}
        content += [{"type": "text", "text": words}, {"type": "image", "source": source}]
    return content


def _tool_input(message: "Message") -> object:
    for block in message.content:
        if block.type == "tool_use" and block.name == _TOOL:
            return block.input
    if message.stop_reason == "refusal":
        raise AdviceFailed("the model declines to answer")
    raise AdviceFailed("the model answered without the fields that were asked for")
