"""`holdfast serve` as people call it."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.doors.portal.conftest import World

from holdfast.doors.cli import main


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Yield a portal of its own process, and what it said until it answers."""
    code = "import sys; from holdfast.doors.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "serve", "--port", "0", *options]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "HOLDFAST_USER": "ann"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line.rstrip("\n"))
                if line.startswith("Ctrl-C"):
                    break
            yield process, said
        finally:
            process.kill()


def test_it_shows_the_token_once_answers_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, said):
        (token,) = re.findall(r"hf_[\w-]{43}", "\n".join(said))
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", "\n".join(said))
        request = urllib.request.Request(
            f"{address}api/v1/viewer", headers={"Authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            assert response.read() == b'{"user":"ann","organization":"default","role":"admin"}'
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.read().strip() == "stopped"
        assert process.wait(timeout=60) == 0
    with serving(tmp_path, "--store", ".holdfast/holdfast.db") as (_, said):
        assert not re.findall(r"hf_", "\n".join(said))


def test_a_port_in_use_is_named_with_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 3
    told = capsys.readouterr().err
    assert f"port {port}: address already in use" in told
    assert f"next: holdfast serve --port {port + 1}" in told


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "shop.example"])
def test_without_sign_in_it_listens_to_this_machine_only(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--no-auth", "--host", host]) == 2
    assert "--no-auth would let everybody in" in capsys.readouterr().err
    assert not (tmp_path / ".holdfast").exists()


def test_without_the_extra_it_names_the_command_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert main(["serve"]) == 3
    assert "pip install 'holdfast[portal]'" in capsys.readouterr().err


def test_the_pages_work_without_a_browser_too(world: World) -> None:
    client = world.browser()
    client.post("/login", data={"token": world.token(), "next": "/"}, follow_redirects=False)
    for address in ("/review", "/runs", "/recordings", "/confidence", "/experiments", "/settings"):
        page = client.get(address)
        assert page.status_code == 200, address
        assert len(page.content) < 100_000, address
