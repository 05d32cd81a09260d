"""`holdfast fingerprint`: one element of a saved page, and how to write it down."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import orjson
import typer

from holdfast.app.wiring import write_atomic
from holdfast.doors.cli.page_files import read_page
from holdfast.doors.cli.printing import print_json
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.snapshot import Node
from holdfast.page.tables import tables_of
from holdfast.selectors.css import css_path
from holdfast.selectors.describe import describe, get_target
from holdfast.selectors.playwright_code import as_shown
from holdfast.selectors.reliability import SelectorAdvice, advise
from holdfast.selectors.selector import Selector
from holdfast.selectors.writing import selectors_of

LONGEST_SHOWN = 80


def fingerprint(
    page: Annotated[Path, typer.Argument(help="The saved page.", metavar="PAGE.html")],
    target: Annotated[
        str, typer.Option("--target", "-t", help="The element: a CSS selector or an XPath.")
    ],
    boxes: Annotated[
        Path | None, typer.Option(help="Where the elements are on the page, as JSON.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the fingerprint to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Show an element's selectors to paste, and what about it is stable.

    With --out, everything that is recorded about it is written to a file.

    [bold]Examples[/bold]

      holdfast fingerprint shop.html --target '#save'
      holdfast fingerprint shop.html -t '//form//button' --out save.json
    """
    snapshot = read_page(page, boxes)
    node = get_target(snapshot, target)
    made = describe(snapshot, node)
    if out is not None:
        write_atomic(out, orjson.dumps(fingerprint_to_json(made)) + b"\n")
    if as_json:
        card = _as_data(node, made)
        print_json(card)
        return
    for line in _card(node, made):
        typer.echo(line)
    if out is not None:
        typer.echo(f"\nwritten to {out}")


def _as_data(node: Node, made: Fingerprint) -> dict[str, object]:
    advice = advise(node)
    recorded = fingerprint_to_json(made, page_ref="")
    return {
        "element": {"tag": node.tag, "role": node.role, "name": node.name, "index": node.index},
        "selectors": [
            {
                "kind": selector.kind,
                "playwright": selector.playwright,
                "css": selector.css,
                "fragile": selector.is_fragile,
            }
            for selector in selectors_of(node)
        ],
        "cssPath": css_path(tables_of(node.snapshot), node),
        "xpath": node.xpath,
        "stable": [{"what": mark.what, "value": mark.value} for mark in advice.stable],
        "unstable": [
            {"what": mark.what, "value": mark.value, "why": mark.why} for mark in advice.unstable
        ],
        "warnings": list(advice.warnings),
        "strategies": recorded["strategies"],
    }


def _card(node: Node, made: Fingerprint) -> Iterator[str]:
    yield _headline(node)
    yield ""
    yield "Selectors, best first"
    for selector in selectors_of(node):
        yield from _selector_lines(selector)
    yield f"  {'CSS path':<12} {as_shown(css_path(tables_of(node.snapshot), node))}"
    yield f"  {'XPath':<12} {as_shown(node.xpath)}"
    yield from _advice_lines(advise(node))
    yield ""
    kinds = dict.fromkeys(str(strategy.type) for strategy in made.strategies)
    yield f"Recorded as {', '.join(kinds)}; the page has {len(made.page)} elements"


def _headline(node: Node) -> str:
    said = node.name or node.text
    words = [f"<{as_shown(node.tag)}>"]
    if said:
        words.append(repr(said[:LONGEST_SHOWN]))
    if node.role:
        words.append(f"role {node.role}")
    if not node.is_visible:
        words.append("hidden")
    return "  ".join(words)


_KIND_WORDS = {
    "testId": "test id", "bareRole": "role alone", "scopedRole": "role inside", "css": "CSS",
    "path": "place",
}  # fmt: skip


def _selector_lines(selector: Selector) -> Iterator[str]:
    kind = _KIND_WORDS.get(selector.kind, str(selector.kind))
    note = "   (fragile: it counts siblings)" if selector.is_fragile else ""
    yield f"  {kind:<12} {selector.playwright}{note}"
    if selector.css is not None:
        yield f"  {'':<12} {as_shown(selector.css)}"


def _advice_lines(advice: SelectorAdvice) -> Iterator[str]:
    for title, marks in (("Stable", advice.stable), ("Not stable", advice.unstable)):
        if marks:
            yield ""
            yield title
        for mark in marks:
            why = f"   ({mark.why})" if mark.why else ""
            yield f"  {mark.what:<12} {mark.value[:LONGEST_SHOWN]!r}{why}"
    if advice.warnings:
        yield ""
        yield "Warnings"
    for warning in advice.warnings:
        yield f"  - {warning}"
