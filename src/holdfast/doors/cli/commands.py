"""Commands: names each one, and imports it only when it is used, so that --help is quick."""

from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from holdfast.doors.cli.help_text import HELP_NAMES, make_readable

# Each command and its line in the help, below the headings of the help. It is in the module
# NAME_command: an `app` with commands of its own, or else a function of the same name.
COMMANDS: Mapping[str, Mapping[str, str]] = {
    "In a browser": {
        "record": "Record what you do in a browser window, step by step.",
        "validate": "Check a recording, and name the line of whatever is wrong.",
        "replay": "Replay a recording: heal what changed, refuse what is gone.",
        "worker": "Take runs from the queue and do them here, until Ctrl-C.",
        "queue": "Show what is waiting, running or done; cancel, retry, schedule.",
        "import": "Turn a DevTools, Selenium IDE or agent recording into ours.",
        "export": "Write a recording as a pytest test, or for Chrome DevTools.",
    },
    "Saved pages": {
        "locate": "Find an element of the old page on the new one: where, how sure, why.",
        "fingerprint": "Show an element's selectors to paste, and what about it is stable.",
        "identity": "Describe an element by anchor, path and target, or resolve that.",
        "anchor": "Find a text quote again on a changed page, or say that it is orphaned.",
        "batch": "Locate, fingerprint or anchor every row of a file.",
    },
    "Results, review and settings": {
        "fix": "Go through what needs an answer, one key per change.",
        "review": "Answer healings: accept, reject, or take the answer back.",
        "patch": "Write what test runs healed into their source, as a patch.",
        "serve": "Show the portal: review, runs, trust, experiments, in a web page.",
        "token": "Create, list and revoke tokens for the portal.",
        "report": "Show how confident healings were, what was done, how it went.",
        "analytics": "Show how far confidence can be trusted; recalibrate it.",
        "experiment": "Compare two sets of thresholds on real decisions.",
        "config": "Show the settings in effect and where each comes from; set them.",
        "adviser": "Show what an adviser would be told about a doubtful step.",
        "store": "Where everything is remembered: show, migrate, prune.",
        "bench": "Answer benchmark questions; fit the matcher's numbers.",
        "mcp": "Offer locate, explain, replay and review to agents (MCP).",
    },
    "Getting started": {
        "demo": "See it work: a shop before and after its redesign.",
        "doctor": "Show what is installed, which browser is used, what is missing.",
    },
}


class LazyCommand(TyperCommand):
    """A line in the help; becomes the real command when it is called."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Return the context of the real command, with its arguments parsed."""
        return load(str(self.name)).make_context(info_name, args, parent=parent, **extra)


class CommandTable(TyperGroup):
    """The `holdfast` command, whose subcommands are the table's."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        make_readable(self)
        for panel, lines in COMMANDS.items():
            for name, line in lines.items():
                self.add_command(LazyCommand(name=name, help=line, rich_help_panel=panel))


def load(name: str) -> TyperCommand | TyperGroup:
    """Return the real command of a name."""
    module = import_module(f"holdfast.doors.cli.{name}_command")
    found = getattr(module, "app", None)
    if found is None:
        found = typer.Typer(add_completion=False, rich_markup_mode="rich")
        function = getattr(module, f"{name}_" if iskeyword(name) else name)
        found.command(context_settings={"help_option_names": HELP_NAMES})(function)
    command = get_command(found)
    assert isinstance(command, TyperCommand | TyperGroup)
    make_readable(command)
    return command
