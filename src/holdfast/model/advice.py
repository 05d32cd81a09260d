"""Advice: holds what an adviser is asked, what it answers, and what that led to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from holdfast.model.json_fields import find_field, get_field


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """An element as an adviser sees it: few words, all masked, and nothing that was typed.

    ``around`` is what holds it, the nearest first; ``before`` and ``after`` are the words beside
    it; ``picture`` is a PNG of it, and only there if the user allows pictures.
    """

    role: str
    name: str
    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    around: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    box: tuple[int, int, int, int] | None = None
    picture: bytes | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, object]:
        """Return plain data without the picture; what is empty is left out."""
        told: dict[str, object] = {
            "role": self.role,
            "name": self.name,
            "tag": self.tag,
            "attributes": dict(self.attributes),
            "inside": list(self.around),
            "before": self.before,
            "after": self.after,
            "box": None if self.box is None else list(self.box),
        }
        return {key: value for key, value in told.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which of the candidates is the recorded element, if any; they are numbered from 1."""

    action: str
    target: Sketch
    candidates: tuple[Sketch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
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

    def to_json(self) -> dict[str, object]:
        """Return plain data; no choice is null."""
        return {
            "choice": self.choice,
            "rawScore": self.raw_score,
            "elementMatch": self.element_match,
            "locationMatch": self.location_match,
            "textMatch": self.text_match,
            "why": self.why,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Return the advice; a missing or impossible value is an error."""
        return cls(
            choice=find_field(data, "choice", int),
            raw_score=get_field(data, "rawScore", int),
            element_match=get_field(data, "elementMatch", int),
            location_match=get_field(data, "locationMatch", int),
            text_match=get_field(data, "textMatch", int),
            why=get_field(data, "why", str),
        )


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
class Consultation:
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
        """Return plain data for the log."""
        told = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "advice"}
        answer = {} if self.advice is None else self.advice.to_json()
        keys = {"input_tokens": "inputTokens", "output_tokens": "outputTokens"}
        return {**{keys.get(name, name): value for name, value in told.items()}, **answer}
