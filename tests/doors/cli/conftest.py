"""A project of its own for commands that read and write a store."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from holdfast.adapters.sql.sql_store import SqlStore, open_store
from holdfast.doors.cli import main

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def store_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store without rows, to be copied: that is quicker than making one."""
    path = tmp_path_factory.mktemp("template") / "holdfast.db"
    open_store(str(path)).close()
    return path


@pytest.fixture
def project(tmp_path: Path, store_template: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project's folder with an empty store, in which commands run."""
    (tmp_path / ".holdfast").mkdir()
    shutil.copy(store_template, tmp_path / ".holdfast" / "holdfast.db")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("HOLDFAST_")]:
        monkeypatch.delenv(name)
    return tmp_path


@pytest.fixture
def store(project: Path) -> SqlStore:
    """Return the project's store, for a test to fill."""
    return open_store(str(project / ".holdfast" / "holdfast.db"))


@pytest.fixture
def call(project: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return a function that runs a command: exit code, what it printed, its errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def call_json(call: Call) -> Callable[..., object]:
    """Return a function that runs a command with --json and gives its answer back."""

    def run(*arguments: str) -> object:
        code, out, err = call(*arguments, "--json")
        assert code == 0, err
        answer: object = orjson.loads(out)
        return answer

    return run
