"""holdfast record and holdfast validate, as a person calls them."""

import io
import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from playwright.sync_api import Browser
from tests.browser.bar_parts import press
from tests.browser.conftest import Site

from holdfast.adapters.browser.launch import get_browser, launch_options
from holdfast.doors.cli.record_command import StepLines, default_out, wants_check
from holdfast.doors.cli.record_window import ADVICE
from holdfast.model.recording import Recording, Step, StepAction

pytestmark = pytest.mark.browser


def test_ctrl_c_ends_a_recording_and_keeps_it(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "shop.json"
    url = site.serve("/", "<button>Pay</button>")
    command = [sys.executable, "-m", "holdfast", "record", url, "--out", str(out), "--headless"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline().startswith("recording http://127.0.0.1")
        run.send_signal(signal.SIGINT)
        printed, complaints = run.communicate(timeout=60)
    assert (run.returncode, complaints) == (0, f"  next: holdfast replay {out}\n")
    assert printed.endswith(f"0 steps written to {out}\n")
    assert Recording.load(out).start_url == url
    assert [found.name for found in tmp_path.iterdir()] == ["shop.json"]


@pytest.mark.parametrize(("typed", "wanted"), [("y\n", True), ("\n", False), ("", False)])
def test_a_check_is_offered_at_a_terminal(
    typed: str, wanted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = io.StringIO(typed)
    monkeypatch.setattr(keyboard, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert wants_check() is wanted
    assert "replay it now" in capsys.readouterr().out


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@pytest.fixture
def open_browser(tmp_path: Path) -> tuple[Path, int]:
    """Return a program that starts the browser with a second way in, and the port of that."""
    program, port = tmp_path / "browser", free_port()
    started = f'exec "{get_browser().path}" "$@" --remote-debugging-port={port}'
    program.write_text(f"#!/bin/sh\n{started}\n")
    program.chmod(0o755)
    return program, port


def test_each_act_is_listed_and_in_the_file_at_once(
    site: Site, browser: Browser, tmp_path: Path, open_browser: tuple[Path, int]
) -> None:
    program, port = open_browser
    url = site.serve(
        "/",
        "<h1></h1><button>Pay</button><input aria-label=PIN type=password>"
        "<script>document.querySelector('h1').textContent = document.cookie</script>",
    )
    state = {"cookies": [{"name": "user", "value": "ada", "url": url}], "origins": []}
    (tmp_path / "state.json").write_bytes(orjson.dumps(state))
    out = tmp_path / "shop.json"
    command = [sys.executable, "-m", "holdfast", "record", url, "-o", str(out), "--headless"]
    with subprocess.Popen(
        [
            *command,
            *("--storage-state", str(tmp_path / "state.json")),
            *("--save-storage", str(tmp_path / "saved.json"), "--check", "--name", "Pay"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "HOLDFAST_BROWSER": str(program),
            "HOLDFAST_SECRET_PIN": "4711-0815",
        },
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        person = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = person.contexts[0].pages[0]
        assert page.text_content("h1") == "user=ada"
        page.get_by_role("button").click()
        assert run.stdout.readline() == "    s1  click 'Pay'\n"
        page.get_by_label("PIN").fill("4711-0815")
        assert run.stdout.readline() == "    s2  type into 'PIN'  '${PIN}'\n"
        person.close()
        run.send_signal(signal.SIGINT)
        printed, complaints = run.communicate(timeout=60)
    assert (run.returncode, complaints) == (0, "")
    assert printed == f"2 steps written to {out}\nchecked: 2 of 2 steps come back\n"
    recording = Recording.load(out)
    assert (recording.name, [step.value for step in recording.steps]) == ("Pay", [None, "${PIN}"])
    saved = orjson.loads((tmp_path / "saved.json").read_bytes())
    assert [cookie["name"] for cookie in saved["cookies"]] == ["user"]
    assert (tmp_path / "saved.json").stat().st_mode & 0o777 == 0o600
    assert b"4711-0815" not in out.read_bytes()


def started(command: list[str], folder: Path, program: Path) -> subprocess.Popen[str]:
    """Start a recording in a folder, with a browser that others can reach, too."""
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "HOLDFAST_BROWSER": str(program)},
    )


def test_what_was_recorded_on_a_device_comes_back_on_it(
    site: Site, browser: Browser, tmp_path: Path, open_browser: tuple[Path, int]
) -> None:
    program, port = open_browser
    url = site.serve(
        "/",
        "<meta name=viewport content='width=device-width'><script>"
        "const isPhone = navigator.userAgent.includes('Android') && navigator.maxTouchPoints;"
        "document.write(isPhone && innerWidth === 360 ? '<button>Pay</button>' : 'None')</script>",
    )
    command = [sys.executable, "-m", "holdfast", "record", url, "-o", "shop.json", "--headless"]
    with started(
        [*command, "--device", "Pixel 7", "--viewport", "360x700", "--check"], tmp_path, program
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        person = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
        person.contexts[0].pages[0].get_by_role("button", name="Pay").click()
        assert run.stdout.readline() == "    s1  click 'Pay'\n"
        person.close()
        run.send_signal(signal.SIGINT)
        printed, complaints = run.communicate(timeout=60)
    assert printed.endswith("checked: 1 of 1 steps come back\n"), complaints
    recorded = Recording.load(tmp_path / "shop.json")
    assert recorded.viewport is not None
    assert (recorded.viewport.width, recorded.viewport.height) == (360, 700)


def test_stop_in_the_bar_ends_a_recording(
    site: Site, browser: Browser, tmp_path: Path, open_browser: tuple[Path, int]
) -> None:
    program, port = open_browser
    url = site.serve("/", "<button>Pay</button>")
    command = [sys.executable, "-m", "holdfast", "record", url, "--headless", "--bar"]
    with started(command, tmp_path, program) as run:
        assert run.stdout is not None
        run.stdout.readline()
        person = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = person.contexts[0].pages[0]
        page.get_by_role("button", name="Pay").click()
        assert run.stdout.readline() == "    s1  click 'Pay'\n"
        press(page, "Stop")
        printed, complaints = run.communicate(timeout=60)
    assert (run.returncode, printed) == (0, "1 step written to 127-0-0-1.json\n"), complaints
    assert len(Recording.load(tmp_path / "127-0-0-1.json").steps) == 1


def test_on_a_terminal_the_list_is_corrected(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    lines, first = StepLines(), Step(id="s1", action=StepAction.PRESS, value="Escape")
    second = Step(id="s2", action=StepAction.NEW_TAB)
    lines.show([first, second])
    lines.show([first, replace(second, action=StepAction.CLOSE_TAB)])
    lines.show([first])
    said = capsys.readouterr().out.replace("\033[1A\033[2K", "<back>")
    assert said.split("\n") == [
        "    s1  press Escape  'Escape'",
        "    s2  new tab",
        "<back>    s2  close tab",
        "<back>",
    ]


def test_without_a_display_the_error_says_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "holdfast", "record", "localhost", "-o", str(tmp_path / "x")]
    bare = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=bare)
    assert run.returncode == 3
    assert "no display" in run.stderr
    assert "next:" in run.stderr


def test_a_file_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    out = tmp_path / "missing" / "x.json"
    command = [
        sys.executable,
        "-m",
        "holdfast",
        "record",
        "localhost",
        "-o",
        str(out),
        "--headless",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 3
    assert "cannot write" in run.stderr


def test_a_site_that_does_not_answer_is_a_clear_error(tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    command = [sys.executable, "-m", "holdfast", "record", "127.0.0.1:1", "-o", str(out)]
    run = subprocess.run([*command, "--headless"], capture_output=True, text=True, check=False)
    assert run.returncode == 3
    assert "cannot open 'http://127.0.0.1:1'" in run.stderr
    assert "next: browsers do not open this port" in run.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        ("Page.goto: net::ERR_NAME_NOT_RESOLVED at http://shp.example/", "spelling"),
        ("Page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:1234/", "the port"),
        ("Page.goto: net::ERR_SSL_PROTOCOL_ERROR at https://localhost/", "try http://"),
    ],
)
def test_a_wrong_address_says_what_to_do(error: str, advice: str) -> None:
    assert advice in next(say for word, say in ADVICE.items() if word in error)


def test_a_browser_that_does_not_answer_is_told_with_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "holdfast", "record", "localhost", "--headless"]
    given = ["--browser-ws", f"http://127.0.0.1:{free_port()}"]
    run = subprocess.run(
        [*command, *given], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert run.returncode == 3
    assert "no browser answers at 'http://127.0.0.1" in run.stderr
    assert "next: start one with --remote-debugging-port=9222" in run.stderr


def test_a_recording_is_named_after_its_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert default_out("https://www.shop.example.com/cart?x=1") == Path("shop-example-com.json")
    Path("shop-example-com.json").touch()
    assert default_out("http://shop.example.com") == Path("shop-example-com-2.json")


@pytest.mark.parametrize(
    ("option", "told"),
    [(("--viewport", "wide"), "WIDTHxHEIGHT"), (("--device", "Pixl 7"), "Pixel 7")],
)
def test_a_wrong_window_is_told(option: tuple[str, str], told: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "holdfast", "record", "localhost", "--headless", *option]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 2
    assert told in run.stderr


def test_in_a_running_browser_only_the_new_tab_is_recorded(
    site: Site, browser: Browser, tmp_path: Path, open_browser: tuple[Path, int]
) -> None:
    program, port = open_browser
    url = site.serve("/", "<button>Pay</button>")
    mine = site.serve("/mine", "<button>Mine</button>")
    started = browser.browser_type.launch(**launch_options() | {"executable_path": str(program)})
    command = [sys.executable, "-m", "holdfast", "record", url, "--headless", "--no-bar"]
    running = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
    other = running.contexts[0].new_page()
    other.goto(mine)
    with subprocess.Popen(
        [*command, "--browser-ws", f"http://127.0.0.1:{port}", "--save-storage", "kept.json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        other.reload()
        other.get_by_role("button", name="Mine").click()
        page = next(one for one in running.contexts[0].pages if one.url == url)
        page.get_by_role("button", name="Pay").click()
        assert run.stdout.readline() == "    s1  click 'Pay'\n"
        run.send_signal(signal.SIGINT)
        _, complaints = run.communicate(timeout=60)
    assert run.returncode == 0, complaints
    recorded = Recording.load(tmp_path / "127-0-0-1.json")
    assert (recorded.start_url, len(recorded.steps)) == (url, 1)
    assert (tmp_path / "kept.json").exists()
    started.close()
