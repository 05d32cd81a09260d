"""Effective settings: say which thresholds hold for a run, and where each came from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType

from holdfast.errors import SettingInvalid
from holdfast.model.settings_file import read_switch
from holdfast.model.thresholds import (
    THRESHOLD_RANGES,
    Assignment,
    Mode,
    RecordingHealingConfig,
    Thresholds,
    UserHealingConfig,
    Variant,
)

MODES: Mapping[Mode, Thresholds] = MappingProxyType(
    {
        Mode.CONSERVATIVE: Thresholds(auto_apply=90, apply_with_flag=75, suggest_only=50),
        Mode.BALANCED: Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40),
        Mode.AGGRESSIVE: Thresholds(auto_apply=70, apply_with_flag=50, suggest_only=30),
    }
)
MODE = "mode"
ENABLED = "healingEnabled"

# Key in files -> environment variable.
ENVIRONMENT_NAMES = MappingProxyType(
    {
        MODE: "HOLDFAST_MODE",
        "autoApply": "HOLDFAST_AUTO_APPLY",
        "applyWithFlag": "HOLDFAST_APPLY_WITH_FLAG",
        "suggestOnly": "HOLDFAST_SUGGEST_ONLY",
        ENABLED: "HOLDFAST_HEALING_ENABLED",
    }
)


def flag_name(key: str) -> str:
    """Return what the flag of a key is called, as its variable is: autoApply, auto-apply."""
    return ENVIRONMENT_NAMES[key].removeprefix("HOLDFAST_").lower().replace("_", "-")


class Source(IntEnum):
    """Where a setting may come from; the first that says something wins."""

    COMMAND_LINE = 1
    ENVIRONMENT = 2
    RECORDING_THRESHOLDS = 3
    RECORDING_MODE = 4
    USER_THRESHOLDS = 5
    USER_MODE = 6
    PROJECT_FILE = 7
    EXPERIMENT = 8  # so an experiment touches only those who chose nothing
    DEFAULT = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One setting as somebody wrote it; ``place`` is the flag, the variable, or file and line."""

    key: str
    value: object
    source: Source
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an effective value came from."""

    source: Source
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveSettings:
    """What holds for a run, and for each key where it came from."""

    thresholds: Thresholds
    healing_enabled: bool
    origins: Mapping[str, Origin]
    experiment_id: str | None = None
    variant: Variant = Variant.DEFAULT


@dataclass(frozen=True, slots=True)
class _Level:
    """A checked value of one key."""

    value: int
    origin: Origin


_DEFAULT = Choice(key=MODE, value="balanced", source=Source.DEFAULT, place="mode balanced")


def resolve_settings(
    choices: Iterable[Choice], assignment: Assignment | None = None
) -> EffectiveSettings:
    """Return what holds: for each key the first source that set it, in the order of ``Source``.

    A wrong value is an error even where another one wins: it would bite on the next machine.
    """
    given = sorted(choices, key=lambda choice: choice.source)
    levels = _levels(given)
    used = assignment if assignment is not None and not levels else None
    if used is not None:
        levels = _levels(_experiment_choices(used))
    for key, level in _levels([_DEFAULT]).items():
        levels.setdefault(key, level)
    enabled, enabled_origin = _healing_enabled(given)
    origins = {key: level.origin for key, level in levels.items()}
    return EffectiveSettings(
        thresholds=_falling(levels),
        healing_enabled=enabled,
        origins=MappingProxyType({**origins, ENABLED: enabled_origin}),
        experiment_id=used.experiment_id if used else None,
        variant=used.variant if used else Variant.DEFAULT,
    )


def environment_choices(environment: Mapping[str, str]) -> list[Choice]:
    """Return what the environment says; an empty variable says nothing."""
    return [
        Choice(key=key, value=environment[name], source=Source.ENVIRONMENT, place=name)
        for key, name in ENVIRONMENT_NAMES.items()
        if environment.get(name)
    ]


def recording_choices(config: RecordingHealingConfig) -> list[Choice]:
    """Return what was chosen for one recording."""
    place = f"recording {config.recording_id[:80]!r}"
    choices = _threshold_choices(config.custom_thresholds, Source.RECORDING_THRESHOLDS, place)
    choices += _mode_choices(config.mode, Source.RECORDING_MODE, place)
    if config.healing_enabled is not None:
        choices.append(
            Choice(
                key=ENABLED,
                value=config.healing_enabled,
                source=Source.RECORDING_MODE,
                place=place,
            )
        )
    return choices


def user_choices(config: UserHealingConfig, user_id: str) -> list[Choice]:
    """Return what one person chose for all recordings."""
    place = f"user {user_id[:80]!r}"
    choices = _threshold_choices(config.thresholds, Source.USER_THRESHOLDS, place)
    return choices + _mode_choices(config.mode, Source.USER_MODE, place)


def _experiment_choices(assignment: Assignment) -> list[Choice]:
    place = f"experiment {assignment.experiment_id[:80]!r}, {assignment.variant.value}"
    return _threshold_choices(assignment.thresholds, Source.EXPERIMENT, place)


def _threshold_choices(thresholds: Thresholds | None, source: Source, place: str) -> list[Choice]:
    values = thresholds.to_json() if thresholds else {}
    return [
        Choice(key=key, value=value, source=source, place=place) for key, value in values.items()
    ]


def _mode_choices(mode: Mode | None, source: Source, place: str) -> list[Choice]:
    return [] if mode is None else [Choice(key=MODE, value=mode, source=source, place=place)]


def _levels(given: Sequence[Choice]) -> dict[str, _Level]:
    """Return the winning value of each threshold that somebody set, by itself or by a mode."""
    levels: dict[str, _Level] = {}
    # Within one source a single threshold is more particular than the mode it stands beside.
    for choice in sorted(given, key=lambda choice: (choice.source, choice.key == MODE)):
        for key, level in _levels_of(choice):
            levels.setdefault(key, level)
    return levels


def _levels_of(choice: Choice) -> list[tuple[str, _Level]]:
    """Return what one choice sets: a threshold, all three for a mode, nothing for other keys."""
    if choice.key == MODE:
        return _levels_of_mode(choice)
    if choice.key == ENABLED:
        return []
    if choice.key not in THRESHOLD_RANGES:
        known = ", ".join(ENVIRONMENT_NAMES)
        raise SettingInvalid("setting", repr(choice.key), f"one of {known}", choice.place)
    level = _Level(_whole_number(choice), Origin(source=choice.source, place=choice.place))
    return [(choice.key, level)]


def _levels_of_mode(choice: Choice) -> list[tuple[str, _Level]]:
    word = str(choice.value).strip().lower()
    if word not in set(Mode):
        known = ", ".join(Mode)
        raise SettingInvalid(MODE, repr(choice.value), f"one of {known}", choice.place)
    place = f"mode {word}" if choice is _DEFAULT else f"mode {word} of {choice.place}"
    origin = Origin(source=choice.source, place=place)
    return [(key, _Level(value, origin)) for key, value in MODES[Mode(word)].to_json().items()]


def _whole_number(choice: Choice) -> int:
    """Return the value as a number within its range; text is read, a fraction is refused."""
    low, high = THRESHOLD_RANGES[choice.key]
    text = str(choice.value).strip()
    if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
        allowed = f"a whole number from {low} to {high}"
        raise SettingInvalid(choice.key, repr(choice.value), allowed, choice.place)
    return int(text)


def _healing_enabled(given: Sequence[Choice]) -> tuple[bool, Origin]:
    """Return whether to heal at all and who said so; yes when nobody did."""
    answers = [
        (_truth(choice), Origin(source=choice.source, place=choice.place))
        for choice in given
        if choice.key == ENABLED
    ]
    return answers[0] if answers else (True, Origin(source=Source.DEFAULT, place="default"))


def _truth(choice: Choice) -> bool:
    try:
        return read_switch(choice.value)
    except ValueError:
        allowed = "true or false"
        raise SettingInvalid(ENABLED, repr(choice.value), allowed, choice.place) from None


def _falling(levels: Mapping[str, _Level]) -> Thresholds:
    """Return the three together; values that do not fall name all three places."""
    auto, flag, suggest = (levels[key].value for key in THRESHOLD_RANGES)
    if not auto > flag > suggest:
        places = "; ".join(f"{key}: {levels[key].origin.place}" for key in THRESHOLD_RANGES)
        allowed = "falling (autoApply > applyWithFlag > suggestOnly)"
        raise SettingInvalid("thresholds", f"{auto}/{flag}/{suggest}", allowed, places)
    return Thresholds(auto_apply=auto, apply_with_flag=flag, suggest_only=suggest)
