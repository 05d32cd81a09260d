"""Scrapling's own relocate, asked line by line; runs in an environment of its own.

Started as a program (``Scrapling`` does that), it reads questions as JSON lines, pages included,
and writes answers. ``ms`` is what a question cost, with parsing where a page was not known yet;
with ``"repeat"`` in a question, ``best_ms`` is the least CPU time of finding alone.
"""

import json
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ENVIRONMENT = Path(__file__).parents[2] / ".venv-bench"
PACKAGE = "scrapling==0.5"


class Scrapling:
    """The package in a process of its own."""

    def __init__(self) -> None:
        self._program = subprocess.Popen(
            # -I: this file has the package's name and must not stand in its way.
            [str(prepared()), "-I", __file__],
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
        assert self._program.stdin is not None
        self._program.stdin.close()
        self._program.wait()

    def ask(self, old_html: str, new_html: str, target: str, repeat: int = 0) -> dict[str, Any]:
        """Return the answer to one question: found, confidence, ms."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        question = {"old": old_html, "new": new_html, "target": target, "repeat": repeat}
        print(json.dumps(question), file=self._program.stdin, flush=True)
        line = self._program.stdout.readline()
        if not line:
            raise RuntimeError("Scrapling's process ended before it answered")
        answer: dict[str, Any] = json.loads(line)
        return answer


def prepared() -> Path:
    """Return the Python of the benchmark's environment, made and filled if it is not there."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        print(f"making {ENVIRONMENT.name} with {PACKAGE}", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True)
    asked = [str(python), "-I", "-c", "import scrapling.parser"]
    if subprocess.run(asked, capture_output=True, check=False).returncode:
        install = ["-m", "pip", "--disable-pip-version-check", "-qq", "install", PACKAGE]
        subprocess.run([str(python), *install], check=True)
    return python


# ------------------------------------------------------------------------- in the other environment


def main() -> None:
    """Answer questions until there are no more."""
    import logging

    logging.disable(logging.CRITICAL)
    pages: dict[str, Any] = {}
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line), pages)), flush=True)


def _answer(question: dict[str, Any], pages: dict[str, Any]) -> dict[str, Any]:
    started = time.perf_counter()
    old, new = _page(question["old"], pages), _page(question["new"], pages)
    parsed = time.perf_counter() - started
    element = _by_path(old, question["target"])
    started = time.perf_counter()
    found = new.relocate(element)
    spent = time.perf_counter() - started
    return {
        "found": new._root.getroottree().getpath(found[0]) if found else None,
        "confidence": _score(new, element, found[0]) if found else None,
        "ms": 1000 * (parsed + spent),
        "best_ms": _least(lambda: new.relocate(element), question["repeat"]),
    }


def _page(html: str, pages: dict[str, Any]) -> Any:
    from scrapling.parser import Selector  # type: ignore[import-not-found]

    if html not in pages:
        while len(pages) >= 6:
            pages.pop(next(iter(pages)))
        pages[html] = Selector(html)
    return pages[html]


def _least(work: Callable[[], object], repeat: int) -> float | None:
    times = []
    for _ in range(repeat):
        started = time.process_time()
        work()
        times.append(1000 * (time.process_time() - started))
    return min(times, default=None)


def _by_path(page: Any, path: str) -> Any:
    tree = page._root.getroottree()
    return next(n for n in page._root.iter() if isinstance(n.tag, str) and tree.getpath(n) == path)


def _score(page: Any, element: Any, found: Any) -> float:
    """Return the percentage that Scrapling gave the element it chose."""
    from scrapling.core.utils import _StorageTools  # type: ignore[import-not-found]

    score = page._Selector__calculate_similarity_score
    return float(score(_StorageTools.element_to_dict(element), found))


if __name__ == "__main__":
    main()
