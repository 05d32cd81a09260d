"""`holdfast validate`: is a recording's file as it should be, and if not, in which line."""

from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.wiring import check_recording, read_bytes
from holdfast.doors.cli.printing import print_json


def validate(
    recording: Annotated[Path, typer.Argument(help="The recording.", metavar="RECORDING.json")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check a recording, and name the line of whatever is wrong.

    Exits with 1 when something is. The JSON Schema that it is checked against
    ships with the package: holdfast/schemas/recording.schema.json.

    [bold]Examples[/bold]

      holdfast validate shop.json
      holdfast validate shop.json --json | jq '.[].line'
    """
    findings = check_recording(read_bytes(recording))
    if as_json:
        print_json([finding._asdict() for finding in findings])
    for finding in () if as_json else findings:
        typer.echo(f"{recording}:{finding.line}: {finding.place} {finding.message}")
    if not findings and not as_json:
        typer.echo(f"{recording} is a valid recording")
    raise typer.Exit(1 if findings else 0)
