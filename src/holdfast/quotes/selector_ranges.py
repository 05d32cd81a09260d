"""Selector ranges: what the selectors of an annotation select on a page.

https://www.w3.org/TR/annotation-model/#selectors: TextQuote, TextPosition, XPath, CSS, Fragment and
Range selectors, each narrowed by ``refinedBy``, and Choice. Offsets count code points, a range ends
where its end selector *begins*, and of several hits all match. Ranges may also be told by
containers and offsets, as Hypothesis does.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from holdfast.errors import InvalidSelector, QuoteInvalid
from holdfast.model.snapshot import Node, Snapshot
from holdfast.quotes.context import iter_occurrences
from holdfast.quotes.page_text import QuotableText, TextPoint, page_text
from holdfast.quotes.text_fragment import DIRECTIVE, find_text_fragment, read_text_fragments

Selector = Mapping[str, object]
Span = tuple[int, int]
BODY = "/html/body"  # containers are told from here
_TEXT_STEP = re.compile(r"/text\(\)(?:\[(\d+)\])?$")


def find_ranges(selector: object, page: str | Snapshot | QuotableText) -> list[Span]:
    """Return every stretch of the page's text that a selector selects, none if it finds nothing."""
    text = page_text(page)
    return [span for part in selectors_in(selector) for span in iter_spans(part, text)]


def selectors_in(data: object) -> list[Selector]:
    """Return the selectors of an annotation, of a target, of a choice, or what is one already."""
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [part for item in data for part in selectors_in(item)]
    if not isinstance(data, Mapping):
        advice = "give the annotation, its target, or a selector"
        raise QuoteInvalid("a W3C annotation", f"a {type(data).__name__}", advice)
    for inner in ("target", "selector"):
        if inner in data:
            return selectors_in(data[inner])
    is_choice = data.get("type") == "Choice" and "items" in data
    return selectors_in(data["items"]) if is_choice else [data]


def iter_spans(
    selector: Selector, page: QuotableText, within: Span | None = None
) -> Iterator[Span]:
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
            for part in selectors_in(inner):
                yield from iter_spans(part, page, span)


def _by_quote(selector: Selector, page: QuotableText, within: Span) -> Iterator[Span]:
    exact = get_text(selector, "exact")
    prefix, suffix = get_text(selector, "prefix", ""), get_text(selector, "suffix", "")
    if not exact:
        raise QuoteInvalid("a quote of at least one character", "an empty one", "check exact")
    start, end = within
    inside = page.text[start:end]
    for at in iter_occurrences(inside, exact):
        stop = at + len(exact)
        if inside[:at].endswith(prefix) and inside.startswith(suffix, stop):
            yield start + at, start + stop


def _by_position(selector: Selector, _page: QuotableText, within: Span) -> Iterator[Span]:
    start, end = within[0] + get_whole(selector, "start"), within[0] + get_whole(selector, "end")
    if not within[0] <= start <= end <= within[1]:
        wanted = f"0 <= start <= end <= {within[1] - within[0]}"
        seen = f"start {selector.get('start')}, end {selector.get('end')}"
        raise QuoteInvalid(wanted, seen, "offsets count Unicode code points of the text")
    yield start, end


def _by_elements(find: Callable[[Snapshot, str], list[Node]]) -> "Finder":
    def spans(selector: Selector, page: QuotableText, within: Span) -> Iterator[Span]:
        value = get_text(selector, "value")
        if page.snapshot is None:
            raise QuoteInvalid("a page with elements", "plain text", "give the HTML page")
        for node in find(page.snapshot, value):
            start, end = page.stretch_of(node.index)
            if within[0] <= start <= end <= within[1]:
                yield start, end

    return spans


def _by_fragment(selector: Selector, page: QuotableText, within: Span) -> Iterator[Span]:
    """Yield the words that a text fragment names, or the element that has the name."""
    value = get_text(selector, "value").removeprefix("#")
    if value.startswith(DIRECTIVE):
        for fragment in read_text_fragments(value):
            yield from find_text_fragment(fragment, page)
    elif "=" in value:
        seen = f"the fragment {value!r:.80}"
        raise QuoteInvalid("an id or a text fragment", seen, "only words can be found again")
    else:
        by_id = _by_elements(lambda page, name: [n for n in page.nodes if _is_named(n, name)])
        yield from by_id(selector, page, within)


def _is_named(node: Node, value: str) -> bool:
    return node.attributes.get("id") == value.removeprefix("#")


def _by_range(selector: Selector, page: QuotableText, within: Span) -> Iterator[Span]:
    """Yield from the start of one selection to the start of the other."""
    if "startContainer" in selector:
        ends = read_container(selector, "start"), read_container(selector, "end")
        start, end = (page.offset_of(point_in(page, point)) for point in ends)
        if start <= end:
            yield start, end
        return
    sides = [selector.get(side) for side in ("startSelector", "endSelector")]
    if not all(isinstance(side, Mapping) for side in sides):
        raise QuoteInvalid("a range with two selectors", "less", "give start and end selector")
    first, last = (
        [span for part in selectors_in(side) for span in iter_spans(part, page, within)]
        for side in sides
    )
    for start, _ in first[:1]:
        yield from ((start, end) for end, _ in last[:1] if start <= end)


def read_container(selector: Selector, side: str) -> TextPoint:
    """Return one end of a range that is told as container and offset."""
    container = get_text(selector, f"{side}Container").rstrip("/")
    return TextPoint(BODY + container, get_whole(selector, f"{side}Offset"))


def point_in(page: QuotableText, point: TextPoint) -> TextPoint:
    """Return a point that may lie in a text node as a point of the element around it."""
    step = _TEXT_STEP.search(point.xpath)
    if step is None:
        return point
    xpath = point.xpath[: step.start()]
    start = page.offset_of(TextPoint(xpath, 0))
    return TextPoint(xpath, page.text_node_at(xpath, int(step[1] or 1)) - start + point.offset)


Finder = Callable[[Selector, QuotableText, Span], Iterator[Span]]
_FINDERS: Mapping[str, Finder] = {
    "TextQuoteSelector": _by_quote,
    "TextPositionSelector": _by_position,
    "XPathSelector": _by_elements(lambda page, value: page.query_xpath(value)),
    "CssSelector": _by_elements(lambda page, value: page.select(value)),
    "FragmentSelector": _by_fragment,
    "RangeSelector": _by_range,
}


def is_known(selector: Selector) -> bool:
    """Return whether this kind of selector can be read."""
    kind = selector.get("type")
    return isinstance(kind, str) and kind in _FINDERS


# What reading or using a selector may raise.
UNREADABLE = (QuoteInvalid, InvalidSelector)


def get_text(selector: Selector, key: str, default: str | None = None) -> str:
    """Return a text of a selector; null counts as left out."""
    value = selector.get(key)
    value = default if value is None else value
    if not isinstance(value, str):
        seen = f"{selector.get('type')} with {key} {value!r:.80}"
        raise QuoteInvalid(f"a text in {key}", seen, "check the annotation")
    return value


def get_whole(selector: Selector, key: str) -> int:
    """Return a whole number of a selector."""
    value = selector.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        seen = f"{selector.get('type')} with {key} {value!r:.80}"
        raise QuoteInvalid(f"a whole number of 0 or more in {key}", seen, "check the annotation")
    return value
