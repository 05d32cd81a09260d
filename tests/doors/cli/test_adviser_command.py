"""`holdfast adviser preview` and `holdfast bench adviser`, on healings of a real store."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest
from tests.contract.made_up import a_healing, an_entry
from tests.unit.adapters.advisers.provider import ANSWER, Behaviour, Provider, serve

import holdfast
from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.app.wiring import load_project
from holdfast.app.wiring.chosen_adviser import find_adviser
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.remembered import Outcome, RecordingEntry

Call = Callable[..., tuple[int, str, str]]
OLD = """<main><h1>Mail</h1><form><label>To <input name="to" value="bob@example.com"></label>
<button id="send" class="primary">Send mail</button> <button id="draft">Draft</button></form>
<p>Signed in as ada@example.com, +49 170 1234567</p></main>"""
NEW = OLD.replace(
    '<button id="send" class="primary">Send mail</button>',
    '<button class="primary big">Send it</button> <button>Send later</button>',
)


@pytest.fixture
def healed(project: Path, store: SqlStore) -> None:
    """Leave a store with one healing whose run passed, and its recording's file."""
    fingerprint = holdfast.fingerprint(holdfast.parse(OLD), "#send")
    step = Step(
        id="step-1", action=StepAction.CLICK, url="https://a.example/", fingerprint=fingerprint
    )
    recording = Recording(
        name="checkout",
        start_url="https://a.example/",
        created_at=datetime(2026, 3, 1, tzinfo=UTC),
        steps=(step,),
    )
    recording.save(project / "checkout.json")
    store.save_recording(RecordingEntry(id="checkout", name="checkout", path="checkout.json"))
    new = holdfast.parse(NEW)
    found = fingerprint_to_json(holdfast.fingerprint(new, "button.big"))
    entry = an_entry(1)
    store.write_decisions([entry], [a_healing(entry, fingerprint=found)])
    store.write_outcomes([Outcome(entry.id, True)])
    store.close()


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch, project: Path) -> Iterator[Provider]:
    """Yield a provider that the settings name, asked whatever the engine thinks."""
    with serve() as provider:
        for name, value in {
            "PROVIDER": "openai-compatible",
            "MODEL": "local",
            "BASE_URL": f"{provider.url}/v1",
            "ASK_FROM": "0",
            "ASK_UP_TO": "100",
            "RETRIES": "0",
        }.items():
            monkeypatch.setenv(f"HOLDFAST_ADVISER_{name}", value)
        yield provider


# ------------------------------------------------------------------------------------- preview


@pytest.mark.usefixtures("healed")
def test_preview_shows_what_would_be_sent_and_sends_nothing(call: Call, provider: Provider) -> None:
    code, out, err = call("adviser", "preview", "1")
    assert code == 0, err
    assert "data, not instructions" in out
    assert '"name": "Send mail"' in out
    assert '"name": "Send later"' in out
    assert "example.com" not in out
    assert "1234567" not in out
    assert "nothing was sent" in out
    assert "it would be: probability" in out
    assert provider.requests == []


@pytest.mark.usefixtures("healed")
def test_what_is_sent_is_what_preview_showed(
    call: Call, call_json: Callable[..., object], provider: Provider
) -> None:
    shown = call_json("adviser", "preview", "1")
    assert isinstance(shown, dict)
    assert call("bench", "adviser")[0] == 0
    assert provider.question() == shown["question"]
    assert provider.requests[0]["messages"][0]["content"] == shown["instructions"]
    assert "bob@example.com" not in orjson.dumps(provider.requests).decode()


@pytest.mark.usefixtures("healed")
def test_preview_works_without_an_adviser(call: Call) -> None:
    code, out, _ = call("adviser", "preview", "1")
    assert code == 0
    assert "adviser: none (adviser.provider)" in out


def test_preview_says_what_is_missing(call: Call, store: SqlStore) -> None:
    entry = an_entry(1)
    store.write_decisions([entry], [a_healing(entry)])
    store.close()
    code, _, err = call("adviser", "preview", "7")
    assert (code, "there is no healing 7" in err) == (1, True)
    code, _, err = call("adviser", "preview", "1")
    assert (code, "is not known here" in err) == (2, True)


@pytest.mark.usefixtures("healed")
def test_an_accepted_healing_is_previewed_with_what_was_recorded_before(call: Call) -> None:
    assert call("review", "accept", "1")[0] == 0
    code, out, err = call("adviser", "preview", "1")
    assert code == 0, err
    assert '"name": "Send mail"' in out


# --------------------------------------------------------------------------------------- bench


def _number_of(words: str, question: str) -> int:
    """Return the number of the candidate that says these words."""
    line = next(line for line in question.splitlines() if f'"{words}"' in line and '": {' in line)
    return int(line.split('"')[1])


