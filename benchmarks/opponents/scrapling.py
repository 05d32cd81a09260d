"""Scrapling's own relocate, as a program that ``Program`` starts.

``ms`` is what a question cost, with parsing where a page was not known yet; with ``"repeat"`` in a
question, ``best_ms`` is the least CPU time of finding alone.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any


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
        "best_ms": _least(lambda: new.relocate(element), question.get("repeat", 0)),
    }


def _page(html: str, pages: dict[str, Any]) -> Any:
    from scrapling.parser import Selector

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
    from scrapling.core.utils import _StorageTools

    score = page._Selector__calculate_similarity_score
    return float(score(_StorageTools.element_to_dict(element), found))


if __name__ == "__main__":
    main()
