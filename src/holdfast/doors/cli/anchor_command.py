"""`holdfast anchor`: where a text quote is on a page, or that it is orphaned."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.text import Text

from holdfast.app.wiring import parse, read_bytes, read_epub, read_pdf, write_atomic
from holdfast.doors.cli.page_files import read_page
from holdfast.doors.cli.printing import print_json
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.errors import ForeignFormat, QuoteOrphaned, UsageError
from holdfast.quotes.anchoring import Anchoring, AnchorMode, Change, TextRange, Tier
from holdfast.quotes.annotation import from_annotation
from holdfast.quotes.annotation_list import (
    AnchoredList,
    AnchoredTarget,
    TargetState,
    anchor_annotations,
)
from holdfast.quotes.page_text import QuotableText, page_text
from holdfast.quotes.quote import QUOTE_FORMAT, Quote
from holdfast.quotes.quote_index import anchor as find
from holdfast.quotes.quote_json import quote_from_json
from holdfast.selectors.playwright_code import as_shown

_SPACES = re.compile(r"\s+")
STDIN = Path("-")
TEXT_SUFFIXES = frozenset({".txt", ".text", ".md", ".rst"})
HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
SHOWN_CONTEXT = 60  # characters of the page shown on either side


def anchor(  # noqa: PLR0913, PLR0917 - one parameter for each option
    page: Annotated[
        Path, typer.Argument(help="The page as it is now: HTML, EPUB, PDF or text, - for stdin.")
    ],
    stored: Annotated[
        Path | None,
        typer.Option("--quote", help="The stored quote (JSON), or a W3C annotation."),
    ] = None,
    exact: Annotated[str | None, typer.Option(help="The quoted words.")] = None,
    before: Annotated[str, typer.Option(help="The text before them.")] = "",
    after: Annotated[str, typer.Option(help="The text after them.")] = "",
    annotations: Annotated[
        Path | None,
        typer.Option(help="Many at once: a list, an annotation page, or Hypothesis rows."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to write the updated annotations.")
    ] = None,
    review: Annotated[
        Path | None, typer.Option(help="Write a page that shows them highlighted.")
    ] = None,
    mode: Annotated[
        AnchorMode,
        typer.Option(help="best: edited text too; spec: exact text and context."),
    ] = AnchorMode.BEST,
    as_json: Annotated[bool, typer.Option("--json", help="Print the anchoring as JSON.")] = False,
) -> None:
    """Find a text quote again on a changed page: where, how sure, what changed in it.

    Shows the place in its context. Exits with 1 when the quote is orphaned,
    and names the text that came nearest.

    [bold]Examples[/bold]

      holdfast anchor page.html --quote quote.json
      holdfast anchor page.html --exact 'free of charge' --before 'delivery is '
      holdfast anchor page.html --annotations all.json --out new.json --review new.html
      curl -s https://example.org | holdfast anchor - --exact 'More information' --json
    """
    if annotations is not None:
        _anchor_many(annotations, page, mode, out, review, as_json)
        return
    if out is not None or review is not None:
        raise UsageError(
            "--out and --review are for many annotations\n  next: give --annotations FILE.json"
        )
    quote = _read_quote(stored, exact, before, after)
    text = _read_text(page)
    found = find(quote, text, mode)
    if as_json:
        print_json(found.as_data())
        raise typer.Exit(QuoteOrphaned.exit_code if found.range is None else 0)
    if found.range is None:
        near = found.near_miss
        told = ("", 0.0) if near is None else (as_shown(near.text), near.confidence)
        raise QuoteOrphaned(quote.exact, found.reason, *told)
    console = HarmlessConsole()
    for line in _lines(found, found.range, text):
        console.print(line)


def _anchor_many(  # noqa: PLR0913, PLR0917 - what the options say
    path: Path, page: Path, mode: AnchorMode, out: Path | None, review: Path | None, as_json: bool
) -> None:
    """Look for all annotations of a file, write what became of them, and tell how many did what."""
    text = _read_text(page)
    found = anchor_annotations(_read_json(path), text, mode)
    if out is not None:
        write_atomic(out, orjson.dumps(found.data, option=orjson.OPT_INDENT_2) + b"\n")
    if review is not None:
        from holdfast.doors.quote_page import quote_page  # templates only where they are needed

        write_atomic(review, quote_page(found, text, page.name).encode())
    if as_json:
        typer.echo(orjson.dumps([_row(target) for target in found.targets]).decode())
    else:
        for line in _report(found):
            HarmlessConsole().print(line)
    raise typer.Exit(
        1 if found.count(TargetState.ORPHANED) or found.count(TargetState.UNREADABLE) else 0
    )


def _report(found: AnchoredList) -> Iterator[Text]:
    """Yield how many did what, then those that need a look."""
    counts = ((state, found.count(state)) for state in TargetState)
    yield Text(", ".join(f"{count} {state.value}" for state, count in counts if count), "bold")
    for number, target in enumerate(found.targets, 1):
        needs_look = target.state not in {TargetState.KEPT, TargetState.MOVED, TargetState.PAGE}
        if needs_look or target.notes:
            row = _row(target)
            name = as_shown(target.id) or f"#{number}"
            yield _line(target.state.value, f"{name}  {as_shown(str(row['exact']))[:80]}")
            said = [str(row["reason"])] if needs_look else []
            for told in dict.fromkeys([*said, *target.notes]):
                yield _line("", as_shown(told))


def _row(target: AnchoredTarget) -> dict[str, object]:
    found = target.anchoring
    reason = "; ".join(target.notes) if found is None else found.reason
    row: dict[str, object] = {"id": target.id, "state": target.state.value, "reason": reason}
    row["exact"] = "" if found is None else _SPACES.sub(" ", found.quote.exact)
    return row if found is None else row | found.as_data() | {"notes": target.notes}


def _read_json(path: Path) -> object:
    try:
        return orjson.loads(read_bytes(path))
    except orjson.JSONDecodeError as exc:
        wanted = f"a {QUOTE_FORMAT} file or a W3C annotation"
        raise ForeignFormat(wanted, f"no JSON ({exc})") from exc


def _read_quote(stored: Path | None, exact: str | None, before: str, after: str) -> Quote:
    """Return the quote, from its file or from the words that were given."""
    if (stored is None) == (exact is None):
        raise UsageError(
            "wanted the quote once, as --quote FILE or as --exact WORDS\n"
            "  next: holdfast anchor PAGE.html --exact 'the words' --before 'what stood before'"
        )
    if stored is None:
        return Quote(exact=exact or "", context_before=before, context_after=after)
    data = _read_json(stored)
    if isinstance(data, dict) and not {"target", "selector", "type"} & data.keys():
        return quote_from_json(data)
    return from_annotation(data)


def _read_text(path: Path) -> QuotableText:
    """Return the text of the page; plain text is taken as it is, without newline translation."""
    suffix = path.suffix.lower()
    if path != STDIN and suffix in HTML_SUFFIXES:
        return page_text(read_page(path))
    data = sys.stdin.buffer.read() if path == STDIN else read_bytes(path)
    if suffix == ".epub":
        return page_text(read_epub(data))
    if suffix == ".pdf":
        return page_text(read_pdf(data))
    if suffix not in TEXT_SUFFIXES and data.lstrip()[:1] == b"<":
        return page_text(parse(data))
    try:
        return page_text(data.decode("utf-8"))
    except UnicodeDecodeError as exc:
        seen = f"other bytes in {str(path)[-80:]!r}"
        raise ForeignFormat("plain text in UTF-8, or HTML", seen, "save it as UTF-8") from exc


_TOLD = {
    Tier.XPATH: "still there",
    Tier.CONTEXT: "found again",
    Tier.APPROXIMATE: "found, edited",
    Tier.SPLIT: "in two places",
    Tier.SEAM: "rewritten here",
}


def _lines(found: Anchoring, place: TextRange, page: QuotableText) -> Iterator[Text]:
    """Yield what is told about a quote that was found; page text is never read as markup."""
    yield _line(_TOLD[found.tier], as_shown(_SPACES.sub(" ", found.text)), "bold green")
    yield _line("certainty", f"{found.confidence:g} %")
    for number, part in enumerate(found.parts or (place,)):
        yield _line("" if number else "where", f"characters {part.start} to {part.end}")
    if place.start_point is not None and place.end_point is not None:
        yield _line("", f"{as_shown(place.start_point.xpath)} + {place.start_point.offset}")
        yield _line("", f"{as_shown(place.end_point.xpath)} + {place.end_point.offset}")
    yield _line("why", found.reason)
    for number, change in enumerate(found.changes):
        yield _line("" if number else "changed", _told(change))
    yield _in_context(place, page)


def _told(change: Change) -> str:
    old, new = as_shown(repr(change.old)), as_shown(repr(change.new))
    if change.kind == "replaced":
        return f"{old} is now {new}"
    return f"{new} is new" if change.kind == "inserted" else f"{old} is gone"


def _in_context(place: TextRange, page: QuotableText) -> Text:
    """Return the place as it reads on the page, marked; what nobody sees is left out."""
    start, end = max(0, place.start - SHOWN_CONTEXT), place.end + SHOWN_CONTEXT
    return Text.assemble(
        (f"{'context':<16}", "bold"),
        ("…" if start else "", "dim"),
        (_read_aloud(page, start, place.start), "dim"),
        (_read_aloud(page, place.start, place.end), "bold reverse"),
        (_read_aloud(page, place.end, end), "dim"),
        ("…" if end < len(page.text) else "", "dim"),
    )


def _read_aloud(page: QuotableText, start: int, end: int) -> str:
    """Return a stretch of the page as a person reads it."""
    cuts = [*page.hidden, *((border, border) for border in page.borders), (end, end)]
    parts: list[str] = []
    for first, last in sorted(cut for cut in cuts if start <= cut[1] and cut[0] <= end):
        parts.append(page.text[start : max(start, first)])
        start = max(start, last)
    return as_shown(_SPACES.sub(" ", " ".join(parts)))


def _line(word: str, told: str, style: str = "") -> Text:
    return Text.assemble((f"{word:<16}", "bold"), (told, style))
