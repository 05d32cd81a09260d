"""`holdfast export`: a recording becomes a test, or a recording of another program."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.wiring.converting import WRITERS
from holdfast.doors.cli.conversion_view import (
    STANDARD_OUTPUT,
    refuse_losses,
    refuse_to_overwrite,
    tell,
)
from holdfast.model.recording import Recording


class Format(StrEnum):
    """What a recording can become."""

    PLAYWRIGHT_PYTEST = "playwright-pytest"
    SELENIUM_PYTEST = "selenium-pytest"
    DEVTOOLS = "devtools"


def export(  # noqa: PLR0913 - one argument for each option
    recording: Annotated[Path, typer.Argument(help="The recording.", metavar="RECORDING.json")],
    to: Annotated[
        Format,
        typer.Option(help="playwright-pytest, selenium-pytest or devtools.", metavar="FORMAT"),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The file to write; - prints it.")
    ] = STANDARD_OUTPUT,
    *,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing if a step cannot be exported.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
) -> None:
    """Write a recording as a test for pytest, or for the Chrome DevTools Recorder.

    playwright-pytest: one test with readable locators; it runs with any fixture
    page, such as pytest-playwright's. ${NAME} comes from the environment variable
    NAME, {{name}} from VAR_NAME.
    selenium-pytest: the same for Selenium, with fixtures driver and base_url.
    devtools: JSON that Chrome's Recorder panel imports and @puppeteer/replay runs.

    Each step is listed: taken over, in part, or not, with the reason.

    [bold]Examples[/bold]

      holdfast export shop.json --to playwright-pytest --out test_shop.py
      holdfast export shop.json --to devtools -o shop.devtools.json
    """
    refuse_to_overwrite(out, force=force)
    exported = WRITERS[to](Recording.load(recording))
    if strict:
        refuse_losses(exported.account)
    tell(out, exported.text, exported.account, as_json=as_json, what=str(to))
