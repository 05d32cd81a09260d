"""Words of comparable text: where they begin and end."""

import re
from functools import lru_cache

# Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces: each letter is a word.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED = re.compile(f"[{UNSPACED}]")


@lru_cache(maxsize=4096)  # asked of every letter around each place
def is_word(letter: str) -> bool:
    """Return whether a letter is part of a longer word."""
    return letter == "_" or (letter.isalnum() and not _UNSPACED.match(letter))


def word_edges(text: str, place: int) -> tuple[int, ...]:
    """Return the place itself, or both ends of the word that it would cut in two."""
    if not 0 < place < len(text) or not (is_word(text[place - 1]) and is_word(text[place])):
        return (place,)
    return _word_start(text, place), _word_end(text, place)


def _word_start(text: str, place: int) -> int:
    while place > 0 and is_word(text[place - 1]):
        place -= 1
    return place


def _word_end(text: str, place: int) -> int:
    while place < len(text) and is_word(text[place]):
        place += 1
    return place


def skip_spaces(text: str, start: int) -> int:
    """Return the first place from ``start`` on that is no space."""
    while start < len(text) and text[start] == " ":
        start += 1
    return start


def drop_spaces(text: str, end: int) -> int:
    """Return the last end up to ``end`` that is not behind a space."""
    while end > 0 and text[end - 1] == " ":
        end -= 1
    return end


def word_before(text: str, start: int) -> int:
    """Return where the word or sign before ``start`` begins."""
    while start > 0 and text[start - 1] == " ":
        start -= 1
    if start == 0:
        return 0
    return _word_start(text, start) if is_word(text[start - 1]) else start - 1


def word_after(text: str, start: int) -> int:
    """Return where the word or sign behind the one at ``start`` begins."""
    end = _word_end(text, start) if is_word(text[start]) else start + 1
    while end < len(text) and text[end] == " ":
        end += 1
    return end


def end_before(text: str, end: int) -> int:
    """Return where the word or sign before the last one ends."""
    start = _word_start(text, end) if is_word(text[end - 1]) else end - 1
    while start > 0 and text[start - 1] == " ":
        start -= 1
    return start


def end_after(text: str, end: int) -> int:
    """Return where the word or sign behind ``end`` ends."""
    while end < len(text) and text[end] == " ":
        end += 1
    if end == len(text):
        return end
    return _word_end(text, end) if is_word(text[end]) else end + 1
