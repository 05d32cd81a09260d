"""Text quotes: put an annotation back where it belongs, or say that it is orphaned."""

from holdfast.quotes.anchoring import Anchoring, AnchorMode, Change, NearQuote, TextRange, Tier
from holdfast.quotes.annotation import (
    ReadQuote,
    from_annotation,
    read_annotation,
    to_annotation,
    to_selectors,
)
from holdfast.quotes.annotation_list import (
    AnchoredList,
    AnchoredTarget,
    TargetState,
    anchor_annotations,
    annotations_in,
)
from holdfast.quotes.context import (
    find_range_by_context,
    longest_matching_prefix,
    longest_matching_suffix,
)
from holdfast.quotes.page_text import QuotableText, TextPoint, page_text
from holdfast.quotes.quote import QUOTE_FORMAT, Quote
from holdfast.quotes.quote_index import QuoteIndex, anchor
from holdfast.quotes.quote_json import quote_from_json, quote_to_json
from holdfast.quotes.selector_ranges import find_ranges
from holdfast.quotes.text_fragment import (
    TextFragment,
    find_text_fragment,
    read_text_fragments,
    to_text_fragment,
)

__all__ = [
    "QUOTE_FORMAT",
    "AnchorMode",
    "AnchoredList",
    "AnchoredTarget",
    "Anchoring",
    "Change",
    "NearQuote",
    "QuotableText",
    "Quote",
    "QuoteIndex",
    "ReadQuote",
    "TargetState",
    "TextFragment",
    "TextPoint",
    "TextRange",
    "Tier",
    "anchor",
    "anchor_annotations",
    "annotations_in",
    "find_range_by_context",
    "find_ranges",
    "find_text_fragment",
    "from_annotation",
    "longest_matching_prefix",
    "longest_matching_suffix",
    "page_text",
    "quote_from_json",
    "quote_to_json",
    "read_annotation",
    "read_text_fragments",
    "to_annotation",
    "to_selectors",
    "to_text_fragment",
]
