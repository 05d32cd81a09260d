"""Nothing that a page or a file says steers a terminal."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from holdfast.doors.cli.terminal import HarmlessConsole, HarmlessStream, harmless_output
from holdfast.model.harmless import harmless

TITLE, CLIPBOARD, UP, BIDI = "\x1b]0;owned\x07", "\x1b]52;c;cm0=\x07", "\x1b[2A\x1b[2K", "\u202egnp"
RED = "\x1b[1;31m"


@pytest.mark.parametrize(
    "attack",
    [TITLE, CLIPBOARD, UP, BIDI, RED, "\x9b31m", "a\rb", "\x08\x7f", "\x1b[8m", "\u061c"],
)
def test_what_steers_is_written_as_an_escape(attack: str) -> None:
    shown = harmless(f"Save {attack} now")
    assert shown.isprintable()
    assert "\\x" in shown or "\\u" in shown


def test_text_and_lines_pass() -> None:
    text = "Größe\t日本 refused\n"
    assert harmless(text) == text


def test_colours_of_ours_pass_and_colours_of_a_page_do_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    with harmless_output():
        HarmlessConsole().print(Text(f"Pay {UP}{RED}now", "green"))
        sys.stdout.write(f"{RED}Pay\n")
    assert capsys.readouterr().out == (
        "\x1b[32mPay \\x1b[2A\\x1b[2K\\x1b[1;31mnow\x1b[0m\n\\x1b[1;31mPay\n"
    )


def test_help_keeps_its_colours() -> None:
    shown = _told("locate", "--help", FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[1m" in shown
    assert "\\x1b" not in shown


@given(st.text())
def test_no_text_keeps_a_sign_that_steers(text: str) -> None:
    stream = io.StringIO()
    HarmlessStream(stream).write(text)
    assert all(
        sign.isprintable() or sign in "\n\t" or ord(sign) > 0x9F for sign in stream.getvalue()
    )


def test_a_hostile_page_is_printed_by_a_command_without_steering(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        f"<button id=x title='{TITLE}'>Pay {CLIPBOARD}{BIDI}{RED}</button>", encoding="utf-8"
    )
    shown = _told("fingerprint", str(page), "--target", "#x")
    assert "Pay" in shown
    assert not set("\x07\x1b\u202e") & set(shown)


def _told(*arguments: str, **environment: str) -> str:
    command = [sys.executable, "-m", "holdfast", *arguments]
    told = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    return told.stdout + told.stderr
