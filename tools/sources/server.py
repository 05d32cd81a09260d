"""Server: an application from PyPI or npm in an environment of its own, started and ended."""

import os
import shlex
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from tools.sources.recipe import Recipe, Side

STARTED_WITHIN_S = 180  # the first start of a large application compiles it
ASKED_EVERY_S = 0.2


@contextmanager
def running(recipe: Recipe, side: Side, folder: Path) -> Iterator[int]:
    """Yield the port of the application while it answers; it begins with its seed data alone."""
    place = (folder / "runs" / recipe.name / side.version).absolute()
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    around = {**os.environ, "HOME": str(place), "TZ": "UTC", "PYTHONHASHSEED": "0"}
    programs = map(str, _installed(recipe, side, folder))
    around["PATH"] = os.pathsep.join([*programs, os.environ["PATH"]])
    port = _free_port()
    with (place / "server.log").open("wb") as log:
        start = partial(_start, place=place, around=around, log=log)
        if side.seed and start(["python", str(recipe.folder.absolute() / side.seed)]).wait() != 0:
            raise RuntimeError(f"{side.seed} of {recipe.name} fails; next: read {log.name}")
        process = start(shlex.split(side.run.format(port=port, recipe=recipe.folder.absolute())))
        try:
            _wait(process, f"http://127.0.0.1:{port}{side.open}", Path(log.name))
            yield port
        finally:
            with suppress(ProcessLookupError):  # it ended by itself
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _start(
    command: list[str], place: Path, around: dict[str, str], log: BinaryIO
) -> subprocess.Popen[bytes]:
    program = shutil.which(command[0], path=around["PATH"]) or command[0]
    return subprocess.Popen(  # noqa: S603
        [program, *command[1:]],
        cwd=place,
        env=around,
        stdout=log,
        stderr=log,
        start_new_session=True,  # those that it starts end with it
    )


def _installed(recipe: Recipe, side: Side, folder: Path) -> list[Path]:
    """Return where the programs of a side are; its packages are installed the first time."""
    place = (folder / "environments" / f"{recipe.name}@{side.version}").absolute()
    told = repr((side.python, side.until, side.pypi, side.packages))
    complete = place / "complete"
    if not complete.exists() or complete.read_text("utf-8") != told:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        if side.pypi:
            wanted = [f"{name}=={version}" for name, version in side.pypi.items()]
            _do("uv", "venv", "--python", side.python, str(place / "python"))
            python = str(place / "python/bin/python")
            before = ("--exclude-newer", side.until)
            _do("uv", "pip", "install", "--python", python, *before, *wanted)
        if side.packages:
            wanted = [f"{name}@{version}" for name, version in side.packages.items()]
            _do("npm", "install", "--prefix", str(place), "--before", side.until, *wanted)
        complete.write_text(told, "utf-8")
    return [place / "python/bin", place / "node_modules/.bin"]


def _do(program: str, *words: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"{program} is not on the PATH; next: install {program}")
    subprocess.run([found, *words], check=True)  # noqa: S603


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    last = time.monotonic() + STARTED_WITHIN_S
    while process.poll() is None and time.monotonic() < last:
        try:
            with urllib.request.urlopen(url, timeout=STARTED_WITHIN_S):  # noqa: S310
                return
        except urllib.error.HTTPError as exc:
            if exc.code < 500:  # it answers: a login, perhaps
                return
        except OSError:
            pass
        time.sleep(ASKED_EVERY_S)
    told = log.read_text("utf-8", errors="replace")[-2000:]
    raise RuntimeError(f"{url} does not answer; next: read {log}, which ends with\n{told}")
