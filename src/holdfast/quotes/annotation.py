"""Annotation: a quote as a W3C Web Annotation or as Hypothesis has it, in and out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.errors import QuoteInvalid
from holdfast.model.snapshot import Snapshot
from holdfast.quotes.page_text import QuotableText, TextPoint, page_text
from holdfast.quotes.quote import Quote
from holdfast.quotes.selector_ranges import (
    UNREADABLE,
    Selector,
    Span,
    get_text,
    get_whole,
    is_known,
    iter_spans,
    read_container,
    selectors_in,
)
from holdfast.quotes.text_fragment import DIRECTIVE, read_text_fragments

CONTEXT = "http://www.w3.org/ns/anno.jsonld"


# ----------------------------------------------------------------------------------------- out


def to_annotation(quote: Quote, source: str) -> dict[str, object]:
    """Return an annotation whose target is the quote on the page ``source``."""
    target = {"source": source, "selector": to_selectors(quote)}
    return {"@context": CONTEXT, "type": "Annotation", "target": target}


def to_selectors(quote: Quote) -> list[dict[str, object]]:
    """Return all that is known of the quote as selectors, the most exact first."""
    selectors: list[dict[str, object]] = []
    if quote.start_point is not None and quote.end_point is not None:
        ends = {"startSelector": quote.start_point, "endSelector": quote.end_point}
        ranged = {side: _point_selector(point) for side, point in ends.items()}
        selectors.append({"type": "RangeSelector", **ranged})
    if quote.start is not None:
        end = quote.start + len(quote.exact)
        selectors.append({"type": "TextPositionSelector", "start": quote.start, "end": end})
    selectors.append(
        {
            "type": "TextQuoteSelector",
            "exact": quote.exact,
            "prefix": quote.context_before,
            "suffix": quote.context_after,
        }
    )
    return selectors


def _point_selector(point: TextPoint) -> dict[str, object]:
    place = {"type": "TextPositionSelector", "start": point.offset, "end": point.offset}
    return {"type": "XPathSelector", "value": point.xpath, "refinedBy": place}


# ------------------------------------------------------------------------------------------ in


class ReadQuote(NamedTuple):
    """The quote of a target, and what could not be read or did not agree."""

    quote: Quote
    notes: tuple[str, ...] = ()


def from_annotation(data: object, page: str | Snapshot | QuotableText | None = None) -> Quote:
    """Return the quote that an annotation, a target or a selector speaks of.

    ``page`` is the page it was made on. Without it only annotations that carry the quoted text can
    be read. Raises ``QuoteInvalid`` for what cannot be read, or is not on the page.
    """
    return read_annotation(data, page).quote


def read_annotation(data: object, page: str | Snapshot | QuotableText | None = None) -> ReadQuote:
    """Return the same with notes: selectors that say nothing, or something else than the others."""
    selectors = selectors_in(data)
    notes = [f"{part.get('type')!s:.80} is not read" for part in selectors if not is_known(part)]
    text = None if page is None else page_text(page)
    quoted = next(_noted(map(_quoted, selectors), notes), None)
    if text is not None:
        for span in _spans(selectors, text, notes):
            if quoted is None or text.text[slice(*span)] == quoted.exact:
                return ReadQuote(Quote.capture_on(text, *span), tuple(notes))
            notes.append(f"other words stand at {span[0]} to {span[1]} than are quoted")
    if quoted is None:
        seen = f"only {', '.join(str(part.get('type')) for part in selectors)[:120]}"
        seen = "; ".join([seen, *notes[:2]])
        advice = "give the page it was made on" if text is None else "check that it is this page"
        raise QuoteInvalid("a selector with the quoted text", seen, advice)
    return ReadQuote(_with_place(quoted, selectors, notes), tuple(notes))


def _noted(parts: Iterator[Iterator[Quote]], notes: list[str]) -> Iterator[Quote]:
    """Yield the quotes that can be read; what cannot is noted."""
    for part in parts:
        try:
            yield from part
        except UNREADABLE as exc:
            notes.append(str(exc).split("\n", 1)[0])


def _spans(selectors: Sequence[Selector], page: QuotableText, notes: list[str]) -> Iterator[Span]:
    """Yield what the selectors select, nothing for those that cannot be read: they are noted."""
    for selector in filter(is_known, selectors):
        try:
            yield from (span for span in iter_spans(selector, page) if span[0] < span[1])
        except UNREADABLE as exc:
            notes.append(str(exc).split("\n", 1)[0])


def _quoted(selector: Selector) -> Iterator[Quote]:
    """Yield the quote of a selector that carries the words, the innermost first."""
    inner = selector.get("refinedBy")
    for part in selectors_in(inner) if inner else ():
        yield from _quoted(part)
    if selector.get("type") == "TextQuoteSelector":
        yield Quote(
            exact=get_text(selector, "exact"),
            context_before=get_text(selector, "prefix", ""),
            context_after=get_text(selector, "suffix", ""),
        )
    elif selector.get("type") == "FragmentSelector" and DIRECTIVE in str(selector.get("value")):
        for fragment in read_text_fragments(get_text(selector, "value")):
            if not fragment.end:
                yield Quote(
                    exact=fragment.start,
                    context_before=f"{fragment.prefix} " if fragment.prefix else "",
                    context_after=f" {fragment.suffix}" if fragment.suffix else "",
                )


def _with_place(quote: Quote, selectors: Sequence[Selector], notes: list[str]) -> Quote:
    """Return the quote with where it stood, as far as the other selectors tell."""
    start: int | None = None
    points: tuple[TextPoint | None, TextPoint | None] = (None, None)
    for selector in selectors:
        try:
            if selector.get("type") == "TextPositionSelector" and start is None:
                start, end = get_whole(selector, "start"), get_whole(selector, "end")
                if end - start != len(quote.exact):
                    notes.append(f"the position is {end - start} long, not as the quote")
            elif selector.get("type") == "RangeSelector":
                points = _points(selector)
        except UNREADABLE as exc:
            notes.append(str(exc).split("\n", 1)[0])
    return Quote(
        exact=quote.exact,
        context_before=quote.context_before,
        context_after=quote.context_after,
        start=start,
        start_point=points[0],
        end_point=points[1],
    )


def _points(selector: Selector) -> tuple[TextPoint | None, TextPoint | None]:
    """Return both ends of a range that are told as an element and an offset."""
    if "startContainer" in selector:
        return read_container(selector, "start"), read_container(selector, "end")
    start, end = selector.get("startSelector"), selector.get("endSelector")
    return _point(start), _point(end)


def _point(selector: object) -> TextPoint | None:
    if not isinstance(selector, dict) or selector.get("type") != "XPathSelector":
        return None
    inner = selector.get("refinedBy")
    offset = get_whole(inner, "start") if isinstance(inner, dict) else 0
    return TextPoint(get_text(selector, "value"), offset)
