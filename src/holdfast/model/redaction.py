"""Redaction: masks what must not be stored or shown, in texts and in plain data.

What was typed as a secret in a run is one for the rest of it: on the next page, with spaces, in an
address. Card numbers, JSON web tokens and keys are masked wherever they stand. Matching in memory
works on what the page says; this is for what leaves memory.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TypeVar, cast
from unicodedata import normalize

from holdfast.model.placeholders import MASK
from holdfast.model.privacy import mask_url
from holdfast.model.secret_words import SAID_CODES

T = TypeVar("T")
SHORTEST_PACKED = 6  # shorter ones are packed into too few signs to be known
SHORTEST_ANYWHERE = 4  # shorter secrets stand on every page: masked as a whole text only
_LONGEST = 400  # characters of a secret that are compared
# What pages and addresses put between the characters of a code or a card number.
_GAP = (
    r"(?:[\s\u00a0\u00ad\u200b-\u200f\u2060\ufeff+.·•-]|%(?:25){0,3}(?:20|2D)|&(?:nbsp|shy);"
    r"|&#(?:32|45|160|173|x0{0,4}(?:20|2d|a0|ad));"
    r"|\\u(?:00(?:20|2d|a0|ad)|200[b-f]|2060|feff)|\\x?(?:20|2d|a0|ad)){0,6}"
)
_SKIPPED = re.compile(r"[\s\u00a0-]+")
_DIGITS = re.compile(
    r"(?<!\d)\d(?:[ \u00a0\u2009\u202f-]{0,2}\d){12,18}(?!\d)"
    r"|(?<![\d.])\d{4}(?:\.\d{4}){3}(?![\d.])"
)
_JWT = re.compile(r"(?<![\w-])eyJ[\w-]{8,4000}+\.[\w-]{3,4000}+\.[\w-]{0,4000}+")
_KEYS = re.compile(
    r"(?<![\w-])(?:(?:sk|pk|rk)_(?:live|test)_\w{10,200}|gh[pousr]_\w{20,200}|github_pat_\w{20,200}|"
    r"A[KS]IA[0-9A-Z]{16}|xox[abprs]-[\w-]{10,200}|AIza[\w-]{35,36}|glpat-[\w-]{20,100}|"
    r"npm_\w{30,100}|hf_\w{30,100}|whsec_\w{20,200}|pypi-[\w-]{20,400}|dop_v1_\w{60,80}|"
    r"SG\.[\w-]{20,30}\.[\w-]{30,60}|ya29\.[\w-]{20,400}|sk-[\w-]{20,200})(?![\w-])"
    r"|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]{0,9000}"
)
_NAMED = re.compile(  # as a form sends it
    r"(?i)((?:passw(?:or)?[dt]|passphrase|pwd|secret|token)\w{0,20}+=)[^\s&;,\"'<>\[\]*]{1,400}"
)
_CODE_WORDS = (
    rf"(?:{SAID_CODES}|your (?:code|pin)|one.?time (?:pass)?(?:code|pin|word)|"
    r"(?<![a-z])(?:otp|pin|(?-i:TAN))(?!-?[a-z]))"
)
_NUMBER = re.compile(r"(?<!\d)(?:[A-Z]-)?(?:\d{4,8}|\d{3}[ -]\d{3})(?!\d)")
_LOOK = 64  # characters before and after a number in which words may call it a code
_SAID = re.compile(rf"(?i){_CODE_WORDS}")
_SAID_BEFORE = re.compile(rf"(?i){_CODE_WORDS}[^\d\n]{{0,24}}\Z")
_SAID_AFTER = re.compile(
    rf"(?i)[ :-]{{0,3}}(?:(?:is|ist|est|es|é|è|—) )?[^\W\d]{{0,9}} ?{_CODE_WORDS}"
)


def is_card_number(digits: str) -> bool:
    """Return whether digits pass the check that card numbers carry (Luhn)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return 13 <= len(digits) <= 19 and total % 10 == 0 and len(set(digits)) > 1


def mask_patterns(text: str) -> str:
    """Return the text without card numbers, web tokens, keys and codes that are called so."""
    if "eyJ" in text:
        text = _JWT.sub(MASK, text)
    text = _KEYS.sub(MASK, text)
    text = _DIGITS.sub(_without_card, text)
    if "=" in text:
        text = _NAMED.sub(rf"\g<1>{MASK}", text)
    if _NUMBER.search(text) and _SAID.search(text):  # most pages count, few speak of codes
        text = _NUMBER.sub(_without_code, text)
    return text


