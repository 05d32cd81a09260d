"""Answers to rows: locate, fingerprint and anchor, where a row that is wrong gets an error."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from itertools import groupby
from pathlib import Path

import orjson

from holdfast.batch.row_pages import Row, RowPages
from holdfast.engine import locate
from holdfast.errors import HoldfastError, UsageError
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.quotes.anchoring import Anchoring
from holdfast.quotes.quote import Quote
from holdfast.selectors.describe import describe

Values = dict[str, object]
LONGEST_ERROR = 500


class RowJob(StrEnum):
    """What is done with each row."""

    LOCATE = "locate"
    FINGERPRINT = "fingerprint"
    ANCHOR = "anchor"


def answer_rows(job: RowJob, rows: Sequence[Row], folder: Path) -> list[Values]:
    """Return one answer for each row, in their order; no row makes it raise."""
    return list(_ANSWERS[job](rows, RowPages(folder)))


# ---------------------------------------------------------------------------- locate, fingerprint


def _locate_rows(rows: Sequence[Row], pages: RowPages) -> Iterator[Values]:
    for row in rows:
        yield _timed(partial(_located, row, pages))


def _located(row: Row, pages: RowPages) -> Values:
    _refuse_broken(row)
    fingerprint, new = _fingerprint_of(row, pages), pages.snapshot(row, "new_")
    found = locate(fingerprint, new)
    return {
        "xpath": None if found.node is None else found.node.xpath,
        "probability": found.probability,
        "p_gone": found.p_gone,
        "refusal": None if found.refusal is None else found.refusal.value,
        "runner_up": _runner_up(found),
        "reason": found.reason,
    }


def _runner_up(found: Location) -> str | None:
    """Return the next best element: the best one itself where it was refused."""
    place = 0 if found.node is None else 1
    return found.candidates[place].node.xpath if len(found.candidates) > place else None


def _fingerprint_of(row: Row, pages: RowPages) -> Fingerprint:
    stored = row.get("fingerprint")
    if stored is not None:
        return Fingerprint.from_json(orjson.loads(stored))
    return describe(pages.snapshot(row, "old_"), _text(row, "target"))


def _fingerprint_rows(rows: Sequence[Row], pages: RowPages) -> Iterator[Values]:
    for row in rows:
        yield _timed(partial(_fingerprinted, row, pages))


def _fingerprinted(row: Row, pages: RowPages) -> Values:
    _refuse_broken(row)
    made = describe(pages.snapshot(row, ""), _text(row, "target"))
    return {"fingerprint": orjson.dumps(made.stored_json()).decode()}


# ----------------------------------------------------------------------------------------- anchor


_DOCUMENT = ("text", "html", "path", "new_html", "new_path", "new_url")


def document_of(row: Row) -> tuple[object, ...]:
    """Return what tells the documents of rows apart: quotes of one document help each other."""
    return tuple(map(row.get, _DOCUMENT))


def _anchor_rows(rows: Sequence[Row], pages: RowPages) -> Iterator[Values]:
    for _, group in groupby(rows, key=document_of):
        yield from _anchored(list(group), pages)


def _anchored(rows: Sequence[Row], pages: RowPages) -> Iterator[Values]:
    """Yield the answers for rows of one document, which are looked for together."""
    begun = time.perf_counter()
    quotes: dict[int, Quote] = {}
    answers: dict[int, Values] = {}
    for place, row in enumerate(rows):
        try:
            quotes[place] = _quote(row)
        except Exception as exc:  # noqa: BLE001 - a row that is wrong is a row with an error
            answers[place] = {"error": _told(exc)}
    try:
        found = pages.quotes(rows[0]).anchor_all(list(quotes.values())) if quotes else []
        answers |= {place: _anchoring(one) for place, one in zip(quotes, found, strict=True)}
    except Exception as exc:  # noqa: BLE001 - its document cannot be read
        told = _told(exc)
        answers |= {place: {"error": told} for place in quotes}
    each = 1000 * (time.perf_counter() - begun) / len(rows)
    for place in range(len(rows)):
        yield answers[place] | {"ms": each}


def _quote(row: Row) -> Quote:
    _refuse_broken(row)
    return Quote(
        exact=_text(row, "exact"),
        context_before=str(row.get("prefix") or ""),
        context_after=str(row.get("suffix") or ""),
        start=_whole(row, "start"),
        text_length=_whole(row, "text_length"),
    )


def _anchoring(found: Anchoring) -> Values:
    return {
        "start": None if found.range is None else found.range.start,
        "end": None if found.range is None else found.range.end,
        "confidence": found.confidence,
        "tier": found.tier.value,
    }


# -------------------------------------------------------------------------------------- every row


def _refuse_broken(row: Row) -> None:
    if (told := row.get("broken")) is not None:
        raise UsageError(str(told))


def _whole(row: Row, name: str) -> int | None:
    value = row.get(name)
    if value is None or (isinstance(value, int | float) and value == int(value)):
        return None if value is None else int(value)
    raise UsageError(f"wanted a whole number in the column {name}, saw {value!r:.40}")


def _text(row: Row, name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise UsageError(f"wanted a text in the column {name}, saw {value!r:.40}")
    return value


def _timed(make: Callable[[], Values]) -> Values:
    """Return what was made, or the error that kept it from being made, and the time it took."""
    begun = time.perf_counter()
    try:
        made = make()
    except Exception as exc:  # noqa: BLE001 - a row that is wrong is a row with an error
        made = {"error": _told(exc)}
    return made | {"ms": 1000 * (time.perf_counter() - begun)}


def _told(exc: Exception) -> str:
    told = str(exc) if isinstance(exc, HoldfastError) else f"{type(exc).__name__}: {exc}"
    return told.replace("\n  next:", "; next:")[:LONGEST_ERROR]


_ANSWERS: Mapping[RowJob, Callable[[Sequence[Row], RowPages], Iterator[Values]]] = {
    RowJob.LOCATE: _locate_rows,
    RowJob.FINGERPRINT: _fingerprint_rows,
    RowJob.ANCHOR: _anchor_rows,
}
