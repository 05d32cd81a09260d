"""Quotes as JSON: ``holdfast-quote/1``.

``{"format", "exact", "contextBefore", "contextAfter", "start"?, "textLength"?, "startXPath"?,
"startOffset"?, "endXPath"?, "endOffset"?}``; all offsets count Unicode code points.
"""

from collections.abc import Mapping

from holdfast.errors import ForeignFormat, QuoteInvalid
from holdfast.model.json_fields import find_field, get_field
from holdfast.model.snapshot_json import check_format
from holdfast.quotes.page_text import TextPoint
from holdfast.quotes.quote import QUOTE_FORMAT, Quote


def quote_to_json(quote: Quote) -> dict[str, object]:
    """Return the quote as plain JSON values; what is not known is left out."""
    data: dict[str, object] = {
        "format": QUOTE_FORMAT,
        "exact": quote.exact,
        "contextBefore": quote.context_before,
        "contextAfter": quote.context_after,
    }
    if quote.start is not None:
        data["start"] = quote.start
    if quote.text_length is not None:
        data["textLength"] = quote.text_length
    if quote.start_point is not None:
        data["startXPath"], data["startOffset"] = quote.start_point
    if quote.end_point is not None:
        data["endXPath"], data["endOffset"] = quote.end_point
    return data


def quote_from_json(data: object) -> Quote:
    """Return the quote; raises ``ForeignFormat`` for damaged, foreign or newer data."""
    if not isinstance(data, dict):
        raise ForeignFormat(f"a {QUOTE_FORMAT} object", f"a {type(data).__name__}")
    check_format(data.get("format"), QUOTE_FORMAT)
    try:
        return Quote(
            exact=get_field(data, "exact", str),
            context_before=find_field(data, "contextBefore", str) or "",
            context_after=find_field(data, "contextAfter", str) or "",
            start=find_field(data, "start", int),
            text_length=find_field(data, "textLength", int),
            start_point=_read_point(data, "start"),
            end_point=_read_point(data, "end"),
        )
    except (ValueError, QuoteInvalid) as exc:
        raise ForeignFormat(f"a whole {QUOTE_FORMAT}", f"a damaged one ({exc})") from exc


def _read_point(data: Mapping[str, object], end: str) -> TextPoint | None:
    xpath = find_field(data, f"{end}XPath", str)
    if xpath is None:
        return None
    return TextPoint(xpath, get_field(data, f"{end}Offset", int))
