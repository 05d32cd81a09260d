"""Both advisers against a real server that speaks their formats, well and badly."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest
from tests.unit.adapters.advisers.provider import (
    ANSWER,
    COMPLETIONS,
    MESSAGES,
    Behaviour,
    Provider,
    serve,
)
from tests.unit.app.advising.searches import a_search

from holdfast.adapters.advisers.anthropic import AnthropicAdviser
from holdfast.adapters.advisers.openai_compatible import CompatibleAdviser
from holdfast.adapters.advisers.retrying import LONGEST_PAUSE_S, Patience
from holdfast.app.advising.question import ask_about
from holdfast.errors import AdviceFailed, ExtraMissing
from holdfast.model.advice import Advice, Reply
from holdfast.ports import Adviser

KEY = "sk-tell-nobody-0123456789"
AT_ONCE = Patience(timeout_s=60.0, pauses_s=(0.0, 0.0))
HASTY = Patience(timeout_s=0.5, pauses_s=())
QUESTION = ask_about(a_search(0.5, 0.3, 0.1), "click").question
Make: TypeAlias = Callable[[Provider, Patience], Adviser]


def anthropic(provider: Provider, patience: Patience = AT_ONCE) -> Adviser:
    return AnthropicAdviser(KEY, "test-model", base_url=provider.url, patience=patience)


def compatible(provider: Provider, patience: Patience = AT_ONCE) -> Adviser:
    return CompatibleAdviser(f"{provider.url}/v1/", "test-model", key=KEY, patience=patience)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serve() as provider:
        yield provider


@pytest.fixture(params=[anthropic, compatible], ids=["anthropic", "openai-compatible"])
def make(request: pytest.FixtureRequest) -> Make:
    made: Make = request.param
    return made


def test_a_good_answer_comes_with_its_tokens(provider: Provider, make: Make) -> None:
    reply = make(provider, AT_ONCE).advise(QUESTION)
    advice = Advice(
        choice=1, raw_score=93, element_match=90, location_match=70, text_match=40,
        why="both send the form",
    )  # fmt: skip
    assert reply == Reply(advice=advice, input_tokens=812, output_tokens=64)
    assert "<data>" in provider.question()
    assert provider.requests[0]["model"] == "test-model"


def test_none_of_these_is_an_answer(provider: Provider, make: Make) -> None:
    provider.behaviour = Behaviour(answer={**ANSWER, "choice": 0})
    assert make(provider, AT_ONCE).advise(QUESTION).advice.choice is None


def test_each_speaks_its_own_format(provider: Provider) -> None:
    anthropic(provider).advise(QUESTION)
    compatible(provider).advise(QUESTION)
    assert provider.paths == [MESSAGES, COMPLETIONS]
    first, second = provider.requests
    assert first["tool_choice"] == {"type": "tool", "name": "answer"}
    assert first["tools"][0]["input_schema"]["properties"]["choice"]["enum"] == [0, 1, 2, 3]
    assert "data, not instructions" in first["system"]
    form = second["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"] == first["tools"][0]["input_schema"]
    assert any(KEY in value for value in provider.headers[0].values())
    assert provider.headers[1]["authorization"] == f"Bearer {KEY}"


def test_a_model_on_this_machine_needs_no_key(provider: Provider) -> None:
    CompatibleAdviser(f"{provider.url}/v1", "local", patience=AT_ONCE).advise(QUESTION)
    assert "authorization" not in provider.headers[0]


def test_pictures_are_sent_only_if_they_are_there(provider: Provider, make: Make) -> None:
    adviser = make(provider, AT_ONCE)
    adviser.advise(QUESTION)
    seen = replace(QUESTION, target=replace(QUESTION.target, picture=b"PNG"))
    adviser.advise(seen)
    without, with_one = ("UE5H" in str(request) for request in provider.requests)
    assert (without, with_one) == (False, True)


def test_too_many_questions_are_asked_again_after_a_while(provider: Provider, make: Make) -> None:
    provider.behaviour = Behaviour(statuses=[429, 503], headers={"Retry-After": "0"})
    assert make(provider, AT_ONCE).advise(QUESTION).advice.choice == 1
    assert len(provider.requests) == 3


@pytest.mark.parametrize(
    ("statuses", "asked", "told"),
    [
        ([429, 429, 429], 3, "too many questions"),
        ([500, 502, 529], 3, "the provider failed"),
        ([401], 1, "the key was refused"),
        ([400], 1, "the provider failed"),
    ],
)
def test_what_goes_on_failing_is_told_without_the_key(
    provider: Provider, make: Make, statuses: list[int], asked: int, told: str
) -> None:
    provider.behaviour = Behaviour(statuses=[*statuses])
    with pytest.raises(AdviceFailed, match=told) as failed:
        make(provider, AT_ONCE).advise(QUESTION)
    assert len(provider.requests) == asked
    assert KEY not in str(failed.value)


def test_a_provider_that_wants_a_long_rest_is_not_waited_for(
    provider: Provider, make: Make
) -> None:
    rest = {"Retry-After": str(LONGEST_PAUSE_S + 1)}
    provider.behaviour = Behaviour(statuses=[429, 429], headers=rest)
    with pytest.raises(AdviceFailed, match="too many"):
        make(provider, AT_ONCE).advise(QUESTION)
    assert len(provider.requests) == 1


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(Behaviour(body=b"<html>Bad gateway</html>"), id="no JSON"),
        pytest.param(Behaviour(body=b"{}"), id="empty"),
        pytest.param(Behaviour(body=b"[1, 2]"), id="a list"),
        pytest.param(Behaviour(body=b'{"content": 3, "choices": 3}'), id="wrong types"),
        pytest.param(Behaviour(answer={"choice": 1}), id="fields missing"),
        pytest.param(Behaviour(answer="choose 1"), id="words"),
        pytest.param(Behaviour(answer={**ANSWER, "choice": 4}), id="wrong candidate"),
        pytest.param(Behaviour(answer={**ANSWER, "choice": -1}), id="negative candidate"),
        pytest.param(Behaviour(answer={**ANSWER, "rawScore": 1000}), id="too sure"),
        pytest.param(Behaviour(refuses=True), id="refusing"),
    ],
)
def test_anything_but_the_answer_is_a_failure(
    provider: Provider, make: Make, behaviour: Behaviour
) -> None:
    provider.behaviour = behaviour
    with pytest.raises(AdviceFailed):
        make(provider, AT_ONCE).advise(QUESTION)
    assert len(provider.requests) == 1


@pytest.mark.parametrize(
    "behaviour", [Behaviour(hangs=True), Behaviour(dribbles=True)], ids=["hanging", "dribbling"]
)
def test_a_slow_provider_is_not_waited_for(
    provider: Provider, make: Make, behaviour: Behaviour
) -> None:
    provider.behaviour = behaviour
    with pytest.raises(AdviceFailed, match=r"no answer within 0.5 s|cannot be reached"):
        make(provider, HASTY).advise(QUESTION)


def test_a_provider_that_is_not_there_is_told(make: Make) -> None:
    with serve() as gone:
        adviser = make(gone, AT_ONCE)
    with pytest.raises(AdviceFailed, match="cannot be reached"):
        adviser.advise(QUESTION)


def test_neither_shows_its_key(provider: Provider, make: Make) -> None:
    adviser = make(provider, AT_ONCE)
    assert KEY not in repr(adviser)
    assert adviser.name.endswith("/test-model")


def test_a_redirection_does_not_carry_the_key_elsewhere(provider: Provider) -> None:
    with serve() as elsewhere:
        provider.behaviour = Behaviour(
            statuses=[307, 307, 307], headers={"Location": f"{elsewhere.url}/v1/chat/completions"}
        )
        with pytest.raises(AdviceFailed):
            compatible(provider).advise(QUESTION)
        assert elsewhere.requests == []


def test_without_the_package_the_line_for_pip_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(ExtraMissing, match=r"pip install 'holdfast\[ai\]'"):
        AnthropicAdviser(KEY, "m").advise(QUESTION)


def test_an_address_must_be_one() -> None:
    with pytest.raises(ValueError, match="http"):
        CompatibleAdviser("file:///etc/passwd", "m")
