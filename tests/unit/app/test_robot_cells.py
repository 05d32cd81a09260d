"""Locators in sources of Robot Framework are patched where they stand."""

from pathlib import Path
from typing import Any

import pytest

from holdfast.app.patching import diff, plan
from holdfast.app.written import Healed
from holdfast.model.thresholds import HealingAction

SOURCE = """\
*** Variables ***
${SAVE BUTTON}    id:save

*** Test Cases ***
Saving
    Click Element    id:save
    Click Element    ${save_button}
    Input Text    locator=id:save
    ...    Ada
    Wait Until Element Is Visible    id:cancel
    ...    timeout=3
    Click Element    ${FROM ELSEWHERE}
"""


def healed(file: Path, line: int, locator: str = "id:save", **given: Any) -> Healed:
    return Healed(
        place="p", file=str(file), function="Saving", line=line, expression=locator,
        calls=(locator,), instead=given.pop("instead", 'css:[data-testid="save"]'),
        confidence=90, action=HealingAction.AUTO_APPLY, was="", now="", reason="", used=True,
    )  # fmt: skip


def patched(folder: Path, one: Healed) -> list[str]:
    made = plan([(folder / "r.json", one)], folder, Path.read_bytes)
    lines = diff(made, folder, Path.read_bytes).decode().splitlines()
    return [line for line in lines if line.startswith(("+", "-")) and line[1:3] not in {"++", "--"}]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "shop.robot"
    made.write_text(SOURCE, encoding="utf-8")
    return made


def test_a_locator_in_a_call_is_replaced(file: Path) -> None:
    assert patched(file.parent, healed(file, 6)) == [
        "-    Click Element    id:save",
        '+    Click Element    css:[data-testid="save"]',
    ]


def test_a_named_argument_keeps_its_name(file: Path) -> None:
    assert patched(file.parent, healed(file, 8))[1] == (
        '+    Input Text    locator=css:[data-testid="save"]'
    )


def test_a_variable_is_replaced_where_the_file_sets_it(file: Path) -> None:
    assert patched(file.parent, healed(file, 7)) == [
        "-${SAVE BUTTON}    id:save",
        '+${SAVE BUTTON}    css:[data-testid="save"]',
    ]


def test_a_variable_from_elsewhere_is_for_hands(file: Path) -> None:
    [comment] = patched(file.parent, healed(file, 12))
    assert comment.startswith("+    # holdfast: healed to css:")
    assert "a variable that this file does not set" in comment


def test_what_robot_would_read_otherwise_is_escaped(file: Path) -> None:
    new = healed(file, 6, instead="xpath://b[.='$" + "{x}  y']")
    assert patched(file.parent, new)[1] == "+    Click Element    xpath://b[.='\\${x} \\ y']"


def test_what_is_not_there_any_more_was_done_already(file: Path) -> None:
    made = plan([(file, healed(file, 6, "id:gone"))], file.parent, Path.read_bytes)
    assert made.is_empty
    assert made.outdated == [file]
