"""Score: asks a system every question of a built folder and says how often it is right."""

import importlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lxml import etree
from lxml import html as lxml_html

Boxes = dict[str, dict[str, Any]]
System = Callable[[str, str, str, Boxes, Boxes], tuple[str | None, float | None]]
SIDES = ("old", "new")
PLAIN, REMOVED, ABSENT = VARIANTS = ("plain", "removed", "absent")


@dataclass(frozen=True)
class Verdict:
    """What became of one question."""

    source: str
    family: str
    variant: str
    is_right: bool
    is_wrong: bool  # another element was given; a refusal is neither right nor wrong in plain


def load_system(name: str) -> System:
    """Return the function that `module:function` names."""
    module, _, function = name.partition(":")
    found: System = getattr(importlib.import_module(module), function)
    return found


def ask(folder: Path, system: System) -> Iterator[Verdict]:
    """Yield a verdict for each question: as labelled, and with the element taken away."""
    for line in (folder / "pairs.jsonl").read_text("utf-8").splitlines():
        pair = json.loads(line)
        old, new = (folder / "pages" / pair["source"] / pair[s] / pair["page"] for s in SIDES)
        was, boxes = read_page(old)
        now, new_boxes = read_page(new)
        truth = pair["new_xpath"]
        found = system(was, now, pair["old_xpath"], boxes, new_boxes)[0]
        right: set[str | None] = same_control(now, truth) if truth else {None}
        yield _verdict(pair, PLAIN if truth else ABSENT, found, right)
        if truth:
            less, kept = without(now, truth, new_boxes)
            found = system(was, less, pair["old_xpath"], boxes, kept)[0]
            yield _verdict(pair, REMOVED, found, {None})


def report(verdicts: Sequence[Verdict]) -> str:
    """Return the figures by family, means over sources in per cent, as Markdown."""
    lines = [
        "| family | sources | plain | wrong | removed refused | absent refused |",
        "|---|---|---|---|---|---|",
    ]
    for family in sorted({v.family for v in verdicts}):
        ours = [v for v in verdicts if v.family == family]
        plain, removed, absent = (_mean(ours, variant, "is_right") for variant in VARIANTS)
        wrong = _mean(ours, PLAIN, "is_wrong")
        count = len({v.source for v in ours})
        lines.append(f"| {family} | {count} | {plain} | {wrong} | {removed} | {absent} |")
    return "\n".join(lines)


@lru_cache(maxsize=8)
def read_page(path: Path) -> tuple[str, Boxes]:
    """Return a page and its boxes by XPath."""
    listed = json.loads(path.with_suffix(".json").read_text("utf-8"))["elements"]
    return path.with_suffix(".html").read_text("utf-8"), {told["xpath"]: told for told in listed}


def same_control(html: str, xpath: str) -> set[str | None]:
    """Return the element and what a click takes for it: wrappers and insides, label and field."""
    tree = _tree(html)
    element = _find(tree, xpath)
    text = _text(element)
    line = [*element.iterancestors(), *element.iterdescendants(etree.Element)]
    same = [n for n in line if _text(n) == text and (text or len(n) < 2)]
    fields = [n for n in line if n.tag in ("label", "input", "textarea", "select")]
    pairs = [n for n in fields if {n.tag, element.tag} & {"label"} and n.tag != element.tag]
    named = element.get("id")
    labels = [n for n in tree.iter("label") if named and n.get("for") == named]
    return {tree.getpath(n) for n in (element, *same, *pairs, *labels)}


def without(html: str, xpath: str, boxes: Boxes) -> tuple[str, Boxes]:
    """Return the page without the element, and the boxes by the XPaths that hold then."""
    tree = _tree(html)
    gone = _find(tree, xpath)
    while (up := gone.getparent()) is not None and len(up) == 1 and _text(up) == _text(gone):
        gone = up
    before = {node: tree.getpath(node) for node in tree.iter(etree.Element)}
    gone.drop_tree()
    text = lxml_html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>")
    kept = {tree.getpath(node): before[node] for node in tree.iter(etree.Element)}
    return text, {now: boxes[was] for now, was in kept.items() if was in boxes}


def _verdict(pair: Any, variant: str, found: str | None, right: set[str | None]) -> Verdict:
    is_wrong = found is not None and found not in right
    return Verdict(pair["source"], pair["family"], variant, found in right, is_wrong)


def _mean(verdicts: Sequence[Verdict], variant: str, field: str) -> str:
    by_source: defaultdict[str, list[bool]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.variant == variant:
            by_source[verdict.source].append(getattr(verdict, field))
    shares = [sum(told) / len(told) for told in by_source.values()]
    return f"{100 * sum(shares) / len(shares):.1f}" if shares else "-"


def _tree(html: str) -> Any:
    parser = lxml_html.HTMLParser(encoding="utf-8")
    return lxml_html.document_fromstring(html.encode(), parser=parser).getroottree()


def _find(tree: Any, xpath: str) -> Any:
    return next(node for node in tree.iter(etree.Element) if tree.getpath(node) == xpath)


def _text(node: Any) -> str:
    return " ".join(node.text_content().split())
