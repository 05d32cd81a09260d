"""How right the answers are, beside those of others: one run, one table.

Similo and Healenium's formula from their published facts, Scrapling and pytest-breadcrumb as the
packages themselves, absolute XPath.

Takes the labelled page pairs in the folder that HOLDFAST_BENCH names, makes the yardstick's cases
from them, asks every system the same questions, and scores with the yardstick's own scorer. Our
figures here are in-sample: the shipped numbers were fitted to these sources. What they reach on
sources left out of the fit stands in docs/benchmarks.md.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.opponents import healenium, similo, xpath
from benchmarks.opponents.program import Program, prepared
from holdfast import parse
from holdfast.bench import relocate
from holdfast.bench.answers import find
from holdfast.bench.examples import corpora_of, family_of, iter_pages, make_cases
from holdfast.errors import EnvironmentFailure
from holdfast.page.compact import compact

Boxes = Mapping[str, Mapping[str, Any]]
Answer = tuple[str | None, float | None]
System = Callable[[str, str, str, Boxes | None, Boxes | None], Answer]
Prediction = dict[str, Any]
Predictions = dict[str, dict[str, Prediction]]  # system → case → what it said

IN_SAMPLE = (
    "Holdfast's figures above are in-sample: its numbers were fitted to these sources.\n"
    "What it reaches on sources left out of the fit: docs/benchmarks.md"
)


def _without_boxes(old: str, new: str, target: str, _: Boxes | None, __: Boxes | None) -> Answer:
    return relocate(old, new, target, None, None)


def _without_page(
    old: str, new: str, target: str, old_boxes: Boxes | None, new_boxes: Boxes | None
) -> Answer:
    before, now = compact(parse(old, boxes=old_boxes)), parse(new, boxes=new_boxes)
    node = before.find_xpath(target)
    if node is None:
        return None, None
    location = find(before, now, node.index, whole_page=False)
    if location.node is None:
        return None, None
    return location.node.xpath, round(100 * location.probability, 2)


OURS: Mapping[str, System] = {
    "Holdfast": relocate,
    "Holdfast, no boxes": _without_boxes,
    "Holdfast, page not kept": _without_page,
}
OTHERS: Mapping[str, System] = {
    "Similo, optimised": similo.relocate_optimised,
    "Similo, original": similo.relocate_original,
    "Healenium's formula": healenium.relocate,
    "absolute XPath": xpath.relocate,
}
PACKAGES: Mapping[str, str] = {"Scrapling": "scrapling", "pytest-breadcrumb": "breadcrumb"}


# ------------------------------------------------------------------------------------------ asking


Question = tuple[str, str, str, Boxes | None, Boxes | None]
_ASKED = ("old", "new", "target", "old_boxes", "new_boxes")


def answer_group(
    folder: Path, corpus: str, cases: Sequence[Any], *, with_packages: bool
) -> Predictions:
    """Return what every system says to the cases of one page pair."""
    said: Predictions = {name: {} for name in (*OURS, *OTHERS)}
    asked: list[tuple[str, Question]] = []
    for case, (old, old_boxes), (new, new_boxes) in iter_pages(folder, corpus, cases):
        question = old, new, case.old_xpath, old_boxes, new_boxes
        asked.append((case.id, question))
        for name, system in {**OURS, **OTHERS}.items():
            said[name][case.id] = _timed(system, question)
    for name, file in PACKAGES.items() if with_packages else ():
        with Program(file) as program:
            said[name] = {
                case: program.ask(**dict(zip(_ASKED, question, strict=True)))
                for case, question in asked
            }
    return said


def _timed(system: System, question: Question) -> Prediction:
    started = time.perf_counter()
    found, confidence = system(*question)
    spent = 1000 * (time.perf_counter() - started)
    return {"found": found, "confidence": confidence, "ms": round(spent, 2)}


def ask_everybody(
    folder: Path, cases: Mapping[str, Sequence[Any]], arguments: argparse.Namespace
) -> Predictions:
    """Return what every system says to all cases; groups of one page pair run side by side."""
    groups: dict[tuple[str, str, str], list[Any]] = {}
    for corpus, asked in cases.items():
        for case in asked:
            groups.setdefault((corpus, case.old_html, case.new_html), []).append(case)
    total = sum(map(len, groups.values()))
    everything: Predictions = {}
    done = 0
    work = partial(answer_group, folder, with_packages=arguments.packages)
    with ProcessPoolExecutor(arguments.workers) as pool:
        corpora = (corpus for corpus, _, _ in groups)
        answered = pool.map(work, corpora, groups.values())
        for part, group in zip(answered, groups.values(), strict=True):
            for name, predictions in part.items():
                everything.setdefault(name, {}).update(predictions)
            done += len(group)
            print(f"\r{done} of {total} cases", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return everything


# ----------------------------------------------------------------------------------------- scoring

_HEAD = (
    ("system", 25), ("plain / wrong", 13), ("manual / wrong", 14), ("hide-one / wrong", 16),
    ("hide-all / wrong", 16), ("removed", 7), ("absent", 6), ("at 1 % / 0.1 %", 14),
    (">= 80: right / cover", 20), ("ECE", 5), ("ms", 5),
)  # fmt: skip


def tell(reports: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the reports as one table."""
    lines = [" ".join(f"{word:>{width}}" for word, width in _HEAD)]
    for name, report in reports.items():
        cells = (name, *_cells(report))
        pairs = zip(cells, _HEAD, strict=True)
        lines.append(" ".join(f"{cell:>{width}}" for cell, (_, width) in pairs))
    return "\n".join(lines)


