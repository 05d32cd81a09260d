"""Nothing that a page or a file says steers a terminal."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.doors.cli.terminal import HarmlessStream, harmless

TITLE, CLIPBOARD, UP, BIDI = "\x1b]0;owned\x07", "\x1b]52;c;cm0=\x07", "\x1b[2A\x1b[2K", "\u202egnp"


@pytest.mark.parametrize(
    "attack",
    [TITLE, CLIPBOARD, UP, BIDI, "\x9b31m", "a\rb", "\x08\x7f", "\x1b[8m", "\x1b[1;8m", "\u061c"],
)
def test_what_steers_is_written_as_an_escape(attack: str) -> None:
    shown = harmless(f"Save {attack} now")
    assert shown.isprintable()
    assert "\\x" in shown or "\\u" in shown


def test_text_lines_and_colours_pass() -> None:
    text = "Größe\t日本 \x1b[1;31mrefused\x1b[0m\n"
    assert harmless(text) == text


@given(st.text())
def test_no_text_keeps_a_sign_that_steers(text: str) -> None:
    stream = io.StringIO()
    HarmlessStream(stream).write(text.replace("\x1b[", ""))
    assert all(
        sign.isprintable() or sign in "\n\t" or ord(sign) > 0x9F for sign in stream.getvalue()
    )


def test_a_hostile_page_is_printed_by_a_command_without_steering(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        f"<button id=x title='{TITLE}'>Pay {CLIPBOARD}{BIDI}</button>", encoding="utf-8"
    )
    command = [sys.executable, "-m", "holdfast", "fingerprint", str(page), "--target", "#x"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    for text in (told.stdout, told.stderr):
        assert "\x07" not in text
        assert "\x1b]" not in text
        assert "\u202e" not in text
