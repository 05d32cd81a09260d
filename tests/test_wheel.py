"""The built wheel, installed into an environment of its own, works."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

USE = """
import holdfast
snapshot = holdfast.parse("<button id='save'>Save</button>")
print(len(snapshot), holdfast.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(folder), str(ROOT)])
    (built,) = folder.glob("holdfast-*.whl")
    return built


def run(command: Sequence[str], cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def an_environment(folder: Path) -> Path:
    """Return the Python of a new, empty environment."""
    venv.create(folder, with_pip=False, symlinks=True)
    return folder / "bin" / "python"


def install(python: Path, *what: str) -> None:
    quietly = ["--disable-pip-version-check", "-qq"]
    run([sys.executable, "-m", "pip", "--python", str(python), "install", *quietly, *what])


def lend_dependencies(python: Path) -> None:
    """Let the environment see the packages of this one, but not the checkout."""
    (site,) = python.parent.parent.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")


def assert_it_works(python: Path, elsewhere: Path) -> None:
    holdfast = python.parent / "holdfast"
    assert run([str(holdfast), "--version"], cwd=elsewhere) == f"holdfast {version('holdfast')}\n"
    answer = run([str(python), "-c", USE], cwd=elsewhere).split()
    assert int(answer[0]) >= 1
    assert Path(answer[1]).is_relative_to(python.parent.parent)


def test_the_wheel_holds_the_types_the_data_files_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "holdfast/py.typed" in names
    assert "holdfast/demo/pages/before.html" in names
    assert "holdfast/doors/report_page/report.html" in names
    assert "holdfast/adapters/sql/migrations/versions/0001_first_tables.py" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "benchmarks"))]


def test_the_wheel_works_beside_its_dependencies(wheel: Path, tmp_path: Path) -> None:
    python = an_environment(tmp_path / "venv")
    install(python, "--no-deps", "--no-index", str(wheel))
    lend_dependencies(python)
    assert_it_works(python, tmp_path)


@pytest.mark.slow
def test_the_wheel_brings_its_dependencies_into_an_empty_environment(
    wheel: Path, tmp_path: Path
) -> None:
    python = an_environment(tmp_path / "venv")
    install(python, str(wheel))
    assert_it_works(python, tmp_path)
