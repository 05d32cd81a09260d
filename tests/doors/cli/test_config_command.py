"""`holdfast config` says what holds and where it came from, and refuses what makes no sense."""

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.model.remembered import RecordingEntry

Call = Callable[..., tuple[int, str, str]]


def values(shown: object) -> dict[str, tuple[object, str]]:
    assert isinstance(shown, dict)
    return {key: (one["value"], one["from"]) for key, one in shown.items()}


def enter(store: SqlStore, key: str, name: str = "") -> None:
    store.save_recording(RecordingEntry(id=key, name=name or key, path=key))
    store.close()


def write(project: Path, text: str) -> None:
    (project / "holdfast.toml").write_text(text, encoding="utf-8")


def test_without_anything_the_defaults_are_shown(call: Call) -> None:
    code, out, _ = call("config", "show")
    assert code == 0
    assert "autoApply" in out
    assert "default, mode balanced" in out


def test_looking_makes_no_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from holdfast.doors.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["config", "show"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_each_value_comes_with_its_place(
    project: Path,
    call: Call,
    call_json: Callable[..., object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write(project, 'mode = "conservative"\n\n[thresholds]\nsuggestOnly = 45\n')
    monkeypatch.setenv("HOLDFAST_AUTO_APPLY", "95")
    found = values(call_json("config", "show"))
    assert found["autoApply"] == (95, "HOLDFAST_AUTO_APPLY")
    assert found["applyWithFlag"] == (75, "mode conservative of holdfast.toml line 1")
    assert found["suggestOnly"] == (45, "holdfast.toml line 4")
    assert found["healingEnabled"] == (True, "default")


def test_a_recording_goes_before_a_user_and_a_user_before_the_file(
    project: Path, store: SqlStore, call: Call, call_json: Callable[..., object]
) -> None:
    enter(store, "checkout")
    write(project, 'mode = "conservative"\n')
    assert call("config", "set", "mode", "aggressive", "--user", "ann")[0] == 0
    assert call("config", "set", "thresholds", "85/65/45", "--recording", "checkout")[0] == 0
    assert call("config", "set", "healingEnabled", "no", "--recording", "checkout")[0] == 0

    def auto_apply(*arguments: str) -> tuple[object, str]:
        return values(call_json("config", "show", *arguments))["autoApply"]

    assert auto_apply() == (90, "mode conservative of holdfast.toml line 1")
    assert auto_apply("--user", "ann") == (70, "mode aggressive of user 'ann'")
    assert auto_apply("--user", "ann", "--recording", "checkout") == (85, "recording 'checkout'")
    shown = values(call_json("config", "show", "--recording", "checkout"))
    assert shown["healingEnabled"] == (False, "recording 'checkout'")
    assert call("config", "unset", "mode", "--user", "ann")[0] == 0
    assert auto_apply("--user", "ann")[0] == 90


def test_an_experiment_is_shown_as_the_place(call: Call, call_json: Callable[..., object]) -> None:
    assert (
        call("experiment", "start", "bolder", "--treatment", "70/50/30", "--allocation", "100")[0]
        == 0
    )
    found = values(call_json("config", "show"))
    assert found["autoApply"] == (70, "experiment 'bolder', treatment")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            "\n[thresholds]\nautoApply = 40\n",
            "autoApply must be a whole number from 60 to 100, got 40 from holdfast.toml line 3",
            id="out of range",
        ),
        pytest.param(
            '\nmode = "fast"\n',
            "mode must be one of conservative, balanced, aggressive, got 'fast' "
            "from holdfast.toml line 2",
            id="no such mode",
        ),
        pytest.param(
            "[thresholds]\nautoApply = 60\napplyWithFlag = 80\n",
            "thresholds must be falling",
            id="not falling",
        ),
        pytest.param("moed = 1\n", "did you mean mode?", id="misspelt"),
    ],
)
def test_a_wrong_value_names_key_value_range_file_and_line(
    project: Path, call: Call, text: str, told: str
) -> None:
    write(project, text)
    code, out, err = call("config", "show")
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("mode", "fast", "--user", "ann"), "mode must be one of"),
        (("mode", "balanced"), "say for whom"),
        (("mode", "balanced", "--user", "a", "--recording", "b"), "say for whom"),
        (("thresholds", "85/65", "--user", "ann"), "three numbers such as 70/50/30"),
        (("thresholds", "50/40/30", "--user", "ann"), "autoApply must be a whole number"),
        (("healingEnabled", "true", "--recording", "r"), "no recording is called 'r'"),
        (("healingEnabled", "true", "--user", "ann"), "cannot be set here"),
        (("slackWebhook", "https://x/hunter2", "--user", "ann"), "${NAME}"),
        (("emailTo", "no address", "--user", "ann"), "emailTo must be email addresses"),
    ],
)
def test_what_makes_no_sense_is_not_set(call: Call, arguments: tuple[str, ...], told: str) -> None:
    code, _, err = call("config", "set", *arguments)
    assert code == 2
    assert told in err
    assert "hunter2" not in err


