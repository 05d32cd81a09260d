"""What leaves the machine for an adviser: words without what is private in them.

Better one number too many is masked than one too few: an adviser rarely needs digits.
"""

import re
import unicodedata

from holdfast.model.placeholders import MASK
from holdfast.model.privacy import mask_url

LONGEST = 120  # characters of any one text
FEWEST_DIGITS = 7  # from here on a number is a phone's, a card's, an account's or an order's
_SHORTEST_KEY = 16  # letters and digits mixed: a token; a word of a language is never so
_LONGEST_WORD = 32

_EMAIL = re.compile(r"[^\s@<>()\[\],;:\"']{1,64}+@[^\s@<>()\[\],;:\"']{1,255}")
_BETWEEN_DIGITS = r"[\s().,/_\-\u2010-\u2015\u2212+*#:]{0,3}"
_NUMBER = re.compile(rf"[+(]{{0,2}}\d(?:{_BETWEEN_DIGITS}\d){{{FEWEST_DIGITS - 1},}}")
_IBAN = re.compile(r"(?<![^\W_])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{2,4}){3,8}(?![^\W_])")
_KEY = re.compile(r"[A-Za-z0-9_+/=.~\-]{16,}")
_SAID = re.compile(
    r"(?i)\b(pass(?:word|wort|code|phrase)?|pwd|pin|otp|tan|token|secret|api[ _-]?key|cvv|cvc|code)"
    r"(\s*(?:[:=]|\bis\b)\s*)(\S{1,200})"
)
_UNSEEN = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")


def mask(text: str) -> str:
    """Return the text for others: addresses, numbers and keys masked, in one line, cut."""
    plain = " ".join(_visible(text).split())
    plain = _SAID.sub(lambda said: f"{said[1]}{said[2]}{MASK}", plain)
    plain = _EMAIL.sub(MASK, mask_url(plain))
    plain = _IBAN.sub(MASK, plain)
    plain = _KEY.sub(_mask_key, plain)
    plain = _NUMBER.sub(MASK, plain)
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


def mask_address(href: str) -> str:
    """Return where a link leads, without its question and its fragment."""
    return mask(href.partition("?")[0].partition("#")[0])


def _visible(text: str) -> str:
    """Return the text in one form, without characters that nobody sees but a pattern trips over."""
    shown = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    return "".join(c if c.isprintable() or c.isspace() else " " for c in shown)


def _mask_key(found: re.Match[str]) -> str:
    """Return a mask for each part of the word that no person would write."""
    return re.sub(r"[A-Za-z0-9_+=~\-]{16,}", _mask_part, found[0])


def _mask_part(found: re.Match[str]) -> str:
    word = found[0]
    letters, digits = sum(c.isalpha() for c in word), sum(c.isdigit() for c in word)
    if letters and digits and letters + digits >= _SHORTEST_KEY:
        return MASK
    longest = max(len(part) for part in re.split(r"[^A-Za-z]", word))
    return MASK if longest >= _LONGEST_WORD else word
