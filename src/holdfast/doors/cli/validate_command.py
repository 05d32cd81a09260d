"""`holdfast validate`: is a recording's file as it should be, and what in it needs a look."""

from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.permissions import declare_secrets
from holdfast.app.recording_warnings import find_warnings
from holdfast.app.wiring import check_recording, placed, read_bytes, write_atomic
from holdfast.doors.cli.printing import print_json
from holdfast.model.recording import RECORDING_FORMAT, Recording
from holdfast.model.saved import read_json, write_document
from holdfast.selectors.playwright_code import as_shown


def validate(
    recording: Annotated[Path, typer.Argument(help="The recording.", metavar="RECORDING.json")],
    fix: Annotated[
        bool, typer.Option("--fix", help="Declare the secrets of a recording that declares none.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check a recording, and name the line of whatever is wrong.

    Exits with 1 when something is. Warns of what to look at before you replay a
    recording of somebody else's: secrets, addresses, files, settings. The JSON
    Schema that it is checked against ships with the package:
    holdfast/schemas/recording.schema.json.

    [bold]Examples[/bold]

      holdfast validate shop.json
      holdfast validate shop.json --fix
      holdfast validate shop.json --json | jq '.[].line'
    """
    data = read_bytes(recording)
    wrong = check_recording(data)
    fixed = fix and not wrong and _declare(recording, data)
    data = read_bytes(recording) if fixed else data
    found = wrong or placed(data, find_warnings(Recording.from_json(data)), warning=True)
    if as_json:
        print_json([finding._asdict() for finding in found])
        raise typer.Exit(1 if wrong else 0)
    name = as_shown(str(recording))
    if fixed:
        typer.echo(f"{name}: declared its secrets")
    for finding in found:
        kind = "warning: " if finding.warning else ""
        typer.echo(f"{name}:{finding.line}: {kind}{finding.place} {finding.message}")
    if not wrong:
        typer.echo(f"{name} is a valid recording")
    raise typer.Exit(1 if wrong else 0)


def _declare(path: Path, data: bytes) -> bool:
    """Write down the secrets that a recording uses, where edition 1 says that they belong."""
    made = Recording.from_json(data)
    secrets = declare_secrets(made.steps)
    if made.secrets or not secrets or not all(one.origin for one in secrets):
        return False
    document = read_json(data, RECORDING_FORMAT)
    assert isinstance(document, dict), "it was read before"
    document["secrets"] = [{"name": one.name, "origin": one.origin} for one in secrets]
    write_atomic(path, write_document(document))
    return True
