"""What the public calls cost beside lxml's parse of the same page; exits with 1 beyond a limit.

Every figure is CPU time, the least of several rounds in which lxml and the call take turns, on
fresh values: nothing is worked out before it is asked for. A search starts from a fingerprint as it
was stored, and from an element whose recorded selector no longer holds.
"""

import gc
import gzip
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from time import process_time

import orjson
from lxml import etree

import holdfast
from benchmarks.pages import make_page
from holdfast import Fingerprint, Snapshot

SIZES = (3_000, 15_000)
LARGE = 30_000
ROUNDS = 9
TARGETS = 20

# Times lxml's parse; the goal of a search is 6.
MOST_PARSE, MOST_FINGERPRINT, MOST_LOCATE, MOST_FURTHER = 4.0, 6.0, 15.0, 1.5
MOST_GROWTH = 12.0  # of a search, from 3 000 to 30 000 elements: near-linear
MOST_BYTES = 2_048  # peak memory of a search, by element of both pages
MOST_STORED = 1.5  # a recorded page with its index, by its size without
MOST_KEPT = 20  # bytes of a recorded page by element, gzipped
LARGE_PIECE = 4_000_000  # bytes: more than any call asks for at once


@dataclass(frozen=True, slots=True)
class Line:
    """One measured figure and what it may be."""

    what: str
    value: float
    limit: float


class Pair:
    """A page, its redesign, and elements to look for."""

    def __init__(self, elements: int) -> None:
        self.elements = elements
        self.old_html, self.new_html = make_page(elements), make_page(elements, redesigned=True)
        self.old, self.new = holdfast.parse(self.old_html), holdfast.parse(self.new_html)

    @cached_property
    def searched(self) -> list[Fingerprint]:
        """Return fingerprints of elements that do not simply hold."""
        wanted = [i for i, tag in enumerate(self.old.tags) if tag in {"a", "button", "input"}]
        made = (holdfast.fingerprint(self.old, i) for i in wanted[:: len(wanted) // 60])
        return [f for f in made if not holdfast.locate(f, self.new).held][:TARGETS]

    @cached_property
    def stored(self) -> bytes:
        """Return one of them as it is stored."""
        return orjson.dumps(self.searched[len(self.searched) // 2].to_json())

    def fresh(self) -> tuple[Fingerprint, Snapshot]:
        """Return what a search starts from, nothing worked out yet."""
        return Fingerprint.from_json(self.stored), holdfast.parse(self.new_html)

    def parsing(self) -> Callable[[], object]:
        """Return the parse of the old page."""
        return partial(holdfast.parse, self.old_html)

    def recording(self) -> Callable[[], object]:
        """Return a fingerprint on a fresh page."""
        page, target = holdfast.parse(self.old_html), self.searched[0].target
        return partial(holdfast.fingerprint, page, target)

    def searching(self) -> Callable[[], object]:
        """Return a first search."""
        return partial(holdfast.locate, *self.fresh())

    def searching_on(self) -> Callable[[], object]:
        """Return further searches on the same pages."""
        first, now = self.fresh()
        holdfast.locate(first, now)
        others = [replace(target, page=first.page) for target in self.searched]
        return lambda: [holdfast.locate(other, now) for other in others]

    def times_lxml(self, job: Callable[[], Callable[[], object]]) -> tuple[float, float]:
        """Return what a job costs in lxml's parses, and in milliseconds."""
        data, parser = self.new_html.encode(), etree.HTMLParser(encoding="utf-8")
        parsed, spent = [], []
        for _ in range(ROUNDS):
            parsed += [_spent(partial(etree.fromstring, data, parser)) for _ in range(3)]
            spent.append(_spent(job()))
        return min(spent) / min(parsed), 1000 * min(spent)

    def peak_bytes(self) -> float:
        """Return the most memory that a search needed, both pages included, by element."""
        _ = self.stored
        gc.collect()
        tracemalloc.start()
        fingerprint, page = self.fresh()
        holdfast.locate(fingerprint, page)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak / (len(fingerprint.page) + len(page))


def _spent(work: Callable[[], object]) -> float:
    """Return the seconds of CPU time that the work takes, collecting garbage left out.

    What the work before left behind is tidied up before: the C library sorts the pieces that lxml
    gave back only when somebody asks for a large one, and that was each time the call after it.
    """
    gc.collect()
    gc.disable()
    bytes(LARGE_PIECE)
    begun = process_time()
    work()
    took = process_time() - begun
    gc.enable()
    return took


def measure() -> Iterator[Line]:
    """Yield the figures, one at a time."""
    searches = {}
    for size in SIZES:
        pair = Pair(size)
        told = f"{size:,} elements"
        yield Line(f"{told}: parse", pair.times_lxml(pair.parsing)[0], MOST_PARSE)
        yield Line(f"{told}: fingerprint", pair.times_lxml(pair.recording)[0], MOST_FINGERPRINT)
        times, searches[size] = pair.times_lxml(pair.searching)
        yield Line(f"{told}: locate, searching", times, MOST_LOCATE)
        further = pair.times_lxml(pair.searching_on)[0] / len(pair.searched)
        yield Line(f"{told}: a further target", further, MOST_FURTHER)
        yield Line(f"{told}: peak bytes by element", pair.peak_bytes(), MOST_BYTES)
        yield from stored(told, pair)
    large = Pair(LARGE)
    grown = large.times_lxml(large.searching)[1] / searches[SIZES[0]]
    yield Line(f"locate at {LARGE:,} by locate at {SIZES[0]:,}", grown, MOST_GROWTH)


def stored(told: str, pair: Pair) -> Iterator[Line]:
    """Yield what a recorded page weighs."""
    page = orjson.loads(pair.stored)["page"]
    bare = {name: value for name, value in page.items() if name != "index"}
    whole, without = len(_packed(page)), len(_packed(bare))
    yield Line(f"{told}: stored bytes by element, gzipped", whole / pair.elements, MOST_KEPT)
    yield Line(f"{told}: stored with its index, by without", whole / without, MOST_STORED)


def _packed(data: object) -> bytes:
    return gzip.compress(orjson.dumps(data), mtime=0)


def main() -> int:
    """Print the figures; return 1 if a limit is broken."""
    broken = False
    print(f"{'times lxml, where nothing else is said':50} {'value':>8}  limit")
    for line in measure():
        is_broken = line.value > line.limit
        broken |= is_broken
        mark = "  BROKEN" if is_broken else ""
        print(f"{line.what:50} {line.value:8.2f}  <= {line.limit:g}{mark}", flush=True)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
