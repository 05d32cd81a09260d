"""Commands: names each one, and imports it only when it is used, so that --help is quick."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from holdfast.doors.cli.help_text import HELP_NAMES, make_readable


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One command: where its function (or its own Typer app) is, and its line in the help."""

    module: str
    function: str
    summary: str
    panel: str


LIVE = "In a browser"
PAGES = "Saved pages"
MEMORY = "Results, review and settings"
HELP = "Getting started"

COMMANDS: Mapping[str, Entry] = MappingProxyType(
    {
        "record": Entry(
            module="record",
            function="record",
            summary="Record what you do in a browser window, step by step.",
            panel=LIVE,
        ),
        "validate": Entry(
            module="validate",
            function="validate",
            summary="Check a recording, and name the line of whatever is wrong.",
            panel=LIVE,
        ),
        "replay": Entry(
            module="replay",
            function="replay",
            summary="Replay a recording: heal what changed, refuse what is gone.",
            panel=LIVE,
        ),
        "worker": Entry(
            module="worker",
            function="worker",
            summary="Take runs from the queue and do them here, until Ctrl-C.",
            panel=LIVE,
        ),
        "queue": Entry(
            module="queue",
            function="app",
            summary="Show what is waiting, running or done; cancel, retry, schedule.",
            panel=LIVE,
        ),
        "import": Entry(
            module="import",
            function="import_",
            summary="Turn a DevTools, Selenium IDE or agent recording into ours.",
            panel=LIVE,
        ),
        "export": Entry(
            module="export",
            function="export",
            summary="Write a recording as a pytest test, or for Chrome DevTools.",
            panel=LIVE,
        ),
        "locate": Entry(
            module="locate",
            function="locate",
            summary="Find an element of the old page on the new one: where, how sure, why.",
            panel=PAGES,
        ),
        "fingerprint": Entry(
            module="fingerprint",
            function="fingerprint",
            summary="Show an element's selectors to paste, and what about it is stable.",
            panel=PAGES,
        ),
        "identity": Entry(
            module="identity",
            function="identity",
            summary="Describe an element by anchor, path and target, or resolve that.",
            panel=PAGES,
        ),
        "anchor": Entry(
            module="anchor",
            function="anchor",
            summary="Find a text quote again on a changed page, or say that it is orphaned.",
            panel=PAGES,
        ),
        "batch": Entry(
            module="batch",
            function="app",
            summary="Locate, fingerprint or anchor every row of a file.",
            panel=PAGES,
        ),
        "fix": Entry(
            module="fix",
            function="fix",
            summary="Go through what needs an answer, one key per change.",
            panel=MEMORY,
        ),
        "review": Entry(
            module="review",
            function="app",
            summary="Answer healings: accept, reject, or take the answer back.",
            panel=MEMORY,
        ),
        "patch": Entry(
            module="patch",
            function="patch",
            summary="Write what test runs healed into their source, as a patch.",
            panel=MEMORY,
        ),
        "serve": Entry(
            module="serve",
            function="serve",
            summary="Show the portal: review, runs, trust, experiments, in a web page.",
            panel=MEMORY,
        ),
        "token": Entry(
            module="token",
            function="app",
            summary="Create, list and revoke tokens for the portal.",
            panel=MEMORY,
        ),
        "report": Entry(
            module="report",
            function="report",
            summary="Show how confident healings were, what was done, how it went.",
            panel=MEMORY,
        ),
        "analytics": Entry(
            module="analytics",
            function="app",
            summary="Show how far confidence can be trusted; recalibrate it.",
            panel=MEMORY,
        ),
        "experiment": Entry(
            module="experiment",
            function="app",
            summary="Compare two sets of thresholds on real decisions.",
            panel=MEMORY,
        ),
        "config": Entry(
            module="config",
            function="app",
            summary="Show the settings in effect and where each comes from; set them.",
            panel=MEMORY,
        ),
        "adviser": Entry(
            module="adviser",
            function="app",
            summary="Show what an adviser would be told about a doubtful step.",
            panel=MEMORY,
        ),
        "store": Entry(
            module="store",
            function="app",
            summary="Where everything is remembered: show, migrate, prune.",
            panel=MEMORY,
        ),
        "bench": Entry(
            module="bench",
            function="app",
            summary="Answer benchmark questions; fit the matcher's numbers.",
            panel=MEMORY,
        ),
        "mcp": Entry(
            module="mcp",
            function="mcp",
            summary="Offer locate, explain, replay and review to agents (MCP).",
            panel=MEMORY,
        ),
        "demo": Entry(
            module="demo",
            function="demo",
            summary="See it work: a shop before and after its redesign.",
            panel=HELP,
        ),
        "doctor": Entry(
            module="doctor",
            function="doctor",
            summary="Show what is installed, which browser is used, what is missing.",
            panel=HELP,
        ),
    }
)


class LazyCommand(TyperCommand):
    """A line in the help; becomes the real command when it is called."""

    def __init__(self, name: str, entry: Entry) -> None:
        super().__init__(name=name, help=entry.summary, rich_help_panel=entry.panel)
        self.entry = entry

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Return the context of the real command, with its arguments parsed."""
        return load(self.entry).make_context(info_name, args, parent=parent, **extra)


class CommandTable(TyperGroup):
    """The `holdfast` command, whose subcommands are the table's."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        make_readable(self)
        for name, entry in COMMANDS.items():
            self.add_command(LazyCommand(name, entry))


def load(entry: Entry) -> TyperCommand | TyperGroup:
    """Return the real command of an entry."""
    module = import_module(f"holdfast.doors.cli.{entry.module}_command")
    found = getattr(module, entry.function)
    if not isinstance(found, typer.Typer):
        single = typer.Typer(add_completion=False, rich_markup_mode="rich")
        single.command(context_settings={"help_option_names": HELP_NAMES})(found)
        found = single
    command = get_command(found)
    assert isinstance(command, TyperCommand | TyperGroup)
    make_readable(command)
    return command
