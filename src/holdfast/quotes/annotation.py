"""Quotes as W3C Web Annotations, in and out.

https://www.w3.org/TR/annotation-model/#selectors: TextQuote, TextPosition, XPath, CSS and Range
selectors, each narrowed by ``refinedBy``. Offsets count code points, a range ends where its end
selector *begins*, and of several hits all match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from holdfast.errors import QuoteInvalid
from holdfast.model.snapshot import Node, Snapshot
from holdfast.quotes.context import iter_occurrences
from holdfast.quotes.page_text import PageText, TextPoint, page_text
from holdfast.quotes.quote import Quote

CONTEXT = "http://www.w3.org/ns/anno.jsonld"

Selector = Mapping[str, object]
Span = tuple[int, int]


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


def from_annotation(data: object, page: str | Snapshot | PageText | None = None) -> Quote:
    """Return the quote that an annotation, a target or a selector speaks of.

    ``page`` is the page it was made on. Without it only annotations that carry the quoted text can
    be read. Raises ``QuoteInvalid`` for what cannot be read, or is not on the page.
    """
    selectors = _selectors(data)
    text = None if page is None else page_text(page)
    if text is not None:
        spans = (span for selector in selectors for span in _spans(selector, text))
        found = next((span for span in spans if span[0] < span[1]), None)
        if found is not None:
            return Quote.capture_on(text, *found)
    quoted = next((part for part in map(_quoted, selectors) if part is not None), None)
    if quoted is None:
        seen = f"only {', '.join(str(part.get('type')) for part in selectors)[:120]}"
        advice = "give the page it was made on" if text is None else "check that it is this page"
        raise QuoteInvalid("a selector with the quoted text", seen, advice)
    positions = (part for part in selectors if part.get("type") == "TextPositionSelector")
    start = next((_whole(part, "start") for part in positions), None)
    return Quote(
        exact=_text(quoted, "exact"),
        context_before=_text(quoted, "prefix", ""),
        context_after=_text(quoted, "suffix", ""),
        start=start,
    )


def find_ranges(selector: object, page: str | Snapshot | PageText) -> list[Span]:
    """Return every stretch of the page's text that a selector selects, none if it finds nothing."""
    text = page_text(page)
    return [span for part in _selectors(selector) for span in _spans(part, text)]


def _selectors(data: object) -> list[Selector]:
    """Return the selectors of an annotation, of a target, or what is one already."""
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [part for item in data for part in _selectors(item)]
    if not isinstance(data, Mapping):
        advice = "give the annotation, its target, or a selector"
        raise QuoteInvalid("a W3C annotation", f"a {type(data).__name__}", advice)
    for inner in ("target", "selector"):
        if inner in data:
            return _selectors(data[inner])
    return [data]


def _quoted(selector: Selector) -> Selector | None:
    """Return the innermost selector that carries the quoted text, or None."""
    inner = selector.get("refinedBy")
    deeper = next(
        (found for part in (_selectors(inner) if inner else ()) if (found := _quoted(part))), None
    )
    return deeper or (selector if selector.get("type") == "TextQuoteSelector" else None)


def _spans(selector: Selector, page: PageText, within: Span | None = None) -> Iterator[Span]:
    """Yield what a selector selects inside a stretch of the page, narrowed by ``refinedBy``."""
    kind = selector.get("type")
    find = _FINDERS.get(kind) if isinstance(kind, str) else None
    if find is None:
        wanted = f"one of {', '.join(_FINDERS)}"
        raise QuoteInvalid(wanted, f"{str(kind)[:80]!r}", "use one of these selectors")
    inner = selector.get("refinedBy")
    for span in find(selector, page, within or (0, len(page.text))):
        if inner is None:
            yield span
        else:
            for part in _selectors(inner):
                yield from _spans(part, page, span)


def _by_quote(selector: Selector, page: PageText, within: Span) -> Iterator[Span]:
    exact = _text(selector, "exact")
    prefix, suffix = _text(selector, "prefix", ""), _text(selector, "suffix", "")
    if not exact:
        raise QuoteInvalid("a quote of at least one character", "an empty one", "check exact")
    start, end = within
    inside = page.text[start:end]
    for at in iter_occurrences(inside, exact):
        stop = at + len(exact)
        if inside[:at].endswith(prefix) and inside.startswith(suffix, stop):
            yield start + at, start + stop


def _by_position(selector: Selector, _page: PageText, within: Span) -> Iterator[Span]:
    start, end = within[0] + _whole(selector, "start"), within[0] + _whole(selector, "end")
    if not within[0] <= start <= end <= within[1]:
        wanted = f"0 <= start <= end <= {within[1] - within[0]}"
        seen = f"start {selector.get('start')}, end {selector.get('end')}"
        raise QuoteInvalid(wanted, seen, "offsets count Unicode code points of the text")
    yield start, end


def _by_elements(find: Callable[[Snapshot, str], list[Node]]) -> "Finder":
    def spans(selector: Selector, page: PageText, within: Span) -> Iterator[Span]:
        value = _text(selector, "value")
        if page.snapshot is None:
            raise QuoteInvalid("a page with elements", "plain text", "give the HTML page")
        for node in find(page.snapshot, value):
            start, end = page.stretch_of(node.index)
            if within[0] <= start <= end <= within[1]:
                yield start, end

    return spans


def _by_range(selector: Selector, page: PageText, within: Span) -> Iterator[Span]:
    """Yield from the start of one selection to the start of the other."""
    sides = [selector.get(side) for side in ("startSelector", "endSelector")]
    if not all(isinstance(side, Mapping) for side in sides):
        raise QuoteInvalid("a range with two selectors", "less", "give start and end selector")
    first, last = (
        [span for part in _selectors(side) for span in _spans(part, page, within)] for side in sides
    )
    for start, _ in first[:1]:
        yield from ((start, end) for end, _ in last[:1] if start <= end)


Finder = Callable[[Selector, PageText, Span], Iterator[Span]]
_FINDERS: Mapping[str, Finder] = {
    "TextQuoteSelector": _by_quote,
    "TextPositionSelector": _by_position,
    "XPathSelector": _by_elements(lambda page, value: page.query_xpath(value)),
    "CssSelector": _by_elements(lambda page, value: page.select(value)),
    "RangeSelector": _by_range,
}


def _text(selector: Selector, key: str, default: str | None = None) -> str:
    value = selector.get(key, default)
    if not isinstance(value, str):
        seen = f"{selector.get('type')} with {key} {value!r:.80}"
        raise QuoteInvalid(f"a text in {key}", seen, "check the annotation")
    return value


def _whole(selector: Selector, key: str) -> int:
    value = selector.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        seen = f"{selector.get('type')} with {key} {value!r:.80}"
        raise QuoteInvalid(f"a whole number of 0 or more in {key}", seen, "check the annotation")
    return value
