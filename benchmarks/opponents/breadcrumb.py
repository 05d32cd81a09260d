"""pytest-breadcrumb's own healer, as a program that ``Program`` starts.

Fingerprints are made from the saved pages as its script makes them in a browser. Its edit distance,
written in Python, is replaced by one in C that returns the same: the run would take hours.
"""

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

_SKIPPED = frozenset("html head meta link style script noscript br wbr".split())
_MOST_TEXT = 500
_BESIDE = 3  # siblings on each side


def main() -> None:
    """Answer questions until there are no more."""
    from breadcrumb.core import similarity
    from rapidfuzz.distance import Levenshtein

    similarity.levenshtein_distance = Levenshtein.distance
    pages: dict[str, list[Any]] = {}
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line), pages)), flush=True)


def _answer(question: dict[str, Any], pages: dict[str, list[Any]]) -> dict[str, Any]:
    from breadcrumb.core.healer import Healer
    from breadcrumb.core.storage import FingerprintStore

    started = time.perf_counter()
    wanted = next(
        each
        for each in _page(question["old"], question["old_boxes"], pages)
        if each.locator == question["target"]
    )
    shown = [
        each for each in _page(question["new"], question["new_boxes"], pages) if _is_shown(each)
    ]
    healer = Healer(FingerprintStore(":memory:"))
    healer.save(wanted)
    result = healer.heal(wanted.test_id, wanted.locator, shown)
    return {
        "found": result.candidate.locator if result.healed else None,
        "confidence": round(100 * result.score.total, 2) if result.healed else None,
        "ms": 1000 * (time.perf_counter() - started),
    }


def _is_shown(fingerprint: Any) -> bool:
    box = fingerprint.bbox
    return fingerprint.tag not in _SKIPPED and (box is None or bool(box.width or box.height))


def _page(html: str, boxes: dict[str, Any] | None, pages: dict[str, list[Any]]) -> list[Any]:
    if html not in pages:
        while len(pages) >= 6:
            pages.pop(next(iter(pages)))
        pages[html] = list(_fingerprints(html, boxes))
    return pages[html]


def _fingerprints(html: str, boxes: dict[str, Any] | None) -> Iterator[Any]:
    from breadcrumb.core.fingerprint import ElementFingerprint
    from lxml import etree

    root = etree.fromstring(html.encode(), etree.HTMLParser(encoding="utf-8"))
    tree = root.getroottree()
    for node in root.iter(etree.Element):
        path = tree.getpath(node)
        box = (boxes or {}).get(path)
        yield ElementFingerprint.from_dict(
            {
                "tag": node.tag,
                "text": "".join(node.itertext(etree.Element, with_tail=True)).strip()[:_MOST_TEXT],
                "attributes": {str(name): str(value) for name, value in node.attrib.items()},
                "dom_path": [str(each.tag) for each in [node, *node.iterancestors()]][::-1],
                "siblings": _siblings(node),
                "bbox": {"x": box["x"], "y": box["y"], "width": box["w"], "height": box["h"]}
                if box
                else None,
                "locator": path,
                "test_id": "asked",
            }
        )


def _siblings(node: Any) -> list[str]:
    before = [str(n.tag) for n in node.itersiblings(preceding=True) if isinstance(n.tag, str)]
    after = [str(n.tag) for n in node.itersiblings() if isinstance(n.tag, str)]
    return [*before[:_BESIDE][::-1], *after[:_BESIDE]]


if __name__ == "__main__":
    main()
