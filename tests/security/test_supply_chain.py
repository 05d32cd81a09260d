"""What is installed with Holdfast has none of the known holes, and make audit would tell."""

from pathlib import Path

import pytest
from tools.audit import check_bounds, check_lock, iter_holes, main, read_answer

ROOT = Path(__file__).parent.parent.parent
HOLES = list(iter_holes("# a note\n\njinja2 3.1.6 CVE-1 what it does\n"))


def test_neither_the_lock_nor_the_lower_bounds_let_a_known_hole_in(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(ROOT) == 0, capsys.readouterr().out
    assert "0 let in" in capsys.readouterr().out


@pytest.mark.parametrize(("version", "told"), [("3.1.5", 1), ("3.1.6", 0), ("3.10.0", 0)])
def test_a_locked_version_with_a_hole_is_told(version: str, told: int) -> None:
    lock = f"alembic==1.0\nJinja2=={version} \\\n    --hash=sha256:00\n"
    assert len(list(check_lock(lock, HOLES))) == told


@pytest.mark.parametrize(
    ("bound", "told"),
    [("jinja2", 1), ("jinja2>=3.1", 1), ("jinja2>=3.1.6", 0), ("jinja2>=4,<5", 0)],
)
def test_a_lower_bound_with_a_hole_is_told(bound: str, told: int) -> None:
    project = (
        f'[project]\ndependencies = []\n[project.optional-dependencies]\nstore = ["{bound}"]\n'
    )
    assert len(list(check_bounds(project, HOLES))) == told


def test_the_list_in_the_project_is_what_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/dev.txt").write_text("jinja2==3.1.6\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[project]\ndependencies = []\n", encoding="utf-8")
    advisories = tmp_path / "requirements/advisories.txt"
    advisories.write_text("jinja2 3.1.6 CVE-1 old\n", encoding="utf-8")
    assert main(tmp_path) == 0
    advisories.write_text("jinja2 3.1.7 CVE-2 new\n", encoding="utf-8")
    assert main(tmp_path) == 1
    assert "the lock has jinja2 3.1.6: CVE-2, fixed in 3.1.7" in capsys.readouterr().out


FINE = '{"name": "a", "version": "1", "vulns": []}'
HOLED = '{"name": "b", "version": "2", "vulns": [{"id": "CVE-3", "fix_versions": ["3"]}]}'
UNKNOWN = '{"name": "c", "skip_reason": "Dependency not found on PyPI"}'


@pytest.mark.parametrize(
    ("packages", "code", "told"),
    [
        ([FINE], 0, "1 of 1 packages looked up at pypi.org, 0 known holes"),
        ([FINE, UNKNOWN], 3, "1 of 2 packages looked up at pypi.org, 0 known holes"),
        ([HOLED, UNKNOWN], 1, "b 2: CVE-3, fixed in ['3']"),
    ],
)
def test_what_could_not_be_looked_up_is_never_called_fine(
    packages: list[str], code: int, told: str
) -> None:
    answer = '{"dependencies": [' + ", ".join(packages) + "]}"
    seen, lines = read_answer(answer, "")
    assert (seen, told in "\n".join(lines)) == (code, True)


def test_no_answer_is_said_to_be_none() -> None:
    code, lines = read_answer("", "Traceback\nConnectionError: no route")
    assert (code, lines[-1]) == (3, "  ConnectionError: no route")
