"""How right the answers are, beside Similo, Scrapling and absolute XPath: one run, one table.

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
from types import ModuleType
from typing import Any

from benchmarks.opponents import similo, xpath
from benchmarks.opponents.scrapling import Scrapling, prepared
from holdfast import parse
from holdfast.bench import relocate
from holdfast.bench.answers import find
from holdfast.bench.examples import load_yardstick
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
    pages = compact(parse(old, boxes=old_boxes)), parse(new, boxes=new_boxes)
    node = pages[0].find_xpath(target)
    assert node is not None
    location = find(*pages, node.index, whole_page=False)
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
    "absolute XPath": xpath.relocate,
}
SCRAPLING = "Scrapling"


# ------------------------------------------------------------------------------------------ asking


def answer_group(folder: Path, cases: Sequence[Any], *, with_scrapling: bool) -> Predictions:
    """Return what every system says to the cases of one page pair."""
    yardstick = load_yardstick(folder)
    systems = {**OURS, **OTHERS}
    said: Predictions = {name: {} for name in systems}
    if not with_scrapling:
        for case, page in _rendered(yardstick, folder / "relocate", cases):
            for name, system in systems.items():
                said[name][case.id] = _timed(system, page)
        return said
    said[SCRAPLING] = {}
    with Scrapling() as scrapling:
        for case, page in _rendered(yardstick, folder / "relocate", cases):
            for name, system in systems.items():
                said[name][case.id] = _timed(system, page)
            said[SCRAPLING][case.id] = scrapling.ask(*page[:3])
    return said


Question = tuple[str, str, str, Boxes | None, Boxes | None]


def _rendered(
    yardstick: ModuleType, corpus: Path, cases: Sequence[Any]
) -> Iterator[tuple[Any, Question]]:
    """Yield each case with its two pages as they are to be seen."""
    for case in cases:
        sides = (("old", case.old_html, case.old_boxes), ("new", case.new_html, case.new_boxes))
        (old, old_boxes), (new, new_boxes) = (
            yardstick.render(
                corpus / page,
                corpus / boxes if boxes else None,
                [edit for edit in case.edits if edit["page"] == side],
            )
            for side, page, boxes in sides
        )
        yield case, (old, new, case.old_xpath, old_boxes, new_boxes)


def _timed(system: System, question: Question) -> Prediction:
    started = time.perf_counter()
    found, confidence = system(*question)
    spent = 1000 * (time.perf_counter() - started)
    return {"found": found, "confidence": confidence, "ms": round(spent, 2)}


def ask_everybody(folder: Path, cases: Sequence[Any], arguments: argparse.Namespace) -> Predictions:
    """Return what every system says to all cases; groups of one page pair run side by side."""
    groups: dict[str, list[Any]] = {}
    for case in cases:
        groups.setdefault(f"{case.old_html} {case.new_html}", []).append(case)
    everything: Predictions = {}
    done = 0
    work = partial(answer_group, folder, with_scrapling=arguments.scrapling)
    with ProcessPoolExecutor(arguments.workers) as pool:
        for part, group in zip(pool.map(work, groups.values()), groups.values(), strict=True):
            for name, predictions in part.items():
                everything.setdefault(name, {}).update(predictions)
            done += len(group)
            print(f"\r{done} of {len(cases)} cases", end="", file=sys.stderr, flush=True)
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


def make_cases(folder: Path, per_source: int, sources: str | None) -> list[Any]:
    """Return the yardstick's cases, at most so many labelled pairs of each source."""
    yardstick = load_yardstick(folder)
    corpus = folder / "relocate"
    lines = (corpus / "pairs.jsonl").read_text("utf-8").splitlines()
    pairs = [p for p in map(json.loads, lines) if yardstick.chosen(sources, p["source"])]
    chosen = yardstick.sample(pairs, 0, 25, per_source)
    return [case for pair in chosen for case in yardstick.cases_of(pair, corpus)]


def main() -> int:
    """Print the table; return 3 without the labelled pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--per-source", type=int, default=40, help="labelled pairs; 0 for all")
    parser.add_argument("--sources", help="comma list of globs; a leading ! excludes")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path, default=Path("build", "accuracy.json"))
    parser.add_argument("--no-scrapling", dest="scrapling", action="store_false")
    arguments = parser.parse_args()
    named = os.environ.get("HOLDFAST_BENCH")
    if not named:
        print("error: no labelled pages: HOLDFAST_BENCH is not set\n"
              "  next: set it to the folder that holds relocbench.py and relocate/",
              file=sys.stderr)  # fmt: skip
        return 3
    try:
        cases = make_cases(Path(named), arguments.per_source, arguments.sources)
    except EnvironmentFailure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 3
    if arguments.scrapling:
        prepared()
    reports = score(cases, ask_everybody(Path(named), cases, arguments))
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(reports, indent=1), "utf-8")
    print(
        f"{len(cases)} cases; per cent, located and answered wrongly, mean over sources, lenient;"
    )
    print("removed, absent: refused; at 1 % / 0.1 %: the most that can be located at that risk\n")
    print(tell(reports))
    print(f"\n{IN_SAMPLE}\nall figures: {arguments.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
