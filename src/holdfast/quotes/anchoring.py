"""What comes back from looking for a quote: where it is, how sure that is, what changed in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from holdfast.errors import QuoteInvalid
from holdfast.quotes.normalise import fold
from holdfast.quotes.page_text import QuotableText, TextPoint
from holdfast.quotes.quote import Quote


class AnchorMode(StrEnum):
    """How a quote is looked for."""

    BEST = "best"  # comparable text, approximate matches, a calibrated confidence
    SPEC = "spec"  # tier 1 and tier 2 to the letter


class Tier(StrEnum):
    """What found the place."""

    XPATH = "xpath"  # tier 1: the recorded element and offset still hold the quote
    CONTEXT = "context"  # tier 2: the quote stands there word for word
    APPROXIMATE = "approximate"  # tier 2b: an edited form of it
    SPLIT = "split"  # its words stand in two places now
    SEAM = "seam"  # both contexts stand, the words between were rewritten
    ORPHANED = "orphaned"  # tier 3: nowhere


class TextRange(NamedTuple):
    """A stretch of the page's text; on a page also the elements at both ends."""

    start: int
    end: int
    start_point: TextPoint | None = None
    end_point: TextPoint | None = None

    @property
    def ends(self) -> tuple[TextPoint, TextPoint]:
        """Return both ends on the page, for ``holdfast.highlight``; raises on plain text."""
        if self.start_point is None or self.end_point is None:
            raise QuoteInvalid("a range of a page", "one of plain text", "anchor on the HTML page")
        return self.start_point, self.end_point


class Change(NamedTuple):
    """Words that differ: "replaced", "inserted" or "deleted", as they were and as they are."""

    kind: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NearQuote:
    """The best place that was not taken."""

    range: TextRange
    text: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchoring:
    """A quote looked for once on one page.

    ``confidence`` is 0-100: in ``best`` how often such an answer is right, in ``spec`` the share of
    the context that agrees; 0 for an orphan. ``reason`` is a sentence for people. ``parts`` are
    both places of a quote that was split, ``range`` is the longer one.
    """

    quote: Quote
    mode: AnchorMode
    tier: Tier
    confidence: float
    reason: str
    range: TextRange | None = None
    text: str = ""
    changes: tuple[Change, ...] = ()
    parts: tuple[TextRange, ...] = ()
    near_miss: NearQuote | None = None

    @property
    def is_orphaned(self) -> bool:
        """Return whether the quote is nowhere on the page."""
        return self.range is None

    def as_data(self) -> dict[str, object]:
        """Return the anchoring as plain values, with camelCase keys."""
        near = self.near_miss
        return {
            "tier": self.tier.value,
            "mode": self.mode.value,
            "confidence": self.confidence,
            "reason": self.reason,
            "range": None if self.range is None else _range_data(self.range),
            "text": self.text,
            "changes": [change._asdict() for change in self.changes],
            "parts": [_range_data(part) for part in self.parts],
            "nearMiss": None
            if near is None
            else {
                "range": _range_data(near.range),
                "text": near.text,
                "confidence": near.confidence,
            },
        }


def _range_data(found: TextRange) -> dict[str, object]:
    data: dict[str, object] = {"start": found.start, "end": found.end}
    if found.start_point is not None and found.end_point is not None:
        data["startXPath"], data["startOffset"] = found.start_point
        data["endXPath"], data["endOffset"] = found.end_point
    return data


def found(  # noqa: PLR0913 - the parts of a result, most of them named
    quote: Quote,
    page: QuotableText,
    there: tuple[int, int],
    mode: AnchorMode,
    *,
    tier: Tier,
    chance: float,
    reason: str,
    seen: str | None = None,
) -> Anchoring:
    """Return the anchoring of a quote at a place; ``seen`` is its text without what is hidden."""
    text = page.text[there[0] : there[1]]
    shown = text if seen is None else seen
    return Anchoring(
        quote=quote,
        mode=mode,
        tier=tier,
        confidence=_percent(chance),
        reason=reason,
        range=_range(page, there),
        text=text,
        changes=() if shown == quote.exact else changes_between(quote.exact, shown),
    )


def split(
    quote: Quote,
    page: QuotableText,
    parts: Sequence[tuple[int, int]],
    *,
    chance: float,
    reason: str,
) -> Anchoring:
    """Return the anchoring of a quote whose words stand in several places."""
    longest = max(parts, key=lambda part: part[1] - part[0])
    words = " ".join(page.text[start:end] for start, end in parts)
    return Anchoring(
        quote=quote,
        mode=AnchorMode.BEST,
        tier=Tier.SPLIT,
        confidence=_percent(chance),
        reason=reason,
        range=_range(page, longest),
        text=page.text[slice(*longest)],
        changes=changes_between(quote.exact, words),
        parts=tuple(_range(page, part) for part in parts),
    )


def orphaned(  # noqa: PLR0913 - the parts of a result, most of them named
    quote: Quote,
    page: QuotableText,
    mode: AnchorMode,
    *,
    reason: str,
    near: tuple[int, int] | None = None,
    chance: float = 0.0,
) -> Anchoring:
    """Return that a quote is nowhere, with the place that came nearest."""
    miss = None
    if near is not None:
        text = page.text[near[0] : near[1]]
        miss = NearQuote(range=_range(page, near), text=text, confidence=_percent(chance))
    return Anchoring(
        quote=quote, mode=mode, tier=Tier.ORPHANED, confidence=0.0, reason=reason, near_miss=miss
    )


def _range(page: QuotableText, there: tuple[int, int]) -> TextRange:
    start, end = there
    return TextRange(start, end, page.point_at(start), page.point_before(end))


def _percent(chance: float) -> float:
    return round(100 * chance, 1)


_WORDS = re.compile(r"\w+|[^\w\s]")


def changes_between(old: str, new: str) -> tuple[Change, ...]:
    """Return the words that differ; spaces, kinds of quote marks and dashes are no change."""
    was, now = _WORDS.findall(fold(old)), _WORDS.findall(fold(new))
    found: list[Change] = []
    for step in Levenshtein.opcodes(was, now):
        if step.tag == "equal":
            continue
        kind = {"replace": "replaced", "insert": "inserted", "delete": "deleted"}[step.tag]
        gone = " ".join(was[step.src_start : step.src_end])
        come = " ".join(now[step.dest_start : step.dest_end])
        found.append(Change(kind, gone, come))
    return tuple(found)
