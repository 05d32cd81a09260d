"""On real pages: every selector finds its element and no other."""

from pathlib import Path

import pytest

from holdfast.adapters.html import parse
from holdfast.selectors.writing import selectors_of

pytestmark = pytest.mark.bench


def test_selectors_are_unique_on_real_pages(bench_root: Path) -> None:
    pages = sorted((bench_root / "relocate" / "pages").rglob("*.html"))
    assert len(pages) >= 40
    asked, wrong = 0, []
    for path in pages[:: len(pages) // 20]:
        page = parse(path.read_bytes())
        for node in page.nodes[:: max(1, len(page) // 50)]:
            for selector in selectors_of(node):
                if selector.css is None:
                    continue
                asked += 1
                if [found.index for found in page.select(selector.css)] != [node.index]:
                    wrong.append(f"{path.name}: {selector.css}")
    assert asked > 500
    assert wrong == []
