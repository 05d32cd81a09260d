"""`holdfast bench quotes`: answer the yardstick's questions about text quotes; and fit the weights.

Question and answer lines are those of the yardstick: a question names a document and a quote from
its earlier state, an answer says where that quote is now, or that it is gone.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated

import orjson
import typer

from holdfast.app.wiring import parse, read_bytes, write_atomic
from holdfast.errors import EnvironmentFailure, ForeignFormat, UsageError
from holdfast.quotes.anchoring import Anchoring, AnchorMode
from holdfast.quotes.page_text import QuotableText, page_text
from holdfast.quotes.quote import Quote
from holdfast.quotes.quote_index import QuoteIndex

WANTED = "a line of questions with id, document, exact, prefix, suffix, old_start, old_length"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteQuestion:
    """One quote from the earlier state of a document; ``html`` is set for pages."""

    id: str
    document: str
    html: str | None
    quote: Quote


def answer_file(
    questions: Path,
    root: Path,
    out: Path,
    *,
    mode: AnchorMode | str = AnchorMode.BEST,
    alone: bool = False,
) -> int:
    """Write one line of answer for each question and return how many there were.

    Quotes of one document are anchored together, as a program with many annotations on a page
    would; with ``alone`` each is looked for as if it were the only one.
    """
    asked = read_questions(questions)
    lines = [orjson.dumps(line) for line in answer(asked, root, mode=mode, alone=alone)]
    write_atomic(out, b"".join(line + b"\n" for line in lines))
    return len(lines)


def read_questions(path: Path) -> list[QuoteQuestion]:
    """Return the questions of a file; raises ``ForeignFormat`` naming the first bad line."""
    lines = read_bytes(path).splitlines()
    found = [_read(line, number) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise ForeignFormat(WANTED, "an empty file", "make it with quotebench.py questions")
    return found


def _read(line: bytes, number: int) -> QuoteQuestion:
    try:
        row = orjson.loads(line)
        quote = Quote(
            exact=row["exact"],
            context_before=row["prefix"],
            context_after=row["suffix"],
            start=row["old_start"],
            text_length=row["old_length"],
        )
        return QuoteQuestion(
            id=row["id"], document=row["document"], html=row.get("html"), quote=quote
        )
    except (ValueError, TypeError, KeyError, UsageError) as exc:
        seen = f"in line {number} {type(exc).__name__}: {exc}"
        raise ForeignFormat(WANTED, seen, "make it with quotebench.py questions") from exc


def answer(
    questions: Sequence[QuoteQuestion], root: Path, *, mode: AnchorMode | str, alone: bool
) -> Iterator[dict[str, object]]:
    """Yield one answer for each question, document by document, in the order they come."""
    by_document: dict[tuple[str, str | None], list[QuoteQuestion]] = {}
    for question in questions:
        by_document.setdefault((question.document, question.html), []).append(question)
    for (document, html), asked in by_document.items():
        index = QuoteIndex(read_document(root, document, html))
        for question, (found, spent) in zip(asked, _anchor(index, asked, mode, alone), strict=True):
            yield _answer_line(question, found, spent)


def _anchor(
    index: QuoteIndex, asked: Sequence[QuoteQuestion], mode: AnchorMode | str, alone: bool
) -> Iterable[tuple[Anchoring, float]]:
    """Yield the anchorings and the milliseconds each took; the page's share is spread evenly."""
    if alone:
        for question in asked:
            begun = perf_counter()
            yield index.anchor(question.quote, mode), 1000 * (perf_counter() - begun)
        return
    begun = perf_counter()
    found = index.anchor_all([question.quote for question in asked], mode)
    spent = 1000 * (perf_counter() - begun) / len(asked)
    for anchoring in found:
        yield anchoring, spent


def _answer_line(question: QuoteQuestion, found: Anchoring, spent: float) -> dict[str, object]:
    place = found.range
    return {
        "id": question.id,
        "start": None if place is None else place.start,
        "end": None if place is None else place.end,
        "confidence": None if place is None else found.confidence,
        "ms": round(spent, 4),
    }


def read_document(root: Path, document: str, html: str | None) -> str | QuotableText:
    """Return the text of a document, as a page when it is one.

    Offsets count in the text file. Where a page's text content is not what the file says (parsers
    differ about broken markup), the file is right and is taken as plain text.
    """
    plain = root / document
    text = read_bytes(plain).decode("utf-8") if html is None or plain.exists() else None
    if html is None:
        assert text is not None
        return text
    page = page_text(parse(read_bytes(root / html)))
    return page if text is None or page.text == text else text


# ---------------------------------------------------------------------- as commands of `bench`


def quotes(
    questions: Annotated[Path, typer.Argument(help="Questions: one JSON object per line.")],
    root: Annotated[Path, typer.Option(help="The folder that holds the documents.")],
    out: Annotated[Path, typer.Option(help="Where to write the answers, one per line.")],
    mode: Annotated[
        AnchorMode,
        typer.Option(help="best: edited text too; spec: exact text and context."),
    ] = AnchorMode.BEST,
    alone: Annotated[
        bool, typer.Option("--alone", help="Look for each quote as if it were the only one.")
    ] = False,
) -> None:
    """Find every text quote of a file of questions again.

    Each line is `{"id", "document", "exact", "prefix", "suffix", "old_start", "old_length"}`,
    for pages also `"html"`; each answer `{"id", "start", "end", "confidence", "ms"}`, null
    when orphaned. Quotes of one document help to place each other, unless --alone is given.

    [bold]Example[/bold]

      holdfast bench quotes questions.jsonl --root quotes --out predictions.jsonl
    """
    count = answer_file(questions, root, out, mode=mode, alone=alone)
    typer.echo(f"{count} answers in {out}", err=True)


def fit_quotes(
    folder: Annotated[
        Path | None,
        typer.Option("--set", help="The folder of cases.jsonl; default: HOLDFAST_BENCH/quotes."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="A folder for the answers to each project left out of its fit."),
    ] = None,
) -> None:
    """Fit the weights of text quotes to a labelled set, and print them.

    With --out every project of the set is also answered by weights that never saw it;
    score those files with the yardstick. The printed weights belong into
    holdfast/quotes/quote_probability.py. Takes a few minutes.

    [bold]Example[/bold]

      holdfast bench fit-quotes --set quotes --out left-out
    """
    from holdfast.bench.fit_quotes import fit_folder  # needs what only the fit needs

    if folder is None and not os.environ.get("HOLDFAST_BENCH"):
        raise EnvironmentFailure(
            "nothing to fit to: HOLDFAST_BENCH is not set\n"
            "  next: set it to the folder that holds quotes/, or give --set FOLDER"
        )
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    cases = folder or Path(os.environ["HOLDFAST_BENCH"], "quotes")
    weights = fit_folder(cases, out, lambda told: typer.echo(told, err=True))
    for name, weight in weights.items():
        typer.echo(f'"{name}": {weight},')
