"""The public types, checked as users write them: `tests/typing` is user code."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow  # make check reads these files as well; here as strictly as a user may be
def test_code_of_users_passes_a_strict_type_check() -> None:
    files = sorted(str(path) for path in (ROOT / "tests" / "typing").glob("*.py"))
    assert files
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *files],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.stdout, done.returncode) == ("", 0)