def _cells(report: Mapping[str, Any]) -> Iterator[str]:
    table, mix = report["table"], report["mix"]
    for row in ("plain all", "plain manual", "hide-one all", "hide-all all"):
        cell = table.get(row)
        yield f"{cell['lenient']['macro']:.1f} / {cell['wrong']['macro']:.1f}" if cell else "-"
    for row, mean in (("removed all", "macro"), ("absent all", "micro")):
        yield f"{table[row]['refused'][mean]:.1f}" if row in table else "-"
    yield f"{mix['located_at_1']:.1f} / {mix['located_at_0.1']:.1f}"
    sure = report["selective"]["80"]
    precise = sure["precision"]
    yield "-" if precise is None else f"{precise:.1f} / {sure['coverage']:.0f}"
    yield "-" if report["ece"] is None else f"{report['ece']:.3f}"
    yield f"{report['ms']['median']:.0f}"


def score(cases: Sequence[Any], said: Predictions) -> dict[str, Any]:
    """Return the scorer's report for each system."""
    import relocscore  # type: ignore[import-not-found]  # beside the yardstick

    return {
        name: relocscore.report([relocscore.outcome(c, answers.get(c.id, {})) for c in cases])
        for name, answers in said.items()
    }


def _families(cases: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return the cases by the kind of change that their source stands for."""
    found: dict[str, list[Any]] = {}
    for corpus, asked in cases.items():
        for case in asked:
            found.setdefault(family_of(corpus, case.source), []).append(case)
    return found


def main() -> int:
    """Print the table; return 3 without the labelled pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--per-source", type=int, default=40, help="labelled pairs; 0 for all")
    parser.add_argument("--sources", help="comma list of globs; a leading ! excludes")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path, default=Path("build", "accuracy.json"))
    parser.add_argument("--no-packages", dest="packages", action="store_false")
    arguments = parser.parse_args()
    named = os.environ.get("HOLDFAST_BENCH")
    if not named:
        print("error: no labelled pages: HOLDFAST_BENCH is not set\n"
              "  next: set it to the folder that holds relocbench.py and relocate/",
              file=sys.stderr)  # fmt: skip
        return 3
    try:
        folder = Path(named)
        cases = {
            corpus: make_cases(folder, corpus, arguments.per_source, arguments.sources)
            for corpus in corpora_of(folder)
        }
    except EnvironmentFailure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 3
    if arguments.packages:
        prepared()
    said = ask_everybody(folder, cases, arguments)
    reports = {family: score(asked, said) for family, asked in _families(cases).items()}
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(reports, indent=1), "utf-8")
    print("per cent, located and answered wrongly, mean over sources, lenient;")
    print("removed, absent: refused; at 1 % / 0.1 %: the most that can be located at that risk")
    for family, report in reports.items():
        print(f"\n{family}\n{tell(report)}")
    print(f"\n{IN_SAMPLE}\nall figures: {arguments.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
