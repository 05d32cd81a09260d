"""What is installed with Holdfast has none of the known holes, and make audit would tell."""

from pathlib import Path

import pytest
from tools.audit import check_bounds, check_lock, iter_holes, main

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
