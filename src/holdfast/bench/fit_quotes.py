"""`holdfast bench fit-quotes`: the weights of text quotes, fitted anew, each project left out once.

A set is a folder of the yardstick: `cases.jsonl` with the truth, and the old and new state of each
document. Every case is used four times: with 30 and with 120 characters of context, alone and
together with the other quotes of its document, so that one set of weights serves all of these.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from holdfast.app.wiring import read_bytes, write_atomic
from holdfast.errors import ForeignFormat
from holdfast.quotes.calibration import WEIGHTS, traits
from holdfast.quotes.index import decide
from holdfast.quotes.page_text import page_text
from holdfast.quotes.quote import Quote
from holdfast.quotes.search import PageSearch, Search

CONTEXTS = (30, 120)
NAMES = ("left-out-alone.jsonl", "left-out-together.jsonl")
# Pulls the weights towards 0; with four times 2 000 cases it keeps only the unsupported ones small.
RIDGE = 4.0
ROUNDS = 60
RIGHT_OVERLAP = 0.5  # intersection over union from which on an answer is right

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A quote from an old state and where it is in the new one; None when it is gone."""

    id: str
    document: str
    project: str
    quotes: tuple[Quote, ...]  # the same quote with each length of context
    truth: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Table:
    """Places of all searches as one block: traits, which rows are filled, which are right."""

    rows: Rows
    filled: NDArray[np.bool_]
    right: NDArray[np.bool_]


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
    for project in sorted({case.project for case in cases}) if out is not None else ():
        tell(f"without {project}")
        weights = fit([case for case in cases if case.project != project], texts)
        left = [case for case in cases if case.project == project]
        for together, name in enumerate(NAMES):
            assert out is not None
            _append(out / name, _answers(left, texts, weights, bool(together)))
    return fit(cases, texts)


def read_cases(folder: Path) -> list[Case]:
    """Return the cases of a set, with contexts taken from the old documents."""
    wanted = "a set of the yardstick: cases.jsonl and docs/*/old.txt, new.txt"
    try:
        rows = [orjson.loads(line) for line in read_bytes(folder / "cases.jsonl").splitlines()]
        return [_case(row, _read(folder, row["doc"], "old")) for row in rows]
    except (ValueError, KeyError, TypeError) as exc:
        raise ForeignFormat(wanted, f"{type(exc).__name__}: {exc}") from exc


def _case(row: dict[str, object], old: str) -> Case:
    start, exact, document = row["old_start"], row["exact"], row["doc"]
    assert isinstance(start, int)
    assert isinstance(exact, str)
    assert isinstance(document, str)
    end, found = start + len(exact), row["new_start"]
    quotes = tuple(
        Quote(
            exact=exact,
            context_before=old[max(0, start - context) : start],
            context_after=old[end : end + context],
            start=start,
            text_length=len(old),
        )
        for context in CONTEXTS
    )
    truth = (found, row["new_end"]) if found is not None else None
    project = document.split("--")[0]
    return Case(id=str(row["id"]), document=document, project=project, quotes=quotes, truth=truth)  # type: ignore[arg-type]  # offsets, or both null


def _read(folder: Path, document: str, state: str) -> str:
    return read_bytes(folder / "docs" / document / f"{state}.txt").decode("utf-8")


def _append(path: Path, lines: Iterable[dict[str, object]]) -> None:
    write_atomic(path, read_bytes(path) + b"".join(orjson.dumps(line) + b"\n" for line in lines))


# ------------------------------------------------------------------------------------- fitting


def fit(cases: Sequence[Case], texts: dict[str, str]) -> dict[str, float]:
    """Return the weights that make the truth of these cases most likely."""
    weights = _climb([_table(cases, _search(cases, texts, WEIGHTS, k, False)) for k in (0, 1)])
    tables = [
        _table(cases, _search(cases, texts, weights, context, together))
        for context in range(len(CONTEXTS))
        for together in (False, True)
    ]
    return _climb(tables)


