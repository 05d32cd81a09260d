"""Split: finds a quote whose words now stand in two places, because something was put between."""

from collections.abc import Callable

from holdfast.quotes.evidence import QuotedPage, Range
from holdfast.quotes.word_edges import is_word

# Shorter parts stand anywhere; less than this share of the quote would be another text.
PART, SHARE = 15, 0.8
# Farther apart than this nothing was put between them: they are two other texts.
APART = 2000


def find_split(quote: str, page: QuotedPage) -> tuple[Range, Range] | None:
    """Return where the beginning and the rest of a quote stand, word for word and once each.

    None when there are no two such parts that together are nearly all of it.
    """
    if len(quote) < 2 * PART:
        return None
    first = _longest(quote, lambda length: quote[:length], page)
    last = _longest(quote, lambda length: quote[len(quote) - length :], page)
    head, tail = _to_word_end(quote, first), quote[max(len(quote) - last, first) :].lstrip(" ")
    if min(len(head), len(tail)) < PART or len(head) + len(tail) < SHARE * len(quote):
        return None
    heads, tails = page.occurrences(head), page.occurrences(tail)
    if len(heads) != 1 or len(tails) != 1 or abs(heads[0] - tails[0]) > APART + len(quote):
        return None
    return (heads[0], heads[0] + len(head)), (tails[0], tails[0] + len(tail))


def _longest(quote: str, part: Callable[[int], str], page: QuotedPage) -> int:
    """Return the length of the longest such part that stands on the page, 0 if none does."""
    low, high = PART - 1, len(quote)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if page.occurrences(part(middle)) else (low, middle - 1)
    return low if low >= PART else 0


def _to_word_end(quote: str, length: int) -> str:
    """Return the first letters of a quote without a word that is cut at their end."""
    while 0 < length < len(quote) and is_word(quote[length - 1]) and is_word(quote[length]):
        length -= 1
    return quote[:length].rstrip(" ")
