"""Robot Framework with the plug-in: the same contract, asked in keywords."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from robot.api import ExecutionResult
from tests.doors.playwright.test_heal import FORM, REDESIGN, SAVE_GONE
from tests.drivers import robot_options

pytestmark = [pytest.mark.browser]

SUITE = """\
*** Settings ***
Library     SeleniumLibrary    timeout=1    run_on_failure=NOTHING
...         plugins=holdfast.robot.HealingPlugin
Suite Setup    Open Browser    about:blank    chrome
...    options=%{SHOP_OPTIONS}    service=%{SHOP_SERVICE}
Suite Teardown    Close All Browsers
Test Setup    Go To    %{PAGE}

*** Variables ***
${SAVE}    id:save

*** Test Cases ***
By A Click
    Click Button    ${SAVE}
    Wait Until Page Contains    Saved

By A Wait
    Wait Until Element Is Visible    id:save
    Click Element    id:save
    Wait Until Page Contains    Saved

By A Keyword
    Press    id:save
    Wait Until Page Contains    Saved

What Is Absent
    IF    %{IS_NEW}
        Page Should Not Contain Element    id:save
        Page Should Not Contain Button    id:save
        Element Should Not Be Visible    id:save
        Wait Until Element Is Not Visible    id:save
        Wait Until Page Does Not Contain Element    id:save
        Run Keyword And Expect Error    *not found*    Click Element    id:save
        ${status}    Run Keyword And Return Status    Element Should Be Visible    id:save
        Should Not Be True    ${status}
        ${count}    Get Element Count    id:save
        Should Be Equal As Integers    ${count}    0
        TRY
            Click Element    id:save
            VAR    ${failed}    ${False}
        EXCEPT    *not found*    type=glob
            VAR    ${failed}    ${True}
        END
        Should Be True    ${failed}
    ELSE
        Click Element    id:save
        Page Should Contain Button    id:save
    END

*** Keywords ***
Press
    [Arguments]    ${locator}
    Click Element    ${locator}
"""


def robot(folder: Path, html: str, extent: str) -> tuple[dict[str, str], str]:
    """Return what became of each test, and what was printed."""
    page = folder / "shop.html"
    page.write_text(f"<!doctype html><title>Shop</title>{html}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "robot", "--log", "NONE", "--report", "NONE", "shop.robot"],
        cwd=folder,
        env={
            **os.environ,
            "HOLDFAST_EXTENT": extent,
            "IS_NEW": str(extent == "heal"),
            "PAGE": page.as_uri(),
            **robot_options(),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    tests = ExecutionResult(folder / "output.xml").suite.all_tests
    found = {one.name: "" if one.passed else one.message for one in tests}
    return found, done.stdout + done.stderr


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project whose suite was green, and observed."""
    (tmp_path / "holdfast.toml").touch()
    (tmp_path / "shop.robot").write_text(SUITE, encoding="utf-8")
    outcomes, printed = robot(tmp_path, FORM, "observe")
    assert set(outcomes.values()) == {""}, outcomes
    assert "holdfast: fingerprinted: " in printed
    return tmp_path


def test_lost_elements_are_found_and_absent_ones_never(project: Path) -> None:
    outcomes, printed = robot(project, REDESIGN, "heal")
    assert set(outcomes.values()) == {""}, outcomes
    healed = [line for line in printed.splitlines() if line.startswith("  shop.robot:")]
    lines = {line.partition("  id:save -> ")[0].strip() for line in healed}
    assert lines == {f"shop.robot:{number}" for number in (14, 18, 19, 53)}, printed


@pytest.mark.slow
def test_what_was_removed_fails_with_the_near_misses(project: Path) -> None:
    outcomes, _ = robot(project, SAVE_GONE, "heal")
    assert outcomes.pop("What Is Absent") == ""
    assert [one for one in outcomes.values() if "holdfast: refused: " in one]
    assert "" not in outcomes.values()


def test_a_wrong_word_for_how_far_it_may_go_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shop.robot").write_text(
        "*** Settings ***\nLibrary    SeleniumLibrary    "
        "plugins=holdfast.robot.HealingPlugin;bold\n"
        "*** Test Cases ***\nOne\n    Open Browser    about:blank\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "robot", "--output", "NONE", "shop.robot"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "one of off, observe, suggest, heal" in done.stdout + done.stderr