def _search(
    cases: Sequence[Case],
    texts: dict[str, str],
    weights: Mapping[str, float],
    context: int,
    together: bool,
) -> list[Search]:
    """Return the search of each case."""
    found: dict[str, Search] = {}
    for document in {case.document: None for case in cases}:
        asked = [case for case in cases if case.document == document]
        page = PageSearch(page_text(texts[document]), weights)
        quotes = [case.quotes[context] for case in asked]
        searches = page.find_together(quotes) if together else [page.find(q) for q in quotes]
        found.update(zip((case.id for case in asked), searches, strict=True))
    return [found[case.id] for case in cases]


def _table(cases: Sequence[Case], searches: Sequence[Search]) -> Table:
    """Return the traits of all places; quotes that are held need no judgement and teach none."""
    judged = [(c, s) for c, s in zip(cases, searches, strict=True) if s.held is None]
    most = max(len(search.places) for _, search in judged)
    rows = np.zeros((len(judged), most, len(WEIGHTS)))
    filled, right = (np.zeros((len(judged), most), dtype=np.bool_) for _ in range(2))
    for number, (case, search) in enumerate(judged):
        count = len(search.places)
        if count and search.page is not None:
            rows[number, :count] = traits(search.places, search.length, search.expected)
            filled[number, :count] = True
            spans = [search.page.raw_span(place.span) for place in search.places]
            right[number, :count] = [_is_right(span, case.truth) for span in spans]
    return Table(rows, filled, right)


def _is_right(span: tuple[int, int], truth: tuple[int, int] | None) -> bool:
    if truth is None:
        return False
    shared = max(0, min(span[1], truth[1]) - max(span[0], truth[0]))
    return shared >= RIGHT_OVERLAP * (span[1] - span[0] + truth[1] - truth[0] - shared)


def _climb(tables: Sequence[Table]) -> dict[str, float]:
    """Return the weights of the highest likelihood, by Newton's steps, halved where too long."""
    weights = np.zeros(len(WEIGHTS))
    value, slope, curve = _likelihood(weights, tables)
    for _ in range(ROUNDS):
        step = np.linalg.solve(curve, slope)
        while True:
            new_value, new_slope, new_curve = _likelihood(weights + step, tables)
            if new_value >= value or np.abs(step).max() < 1e-9:
                break
            step /= 2
        weights, done = weights + step, new_value - value < 1e-7
        value, slope, curve = new_value, new_slope, new_curve
        if done:
            break
    return dict(zip(WEIGHTS, (round(float(w), 3) for w in weights), strict=True))


def _likelihood(weights: Rows, tables: Sequence[Table]) -> tuple[float, Rows, Rows]:
    """Return the log likelihood with its ridge, its slope, and how sharply it curves."""
    ridge = np.full(len(weights), 2 * RIDGE)
    ridge[0] = 1e-9  # the constant is free
    value = -0.5 * float(ridge @ (weights * weights))
    slope, curve = -ridge * weights, np.diag(ridge)
    for table in tables:
        sums = np.where(table.filled, table.rows @ weights, -np.inf)
        top = np.maximum(sums.max(axis=1), 0.0)
        parts, gone = np.exp(sums - top[:, None]), np.exp(-top)
        total = parts.sum(axis=1) + gone
        chances, known = parts / total[:, None], table.right.any(axis=1)
        hit = np.where(known, (chances * table.right).sum(axis=1), gone / total)
        value += float(np.log(np.maximum(hit, 1e-300)).sum())
        share = np.where(table.right, chances / np.maximum(hit, 1e-300)[:, None], 0.0)
        slope = slope + np.einsum("nmk,nm->k", table.rows, share - chances)
        mean = np.einsum("nmk,nm->nk", table.rows, chances)
        curve = curve + np.einsum("nmk,nm,nml->kl", table.rows, chances, table.rows, optimize=True)
        curve = curve - mean.T @ mean
    return value, slope, curve


def _answers(
    cases: Sequence[Case], texts: dict[str, str], weights: dict[str, float], together: bool
) -> Iterable[dict[str, object]]:
    for case, search in zip(cases, _search(cases, texts, weights, 0, together), strict=True):
        found = decide(search, page_text(texts[case.document]))
        place = found.range
        yield {
            "id": case.id,
            "start": None if place is None else place.start,
            "end": None if place is None else place.end,
            "confidence": None if place is None else found.confidence,
        }
