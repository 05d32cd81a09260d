"""What finding an element again costs, as ratios within one run; exits with 1 if a limit is broken.

Counted for a first target: everything from two snapshots on (the old page as a recording keeps it,
the new one as it was parsed) to the shortlist: columns of both pages, pairing, words, assignment,
probability. Not counted: parsing either page. The measure is what lxml needs to parse the new
page's HTML. Times are CPU time, the least of several, each time with fresh snapshots.
"""

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from time import process_time

from lxml import etree

from benchmarks.opponents.program import Program
from benchmarks.pages import make_page
from holdfast import parse
from holdfast.matching.judge import shortlist_for
from holdfast.matching.matcher import Matcher
from holdfast.model.snapshot import Snapshot
from holdfast.page.compact import compact

SIZES = (3_000, 15_000, 30_000)
REPEAT = 7
TARGETS = 20

# What is allowed, and why it is enough.
MOST_TIMES_PARSE = 15.0  # a healed step must not be felt beside the page's own loading
MOST_TIMES_PARSE_AGAIN = 2.0  # the other steps of a recording on the same page
MOST_TIMES_ONE = 3.0  # twenty steps on a page, the page work shared
MOST_GROWTH = 13.0  # from 3 000 to 30 000 elements: near-linear
MOST_BYTES = 2_048  # peak memory, by element of both pages
LEAST_TIMES_SCRAPLING = 4.0  # faster than Scrapling's relocate


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One measured figure and what it may be."""

    what: str
    value: float
    limit: float
    at_least: bool = False

    @property
    def is_broken(self) -> bool:
        """Return whether the limit is not kept."""
        return self.value < self.limit if self.at_least else self.value > self.limit


class Pair:
    """A page and its redesign."""

    def __init__(self, elements: int) -> None:
        self.old_html, self.new_html = make_page(elements), make_page(elements, redesigned=True)
        old = self.snapshots()[0]
        wanted = [i for i, tag in enumerate(old.tags) if tag in {"a", "button", "input"}]
        self.targets = wanted[:: max(1, len(wanted) // TARGETS)][:TARGETS]
        self.elements = len(old)
        middle = self.targets[TARGETS // 2]
        self.target_path = old.nodes[middle].xpath

    def snapshots(self) -> tuple[Snapshot, Snapshot]:
        """Return the two pages, nothing worked out yet; the old one as it is kept."""
        return compact(parse(self.old_html)), parse(self.new_html)

    def parse_and_first_ms(self, repeat: int = REPEAT) -> tuple[float, float]:
        """Return what lxml needs for the new page, and what the first target costs; in turns."""
        data, parser = self.new_html.encode(), etree.HTMLParser(encoding="utf-8")
        middle = self.targets[TARGETS // 2]
        parsed, first = [], []
        for _ in range(repeat):
            parsed += [spent(partial(etree.fromstring, data, parser)) for _ in range(3)]
            old, new = self.snapshots()
            first.append(spent(partial(_find_one, old, new, middle)))
        return min(parsed), min(first)

    def further_ms(self) -> float:
        """Return what one more target costs on the same pages, as the mean over twenty."""
        matcher = Matcher(*self.snapshots())
        shortlist_for(matcher, self.targets[0])
        return min(spent(partial(self._all, matcher)) for _ in range(REPEAT)) / len(self.targets)

    def twenty_ms(self) -> float:
        """Return what twenty targets cost together, page work included."""
        return min(spent(partial(self._fresh, *self.snapshots())) for _ in range(REPEAT))

    def _fresh(self, old: Snapshot, new: Snapshot) -> None:
        self._all(Matcher(old, new))

    def _all(self, matcher: Matcher) -> None:
        for target in self.targets:
            shortlist_for(matcher, target)

    def peak_bytes(self) -> float:
        """Return the most memory that a first target needed, by element of both pages."""
        old, new = self.snapshots()
        gc.collect()
        tracemalloc.start()
        shortlist_for(Matcher(old, new), self.targets[0])
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak / (len(old) + len(new))


def _find_one(old: Snapshot, new: Snapshot, target: int) -> None:
    shortlist_for(Matcher(old, new), target)


def spent(work: Callable[[], object]) -> float:
    """Return the milliseconds of CPU time that the work takes, collecting garbage left out."""
    gc.collect()
    gc.disable()
    begun = process_time()
    work()
    took = 1000 * (process_time() - begun)
    gc.enable()
    return took


def measure() -> Iterable[Line]:
    """Yield the figures, one at a time."""
    pairs = {size: Pair(size) for size in SIZES}
    pairs[3_000].parse_and_first_ms(
        2
    )  # caches of words and classes are warm in a run of many steps
    first = {}
    for size, pair in pairs.items():
        parsed, first[size] = pair.parse_and_first_ms()
        times = first[size] / parsed
        told = f"{pair.elements} elements: first target {first[size]:.1f} ms, parse {parsed:.1f} ms"
        limit = MOST_TIMES_PARSE if size < 30_000 else float("inf")
        yield Line(what=f"{told}; times", value=times, limit=limit)
        if size == 30_000:
            continue
        further = pair.further_ms()
        told = f"{pair.elements} elements: further target {further:.1f} ms; times parse"
        yield Line(what=told, value=further / parsed, limit=MOST_TIMES_PARSE_AGAIN)
        twenty = pair.twenty_ms()
        told = f"{pair.elements} elements: {TARGETS} targets {twenty:.1f} ms; times one"
        yield Line(what=told, value=twenty / first[size], limit=MOST_TIMES_ONE)
    grown = first[30_000] / first[3_000]
    yield Line(what="growth from 3 000 to 30 000 elements", value=grown, limit=MOST_GROWTH)
    for size in (3_000, 15_000):
        told = f"{size} elements: peak bytes by element"
        yield Line(what=told, value=pairs[size].peak_bytes(), limit=MOST_BYTES)
    yield beside_scrapling(pairs[3_000], first[3_000])


def beside_scrapling(pair: Pair, ours: float) -> Line:
    """Return how many times longer Scrapling's relocate takes, parsing left out on both sides."""
    question = {"old": pair.old_html, "new": pair.new_html, "target": pair.target_path}
    with Program("scrapling") as scrapling:
        answer = scrapling.ask(**question, repeat=3)
    theirs = float(answer["best_ms"])
    told = f"{pair.elements} elements: Scrapling's relocate {theirs:.0f} ms; times ours"
    return Line(what=told, value=theirs / ours, limit=LEAST_TIMES_SCRAPLING, at_least=True)


def main() -> int:
    """Print the figures; return 1 if a limit is broken."""
    broken = False
    print(f"{'':72} {'value':>8}  limit")
    for line in measure():
        broken |= line.is_broken
        sign = ">=" if line.at_least else "<="
        limit = "" if line.limit == float("inf") else f"{sign} {line.limit:g}"
        mark = "  BROKEN" if line.is_broken else ""
        print(f"{line.what:72} {line.value:8.1f}  {limit}{mark}", flush=True)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
