"""What make says on a machine that is not ready."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

OLD = 'case "$2" in *version_info*) exit 1;; esac; echo Python 3.9.2'
WITHOUT_VENV = 'case "$2" in *ensurepip*) exit 1;; esac'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with what make looks at before there is an environment."""
    (tmp_path / "requirements").mkdir()
    for name in ("Makefile", "pyproject.toml", "requirements/dev.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def make(checkout: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["make", *arguments], cwd=checkout, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("script", "told"),
    [
        pytest.param(OLD, "needs Python 3.11 or newer, but ./python is Python 3.9.2", id="old"),
        pytest.param(WITHOUT_VENV, "apt-get install python3-venv", id="without venv"),
    ],
)
def test_a_python_that_will_not_do_is_named_with_the_way_out(
    checkout: Path, script: str, told: str
) -> None:
    program = checkout / "python"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    answer = make(checkout, "demo", "PYTHON=./python")
    assert answer.returncode != 0
    assert told in answer.stderr
    assert not (checkout / ".venv").exists()


def test_a_missing_python_is_named_with_the_way_out(checkout: Path) -> None:
    answer = make(checkout, "test", "PYTHON=no-such-python")
    assert "there is no no-such-python" in answer.stderr
    assert "  next: " in answer.stderr


def test_make_alone_lists_what_it_can_do(checkout: Path) -> None:
    shown = make(checkout).stdout
    for target in (
        "demo",
        "test",
        "test-slow",
        "check",
        "bench",
        "bench-accuracy",
        "lock",
        "clean",
    ):
        assert f"  make {target} " in shown


def test_ci_runs_what_people_run() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.rstrip().endswith("make test")
    assert subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=False).returncode == 0


def test_the_lock_names_no_host_and_hashes_every_package() -> None:
    lock = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    assert "://" not in lock
    packages = lock.replace("\\\n", "").splitlines()
    assert packages
    assert [line for line in packages if "--hash=sha256:" not in line] == []
