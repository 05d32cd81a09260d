"""Which browser is chosen, seen from outside: programs in folders, named by variables."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from holdfast.adapters.browser.launch import (
    Browser,
    browser_version,
    ensure_browser,
    find_browser,
    get_browser,
    launch_arguments,
    run_quietly,
)
from holdfast.errors import BrowserMissing


def a_program(folder: Path, name: str, answer: str = "Chromium 1.0", code: int = 0) -> Path:
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{answer}'\nexit {code}\n")
    program.chmod(0o755)
    return program


def a_way(folder: Path, code: int = 0) -> Callable[[], str]:
    """Return an installation that puts a chromium there, which starts if the code is 0."""

    def install() -> str:
        a_program(folder, "chromium", code=code)
        return ""

    return install


def test_the_browser_that_is_named_comes_before_those_on_the_path(tmp_path: Path) -> None:
    a_program(tmp_path / "bin", "chromium")
    mine = a_program(tmp_path / "mine", "my-browser")
    found = find_browser({"HOLDFAST_BROWSER": str(mine), "PATH": str(tmp_path / "bin")})
    assert found == Browser(path=str(mine), reason="named by HOLDFAST_BROWSER")


def test_a_browser_can_be_named_by_its_program_name(tmp_path: Path) -> None:
    mine = a_program(tmp_path / "bin", "my-browser")
    found = find_browser({"HOLDFAST_BROWSER": "my-browser", "PATH": str(tmp_path / "bin")})
    assert found is not None
    assert found.path == str(mine)


def test_a_named_browser_that_is_not_there_is_an_error_and_not_passed_over(tmp_path: Path) -> None:
    a_program(tmp_path / "bin", "chromium")
    with pytest.raises(BrowserMissing, match=r"HOLDFAST_BROWSER names '/nowhere/chrome'"):
        find_browser({"HOLDFAST_BROWSER": "/nowhere/chrome", "PATH": str(tmp_path / "bin")})


def test_chromium_comes_before_chrome(tmp_path: Path) -> None:
    a_program(tmp_path / "bin", "google-chrome")
    chromium = a_program(tmp_path / "bin", "chromium")
    found = find_browser({"PATH": str(tmp_path / "bin")})
    assert found == Browser(path=str(chromium), reason="chromium on the PATH")


def test_without_a_window_the_headless_shell_comes_first(tmp_path: Path) -> None:
    chromium = a_program(tmp_path / "bin", "chromium")
    assert get_browser({"PATH": str(tmp_path / "bin")}, headless=True).path == str(chromium)
    shell = a_program(tmp_path / "bin", "chromium-headless-shell")
    assert get_browser({"PATH": str(tmp_path / "bin")}, headless=True).path == str(shell)
    assert get_browser({"PATH": str(tmp_path / "bin")}).path == str(chromium)
    named = {"HOLDFAST_BROWSER": str(chromium), "PATH": str(tmp_path / "bin")}
    assert get_browser(named, headless=True).path == str(chromium)


def test_the_version_is_what_the_browser_says(tmp_path: Path) -> None:
    program = a_program(tmp_path, "chromium", answer="Chromium 156.0")
    assert browser_version(Browser(path=str(program), reason="test")) == "Chromium 156.0"


def test_a_browser_that_does_not_start_is_told_with_its_path(tmp_path: Path) -> None:
    program = a_program(tmp_path, "chromium", code=1)
    with pytest.raises(BrowserMissing, match=r"chromium' \(test\) does not start") as caught:
        browser_version(Browser(path=str(program), reason="test"))
    assert "next, one of:" in str(caught.value)


def test_ensuring_does_nothing_when_a_browser_is_there(tmp_path: Path) -> None:
    program = a_program(tmp_path, "chromium")
    said: list[str] = []
    assert ensure_browser(said.append, {"PATH": str(tmp_path)}).path == str(program)
    assert said == []


def test_a_named_browser_that_does_not_start_is_not_replaced(tmp_path: Path) -> None:
    program = a_program(tmp_path, "broken", code=1)
    said: list[str] = []
    with pytest.raises(BrowserMissing, match="does not start"):
        ensure_browser(said.append, {"HOLDFAST_BROWSER": str(program), "PATH": str(tmp_path)})
    assert said == []


def test_background_networking_is_off() -> None:
    assert "--disable-background-networking" in launch_arguments()


def own_browser() -> Path:
    """Return where Playwright looks for its own browser."""
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def test_playwrights_own_is_taken_when_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    with pytest.raises(BrowserMissing, match="no browser was found"):
        get_browser({"PATH": str(tmp_path)})
    with ThreadPoolExecutor(max_workers=1) as pool:  # another test's driver may be at work here
        expected = pool.submit(own_browser).result()
    expected.parent.mkdir(parents=True)
    a_program(expected.parent, expected.name)
    found = find_browser({"PATH": str(tmp_path)})
    assert found == Browser(path=str(expected), reason="downloaded by Playwright")


def test_ways_to_install_are_tried_in_turn_until_a_browser_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    said: list[str] = []
    ways = [
        ("the broken way", lambda: "no network"),
        ("the good way", a_way(tmp_path)),
    ]
    browser = ensure_browser(said.append, {"PATH": str(tmp_path)}, ways)
    assert browser.reason == "chromium on the PATH"
    assert said == [
        "no browser found: the broken way (once)",
        "  that did not work: no network",
        "no browser found: the good way (once)",
    ]


def test_when_no_way_works_it_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    broken = [("a way", a_way(tmp_path, code=1))]
    said: list[str] = []
    with pytest.raises(BrowserMissing, match="none could be installed\n  next, one of:"):
        ensure_browser(said.append, {"PATH": str(tmp_path)}, broken)
    assert said[-1] == "  that did not work: it installed, but no browser starts"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        pytest.param("exit 0", "", id="well"),
        pytest.param("echo Error: dns >&2; echo at line 3 >&2; exit 1", "Error: dns", id="error"),
        pytest.param("echo one >&2; echo two >&2; exit 1", "two", id="last line"),
    ],
)
def test_a_command_that_fails_is_told_by_its_own_words(script: str, complaint: str) -> None:
    assert run_quietly(["sh", "-c", script], 10) == complaint


def launch(**environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "holdfast.adapters.browser.launch", "--ensure"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOLDFAST_NO_BROWSER": "", **environment},
    )


def test_the_program_says_which_browser_and_why(tmp_path: Path) -> None:
    program = a_program(tmp_path, "mine")
    answer = launch(HOLDFAST_BROWSER=str(program))
    assert answer.stdout == f"browser: {program} (named by HOLDFAST_BROWSER)\n"


def test_the_program_fails_with_3_when_there_is_none() -> None:
    answer = launch(HOLDFAST_BROWSER="/nowhere")
    assert answer.returncode == 3
    assert answer.stderr.startswith("error: HOLDFAST_BROWSER names '/nowhere'")


def test_who_wants_no_browser_gets_none() -> None:
    answer = launch(HOLDFAST_NO_BROWSER="1", HOLDFAST_BROWSER="/nowhere")
    assert answer.returncode == 0