def mask_shown(data: T) -> T:
    """Return plain data without card numbers, web tokens, keys and codes; mostly that is itself."""
    said = "\n".join(_texts_in(data))  # in one go: most pages show none
    return data if mask_patterns(said) == said else cast("T", Redactor().data(data))


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(inner)


def _without_code(found: re.Match[str]) -> str:
    text, (start, end) = found.string, found.span()
    is_code = _SAID_BEFORE.search(text[max(0, start - _LOOK) : start]) or _SAID_AFTER.match(
        text[end : end + _LOOK]
    )
    return MASK if is_code else found[0]


def _without_card(found: re.Match[str]) -> str:
    return MASK if is_card_number("".join(filter(str.isdecimal, found[0]))) else found[0]


@dataclass(frozen=True, slots=False)
class Redactor:
    """Masks the secrets of a run; ``secrets`` are what was typed, never shown."""

    secrets: frozenset[str] = field(default=frozenset(), repr=False)

    @classmethod
    def of(cls, secrets: Iterable[str]) -> "Redactor":
        """Return a redactor for these values; empty ones are left out."""
        return cls(frozenset(secret for secret in secrets if secret.strip()))

    def text(self, text: str) -> str:
        """Return the text as it may be stored or shown."""
        if text.strip() in self._short:
            return MASK
        if self._pattern is not None:
            text = self._pattern.sub(MASK, text)
        return mask_patterns(mask_url(text) if "=" in text or "@" in text else text)

    def shows(self, text: str) -> bool:
        """Return whether a text shows what was typed as a secret."""
        found = self._pattern is not None and self._pattern.search(text) is not None
        return found or text.strip() in self._short

    def data(self, value: object) -> object:
        """Return plain data with every text in it masked; names of fields stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {name: self.data(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.data(inner) for inner in value]
        return value

    @cached_property
    def _short(self) -> frozenset[str]:
        return frozenset(s.strip() for s in self.secrets if len(s.strip()) < SHORTEST_ANYWHERE)

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        long = (s for s in self.secrets if len(_SKIPPED.sub("", s)) >= SHORTEST_ANYWHERE)
        spelled = [
            way
            for secret in sorted(long, key=lambda s: (-len(s), s))
            for way in (_spellings(secret), *_packed(secret))
        ]
        return re.compile("|".join(spelled), re.IGNORECASE) if spelled else None


def _spellings(secret: str) -> str:
    """Return a pattern for a secret as pages and addresses write it; every gap is bounded."""
    letters = _SKIPPED.sub("", normalize("NFC", secret))[:_LONGEST]
    return _GAP.join(f"(?:{'|'.join(_ways(letter))})" for letter in letters)


def _ways(letter: str) -> Iterator[str]:
    """Yield a letter as pages, addresses, markup and scripts write it."""
    yield (r"\\?" if letter in "/\"'" else "") + re.escape(letter)
    # Percent-encoded, once or more often; some encode every letter.
    yield "".join(f"%(?:25){{0,3}}{byte:02x}" for byte in letter.encode("utf-8", "replace"))
    sign = f"{ord(letter):x}"
    yield rf"&#0{{0,4}}{ord(letter)};|&#x0{{0,4}}{sign};|\\(?:u\{{?|x)?0{{0,4}}{sign}\}}?"
    if "!" <= letter <= "~":
        yield chr(ord(letter) + 0xFEE0)  # as wide as a Chinese character
    if ord(letter) in range(0x80, 0x100):
        yield f"%(?:25){{0,3}}{sign}"  # of a page in an old encoding
    for other in {escape(letter), normalize("NFD", letter)} - {letter}:
        yield re.escape(other)


def _packed(secret: str) -> Iterator[str]:
    """Yield a secret in hexadecimal, and what is seen of it in Base64, wherever it begins there."""
    data = secret.encode("utf-8", "replace")[:_LONGEST]
    if len(data) < SHORTEST_PACKED:
        return
    yield data.hex()
    yield from _in_base64(data)
    yield from _in_base64(secret.encode("utf-16-le", "replace")[:_LONGEST])


def _in_base64(data: bytes) -> Iterator[str]:
    for before in range(3):
        # The signs at both ends are made of the neighbours, too.
        packed = b64encode(b"\0" * before + data).decode().rstrip("=")
        kept = packed[(0, 2, 3)[before] : (len(data) + before) * 8 // 6]
        yield re.escape(kept).replace("/", "[/_]").replace(r"\+", "[+-]")
