"""Settings as people see and change them: every value with its place, one changed at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from holdfast.app.setting_table import Effective
from holdfast.app.who_is_told import SECTION, check_address, with_own_choices
from holdfast.deciding.effective_settings import ENABLED, MODES, EffectiveSettings, Origin, Source
from holdfast.errors import ForeignFormat, UsageError
from holdfast.model.access import AuditEntry
from holdfast.model.privacy import mask_url
from holdfast.model.recording import Recording
from holdfast.model.settings_file import read_switch
from holdfast.model.thresholds import Mode, RecordingHealingConfig, Thresholds, UserHealingConfig
from holdfast.ports import Store

T = TypeVar("T")
Changes = Mapping[str, str | None]


def set_for_user(  # noqa: PLR0913 - whose, what, when and by whom
    store: Store,
    user: str,
    changes: Changes,
    *,
    plain: Mapping[str, Effective],
    now: datetime,
    by: str,
) -> UserHealingConfig:
    """Change what holds for one person, and write down who did; None takes a value away.

    E-mail without an address, the person's or in the project's ``plain`` settings, is an error.
    """
    config = store.find_user_config(user) or UserHealingConfig()
    for key, value in changes.items():
        config = changed_user(config, key, value)
    if any(SECTION + key in plain for key in changes):
        check_address(with_own_choices(plain, config, user))
    store.save_user_config(user, config)
    _note(store, f"user {user}", changes, now, by)
    return config


def set_for_recording(
    store: Store, recording_id: str, changes: Changes, *, now: datetime, by: str
) -> RecordingHealingConfig:
    """Change what holds for one recording, and write down who did; None takes a value away."""
    config = store.find_recording_config(recording_id)
    config = config or RecordingHealingConfig(recording_id=recording_id)
    for key, value in changes.items():
        config = changed_recording(config, key, value)
    store.save_recording_config(config)
    _note(store, f"recording {recording_id}", changes, now, by)
    return config


def _note(store: Store, subject: str, changes: Changes, now: datetime, by: str) -> None:
    detail = ", ".join(f"{key}: {value or 'not set'}" for key, value in changes.items())
    store.write_audit(AuditEntry(at=now, user_id=by, act="set", subject=subject, detail=detail))


def changed_user(known: UserHealingConfig, key: str, value: str | None) -> UserHealingConfig:
    """Return a person's settings with one of them changed; None takes it away."""

    def telling(**changed: Any) -> UserHealingConfig:
        return replace(known, notifications=replace(known.notifications, **changed))

    changes: dict[str, Callable[[], UserHealingConfig]] = {
        "mode": lambda: replace(known, mode=_mode(value)),
        "thresholds": lambda: replace(
            known, thresholds=None if value is None else read_thresholds("thresholds", value)
        ),
        "emailOnFlagged": lambda: telling(email_on_flagged=_switch(key, value)),
        "emailOnSuggestion": lambda: telling(email_on_suggestion=_switch(key, value)),
        "emailTo": lambda: telling(email_to=value),
        "slackWebhook": lambda: telling(slack_webhook=value),
    }
    return _apply(changes, key)


def changed_recording(
    known: RecordingHealingConfig, key: str, value: str | None
) -> RecordingHealingConfig:
    """Return a recording's settings with one of them changed; None takes it away."""
    changes: dict[str, Callable[[], RecordingHealingConfig]] = {
        "mode": lambda: replace(known, mode=_mode(value)),
        "thresholds": lambda: replace(
            known,
            custom_thresholds=None if value is None else read_thresholds("thresholds", value),
        ),
        ENABLED: lambda: replace(known, healing_enabled=_switch(key, value)),
    }
    return _apply(changes, key)


def _apply(changes: Mapping[str, Callable[[], T]], key: str) -> T:
    if key not in changes:
        raise UsageError(
            f"{key[:80]!r} cannot be set here\n  next: set one of {', '.join(changes)}"
        )
    try:
        return changes[key]()
    except ValueError as exc:
        raise UsageError(f"{exc}\n  next: holdfast config set --help") from exc


def _mode(value: str | None) -> Mode | None:
    if value is None:
        return None
    if value not in set(Mode):
        raise ValueError(f"mode must be one of {', '.join(Mode)}, got {value[:80]!r}")
    return Mode(value)


def _switch(key: str, value: str | None) -> bool | None:
    try:
        return None if value is None else read_switch(value)
    except ValueError:
        raise ValueError(f"{key} must be true or false, got {str(value)[:80]!r}") from None


def own_settings(recording: Recording, recording_id: str) -> RecordingHealingConfig:
    """Return what a recording's file says about healing; raises ``ForeignFormat`` when it cannot.

    ``holdfast validate`` names the line.
    """
    try:
        return RecordingHealingConfig.from_json({**recording.extra, "recordingId": recording_id})
    except ValueError as exc:
        raise ForeignFormat(
            "mode, healingEnabled and customThresholds as holdfast config takes them",
            f"others in {recording.name[:80]!r} ({exc})",
            "holdfast validate names the line",
        ) from exc


def sites(
    plain: Mapping[str, Effective], base_url: str | None, allowed: Sequence[str]
) -> tuple[str | None, tuple[str, ...]]:
    """Return where to replay and where secrets may go: what was said, else what the project says.

    A recording has no say in either.
    """
    named = str(plain["replay.allowOrigins"].value or "").split(",")
    chosen = base_url or plain["replay.baseUrl"].value
    origins = (*allowed, *(one.strip() for one in named if one.strip()))
    return None if chosen is None else str(chosen), origins


def shown_settings(
    plain: Mapping[str, Effective], settings: EffectiveSettings, *, store: str, user: str
) -> dict[str, tuple[object, str]]:
    """Return value and place of every setting, thresholds first.

    ``store`` is where it is, without a password; ``user`` is who is at work.
    """
    origins = {
        key: f"default, {origin.place}" if _is_default_mode(origin) else origin.place
        for key, origin in settings.origins.items()
    }
    found: dict[str, tuple[object, str]] = {
        key: (value, origins[key]) for key, value in settings.thresholds.to_json().items()
    }
    found[ENABLED] = settings.healing_enabled, origins[ENABLED]
    for key, effective in plain.items():
        value = effective.shown if effective.secret else effective.value
        value = mask_url(value) if isinstance(value, str) else value
        found[key] = value, effective.place
    found["store"] = store, plain["store"].place
    if plain["user"].value is None:
        found["user"] = user, "the account"
    return found


def _is_default_mode(origin: Origin) -> bool:
    return origin.source is Source.DEFAULT and origin.place != "default"


_ALLOWED = "three numbers such as 70/50/30 (autoApply/applyWithFlag/suggestOnly), or a mode"


def read_thresholds(option: str, text: str) -> Thresholds:
    """Return the thresholds; raises ``UsageError`` for anything else."""
    word = text.strip().lower()
    if word in set(Mode):
        return MODES[Mode(word)]
    try:
        auto_apply, apply_with_flag, suggest_only = (int(part) for part in word.split("/"))
        return Thresholds(
            auto_apply=auto_apply, apply_with_flag=apply_with_flag, suggest_only=suggest_only
        )
    except ValueError as exc:
        why = f": {exc}" if "must" in str(exc) else ""
        raise UsageError(
            f"{option} must be {_ALLOWED}, got {text[:80]!r}{why}\n  next: {option} 70/50/30"
        ) from exc
