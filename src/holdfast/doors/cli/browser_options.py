"""Browser options: those that recording, replaying and working have alike."""

from pathlib import Path
from typing import Annotated

import typer

BrowserWsOption = Annotated[
    str | None, typer.Option(help="Use a running Chromium: its DevTools address.")
]
SecretsOption = Annotated[Path | None, typer.Option(help="A file of NAME=VALUE lines for ${NAME}.")]
StorageStateOption = Annotated[
    Path | None, typer.Option(help="Start signed in: cookies as Playwright saves them.")
]