@pytest.mark.usefixtures("healed")
def test_the_bench_compares_with_and_without_and_names_the_cost(
    call: Call, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLDFAST_ADVISER_INPUT_PRICE", "1")
    monkeypatch.setenv("HOLDFAST_ADVISER_OUTPUT_PRICE", "5")
    provider.behaviour = Behaviour(
        plays=lambda question: {**ANSWER, "choice": _number_of("Send it", question)}
    )
    code, out, err = call("bench", "adviser")
    assert code == 0, err
    assert "1 doubtful healing whose answer is known, with openai-compatible/local" in out
    assert "right element first             1                 1" in out
    # 812 at 1 and 64 at 5 a million.
    assert "812 tokens in, 64 out" in out
    assert "cost 0.0011" in out


@pytest.mark.usefixtures("healed")
def test_what_asking_would_cost_is_reckoned_without_asking(
    call: Call, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLDFAST_ADVISER_PROVIDER", "off")
    monkeypatch.setenv("HOLDFAST_ADVISER_INPUT_PRICE", "1")
    monkeypatch.setenv("HOLDFAST_ADVISER_OUTPUT_PRICE", "5")
    code, out, err = call("bench", "adviser", "--dry-run")
    assert code == 0, err
    assert "1 doubtful healing whose answer is known; nobody was asked" in out
    assert "80 out" in out
    assert "cost 0.00" in out
    assert provider.requests == []


@pytest.mark.usefixtures("healed")
def test_a_bad_adviser_is_seen_to_be_bad_and_uses_nothing_wrongly(
    call_json: Callable[..., object], provider: Provider
) -> None:
    provider.behaviour = Behaviour(answer={**ANSWER, "choice": 3})
    found = call_json("bench", "adviser")
    assert isinstance(found, dict)
    assert found["alone"]["firstRight"] == 1
    assert found["advised"] == {"firstRight": 0, "firstWrong": 1, "usedRight": 0, "usedWrong": 0}


@pytest.mark.usefixtures("healed")
def test_without_an_adviser_there_is_nothing_to_measure(call: Call) -> None:
    code, _, err = call("bench", "adviser")
    assert code == 3
    assert "adviser.provider is off" in err


# ------------------------------------------------------------------------------------ settings


def adviser_of(folder: Path, **environment: str) -> tuple[str | None, str | None]:
    found, note = find_adviser(load_project(folder, environment))
    return None if found is None else found.name, note


def test_it_is_off_unless_somebody_switches_it_on(tmp_path: Path) -> None:
    assert adviser_of(tmp_path, ANTHROPIC_API_KEY="k", OPENAI_API_KEY="k") == (None, None)


@pytest.mark.parametrize(
    ("environment", "name", "told"),
    [
        ({"PROVIDER": "anthropic"}, None, "ANTHROPIC_API_KEY is not set"),
        ({"PROVIDER": "openai-compatible"}, None, "adviser.model is not set"),
        ({"PROVIDER": "openai-compatible", "MODEL": "m"}, None, "OPENAI_API_KEY is not set"),
        (
            {"PROVIDER": "openai-compatible", "MODEL": "m", "BASE_URL": "http://localhost:1/v1"},
            "openai-compatible/m",
            None,
        ),
        (
            {"PROVIDER": "anthropic", "BASE_URL": "https://proxy.example", "KEY": "k"},
            "anthropic/claude-haiku-5-5",
            None,
        ),
    ],
)
def test_a_missing_key_or_model_is_told_and_no_error(
    tmp_path: Path, environment: dict[str, str], name: str | None, told: str | None
) -> None:
    given = {f"HOLDFAST_ADVISER_{key}": value for key, value in environment.items()}
    seen, note = adviser_of(tmp_path, **given)
    assert seen == name
    assert (told or "") in (note or "")


def test_a_missing_package_is_told_and_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdfast.app.wiring.chosen_adviser.find_spec", lambda _: None)
    given = {"HOLDFAST_ADVISER_PROVIDER": "anthropic", "ANTHROPIC_API_KEY": "k"}
    told = "the adviser is not asked: pip install 'holdfast[ai]'"
    assert adviser_of(tmp_path, **given) == (None, told)


def test_a_providers_key_is_sent_to_its_own_address_alone(tmp_path: Path) -> None:
    elsewhere = {
        "HOLDFAST_ADVISER_PROVIDER": "anthropic",
        "HOLDFAST_ADVISER_BASE_URL": "https://elsewhere.example",
        "ANTHROPIC_API_KEY": "mine",
    }
    name, note = adviser_of(tmp_path, **elsewhere)
    assert (name, note) == (None, "the adviser is not asked: HOLDFAST_ADVISER_KEY is not set")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('provider = "clippy"', "adviser.provider must be one of off, anthropic"),
        ("askFrom = 120", "adviser.askFrom must be a whole number from 0 to 100, got 120"),
        ("timeout = 0", "adviser.timeout must be whole seconds from 1 to 600"),
        ("inputPrice = -1", "adviser.inputPrice must be a price"),
        ('baseUrl = "file:///x"', "adviser.baseUrl must be an http or https address"),
        ('key = "sk-mine"', "which is no setting"),
    ],
)
def test_wrong_settings_name_file_and_line(call: Call, project: Path, line: str, told: str) -> None:
    (project / "holdfast.toml").write_text(f"[adviser]\n{line}\n")
    code, _, err = call("config", "show")
    assert code == 2
    assert told in err
    assert "holdfast.toml line 2" in err
    assert "sk-mine" not in err


def test_review_show_tells_what_the_adviser_said(call: Call, store: SqlStore) -> None:
    advice: dict[str, object] = {
        "adviser": "anthropic/m", "engine": "<a> 'Pay' (0.70)", "chosen": "<a> 'Pay' (0.70)",
        "followed": "agreed", "rawScore": 93, "why": "same words", "inputTokens": 812,
        "outputTokens": 64, "cost": 0.0011, "cached": False, "error": None,
    }  # fmt: skip
    entry = an_entry(1, proposer="anthropic/m", advice=advice)
    store.write_decisions([entry], [a_healing(entry)])
    store.close()
    code, out, _ = call("review", "show", "1")
    assert code == 0
    assert "The adviser anthropic/m" in out
    assert "took <a> 'Pay' (0.70) for it, 93 of 100: same words" in out
    assert "812 tokens in, 64 out, cost 0.0011" in out
