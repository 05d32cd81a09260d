"""`holdfast config`: which settings hold and where each came from; setting them for some."""

from contextlib import closing
from typing import Annotated, TypeVar

import typer

from holdfast.app.settings import set_for_recording, set_for_user, shown_settings
from holdfast.app.wiring import (
    SystemClock,
    effective_settings,
    load_project,
    name_store,
)
from holdfast.deciding.effective_settings import EffectiveSettings
from holdfast.doors.cli.printing import a_group, a_table, print_json, print_lines
from holdfast.errors import UsageError
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
    _ = project.search_settings  # they are checked together
    found = shown_settings(project.plain, settings, store=name_store(project), user=project.user_id)
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
    project, now = load_project(), SystemClock().now()
    with closing(project.open_store()) as store:
        if user is not None:
            set_for_user(store, user, {key: value}, now=now, by=project.user_id)
        elif recording is not None:
            set_for_recording(store, recording, {key: value}, now=now, by=project.user_id)
    whom = f"user {user!r}" if user is not None else f"recording {recording!r}"
    told = "takes no own value any more" if value is None else f"is {value!r}"
    typer.echo(f"{key} {told} for {whom}")


def _shown(value: object) -> str:
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)
