"""Text quotes: put an annotation back where it belongs, or say that it is orphaned."""

from holdfast.quotes.anchoring import Anchoring, Change, Mode, NearMiss, TextRange, Tier
from holdfast.quotes.annotation import find_ranges, from_annotation, to_annotation, to_selectors
from holdfast.quotes.context import (
    find_range_by_context,
    longest_matching_prefix,
    longest_matching_suffix,
)
from holdfast.quotes.index import QuoteIndex, anchor
from holdfast.quotes.page_text import PageText, TextPoint, page_text
from holdfast.quotes.quote import QUOTE_FORMAT, Quote
from holdfast.quotes.quote_json import quote_from_json, quote_to_json

__all__ = [
    "QUOTE_FORMAT",
    "Anchoring",
    "Change",
    "Mode",
    "NearMiss",
    "PageText",
    "Quote",
    "QuoteIndex",
    "TextPoint",
    "TextRange",
    "Tier",
    "anchor",
    "find_range_by_context",
    "find_ranges",
    "from_annotation",
    "longest_matching_prefix",
    "longest_matching_suffix",
    "page_text",
    "quote_from_json",
    "quote_to_json",
    "to_annotation",
    "to_selectors",
]
