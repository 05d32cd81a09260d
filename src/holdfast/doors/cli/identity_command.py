"""`holdfast identity`: an element as anchor, path and target, and back to the element."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.wiring import read_bytes
from holdfast.doors.cli.page_files import read_page
from holdfast.doors.cli.printing import print_json
from holdfast.errors import ResolutionError, UsageError
from holdfast.identity import band_of, from_json, from_string, generate, resolve, to_string
from holdfast.identity.identity_json import resolution_data
from holdfast.identity.identity_words import describe_target
from holdfast.identity.notation import PREFIX
from holdfast.model.element_identity import Identity, Resolution, ResolutionStatus
from holdfast.model.snapshot import Node, Snapshot
from holdfast.selectors.describe import get_target
from holdfast.selectors.playwright_code import as_shown

MOST_SHOWN = 3


def identity(  # noqa: PLR0913, PLR0917  # one argument per option
    page: Annotated[Path, typer.Argument(help="The saved page.", metavar="PAGE.html")],
    target: Annotated[
        str | None,
        typer.Option("--target", "-t", help="The element to describe: CSS or XPath."),
    ] = None,
    wanted: Annotated[
        str | None,
        typer.Option(
            "--resolve",
            "-r",
            help="The identity to find: a file, or the identity itself.",
            metavar="IDENTITY",
        ),
    ] = None,
    boxes: Annotated[
        Path | None, typer.Option(help="Where the elements are on the page, as JSON.")
    ] = None,
    as_string: Annotated[bool, typer.Option("--string", help="Print the line alone.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Describe an element by anchor, path and target, or resolve that.

    Exits with 1 when the identity does not lead to exactly one element.

    [bold]Examples[/bold]

      holdfast identity shop.html --target '#save' --json > save.json
      holdfast identity new.html --resolve save.json
      holdfast identity new.html --resolve "$(holdfast identity shop.html -t '#save' --string)"
    """
    if (target is None) == (wanted is None) or (as_string and (as_json or wanted is not None)):
        raise UsageError(
            "wanted either --target (with --string or --json) or --resolve (with --json)\n"
            "  next: holdfast identity PAGE.html --target '#save'"
        )
    snapshot = read_page(page, boxes)
    if target is not None:
        _describe(get_target(snapshot, target), as_string=as_string, as_json=as_json)
    elif wanted is not None:
        _resolve(_read_identity(wanted), snapshot, as_json=as_json)


# ------------------------------------------------------------------------------------- describing


def _describe(node: Node, *, as_string: bool, as_json: bool) -> None:
    made = generate(node.snapshot, node)
    if as_json:
        print_json(made.to_json())
    elif as_string:
        typer.echo(to_string(made))
    else:
        for line in _card(made):
            typer.echo(line)


def _card(made: Identity) -> Iterator[str]:
    yield as_shown(to_string(made))
    yield ""
    yield _line("target", describe_target(made))
    yield _line("belongs to", f"<{made.anchor.tag}>, score {made.anchor.score:g}")
    yield _line("way", " / ".join(node.tag for node in made.path) or "directly inside")
    if made.constraints:
        yield _line("chosen by", ", ".join(one.type for one in made.constraints))
    yield _line("confidence", f"{made.meta.confidence:.2f} ({band_of(made.meta.confidence)})")
    if made.meta.degraded:
        yield _line("degraded", made.meta.degradation_reason)


def _line(word: str, told: str) -> str:
    return f"{word:<12}{as_shown(told)}"


# -------------------------------------------------------------------------------------- resolving


def _read_identity(wanted: str) -> Identity:
    """Return the identity that is given: as a line, as JSON, or as a file with one of these."""
    text = wanted.strip()
    if not text.startswith((PREFIX, "{")):
        data = read_bytes(Path(wanted))
        text = data.decode("utf-8", "replace").strip()
    return from_string(text) if text.startswith(PREFIX) else from_json(text)


def _resolve(wanted: Identity, snapshot: Snapshot, *, as_json: bool) -> None:
    resolution = resolve(wanted, snapshot)
    is_found = resolution.status is ResolutionStatus.SUCCESS
    if as_json:
        data = resolution_data(resolution, snapshot)
        print_json(data)
        raise typer.Exit(0 if is_found else ResolutionError.exit_code)
    if not is_found:
        raise ResolutionError("\n".join(_failure(resolution, snapshot)))
    for line in _success(resolution, snapshot):
        typer.echo(line)


def _success(resolution: Resolution, snapshot: Snapshot) -> Iterator[str]:
    assert resolution.node is not None
    node = snapshot.nodes[resolution.node]
    yield _line("found", describe_target(resolution.identity))
    yield _line("where", node.xpath)
    yield _line("confidence", f"{resolution.confidence:.2f} ({band_of(resolution.confidence)})")
    if resolution.degradation_reason:
        yield _line("degraded", resolution.degradation_reason)
    for warning in resolution.warnings:
        yield _line("warning", warning)


def _failure(resolution: Resolution, snapshot: Snapshot) -> Iterator[str]:
    reason = resolution.error or "; ".join(resolution.warnings)
    yield f"{resolution.status}: {as_shown(reason)}"
    for place, index in enumerate(resolution.candidates[:MOST_SHOWN], start=1):
        yield f"  {place}. {_told(snapshot.nodes[index])}"
    if resolution.status is ResolutionStatus.DEGRADED_FALLBACK and resolution.node is not None:
        yield f"  near miss: {_told(snapshot.nodes[resolution.node])}"
    yield "  next: check that this is the right page, or describe the element anew with --target"


def _told(node: Node) -> str:
    return as_shown(f"<{node.tag}> {node.text[:40]!r} at {node.xpath}")
