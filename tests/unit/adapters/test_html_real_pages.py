"""Real pages: lxml's paths for every element, and pages that stay small when they are kept."""

import gzip
from pathlib import Path

import orjson
import pytest
from lxml import etree

from holdfast.adapters.html import LxmlPaths, parse
from holdfast.adapters.html.charset import decode
from holdfast.model.snapshot_json import snapshot_from_json, snapshot_to_json
from holdfast.page.compact import compact

pytestmark = pytest.mark.bench

BYTES_PER_ELEMENT = 20  # of a compact page, gzipped, over all pages


@pytest.fixture(scope="module")
def pages(bench_root: Path) -> list[Path]:
    found = sorted((bench_root / "relocate" / "pages").rglob("*.html"))
    assert len(found) > 100
    return found


def test_every_path_of_lxml_goes_in_and_comes_back(pages: list[Path]) -> None:
    for path in pages:
        data = path.read_bytes()
        root = etree.fromstring(data, etree.HTMLParser(encoding="utf-8", huge_tree=True))
        tree = root.getroottree()
        text_to_browsers = {id(e) for n in root.iter("noscript") for e in n.iterdescendants()}
        shown = [e for e in root.iter("*") if id(e) not in text_to_browsers]
        wanted = [tree.getpath(element) for element in shown]
        page = parse(data)
        paths = LxmlPaths(decode(data), page)
        found = [paths.find(page, wish) for wish in wanted]
        assert [None if node is None else paths.of(node) for node in found] == wanted, path.name
        tags = [None if node is None else node.tag for node in found]
        assert tags == [element.tag for element in shown], path.name


def test_compact_pages_are_small_and_come_back(pages: list[Path]) -> None:
    size = elements = 0
    for path in pages:
        page = compact(parse(path.read_bytes()))
        data = orjson.dumps(snapshot_to_json(page))
        size += len(gzip.compress(data, mtime=0))
        elements += len(page)
        assert snapshot_from_json(orjson.loads(data)) == page, path.name
    assert size / elements <= BYTES_PER_ELEMENT
