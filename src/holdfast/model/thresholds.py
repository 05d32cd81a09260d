"""Thresholds: floors that turn confidence into an action, who may set them, and experiments."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from functools import total_ordering
from types import MappingProxyType
from typing import Self

from holdfast.model.json_fields import check_kind, get_field
from holdfast.model.records import Record, read


@total_ordering
class HealingAction(Enum):
    """What is done with a healing; a later one in this list trusts it more."""

    REJECT = "reject"
    SUGGEST_ONLY = "suggest_only"
    APPLY_WITH_FLAG = "apply_with_flag"
    AUTO_APPLY = "auto_apply"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, HealingAction):
            return NotImplemented
        return _CAUTION[self.value] < _CAUTION[other.value]

    @property
    def applies(self) -> bool:
        """Return whether the healed element is really used."""
        return self >= HealingAction.APPLY_WITH_FLAG

    @property
    def word(self) -> str:
        """Return the word that people read everywhere."""
        return _WORDS[self.value]

    @property
    def logged_as(self) -> str:
        """Return the word that stands for this action in a log."""
        return _LOGGED_AS[self.value]


# From the most careful to the most trusting.
_CAUTION = MappingProxyType({action.value: rank for rank, action in enumerate(HealingAction)})
CHECK_THIS, SUGGESTED = "healed \N{EN DASH} check this", "suggested"
_WORDS = MappingProxyType(
    {
        "auto_apply": "healed",
        "apply_with_flag": CHECK_THIS,
        "suggest_only": SUGGESTED,
        "reject": "refused",
    }
)
_LOGGED_AS = MappingProxyType(
    {
        "auto_apply": "auto_applied",
        "apply_with_flag": "applied_flagged",
        "suggest_only": "suggested",
        "reject": "rejected",
    }
)

# Key in files -> lowest and highest value. The ranges overlap on purpose (a careful project may
# flag from 80, a bold one apply from 60), which is why the values must also fall.
THRESHOLD_RANGES = MappingProxyType(
    {
        "autoApply": (60, 100),
        "applyWithFlag": (40, 80),
        "suggestOnly": (20, 60),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds(Record):
    """The lowest confidence for each action; below the last one a healing is rejected."""

    auto_apply: int
    apply_with_flag: int
    suggest_only: int

    def __post_init__(self) -> None:
        """Refuse values out of range and values that do not fall."""
        for key, value in self.to_json().items():
            low, high = THRESHOLD_RANGES[key]
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{key} must be a whole number from {low} to {high}, got {value}")
        if not self.auto_apply > self.apply_with_flag > self.suggest_only:
            raise ValueError(f"autoApply > applyWithFlag > suggestOnly must hold, got {self}")

    def __str__(self) -> str:
        return f"{self.auto_apply}/{self.apply_with_flag}/{self.suggest_only}"

    def action_for(self, confidence: int) -> HealingAction:
        """Return what this confidence alone would do."""
        if confidence >= self.auto_apply:
            return HealingAction.AUTO_APPLY
        if confidence >= self.apply_with_flag:
            return HealingAction.APPLY_WITH_FLAG
        if confidence >= self.suggest_only:
            return HealingAction.SUGGEST_ONLY
        return HealingAction.REJECT


_VARIABLE = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}")
_ADDRESS = r"[^\s,@]{1,64}@[^\s,@]{1,255}"  # as long as mail allows
_ADDRESSES = re.compile(rf"{_ADDRESS}(?: *, *{_ADDRESS})*")


class Mode(StrEnum):
    """A named set of thresholds."""

    CONSERVATIVE = "conservative"
    BALANCED = "balanced"
    AGGRESSIVE = "aggressive"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationSettings(Record):
    """How one person wants to be told of healings; what is None is as the project says."""

    email_on_flagged: bool | None = None
    email_on_suggestion: bool | None = None
    email_to: str | None = None
    slack_webhook: str | None = None

    def __post_init__(self) -> None:
        """Refuse a webhook's own address: whoever knows it can post there."""
        if self.email_to is not None and not _ADDRESSES.fullmatch(self.email_to):
            raise ValueError(
                f"emailTo must be email addresses separated by commas, got {self.email_to[:80]!r}"
            )
        if self.slack_webhook is not None and not _VARIABLE.fullmatch(self.slack_webhook):
            raise ValueError(
                "slackWebhook must name an environment variable as ${NAME}, got something else"
            )

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the choices; edition 1, which knew no ``emailTo``, wrote false for none."""
        known = check_kind(data, "notifications", dict)
        if "emailTo" not in known:
            known = {key: value or None for key, value in known.items()}
        return read(cls, known)


@dataclass(frozen=True, slots=True, kw_only=True)
class UserHealingConfig(Record):
    """What one person chose for all recordings."""

    thresholds: Thresholds | None = None
    mode: Mode | None = None
    notifications: NotificationSettings = NotificationSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingHealingConfig(Record):
    """What was chosen for one recording; ``healing_enabled`` is None when nothing was."""

    recording_id: str
    healing_enabled: bool | None = None
    mode: Mode | None = None
    custom_thresholds: Thresholds | None = None


class Variant(StrEnum):
    """Whose thresholds a decision used; ``default`` when no experiment touched it."""

    DEFAULT = "default"
    CONTROL = "control"
    TREATMENT = "treatment"


class ExperimentStatus(StrEnum):
    """Where an experiment stands; only an active one touches decisions."""

    ACTIVE = "active"
    PAUSED = "paused"
    COMPLETED = "completed"


class ExperimentUnit(StrEnum):
    """What is put into one arm or the other: a person, or (in CI, with one person) a run."""

    USER = "user"
    RUN = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdExperiment(Record):
    """Two sets of thresholds compared on real decisions."""

    id: str
    name: str
    control: Thresholds
    treatment: Thresholds
    allocation: float
    start_date: datetime
    end_date: datetime | None = None
    status: ExperimentStatus = ExperimentStatus.ACTIVE
    unit: ExperimentUnit = ExperimentUnit.USER

    def __post_init__(self) -> None:
        """Refuse an impossible share, dates without a zone, and an end before the start."""
        if not 0 <= self.allocation <= 100:
            raise ValueError(f"allocation must lie in [0, 100] percent, got {self.allocation}")
        for date in (self.start_date, self.end_date):
            if date is not None and date.tzinfo is None:
                raise ValueError(f"dates of an experiment need a time zone, got {date}")
        if self.end_date is not None and self.end_date < self.start_date:
            raise ValueError(f"the experiment ends {self.end_date}, before {self.start_date}")

    def to_json(self) -> dict[str, object]:
        """Return plain data; both arms stand together."""
        data = Record.to_json(self)
        data["variants"] = {arm: data.pop(arm) for arm in ("control", "treatment")}
        return data

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the experiment; a missing or impossible value is an error."""
        known = check_kind(data, "experiment", dict)
        return read(cls, {**known, **get_field(known, "variants", dict)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """The arm of an experiment that a run or a person is in, and its thresholds."""

    experiment_id: str
    variant: Variant
    thresholds: Thresholds