def test_notifications_can_be_set_for_a_person(
    call: Call, call_json: Callable[..., object]
) -> None:
    code, _, err = call("config", "set", "emailOnFlagged", "true", "--user", "ann")
    assert code == 2
    assert "emailOnFlagged is true (user 'ann'), but there is no address to send to" in err
    for key, value in (
        ("emailTo", "ann@example.org"),
        ("emailOnFlagged", "true"),
        ("emailOnSuggestion", "off"),
        ("slackWebhook", "${TEAM_SLACK}"),
    ):
        assert call("config", "set", key, value, "--user", "ann")[0] == 0
    shown = values(call_json("config", "show", "--user", "ann"))
    assert shown["notifications.emailTo"] == ("ann@example.org", "user 'ann'")
    assert shown["notifications.emailOnSuggestion"] == (False, "user 'ann'")
    assert call("config", "unset", "emailTo", "--user", "ann")[0] == 2  # e-mail is still wanted


def test_a_project_that_wants_mail_and_names_no_address_is_told_by_show(
    project: Path, call: Call
) -> None:
    write(project, "[notifications]\nemailOnFlagged = true\n")
    code, _, err = call("config", "show")
    assert code == 2
    assert (
        "notifications.emailOnFlagged is true (holdfast.toml line 2), but there is no address"
        in err
    )


def test_a_secret_is_never_shown(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_SLACK_WEBHOOK", "https://hooks.example/hunter2")
    monkeypatch.setenv("HOLDFAST_SMTP_PASSWORD", "hunter2")
    for arguments in (("config", "show"), ("config", "show", "--json")):
        out = call(*arguments)[1]
        assert "(set, not shown)" in out
        assert "hunter2" not in out


def test_every_number_of_a_search_is_shown_with_its_place(
    project: Path, call_json: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        project,
        "[evidence]\nsearchRadius = 80\nuseTrailDirection = false\n"
        "[vision]\nminOcrConfidence = 70\n[weights]\naiConfidence = 0.4\nselectorStability = 0.1\n",
    )
    monkeypatch.setenv("HOLDFAST_VISION_OCR_TIMEOUT_MS", "9000")
    found = values(call_json("config", "show"))
    assert found["evidence.searchRadius"] == (80.0, "holdfast.toml line 2")
    assert found["evidence.useTrailDirection"] == (False, "holdfast.toml line 3")
    assert found["evidence.minMatchScore"] == (0.4, "default")
    assert found["vision.minOcrConfidence"] == (70.0, "holdfast.toml line 5")
    assert found["vision.ocrTimeoutMs"] == (9000.0, "HOLDFAST_VISION_OCR_TIMEOUT_MS")
    assert found["weights.aiConfidence"] == (0.4, "holdfast.toml line 7")
    assert found["weights.pagePatternConfidence"] == (0.0, "default")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("[evidence]\nsearchRadius = -1", "evidence.searchRadius must be a number from 0, got -1"),
        ("[evidence]\nsearchRadius = 0", "search_radius and max_candidates must be above 0"),
        ("[vision]\nuseCache = 7", "vision.useCache must be true or false, got 7"),
        ("[weights]\naiConfidence = 1.5", "weights.aiConfidence must be a share from 0 to 1"),
        ("[weights]\naiConfidence = 0.9", "must not add up to more than 1, got 1.40"),
        ("[evidence]\nradius = 50", "which is no setting"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused(
    project: Path, call: Call, line: str, told: str
) -> None:
    write(project, f"{line}\n")
    code, _, err = call("config", "show")
    assert code == 2
    assert told in err


@pytest.mark.parametrize("given", ["flows/pay.json", "Pay by card", "pay"])
def test_a_recording_is_meant_by_its_path_its_name_or_its_file(
    store: SqlStore, call: Call, call_json: Callable[..., object], given: str
) -> None:
    enter(store, "flows/pay.json", "Pay by card")
    assert call("config", "set", "healingEnabled", "no", "--recording", given)[0] == 0
    shown = values(call_json("config", "show", "--recording", "flows/pay.json"))
    assert shown["healingEnabled"] == (False, "recording 'flows/pay.json'")


def test_an_unknown_recording_is_an_error_that_names_those_there_are(
    store: SqlStore, call: Call
) -> None:
    enter(store, "flows/pay.json", "Pay by card")
    code, _, err = call("config", "show", "--recording", "Pay by cart")
    assert code == 2
    assert "no recording is called 'Pay by cart'; there are 'Pay by card'" in err


def test_what_stands_in_the_recordings_file_is_shown(
    project: Path, call_json: Callable[..., object]
) -> None:
    document: dict[str, object] = {
        "format": "holdfast-recording/1",
        "name": "Pay",
        "startUrl": "https://a.example/",
    }
    document |= {"createdAt": "2026-01-01T00:00:00Z", "steps": [], "mode": "conservative"}
    (project / "pay.json").write_bytes(orjson.dumps(document))
    shown = values(call_json("config", "show", "--recording", "pay.json"))
    assert shown["autoApply"] == (90, "mode conservative of recording 'pay.json'")
