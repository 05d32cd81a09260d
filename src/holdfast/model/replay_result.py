"""What became of a recording when it was replayed: step by step, and as a whole."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from holdfast.model.healing_decision import Decision, HealingAction
from holdfast.model.recording import Step
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import LocatorStrategy
from holdfast.model.thresholds import CHECK_THIS, SUGGESTED

_NUMBER = re.compile(r"\d+")


class StepOutcome(StrEnum):
    """How one step went."""

    HELD = "held"  # the element was where the recording says
    HEALED = "healed"  # it was found elsewhere, and used
    DONE = "done"  # a step without an element: a page was opened, a key pressed
    REFUSED = "refused"  # it was not found surely enough, and nothing was done
    FAILED = "failed"  # it was found, and the act did not work
    NOT_RUN = "not run"  # an earlier step ended the run

    @property
    def is_good(self) -> bool:
        """Return whether the run may go on as recorded."""
        return self in {StepOutcome.HELD, StepOutcome.HEALED, StepOutcome.DONE}

    def label(self, action: HealingAction | None) -> str:
        """Return the word that people read, given what was decided about a healing."""
        if self is StepOutcome.HEALED and action is HealingAction.APPLY_WITH_FLAG:
            return CHECK_THIS
        if self is StepOutcome.REFUSED and action is HealingAction.SUGGEST_ONLY:
            return SUGGESTED
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """An element that may be meant: how likely (0-100), which, and why."""

    likely: int
    element: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """One step of a replay. ``reason`` is what a person reads first; ``details`` come after it.

    ``before`` and ``after`` are pictures of the element (PNG), as far as they were taken;
    ``page_before`` and ``page_after`` (SVG) show it on its page, near misses numbered.
    ``effect_seen``: whether what the step does was seen to be done; None where that cannot be seen.
    """

    number: int
    step_id: str
    title: str
    outcome: StepOutcome
    reason: str = ""
    details: tuple[str, ...] = ()
    duration_ms: float = 0.0
    url: str = ""
    was: str = ""
    now: str = ""
    old_selector: str = ""
    new_selector: str = ""
    probability: float | None = None
    decision: Decision | None = None
    nearest: tuple[NearMiss, ...] = ()
    before: bytes | None = None
    after: bytes | None = None
    page_before: str = field(default="", repr=False)
    page_after: str = field(default="", repr=False)
    effect_seen: bool | None = None

    @property
    def action(self) -> HealingAction | None:
        """Return what was decided about a healing, None when there was none to decide."""
        return None if self.decision is None else self.decision.action

    @property
    def confidence(self) -> int | None:
        """Return the confidence of the decision, None when there was none."""
        return None if self.decision is None else self.decision.confidence

    @property
    def label(self) -> str:
        """Return how it went, in the word that people read everywhere."""
        return self.outcome.label(self.action)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """One replay of a recording. ``error`` is what ended it early, if something did.

    ``learned`` are imported steps whose elements were seen for the first time, as a recording may
    hold them from now on: with fingerprints instead of pointers.
    """

    run_id: str
    name: str
    started_at: datetime
    ended_at: datetime
    steps: tuple[StepResult, ...]
    error: str | None = None
    trace: str | None = None
    notes: tuple[str, ...] = field(default=())
    learned: tuple[Step, ...] = field(default=(), repr=False)

    @property
    def passed(self) -> bool:
        """Return whether every step was done."""
        return self.error is None and all(step.outcome.is_good for step in self.steps)

    def count(self, outcome: StepOutcome) -> int:
        """Return how many steps went this way."""
        return sum(1 for step in self.steps if step.outcome is outcome)

    @property
    def length(self) -> str:
        """Return how many steps there are, in words."""
        return "1 step" if len(self.steps) == 1 else f"{len(self.steps)} steps"

    @property
    def kept(self) -> tuple[StepResult, ...]:
        """Return the healed steps after which all went well: only those may change a recording."""
        kept: list[StepResult] = []
        for step in reversed(self.steps):
            if not step.outcome.is_good or self.error is not None:
                break
            if step.outcome is StepOutcome.HEALED:
                kept.append(step)
        return tuple(reversed(kept))


def same_words(one: str, other: str) -> bool:
    """Return whether two texts say the same but for numbers and white space."""
    return _NUMBER.sub("0", one).split() == _NUMBER.sub("0", other).split()


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogAnswer:
    """How to answer a dialog that says what was recorded; another one is dismissed.

    ``origin`` is whose dialog it must be, None for anybody's.
    """

    message: str | None
    accept: bool
    text: str | None = None
    origin: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """What a recorded selector finds on a live page: how many, and the only one, measured.

    ``element`` is a snapshot whose first node is the element and whose others are inside it; None
    when there are none or several, or when it holds too much to be measured in passing.
    """

    count: int
    element: Snapshot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usability:
    """Whether a person could act on an element: seen, enabled, nothing lying over it."""

    seen: bool = True
    enabled: bool = True
    covered: bool = False

    @property
    def is_usable(self) -> bool:
        """Return whether all is well."""
        return self.seen and self.enabled and not self.covered


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A picture of what a window shows; ``corner`` is its upper left in the document."""

    picture: bytes
    scale: float
    corner: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A recorded selector, and what its element must be beside that.

    ``css`` must match it too. ``text`` must stand in it; "" asks that it says nothing itself,
    None leaves that open.
    """

    strategy: LocatorStrategy
    frames: tuple[str, ...]
    css: str
    text: str | None = None
