"""A quote: a piece of a page's text, with what is needed to find it again."""

from dataclasses import dataclass
from typing import Any, Self

from holdfast.errors import QuoteInvalid
from holdfast.model.saved import Saved, read_json
from holdfast.model.snapshot import Snapshot
from holdfast.quotes.normalise import code_points
from holdfast.quotes.page_text import QuotableText, TextPoint, page_text

QUOTE_FORMAT = "holdfast-quote/1"
# Characters kept on either side. 30 decide most cases; with 120 far fewer look-alikes remain.
CONTEXT_KEPT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote(Saved):
    """What was selected, what stood around it, and where; offsets are Unicode code points.

    ``start`` and ``text_length`` speak of the whole text it was taken from, ``start_point`` and
    ``end_point`` of the elements at both ends. All but ``exact`` may be unknown.
    """

    exact: str
    context_before: str = ""
    context_after: str = ""
    start: int | None = None
    text_length: int | None = None
    start_point: TextPoint | None = None
    end_point: TextPoint | None = None

    def __post_init__(self) -> None:
        """Refuse what can never be found: nothing, half characters, a place outside the text."""
        if not self.exact:
            advice = "give the words that were selected"
            raise QuoteInvalid("a quote of at least one character", "an empty one", advice)
        for part in (self.exact, self.context_before, self.context_after):
            code_points(part)
        if self.start is not None and self.start < 0:
            raise QuoteInvalid("a start of 0 or more", repr(self.start), "check the offsets")
        if self.text_length is not None and (self.start or 0) + len(self.exact) > self.text_length:
            seen = f"{len(self.exact)} from {self.start or 0} in a text of {self.text_length}"
            raise QuoteInvalid("a quote inside its text", seen, "offsets count code points")

    @classmethod
    def capture(cls, text: str, start: int, end: int) -> Self:
        """Return the quote of a stretch of plain text; raises ``QuoteInvalid`` if there is none."""
        if not 0 <= start < end <= len(text):
            wanted = f"0 <= start < end <= {len(text)}"
            advice = "offsets count Unicode code points of this text"
            raise QuoteInvalid(wanted, f"start {start}, end {end}", advice)
        return cls(
            exact=text[start:end],
            context_before=text[max(0, start - CONTEXT_KEPT) : start],
            context_after=text[end : end + CONTEXT_KEPT],
            start=start,
            text_length=len(text),
        )

    @classmethod
    def select(cls, page: Snapshot | QuotableText, start: TextPoint, end: TextPoint) -> Self:
        """Return the quote of a selection on a page; it may begin and end in different elements.

        Raises ``QuoteInvalid`` when an end is not on the page or nothing lies between them.
        """
        text = page if isinstance(page, QuotableText) else page_text(page)
        return cls.capture_on(text, text.offset_of(start), text.offset_of(end))

    @classmethod
    def capture_on(cls, page: QuotableText, start: int, end: int) -> Self:
        """Return the quote of a stretch of a page's text, with the elements at both ends."""
        plain = cls.capture(page.text, start, end)
        return cls(
            exact=plain.exact,
            context_before=plain.context_before,
            context_after=plain.context_after,
            start=start,
            text_length=len(page.text),
            start_point=page.point_at(start),
            end_point=page.point_before(end),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the quote as plain JSON values."""
        from holdfast.quotes.quote_json import quote_to_json

        return quote_to_json(self)

    @classmethod
    def from_json(cls, data: object) -> "Quote":
        """Return the quote from its JSON, text or values; raises ``ForeignFormat``."""
        from holdfast.quotes.quote_json import quote_from_json

        return quote_from_json(read_json(data, QUOTE_FORMAT))
