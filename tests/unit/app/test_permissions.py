"""A recording is a stranger's file: what it may open, upload and type, and what it may not."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from holdfast.app.permissions import Permissions, is_inside_name, permissions_for, secret_homes
from holdfast.app.values import Values, environment_secrets
from holdfast.errors import ActFailed, ActRefused
from holdfast.model.recording import DeclaredSecret, Recording, Step, StepAction
from holdfast.model.recording_json import recording_from_json, recording_to_json

RECORDING = Recording(
    name="sign in",
    start_url="https://shop.example/login",
    created_at=datetime(2026, 1, 2, tzinfo=UTC),
    steps=(
        Step(id="a", action=StepAction.PRESS, url="https://shop.example/login", value="${PASS}"),
        Step(id="b", action=StepAction.PRESS, url="https://other.example/", value="${PASS}${PIN}"),
    ),
)


def test_edition_1_declares_nothing_and_a_secret_belongs_to_its_first_step() -> None:
    homes = secret_homes(RECORDING, Values())
    assert homes == {"PASS": "https://shop.example", "PIN": "https://other.example"}


def test_what_is_declared_wins_over_where_steps_are() -> None:
    declared = replace(
        RECORDING, secrets=(DeclaredSecret(name="PASS", origin="https://x.example"),)
    )
    assert secret_homes(declared, Values()) == {"PASS": "https://x.example"}
    assert recording_from_json(recording_to_json(declared)) == declared


def test_the_users_site_takes_the_place_of_the_recorded_one_only() -> None:
    given = permissions_for(RECORDING, Values(), base_url="http://127.0.0.1:8000/")
    given.check_secrets(["PASS"], "http://127.0.0.1:8000/login")
    with pytest.raises(ActRefused, match="belongs to https://other"):
        given.check_secrets(["PIN"], "http://127.0.0.1:8000/login")


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "chrome://settings", "x"],
)
def test_only_web_addresses_are_opened(url: str) -> None:
    with pytest.raises(ActRefused, match="http and https"):
        Permissions().check_address(url)


def test_files_are_opened_when_the_user_says_so() -> None:
    Permissions(file_addresses=True).check_address("file:///srv/page.html")
    with pytest.raises(ActRefused):
        Permissions(file_addresses=True).check_address("javascript:alert(1)")


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../secret", "a/../../b", "C:\\x", "\\\\host\\x", "..\\x", "", "a\0b"]
)
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    assert not is_inside_name(name)


def test_a_link_does_not_lead_out_either(tmp_path: Path) -> None:
    folder, outside = tmp_path / "recordings", tmp_path / "secret.txt"
    folder.mkdir()
    outside.write_text("x")
    (folder / "photo.txt").symlink_to(outside)
    (folder / "real.txt").write_text("x")
    given = Permissions(folders=(str(folder),))
    assert given.find_file("real.txt") == str(folder / "real.txt")
    with pytest.raises(ActFailed):
        given.find_file("photo.txt")


def test_only_variables_that_are_meant_for_it_are_secrets() -> None:
    environment = {"HOME": "/root", "AWS_SECRET_ACCESS_KEY": "x", "HOLDFAST_SECRET_PIN": "1234"}
    assert environment_secrets(environment) == {"PIN": "1234"}


def test_a_value_is_text_whatever_it_looks_like() -> None:
    values = Values(variables={"who": "${PASS}"}, secrets={"PASS": "{{who}}"})
    assert values.fill("{{who}} ${PASS}") == "${PASS} {{who}}"
