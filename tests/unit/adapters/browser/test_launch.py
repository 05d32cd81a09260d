"""Which browser is chosen, seen from outside: programs in folders, named by variables."""

from pathlib import Path

import pytest

from holdfast.adapters.browser.launch import (
    Browser,
    browser_version,
    ensure_browser,
    find_browser,
    launch_arguments,
)
from holdfast.errors import BrowserMissing


def a_program(folder: Path, name: str, answer: str = "Chromium 1.0", code: int = 0) -> Path:
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{answer}'\nexit {code}\n")
    program.chmod(0o755)
    return program


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
