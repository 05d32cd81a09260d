"""`holdfast import`: a recording of another program becomes one of ours."""

from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.wiring import SystemClock
from holdfast.app.wiring.converting import import_file
from holdfast.doors.cli.conversion_view import (
    STANDARD_OUTPUT,
    refuse_losses,
    refuse_to_overwrite,
    tell,
)
from holdfast.model.recording_json import recording_to_json
from holdfast.model.saved import write_document


def import_(  # noqa: PLR0913 - one argument for each option
    file: Annotated[Path, typer.Argument(help="What another program recorded.", metavar="FILE")],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The recording to write; - prints it.")
    ] = STANDARD_OUTPUT,
    *,
    test: Annotated[
        str | None, typer.Option(help="Which test of a Selenium IDE project.", metavar="NAME")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(help="Another field to keep secret: its name, id, label or CSS selector."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing if a step cannot be exported.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
) -> None:
    """Make a recording from what another program or an agent did.

    Reads the Chrome DevTools Recorder (JSON), Selenium IDE (.side), histories of
    browser-use, sessions of Playwright MCP (session.md), actions of Stagehand, and
    ATIF trajectories with such calls in them.

    Each step is listed: taken over, in part, or not, with the reason. Scripts in
    the file are never run. What was typed into fields that are called password,
    code, card or the like is not written: the step holds ${NAME}.

    The elements are pointed at, not seen yet: holdfast replay takes the selectors
    as they are, and with --learn writes down what it saw, for healing.

    [bold]Examples[/bold]

      holdfast import login.json --out login-recording.json
      holdfast import shop.side --test checkout -o checkout.json --secret api_key
      holdfast import agent_history.json -o buy.json && holdfast replay buy.json --learn
      holdfast import login.json --json | jq '.account[] | select(.fate != "taken over")'
    """
    refuse_to_overwrite(out, force=force)
    imported = import_file(file, now=SystemClock().now(), test=test, secrets=secret or ())
    if strict:
        refuse_losses(imported.account)
    text = write_document(recording_to_json(imported.recording)).decode()
    tell(out, text, imported.account, as_json=as_json, what="recording")
