"""`holdfast config`: which settings hold and where each came from; setting them for some."""

from contextlib import closing
from difflib import get_close_matches
from pathlib import Path, PurePath
from typing import Annotated

import typer

from holdfast.app.settings import own_settings, set_for_recording, set_for_user, shown_settings
from holdfast.app.who_is_told import check_address, with_own_choices
from holdfast.app.wiring import Project, SystemClock, effective_settings, load_project, name_store
from holdfast.deciding.effective_settings import Choice, EffectiveSettings, recording_choices
from holdfast.doors.cli.printing import a_group, a_table, print_told
from holdfast.errors import UsageError
from holdfast.model.recording import Recording
from holdfast.ports import Archive

app = a_group("Show the settings in effect and where each comes from; set them.")

User = Annotated[str | None, typer.Option("--user", help="For this person.")]
OfRecording = Annotated[
    str | None, typer.Option("--recording", help="For this recording: its file, name or id.")
]
_MOST_NAMES = 10_000
Key = Annotated[str, typer.Argument(help="Which setting.")]


@app.command()
def show(
    user: User = None,
    recording: OfRecording = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show every setting in effect and where its value comes from.

    [bold]Examples[/bold]

      holdfast config show
      holdfast config show --recording checkout --json
    """
    project, own = load_project(), None
    whose = user or project.user_id
    if project.has_store:
        with closing(_own_store(project)) as store:
            settings = _effective(project, store, user, recording)
            own = store.find_user_config(whose)
    else:  # looking must not make one
        settings = _effective(project, None, user, recording)
    plain = with_own_choices(project.plain, own, whose, project.environment)
    _ = project.search_settings  # they are checked together
    check_address(plain)
    found = shown_settings(plain, settings, store=name_store(project), user=project.user_id)
    data = {key: {"value": value, "from": place} for key, (value, place) in found.items()}
    rows = [(key, _shown(value), place) for key, (value, place) in found.items()]
    print_told(as_json, data, a_table("setting", "value", "from", rows=rows))


def _effective(
    project: Project, store: Archive | None, user: str | None, recording: str | None
) -> EffectiveSettings:
    """Return what holds, what stands in the recording's own file included."""
    known = None if recording is None else recording_id_of(project, store, recording)
    own: list[Choice] = []
    if known is not None and (project.root / known).is_file():
        own = recording_choices(own_settings(Recording.load(project.root / known), known))
    now = SystemClock().now()
    return effective_settings(project, store, recording_id=known, user_id=user, flags=own, now=now)


@app.command("set")
def set_(
    key: Key,
    value: Annotated[str, typer.Argument(help="Its value; thresholds as 85/65/45.")],
    user: User = None,
    recording: OfRecording = None,
) -> None:
    """Set something for one person or one recording; it is kept in the store.

    For a person: mode, thresholds, emailOnFlagged, emailOnSuggestion,
    emailTo, slackWebhook (as ${NAME}); they stand before the project's.
    For a recording: mode, thresholds, healingEnabled.
    For the whole project write it into holdfast.toml.

    [bold]Examples[/bold]

      holdfast config set mode conservative --recording checkout
      holdfast config set thresholds 85/65/45 --user ann
      holdfast config set emailTo ann@example.org --user ann
    """
    _change(key, value, user, recording)


@app.command()
def unset(key: Key, user: User = None, recording: OfRecording = None) -> None:
    """Undo what was set for one person or one recording.

    [bold]Example[/bold]

      holdfast config unset mode --recording checkout
    """
    _change(key, None, user, recording)


def _change(key: str, value: str | None, user: str | None, recording: str | None) -> None:
    if (user is None) == (recording is None):
        raise UsageError(
            "say for whom, once: a person or a recording\n"
            "  next: give --user NAME or --recording NAME; for the project, edit holdfast.toml"
        )
    project, now = load_project(), SystemClock().now()
    with closing(_own_store(project)) as store:
        if user is not None:
            set_for_user(
                store, user, {key: value}, plain=project.plain, now=now, by=project.user_id
            )
        elif recording is not None:
            recording = recording_id_of(project, store, recording)
            set_for_recording(store, recording, {key: value}, now=now, by=project.user_id)
    whom = f"user {user!r}" if user is not None else f"recording {recording!r}"
    told = "is no longer set" if value is None else f"is {value!r}"
    typer.echo(f"{key} {told} for {whom}")


def recording_id_of(project: Project, store: Archive | None, given: str) -> str:
    """Return what the store calls the recording that is meant: by its id, its path or its name.

    Raises ``UsageError`` when it is none or several.
    """
    if Path(given).is_file():
        return project.recording_id(given)
    known = () if store is None else store.list_recording_names(_MOST_NAMES)
    meant = [key for key, name in known if given in {key, name, PurePath(key).stem}]
    if len(meant) == 1:
        return meant[0]
    names = meant or [name for _, name in known]
    close = meant or get_close_matches(given, names, cutoff=0.4) or names
    told = f"; there are {', '.join(map(repr, close[:5]))}" if close else "; none is known yet"
    raise UsageError(
        f"{'several recordings are' if meant else 'no recording is'} called {given[:80]!r}{told}\n"
        "  next: give the path of its file"
    )


def _own_store(project: Project) -> Archive:
    store, organization = project.open_shared_store(), project.organization_id
    return store if organization is None else store.for_organization(organization)


def _shown(value: object) -> str:
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)
