"""Fit of quotes: the weights of text quotes, fitted anew, each project left out once.

A set is a folder of the yardstick: `cases.jsonl` with the truth, and the old and new state of each
document. Every case is asked in several ways (``ASKINGS``): with much, little and no context, with
and without its old place, alone and together with the other quotes of its document, so that one set
of weights serves all of these.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from holdfast.app.wiring import read_bytes, write_atomic
from holdfast.errors import EnvironmentFailure, ForeignFormat
from holdfast.quotes.page_text import page_text
from holdfast.quotes.quote import Quote
from holdfast.quotes.quote_index import decide
from holdfast.quotes.quote_probability import AGAINST, FREE, LEAST, WEIGHTS, features
from holdfast.quotes.search import PageSearch, Search

NAMES = ("left-out-alone.jsonl", "left-out-together.jsonl")
# Pulls the weights towards 0: only those that the cases do not support notice it.
RIDGE = 1.0
ROUNDS = 200
RIGHT_OVERLAP = 0.5  # intersection over union from which on an answer is right

Rows = NDArray[np.float64]


class Asking(NamedTuple):
    """A way to ask about a case."""

    context: int  # characters on either side
    together: bool = False
    has_start: bool = True
    has_length: bool = True
    counts: float = 1.0


ASKED = Asking(30)  # as the yardstick asks
ASKINGS = (
    ASKED,
    Asking(30, together=True),
    Asking(120),
    Asking(120, together=True),
    Asking(8, counts=0.3),
    Asking(0, counts=0.3),
    Asking(30, has_length=False, counts=0.3),
    Asking(30, has_start=False, counts=0.3),
    Asking(8, has_start=False, counts=0.3),
    Asking(0, has_start=False, counts=0.3),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteCase:
    """A quote from an old state and where it is in the new one; None when it is gone."""

    id: str
    document: str
    project: str
    exact: str
    start: int
    old: str
    truth: tuple[int, int] | None

    def quote(self, asking: Asking) -> Quote:
        """Return the quote with what is told of it."""
        end = self.start + len(self.exact)
        return Quote(
            exact=self.exact,
            context_before=self.old[max(0, self.start - asking.context) : self.start],
            context_after=self.old[end : end + asking.context],
            start=self.start if asking.has_start else None,
            text_length=len(self.old) if asking.has_start and asking.has_length else None,
        )


@dataclass(frozen=True, slots=True)
class Table:
    """Places of all searches below each other: their features, and which are right."""

    rows: Rows
    right: NDArray[np.bool_]
    counts: NDArray[np.int64]  # places of each search
    weights: Rows  # how much each search counts

    @property
    def firsts(self) -> NDArray[np.int64]:
        """Return where the places of each search begin."""
        return np.cumsum(self.counts) - self.counts


def fit_folder(folder: Path, out: Path | None, tell: Callable[[str], None]) -> dict[str, float]:
    """Return the weights fitted on all projects of a set; write what each left-out one is answered.

    ``out`` gets a file for quotes alone and one for quotes together: answers for every case by
    weights that never saw its project; the yardstick scores them.
    """
    cases = read_cases(folder)
    texts = {case.document: _read(folder, case.document, "new") for case in cases}
    for name in NAMES if out is not None else ():
        assert out is not None
        write_atomic(out / name, b"")
    projects = sorted({case.project for case in cases})
    tables: dict[str, list[Table]] = {}
    for project in projects:
        tell(f"reading {project}")
        tables[project] = _tables([case for case in cases if case.project == project], texts)
    for project in projects if out is not None else ():
        tell(f"without {project}")
        weights = fit([t for other in projects if other != project for t in tables[other]])
        left = [case for case in cases if case.project == project]
        for together, name in enumerate(NAMES):
            assert out is not None
            asking = ASKED._replace(together=bool(together))
            _append(out / name, _answers(left, texts, weights, asking))
    return fit([table for project in projects for table in tables[project]])


def read_cases(folder: Path) -> list[QuoteCase]:
    """Return the cases of a set, with contexts taken from the old documents."""
    wanted = "a set of the yardstick: cases.jsonl and docs/*/old.txt, new.txt"
    try:
        rows = [orjson.loads(line) for line in read_bytes(folder / "cases.jsonl").splitlines()]
        return [_case(row, _read(folder, row["doc"], "old")) for row in rows]
    except (ValueError, KeyError, TypeError) as exc:
        raise ForeignFormat(wanted, f"{type(exc).__name__}: {exc}") from exc


def _case(row: dict[str, object], old: str) -> QuoteCase:
    start, exact, document = row["old_start"], row["exact"], row["doc"]
    assert isinstance(start, int)
    assert isinstance(exact, str)
    assert isinstance(document, str)
    found = row["new_start"]
    truth = (found, row["new_end"]) if found is not None else None
    return QuoteCase(
        id=str(row["id"]),
        document=document,
        project=document.split("--")[0],
        exact=exact,
        start=start,
        old=old,
        truth=truth,  # type: ignore[arg-type]  # offsets, or both null
    )


def _read(folder: Path, document: str, state: str) -> str:
    return read_bytes(folder / "docs" / document / f"{state}.txt").decode("utf-8")


def _append(path: Path, lines: Iterable[dict[str, object]]) -> None:
    write_atomic(path, read_bytes(path) + b"".join(orjson.dumps(line) + b"\n" for line in lines))


# ------------------------------------------------------------------------------------- fitting


def fit(tables: Sequence[Table]) -> dict[str, float]:
    """Return the weights that make the truth of these tables most likely."""
    return _climb(
        Table(
            np.concatenate([table.rows for table in tables]),
            np.concatenate([table.right for table in tables]),
            np.concatenate([table.counts for table in tables]),
            np.concatenate([table.weights for table in tables]),
        )
    )


def _tables(cases: Sequence[QuoteCase], texts: dict[str, str]) -> list[Table]:
    """Return the cases in every way; which quotes are certain is told by the present weights."""
    return [
        _table(cases, _search(cases, texts, WEIGHTS, asking), asking.counts) for asking in ASKINGS
    ]


def _search(
    cases: Sequence[QuoteCase], texts: dict[str, str], weights: Mapping[str, float], asking: Asking
) -> list[Search]:
    """Return the search of each case."""
    found: dict[str, Search] = {}
    for document in {case.document: None for case in cases}:
        asked = [case for case in cases if case.document == document]
        page = PageSearch(page_text(texts[document]), weights)
        quotes = [case.quote(asking) for case in asked]
        searches = page.find_together(quotes) if asking.together else [page.find(q) for q in quotes]
        found.update(zip((case.id for case in asked), searches, strict=True))
    return [found[case.id] for case in cases]


def _table(cases: Sequence[QuoteCase], searches: Sequence[Search], weight: float) -> Table:
    """Return the features of all places; quotes that are held need no judgement and teach none."""
    rows: list[list[float]] = []
    right: list[bool] = []
    counts: list[int] = []
    for case, search in zip(cases, searches, strict=True):
        if search.page is None or not search.places:
            continue
        judged = [i for i, chance in enumerate(search.judgement.probabilities) if chance > 0.0]
        told = features(search.places, search.expected)
        rows += [told[i] for i in judged]
        spans = [search.page.raw_span(search.places[i].span) for i in judged]
        right += [_is_right(span, case.truth) for span in spans]
        counts.append(len(judged))
    return Table(np.array(rows), np.array(right), np.array(counts), np.full(len(counts), weight))


def _is_right(span: tuple[int, int], truth: tuple[int, int] | None) -> bool:
    if truth is None:
        return False
    shared = max(0, min(span[1], truth[1]) - max(span[0], truth[0]))
    return shared >= RIGHT_OVERLAP * (span[1] - span[0] + truth[1] - truth[0] - shared)


def _climb(table: Table) -> dict[str, float]:
    """Return the weights of the highest likelihood, each with the sign that its meaning demands."""
    try:
        from scipy.optimize import minimize  # only the fit needs it
    except ImportError as exc:
        raise EnvironmentFailure("fitting needs an extra package: pip install scipy") from exc

    scale = np.maximum(np.sqrt((table.rows**2).mean(axis=0)), 1e-9)
    scaled = replace(table, rows=table.rows / scale)
    bounds = [_bounds(name, size) for name, size in zip(WEIGHTS, scale, strict=True)]
    begin = [low if low is not None else min(0.0, high or 0.0) for low, high in bounds]
    found = minimize(
        _unlikely,
        begin,
        args=(scaled,),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": ROUNDS},
    )
    weights = (round(float(weight), 4) for weight in found.x / scale)
    return dict(zip(WEIGHTS, weights, strict=True))


def _bounds(name: str, scale: float) -> tuple[float | None, float | None]:
    """Return what a weight may be."""
    if name in FREE:
        return None, None
    least = LEAST.get(name, 0.0) * scale
    return (None, -least) if name in AGAINST else (least, None)


def _unlikely(weights: Rows, table: Table) -> tuple[float, Rows]:
    """Return how unlikely the truth is, as minus the log likelihood with its ridge; its slope."""
    sums, firsts, counts = table.rows @ weights, table.firsts, table.counts
    top = np.maximum(np.maximum.reduceat(sums, firsts), 0.0)
    parts, gone = np.exp(sums - np.repeat(top, counts)), np.exp(-top)
    total = np.add.reduceat(parts, firsts) + gone
    chances = parts / np.repeat(total, counts)
    known = np.logical_or.reduceat(table.right, firsts)
    hit = np.where(known, np.add.reduceat(chances * table.right, firsts), gone / total)
    hit = np.maximum(hit, 1e-300)
    share = np.where(table.right, chances / np.repeat(hit, counts), 0.0)
    pull = RIDGE * weights
    pull[0] = 0.0  # the constant is free
    value = float(table.weights @ np.log(hit)) - 0.5 * float(pull @ weights)
    slope = table.rows.T @ ((share - chances) * np.repeat(table.weights, counts)) - pull
    return -value, -slope


def _answers(
    cases: Sequence[QuoteCase], texts: dict[str, str], weights: dict[str, float], asking: Asking
) -> Iterable[dict[str, object]]:
    for case, search in zip(cases, _search(cases, texts, weights, asking), strict=True):
        found = decide(search, page_text(texts[case.document]))
        place = found.range
        yield {
            "id": case.id,
            "start": None if place is None else place.start,
            "end": None if place is None else place.end,
            "confidence": None if place is None else found.confidence,
        }
