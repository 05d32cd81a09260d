"""Text that was read from a picture of a page: what it says, where it stands, how sure that is."""

from dataclasses import dataclass

from holdfast.model.snapshot import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRegion:
    """A line of text in a picture, or one of its words; ``confidence`` is from 0 to 100.

    ``words`` are the parts of a line with places of their own, in reading order; a word has none.
    ``is_line`` tells them apart when both stand in one list.
    """

    text: str
    box: Box
    confidence: float
    words: tuple["TextRegion", ...] = ()
    is_line: bool = True

    def __post_init__(self) -> None:
        """Refuse a confidence that is none."""
        if not 0.0 <= self.confidence <= 100.0:
            raise ValueError(f"confidence must lie in [0, 100], got {self.confidence!r}")

    def moved(self, scale: float, x: float = 0.0, y: float = 0.0) -> "TextRegion":
        """Return the region in other units: divided by a scale, then shifted."""
        left, top, width, height = self.box
        box = Box(left / scale + x, top / scale + y, width / scale, height / scale)
        return TextRegion(
            text=self.text,
            box=box,
            confidence=self.confidence,
            words=tuple(word.moved(scale, x, y) for word in self.words),
            is_line=self.is_line,
        )
