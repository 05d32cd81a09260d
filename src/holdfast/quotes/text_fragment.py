"""Text fragment: the part of an address that names words of the page, in and out.

``#:~:text=[prefix-,]start[,end][,-suffix]`` as in https://wicg.github.io/scroll-to-text-fragment/.
Words are compared without regard to case and white space, and must not be cut.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote as encode
from urllib.parse import unquote

from holdfast.errors import QuoteInvalid
from holdfast.quotes.context import iter_occurrences
from holdfast.quotes.normalise import Normalised, fold, normalise
from holdfast.quotes.page_text import QuotableText
from holdfast.quotes.quote import Quote
from holdfast.quotes.word_edges import is_word

DIRECTIVE = ":~:"
# Longer quotes are named by their first and last words.
WHOLE_LENGTH, END_WORDS, CONTEXT_WORDS = 300, 5, 3
_SPACES = re.compile(r"\s+")


class TextFragment(NamedTuple):
    """Words of a page: all of them, or the first and the last, and what stands around them."""

    start: str
    end: str = ""
    prefix: str = ""
    suffix: str = ""

    def __str__(self) -> str:
        """Return it as it stands in an address, behind the ``#``."""
        parts = [f"{_encoded(self.prefix)}-"] if self.prefix else []
        parts += [_encoded(part) for part in (self.start, self.end) if part]
        parts += [f"-{_encoded(self.suffix)}"] if self.suffix else []
        return f"{DIRECTIVE}text={','.join(parts)}"


def _encoded(words: str) -> str:
    return encode(words, safe="").replace("-", "%2D")


def read_text_fragments(address: str) -> list[TextFragment]:
    """Return the text fragments of an address or of its part behind ``#``, in their order.

    Raises ``QuoteInvalid`` when it names no words.
    """
    _, _, directives = address.partition(DIRECTIVE)
    texts = [part[5:] for part in directives.split("&") if part.startswith("text=")]
    found = [fragment for fragment in map(_read, texts) if fragment.start]
    if not found:
        raise QuoteInvalid("an address with #:~:text=", f"{address!r:.80}", "copy a link to words")
    return found


def _read(directive: str) -> TextFragment:
    parts = directive.split(",")
    prefix = parts.pop(0)[:-1] if parts[0].endswith("-") and len(parts) > 1 else ""
    suffix = parts.pop()[1:] if len(parts) > 1 and parts[-1].startswith("-") else ""
    start, end = parts[0], parts[1] if len(parts) > 1 else ""
    return TextFragment(*(unquote(part) for part in (start, end, prefix, suffix)))


def to_text_fragment(quote: Quote) -> TextFragment:
    """Return the fragment that names a quote, with the nearest words of its context."""
    words = _words(quote.exact)
    start, end = " ".join(words), ""
    if len(start) > WHOLE_LENGTH and len(words) > 2 * END_WORDS:
        start, end = " ".join(words[:END_WORDS]), " ".join(words[-END_WORDS:])
    before, after = _words(quote.context_before), _words(quote.context_after)
    # The outermost word may be cut, the one next to the quote too if the quote cuts it.
    return TextFragment(
        start, end, " ".join(before[1:][-CONTEXT_WORDS:]), " ".join(after[:-1][:CONTEXT_WORDS])
    )


def _words(text: str) -> list[str]:
    return _SPACES.sub(" ", text).strip().split(" ")


def find_text_fragment(fragment: TextFragment, page: QuotableText) -> Iterator[tuple[int, int]]:
    """Yield every stretch of the page that a fragment names, the first first."""
    seen = normalise(page.text, hidden=page.hidden, borders=page.borders)
    text = _small(seen.text)
    start, end, prefix, suffix = (_small(_SPACES.sub(" ", fold(part)).strip()) for part in fragment)
    for at in _whole_words(text, start):
        if prefix and not text[:at].rstrip(" ").endswith(prefix):
            continue
        stop = _stop(text, at + len(start), end)
        if stop is not None and text[stop:].lstrip(" ").startswith(suffix):
            yield _raw(seen, at, stop)


def _stop(text: str, begin: int, end: str) -> int | None:
    """Return where the last words end, or None when they do not follow."""
    if not end:
        return begin
    found = next((at for at in _whole_words(text, end) if at >= begin), None)
    return None if found is None else found + len(end)


def _whole_words(text: str, words: str) -> Iterator[int]:
    for at in iter_occurrences(text, words):
        stop = at + len(words)
        cut = at > 0 and is_word(text[at - 1]) and is_word(text[at])
        if not cut and not (stop < len(text) and is_word(text[stop - 1]) and is_word(text[stop])):
            yield at


def _raw(seen: Normalised, start: int, end: int) -> tuple[int, int]:
    return seen.raw_start(start), seen.raw_end(end)


def _small(text: str) -> str:
    """Return small letters, one for one."""
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
