"""`holdfast config`: which settings hold and where each came from; setting them for some."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Annotated, TypeVar

import typer

from holdfast.deciding.thresholds import ENABLED, EffectiveSettings, Origin, Source
from holdfast.errors import UsageError
from holdfast.interfaces.cli.printing import a_group, a_table, print_json, print_lines
from holdfast.interfaces.cli.thresholds import read_thresholds
from holdfast.interfaces.wiring import (
    Project,
    SystemClock,
    effective_settings,
    load_project,
    name_store,
)
from holdfast.model.thresholds import Mode, RecordingHealingConfig, UserHealingConfig
from holdfast.ports import Store

app = a_group("Show which settings hold, and where each came from; set them.")

User = Annotated[str | None, typer.Option("--user", help="For this person.")]
Recording = Annotated[str | None, typer.Option("--recording", help="For this recording.")]
T = TypeVar("T")
Key = Annotated[str, typer.Argument(help="Which setting.")]


@app.command()
def show(
    user: User = None,
    recording: Recording = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show every setting that holds, and where its value came from.

    [bold]Examples[/bold]

      holdfast config show
      holdfast config show --recording checkout --json
    """
    project = load_project()
    now = SystemClock().now()

    def effective(store: Store | None) -> EffectiveSettings:
        return effective_settings(project, store, recording_id=recording, user_id=user, now=now)

    if project.has_store:
        with closing(project.open_store()) as store:
            settings = effective(store)
    else:  # looking must not make one
        settings = effective(None)
    found = _settings(project, settings)
    if as_json:
        print_json({key: {"value": value, "from": place} for key, (value, place) in found.items()})
    else:
        rows = [(key, _shown(value), place) for key, (value, place) in found.items()]
        print_lines(a_table("setting", "value", "from", rows=rows))


@app.command("set")
def set_(
    key: Key,
    value: Annotated[str, typer.Argument(help="Its value; thresholds as 85/65/45.")],
    user: User = None,
    recording: Recording = None,
) -> None:
    """Set something for one person or one recording; it is kept in the store.

    For a person: mode, thresholds, emailOnFlagged, emailOnSuggestion,
    slackWebhook. For a recording: mode, thresholds, healingEnabled.
    For the whole project write it into holdfast.toml.

    [bold]Examples[/bold]

      holdfast config set mode conservative --recording checkout
      holdfast config set thresholds 85/65/45 --user ann
    """
    _change(key, value, user, recording)


@app.command()
def unset(key: Key, user: User = None, recording: Recording = None) -> None:
    """Take back what was set for one person or one recording.

    [bold]Example[/bold]

      holdfast config unset mode --recording checkout
    """
    _change(key, None, user, recording)


def _change(key: str, value: str | None, user: str | None, recording: str | None) -> None:
    if (user is None) == (recording is None):
        raise UsageError(
            "for whom is missing or said twice\n"
            "  next: give --user NAME or --recording ID; a project's own are in holdfast.toml"
        )
    with closing(load_project().open_store()) as store:
        if user is not None:
            known = store.find_user_config(user) or UserHealingConfig()
            store.save_user_config(user, _changed_user(known, key, value))
        elif recording is not None:
            chosen = store.find_recording_config(recording)
            kept = chosen or RecordingHealingConfig(recording_id=recording)
            store.save_recording_config(_changed_recording(kept, key, value))
    whom = f"user {user!r}" if user is not None else f"recording {recording!r}"
    told = "takes no own value any more" if value is None else f"is {value!r}"
    typer.echo(f"{key} {told} for {whom}")


def _changed_user(known: UserHealingConfig, key: str, value: str | None) -> UserHealingConfig:
    told = known.notifications
    changes: dict[str, Callable[[], UserHealingConfig]] = {
        "mode": lambda: replace(known, mode=_mode(value)),
        "thresholds": lambda: replace(
            known, thresholds=None if value is None else read_thresholds("thresholds", value)
        ),
        "emailOnFlagged": lambda: replace(
            known, notifications=replace(told, email_on_flagged=_switch(key, value) or False)
        ),
        "emailOnSuggestion": lambda: replace(
            known, notifications=replace(told, email_on_suggestion=_switch(key, value) or False)
        ),
        "slackWebhook": lambda: replace(known, notifications=replace(told, slack_webhook=value)),
    }
    return _apply(changes, key)


def _changed_recording(
    known: RecordingHealingConfig, key: str, value: str | None
) -> RecordingHealingConfig:
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
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if value is None:
        return None
    if value.lower() not in words:
        raise ValueError(f"{key} must be true or false, got {value[:80]!r}")
    return words[value.lower()]


def _settings(project: Project, settings: EffectiveSettings) -> dict[str, tuple[object, str]]:
    """Return value and place of every setting, thresholds first."""
    origins = {
        key: f"default, {origin.place}" if _is_default_mode(origin) else origin.place
        for key, origin in settings.origins.items()
    }
    found: dict[str, tuple[object, str]] = {
        key: (value, origins[key]) for key, value in settings.thresholds.to_json().items()
    }
    found[ENABLED] = settings.healing_enabled, origins[ENABLED]
    for key, effective in project.plain.items():
        value = effective.shown if effective.secret else effective.value
        found[key] = value, effective.place
    found["store"] = name_store(project), project.plain["store"].place
    if project.plain["user"].value is None:
        found["user"] = project.user_id, "the account"
    return found


def _is_default_mode(origin: Origin) -> bool:
    return origin.source is Source.DEFAULT and origin.place != "default"


def _shown(value: object) -> str:
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)
