"""Settings come from the environment, the file or the table; secrets never from a file."""

from pathlib import Path

import pytest

from holdfast.adapters.toml_file import read_settings_file
from holdfast.app.setting_table import SETTINGS, Effective, resolve_plain
from holdfast.errors import SettingInvalid
from holdfast.model.settings_file import SettingsFile


def a_file(tmp_path: Path, text: str) -> SettingsFile:
    (tmp_path / "holdfast.toml").write_text(text, encoding="utf-8")
    return read_settings_file(tmp_path)


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    found = resolve_plain(read_settings_file(tmp_path), {})
    assert {key: one.value for key, one in found.items()} == {
        key: setting.default for key, setting in SETTINGS.items()
    }
    assert {one.place for one in found.values()} == {"default"}


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = a_file(tmp_path, "\nstore = 'a.db'\norganization = 'acme'\n")
    found = resolve_plain(file, {"HOLDFAST_STORE": "b.db", "HOLDFAST_ORGANIZATION": ""})
    assert found["store"] == Effective(value="b.db", place="HOLDFAST_STORE")
    assert found["organization"] == Effective(value="acme", place="holdfast.toml line 3")


def test_values_of_each_kind_are_read(tmp_path: Path) -> None:
    file = a_file(tmp_path, "[notifications]\nemailOnFlagged = true\nsmtpPort = 587\n")
    found = resolve_plain(
        file,
        {"HOLDFAST_EMAIL_ON_SUGGESTION": "Yes", "HOLDFAST_SMTP_SECURITY": "starttls"},
    )
    assert found["notifications.emailOnFlagged"].value is True
    assert found["notifications.emailOnSuggestion"].value is True
    assert found["notifications.smtpPort"].value == 587
    assert found["notifications.smtpSecurity"].value == "starttls"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("emailOnFlagged = 'perhaps'", r"emailOnFlagged must be true or false, got 'perhaps'"),
        ("smtpPort = 70000", r"smtpPort must be a port from 1 to 65535, got 70000"),
        ("smtpPort = true", r"smtpPort must be a port"),
        ("smtpSecurity = 'ssl'", r"one of starttls, tls, none, got 'ssl'"),
        ("emailTo = ''", r"emailTo must be email addresses"),
        ("emailTo = 3", r"emailTo must be email addresses"),
    ],
)
def test_a_wrong_value_names_key_value_range_and_line(tmp_path: Path, text: str, told: str) -> None:
    file = a_file(tmp_path, f"[notifications]\n{text}\n")
    with pytest.raises(SettingInvalid, match=told) as raised:
        resolve_plain(file, {})
    assert "from holdfast.toml line 2" in str(raised.value)


def test_a_wrong_value_in_the_environment_names_the_variable(tmp_path: Path) -> None:
    with pytest.raises(SettingInvalid, match="got 'x' from HOLDFAST_SMTP_PORT"):
        resolve_plain(read_settings_file(tmp_path), {"HOLDFAST_SMTP_PORT": "x"})


@pytest.mark.parametrize(
    "text",
    [
        "[notifications]\nslackWebhook = 'https://hooks.example/hunter2'",
        "[notifications]\nsmtpPassword = 'hunter2'",
        "\nstore = 'postgresql://ann:hunter2@db/holdfast'",
    ],
)
def test_a_secret_in_the_file_is_refused_and_not_printed(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingInvalid, match=r"holdfast\.toml line 2") as raised:
        resolve_plain(a_file(tmp_path, text), {})
    assert "hunter2" not in str(raised.value)


def test_the_file_may_name_the_variable_that_holds_a_secret(tmp_path: Path) -> None:
    file = a_file(tmp_path, "[notifications]\nslackWebhook = '${TEAM_SLACK}'\n")
    found = resolve_plain(file, {"TEAM_SLACK": "https://hooks.example/hunter2"})
    webhook = found["notifications.slackWebhook"]
    assert webhook.value == "https://hooks.example/hunter2"
    assert webhook.shown == "(set, not shown)"
    assert resolve_plain(file, {})["notifications.slackWebhook"].value is None


def test_a_webhook_that_is_no_address_is_refused_and_not_printed(tmp_path: Path) -> None:
    with pytest.raises(SettingInvalid, match="slackWebhook") as raised:
        resolve_plain(read_settings_file(tmp_path), {"HOLDFAST_SLACK_WEBHOOK": "hunter2"})
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    ("value", "shown"), [(None, "-"), (True, "true"), (25, "25"), ("a.db", "a.db")]
)
def test_a_value_is_shown_for_people(value: str | int | bool | None, shown: str) -> None:
    assert Effective(value=value, place="default").shown == shown


def test_a_store_of_another_kind_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(SettingInvalid, match="got 'mysql://db/x' from HOLDFAST_STORE"):
        resolve_plain(read_settings_file(tmp_path), {"HOLDFAST_STORE": "mysql://db/x"})
