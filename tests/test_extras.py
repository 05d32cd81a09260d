"""The base install: saved pages and quotes need no extra, and every door names what it lacks."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.errors import EXTRA_OF

# A Python that has what `pip install holdfast` brings: the packages of the extras are not found.
BASE = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(EXTRA_OF)}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
OLD = "<form><button id=save>Save</button><p>Kept as it was, word for word.</p></form>"
NEW = "<main><p>Kept as it was, word for word.</p><button>Save</button></main>"
PYTHON = """
import holdfast
old, new = holdfast.parse(open("old.html").read()), holdfast.parse(open("new.html").read())
holdfast.fingerprint(old, "#save").save("save.json")
print(holdfast.locate(holdfast.Fingerprint.load("save.json"), new).node.tag)
print(holdfast.anchor(holdfast.Quote(exact="word for word"), new).range.start)
print(holdfast.HealedWarning.__name__, holdfast.Mode.BALANCED, holdfast.Extent.HEAL)
"""


SOURCE = Path(__file__).parent.parent / "src" / "holdfast"
BROUGHT = frozenset("selectolax lxml cssselect2 tinycss2 numpy rapidfuzz orjson typer rich".split())
# With Jinja, FastAPI and Playwright; and programs that we are used from or measured with.
ALONG = frozenset("markupsafe pydantic starlette greenlet urllib3".split())
OTHERS = frozenset("pytest robot SeleniumLibrary ray lightgbm scipy relocscore".split())


def imported_anywhere() -> set[str]:
    """Return the packages that the source names, those of Python itself and our own left out."""
    found = set[str]()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"holdfast"}


def test_every_package_that_is_imported_is_brought_along_or_named_as_an_extra() -> None:
    assert imported_anywhere() - BROUGHT - ALONG - OTHERS == EXTRA_OF.keys() & imported_anywhere()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old.html").write_text(OLD)
    (tmp_path / "new.html").write_text(NEW)
    (tmp_path / "holdfast.toml").write_text("")
    return tmp_path


def run(folder: Path, code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", BASE + code],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def command(folder: Path, line: str) -> "subprocess.CompletedProcess[str]":
    called = f"from holdfast.doors.cli import main; sys.exit(main({line.split()!r}))"
    return run(folder, called)


def test_saved_pages_and_quotes_need_no_extra(folder: Path) -> None:
    done = run(folder, PYTHON)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines()[0] == "button"


@pytest.mark.parametrize(
    "line",
    [
        "locate old.html new.html --target #save",
        "fingerprint old.html --target #save",
        "identity old.html --target #save",
        "anchor new.html --exact Kept",
        "config show",
        "demo --saved",
        "doctor",
        "--help",
    ],
)
def test_the_commands_for_saved_pages_need_no_extra(folder: Path, line: str) -> None:
    done = command(folder, line)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("line", "extra"),
    [
        ("record https://shop.example --out a.json", "playwright"),
        ("replay shop.json", "playwright"),
        ("demo", "playwright"),
        ("report", "store"),
        ("review list", "store"),
        ("analytics", "store"),
        ("experiment list", "store"),
        ("store migrate", "store"),
        ("config set mode balanced --user ann", "store"),
        ("serve", "portal"),
        ("fix", "store"),
        ("mcp", "mcp"),
        ("queue status", "queue"),
        ("worker", "queue"),
        ("replay shop.json --queue postgresql://db/jobs", "queue"),
    ],
)
def test_a_command_names_the_extra_that_it_lacks(folder: Path, line: str, extra: str) -> None:
    (folder / ".holdfast").mkdir()
    (folder / ".holdfast" / "holdfast.db").touch()  # there is something to look at
    (folder / "shop.json").write_text("{}")
    done = command(folder, line)
    assert done.returncode == 3, done.stderr
    assert f"  next: pip install 'holdfast[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["Recorder", "Player", "evaluate_healing"])
def test_a_public_name_says_which_extra_it_lacks(folder: Path, name: str) -> None:
    done = run(folder, f"from holdfast import {name}")
    assert "holdfast.ExtraMissing: a live browser needs an extra package" in done.stderr
    assert "pip install 'holdfast[playwright]'" in done.stderr


def test_the_plugin_names_the_extra_that_it_lacks(folder: Path) -> None:
    (folder / "test_shop.py").write_text("def test_shop(holdfast_heal): holdfast_heal(object())\n")
    done = run(folder, "import pytest; sys.exit(pytest.main(['-q', '-p', 'no:playwright']))")
    assert "pip install 'holdfast[playwright]'" in done.stdout
    (folder / "test_shop.py").write_text("def test_shop(): pass\n")
    done = run(folder, "import pytest; sys.exit(pytest.main(['-q', '-p', 'no:playwright']))")
    assert done.returncode == 0, done.stdout


def test_a_project_without_the_store_says_so_in_python(folder: Path) -> None:
    done = run(folder, "from holdfast.app.wiring import load_project; load_project().open_store()")
    assert "pip install 'holdfast[store]'" in done.stderr
