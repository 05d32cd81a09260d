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

from holdfast.model.privacy import MASK, mask_url

SHORTEST_PACKED = 6  # shorter ones are packed into too few signs to be known
SHORTEST_ANYWHERE = 4  # shorter secrets stand on every page: masked as a whole text only
_LONGEST = 400  # characters of a secret that are compared
# What pages and addresses put between the characters of a code or a card number.
_GAP = (
    r"(?:[\s\u00a0+-]|%(?:25)?(?:20|2D)|&nbsp;|&#(?:32|45|160|x0{0,4}(?:20|2d|a0));"
    r"|\\u00(?:20|2d|a0)){0,2}"
)
_SKIPPED = re.compile(r"[\s\u00a0-]+")
_DIGITS = re.compile(r"(?<!\d)\d(?:[ \u00a0-]?\d){12,18}(?!\d)")
_JWT = re.compile(r"(?<![\w-])eyJ[\w-]{8,4000}+\.[\w-]{8,4000}+\.[\w-]{0,4000}+")
_KEYS = re.compile(
    r"(?<![\w-])(?:(?:sk|pk|rk)_(?:live|test)_\w{10,200}|gh[pousr]_\w{20,200}|github_pat_\w{20,200}|"
    r"AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10,200}|AIza[\w-]{35}|glpat-[\w-]{20,100}|"
    r"sk-[\w-]{20,200})(?![\w-])"
)
_CODE = re.compile(
    r"(?i)((?:(?:your|verification|security|one.time|login|sms|access|confirmation) (?:code|pin)|"
    r"(?<![a-z])(?:otp|pin|tan)(?![a-z])|best[äa]tigungscode|sicherheitscode|"
    r"code de v[ée]rification|c[óo]digo de (?:verifica|segur)\w{0,6}|codice di verifica|"
    r"код подтверждения|認証コード|確認コード|验证码|驗證碼)[^\d\n]{0,24})(\d{4,8})(?!\d)"
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
    return _CODE.sub(rf"\g<1>{MASK}", text)


def _without_card(found: re.Match[str]) -> str:
    return MASK if is_card_number(_SKIPPED.sub("", found[0])) else found[0]


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
    letters = _SKIPPED.sub("", secret)[:_LONGEST]
    return _GAP.join(f"(?:{'|'.join(_ways(letter))})" for letter in letters)


def _ways(letter: str) -> Iterator[str]:
    """Yield a letter as pages, addresses, markup and scripts write it."""
    yield re.escape(letter)
    # Percent-encoded, once or twice; some encode every letter.
    yield "".join(f"%(?:25)?{byte:02x}" for byte in letter.encode("utf-8", "replace"))
    yield rf"&#0{{0,4}}{ord(letter)};|&#x0{{0,4}}{ord(letter):x};|\\u{ord(letter):04x}"
    if escape(letter) != letter:
        yield re.escape(escape(letter))


def _packed(secret: str) -> Iterator[str]:
    """Yield what of a secret is seen in Base64, wherever in the packed text it begins."""
    data = secret.encode("utf-8", "replace")[:_LONGEST]
    if len(data) < SHORTEST_PACKED:
        return
    for before in range(3):
        # The signs at both ends are made of the neighbours, too.
        packed = b64encode(b"\0" * before + data).decode().rstrip("=")
        kept = packed[(0, 2, 3)[before] : (len(data) + before) * 8 // 6]
        yield re.escape(kept).replace("/", "[/_]").replace(r"\+", "[+-]")
