"""Real pages: what was recorded on a page is found on the same page, or has a twin."""

import random
from pathlib import Path

import pytest

from holdfast import Refusal, fingerprint, locate, parse
from holdfast.page.kinds import is_actionable

PAGES = 20
ELEMENTS_PER_PAGE = 8


@pytest.mark.bench
def test_what_is_used_on_real_pages_is_found_on_the_same_page(bench_root: Path) -> None:
    choice = random.Random(7)
    pages = sorted((bench_root / "relocate" / "pages").rglob("*.html"))
    refused = asked = 0
    for path in choice.sample(pages, PAGES):
        page = parse(path.read_bytes())
        used = [i for i in range(len(page)) if is_actionable(page, i) and page.nodes[i].is_visible]
        for index in choice.sample(used, min(ELEMENTS_PER_PAGE, len(used))):
            location = locate(fingerprint(page, index), page)
            asked += 1
            if location.node is None:
                assert location.refusal is Refusal.AMBIGUOUS, (path.name, location.reason)
                refused += 1
            else:
                assert location.node.index == index, (path.name, location.reason)
    assert asked > 0
    assert refused / asked < 0.10, "twins are rare among what people use"
