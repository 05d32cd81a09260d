"""Other people's packages, asked line by line in an environment of their own.

A program of this folder reads questions as JSON lines, pages included, and writes answers.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ENVIRONMENT = Path(__file__).parents[2] / ".venv-bench"
PACKAGES = ("scrapling==0.5", "pytest-breadcrumb==0.1.0a2", "lxml", "rapidfuzz")


class Program:
    """A package in a process of its own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._process = subprocess.Popen(
            # -I: the file has the package's name and must not stand in its way.
            [str(prepared()), "-I", str(Path(__file__).with_name(f"{name}.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def ask(self, **question: Any) -> dict[str, Any]:
        """Return the answer to one question: found, confidence, ms."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process of {self._name} ended before it answered")
        answer: dict[str, Any] = json.loads(line)
        return answer


def prepared() -> Path:
    """Return the Python of the benchmark's environment, made and filled if it is not there."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        print(f"making {ENVIRONMENT.name} with {' '.join(PACKAGES)}", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True)
    asked = [str(python), "-I", "-c", "import scrapling.parser, breadcrumb, lxml, rapidfuzz"]
    if subprocess.run(asked, capture_output=True, check=False).returncode:
        install = ["-m", "pip", "--disable-pip-version-check", "-qq", "install", *PACKAGES]
        subprocess.run([str(python), *install], check=True)
    return python
