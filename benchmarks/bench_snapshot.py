"""What a snapshot costs: time against lxml's own parse of the same page, and memory per element.

Exits with 1 when a limit is broken. With HOLDFAST_BENCH the pages there are measured, too.
"""

import gc
import gzip
import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import orjson
from lxml import etree

from holdfast.adapters.html import parse
from holdfast.model.snapshot import Snapshot
from holdfast.model.snapshot_json import snapshot_to_json
from holdfast.page.compact import compact

MOST_TIMES_LXML = 10.0  # roles and names included; the goal is 4
MOST_BYTES = 2048  # of memory for an element, roles and names included
MOST_KEPT = 20  # bytes of a compact page for an element, gzipped
ROUNDS = 9
CARD = """
<article class="card card-{i}" data-testid="product-{i}">
  <a class="card__link" href="/products/{i}?ref=list"><img src="/img/{i}.jpg" alt="Product {i}"></a>
  <h3 class="card__title">Product <em>number {i}</em></h3>
  <p class="card__text">A short text about it, <b>words</b> and <a href="/about/{i}">more</a>.</p>
  <form action="/cart"><label for="n{i}">Pieces</label> <input id="n{i}" name="n" type="number">
  <button type="submit" aria-label="Add product {i}">Add</button></form>
  <table><tr><th>Size</th><td>{i} cm</td></tr><tr><th>Price</th><td>{i}.00</td></tr></table>
</article>
"""
PARAGRAPH = (
    "<p>Some <i>prose</i> with <code>names_{i}</code> in <a href='#{i}'>links</a>,<br> on.</p>\n"
)


class Cost(NamedTuple):
    """What one page costs."""

    name: str
    elements: int
    times_lxml: float
    bytes_each: float
    kept_each: float


def shop(elements: int) -> bytes:
    """Return a page of product cards, about as many elements as asked for."""
    return _page("".join(CARD.format(i=i) for i in range(elements // 20)))


def prose(elements: int) -> bytes:
    """Return a page of short texts in inline tags: the most texts for the fewest bytes."""
    return _page("".join(PARAGRAPH.format(i=i) for i in range(elements // 5)))


def _page(body: str) -> bytes:
    return (
        f"<!doctype html><html><head><title>Bench</title></head><body>{body}</body></html>".encode()
    )


def use(data: bytes) -> Snapshot:
    """Return the snapshot with everything worked out that counts as making one."""
    page = parse(data)
    assert len(page.roles) == len(page.names)
    return page


def measure(name: str, data: bytes) -> Cost:
    """Return the cost of one page; both parsers take turns, and the best round of each counts."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    ours, theirs = _best((lambda: use(data), lambda: etree.fromstring(data, parser)))
    count = len(parse(data))
    kept = gzip.compress(orjson.dumps(snapshot_to_json(compact(parse(data)))), mtime=0)
    return Cost(name, count, ours / theirs, _memory(data) / count, len(kept) / count)


def _best(jobs: Sequence[Callable[[], object]]) -> list[float]:
    times: list[list[float]] = [[] for _ in jobs]
    for _ in range(ROUNDS):
        for job, taken in zip(jobs, times, strict=True):
            start = time.process_time()  # the machine may be busy with others
            job()
            taken.append(time.process_time() - start)
    return [min(taken) for taken in times]


def _memory(data: bytes) -> float:
    gc.collect()
    tracemalloc.start()
    page = use(data)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del page
    return used


def pages() -> Iterator[tuple[str, bytes]]:
    """Yield the pages to measure."""
    for count in (3_000, 50_000):
        yield f"shop, {count:,} elements", shop(count)
        yield f"prose, {count:,} elements", prose(count)
    bench = os.environ.get("HOLDFAST_BENCH")
    found = sorted(Path(bench).glob("relocate/pages/*/*/*.html")) if bench else []
    largest = sorted(found, key=lambda path: -path.stat().st_size)[:3]
    yield from (("/".join(path.parts[-3:]), path.read_bytes()) for path in largest)


def main() -> int:
    """Print a line for each page and return 1 if one breaks a limit."""
    print(f"{'page':42} {'elements':>8} {'x lxml':>7} {'bytes':>6} {'kept':>6}")
    costs = []
    for name, data in pages():
        cost = measure(name, data)
        costs.append(cost)
        print(
            f"{cost.name:42.42} {cost.elements:8,} {cost.times_lxml:7.1f} {cost.bytes_each:6.0f} "
            f"{cost.kept_each:6.1f}"
        )
    print(f"limits: {MOST_TIMES_LXML:g} x lxml, {MOST_BYTES} bytes, {MOST_KEPT} bytes kept")
    broken = [
        cost.name
        for cost in costs
        if cost.times_lxml > MOST_TIMES_LXML
        or cost.bytes_each > MOST_BYTES
        or cost.kept_each > MOST_KEPT
    ]
    for name in broken:
        print(f"over a limit: {name}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
