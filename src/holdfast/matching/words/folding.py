"""Folding: makes text comparable — one case, no accents, words and numbers apart."""

import re
import unicodedata

# Letters that carry no mark which could be taken off.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
)
# Accents of Latin, Greek and Cyrillic; points of Hebrew and Arabic. Indic and kana marks stay.
_MARKS = re.compile("[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670ـ]")
# From Devanagari to Myanmar, and Khmer: vowel signs are no letters for `re`, but parts of words.
_SIGNED = (
    "\u0900-\u0963\u0971-\u09e5\u09f0-\u0a65\u0a70-\u0ae5\u0af0-\u0e4f\u0e5a-\u103f\u1050-\u17df"
)
_NUMBER = r"\d+(?:[.,:/]\d+)*"
_PIECE = re.compile(rf"{_NUMBER}|(?:(?!\d)[^\W_]|[{_SIGNED}])+")
# Scripts that put no space between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_COUNT = re.compile(r"[(\[{]\s*\d[\d.,\s]*[+kKmM]?\s*[)\]}]")


# "user's" is the user, "don't" is not, "l'image" and "dell'utente" are the image and the user.
_APOSTROPHES = (
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'(?:s|re|ll|ve|d|m)\b"), ""),
    (re.compile(r"\b[^\W\d_]{1,4}'(?=[^\W\d_]{3})"), ""),
)


def fold(text: str) -> str:
    """Return the text in one case and width, without accents."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    if not plain.isascii():
        bare = _MARKS.sub("", unicodedata.normalize("NFD", plain))
        plain = unicodedata.normalize("NFC", bare).translate(_LETTERS)
    plain = plain.replace("\u2019", "'")
    for pattern, instead in _APOSTROPHES if "'" in plain else ():
        plain = pattern.sub(instead, plain)
    return plain


def without_counts(text: str) -> str:
    """Return the text without counts in brackets; the text itself when nothing else is left."""
    rest = _COUNT.sub(" ", text)
    return rest if any(char.isalpha() for char in rest) else text


def pieces(folded: str) -> list[str]:
    """Return the words and numbers of a folded text, in order; letters stand apart from digits."""
    return [_number(piece) if piece[0].isdigit() else piece for piece in _PIECE.findall(folded)]


def is_number(word: str) -> bool:
    """Say whether a piece is a number, a date or a time in digits."""
    return word[:1].isdigit()


def is_unspaced(word: str) -> bool:
    """Say whether a piece is of a script that puts no space between words."""
    return not word.isascii() and _UNSPACED.match(word) is not None


def _number(digits: str) -> str:
    if digits.isascii():
        return digits
    return "".join(str(unicodedata.digit(char, 0)) if char.isdigit() else char for char in digits)
