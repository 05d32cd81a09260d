"""Advice: holds what an adviser is asked, what it answers, and what that led to."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from holdfast.model.records import Record, named


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch(Record):
    """An element as an adviser sees it: few words, all masked, and nothing that was typed.

    ``around`` is what holds it, the nearest first; ``before`` and ``after`` are the words beside
    it; ``picture`` is a PNG of it, and only there if the user allows pictures.
    """

    role: str
    name: str
    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    around: tuple[str, ...] = named("inside", default=())
    before: str = ""
    after: str = ""
    box: tuple[int, int, int, int] | None = None
    picture: bytes | None = named(None, default=None, repr=False)

    def to_json(self) -> dict[str, object]:
        """Return plain data without the picture; what is empty is left out."""
        return {key: value for key, value in Record.to_json(self).items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which of the candidates is the recorded element, if any; they are numbered from 1."""

    action: str
    target: Sketch
    candidates: tuple[Sketch, ...]

    def iter_pictures(self) -> Iterator[tuple[str, str]]:
        """Yield each picture that there is: the words that say whose, and itself in base64."""
        for number, one in enumerate((self.target, *self.candidates)):
            if one.picture is not None:
                yield f"A picture of {number or 'recorded'}:", b64encode(one.picture).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice(Record):
    """An adviser's answer: a candidate's number or None of these, and how sure, 0 to 100."""

    choice: int | None
    raw_score: int
    element_match: int
    location_match: int
    text_match: int
    why: str = ""

    def __post_init__(self) -> None:
        """Refuse a score outside 0 to 100 and a number that no candidate has."""
        for name in ("raw_score", "element_match", "location_match", "text_match"):
            if not 0 <= getattr(self, name) <= 100:
                raise ValueError(f"{name} must lie in [0, 100], got {getattr(self, name)!r}")
        if self.choice is not None and self.choice < 1:
            raise ValueError(f"candidates are numbered from 1, got {self.choice!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An adviser's answer with what it took."""

    advice: Advice
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Return all tokens."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Consultation(Record):
    """One asking: who, what the engine thought, what was answered, what it cost, what followed.

    ``advice`` is None when the adviser failed or was not asked; ``error`` says why then.
    ``engine`` and ``chosen`` are elements in words. ``cost`` is None when no price is known.
    """

    adviser: str
    engine: str
    followed: str
    advice: Advice | None = None
    chosen: str = ""
    error: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    cached: bool = False

    def to_json(self) -> dict[str, object]:
        """Return plain data for the log; the answer stands among the rest."""
        data = Record.to_json(self)
        return data | (data.pop("advice") or {})
