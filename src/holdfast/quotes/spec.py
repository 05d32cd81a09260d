"""The mode ``spec``: tier 1, then tier 2, to the letter."""

from holdfast.quotes.anchoring import Anchoring, AnchorMode, Tier, found, orphaned
from holdfast.quotes.context import (
    MIN_CONTEXT_SHARE,
    SCORED_CONTEXT,
    find_best_by_context,
    longest_matching_prefix,
    longest_matching_suffix,
)
from holdfast.quotes.page_text import QuotableText
from holdfast.quotes.quote import Quote


def anchor_by_spec(quote: Quote, page: QuotableText) -> Anchoring:
    """Return what tier 1 and tier 2 say; confidence is the share of the context that agrees."""
    there = recorded_range(quote, page)
    if there is not None:
        share = context_share(quote, page.text, there)
        reason = "the recorded element still holds the quote"
        return found(
            quote, page, there, AnchorMode.SPEC, tier=Tier.XPATH, chance=share, reason=reason
        )
    best = find_best_by_context(page.text, quote.exact, quote.context_before, quote.context_after)
    if best is None:
        return orphaned(quote, page, AnchorMode.SPEC, reason="the exact text is not on the page")
    place = (best.start, best.end)
    told = f"{best.score} of {best.possible} characters of its context agree"
    if best.score < best.possible * MIN_CONTEXT_SHARE:
        reason = f"the text is there, but only {told}"
        return orphaned(quote, page, AnchorMode.SPEC, reason=reason, near=place, chance=best.share)
    return found(
        quote, page, place, AnchorMode.SPEC, tier=Tier.CONTEXT, chance=best.share, reason=told
    )


def recorded_range(quote: Quote, page: QuotableText) -> tuple[int, int] | None:
    """Return the range that the recorded elements name, if the quote stands there: tier 1."""
    if quote.start_point is None or quote.end_point is None:
        return None
    start = page.find_offset(quote.start_point)
    end = page.find_offset(quote.end_point)
    if start is None or end is None or page.text[start:end] != quote.exact:
        return None
    return start, end


def context_share(quote: Quote, text: str, there: tuple[int, int]) -> float:
    """Return how much of the near context agrees at a place; 1.0 where there is none."""
    before = quote.context_before[-SCORED_CONTEXT:]
    after = quote.context_after[:SCORED_CONTEXT]
    if not before and not after:
        return 1.0
    score = longest_matching_suffix(text[max(0, there[0] - len(before)) : there[0]], before)
    score += longest_matching_prefix(text[there[1] : there[1] + len(after)], after)
    return score / (len(before) + len(after))
