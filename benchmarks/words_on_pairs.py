"""How well words tell true pairs from others: the labelled pairs at HOLDFAST_BENCH, by language.

For each pair whose labels differ, the smaller of `forward` and `backward` is compared with the
same number for every other control of the new page.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lxml import etree, html

from holdfast.matching.words import relate, tokens_of

_CONTROLS = "//button|//a[@href]|//input|//select|//textarea|//*[@role]|//*[@tabindex]|//summary"


def main(corpus: Path, prefix: str) -> None:
    """Print, by the languages of both pages: pairs, above a random other, above all others."""
    found: defaultdict[str, list[tuple[float, bool, bool]]] = defaultdict(list)
    for languages, old, new, others in _labels(corpus, prefix):
        own = _alike(old, new)
        scores = [_alike(old, other) for other in others]
        above = sum((own > score) + 0.5 * (own == score) for score in scores) / len(scores)
        found[languages].append((above, own > max(scores), own >= max(scores) and own > 0.0))
    everything = [row for rows in found.values() for row in rows]
    for languages, rows in [*sorted(found.items()), ("all", everything)]:
        above, first, shared = (100 * sum(column) / len(rows) for column in zip(*rows, strict=True))
        print(f"{languages:8} {len(rows):5} {above:6.1f} {first:6.1f} {shared:6.1f}")


def _labels(corpus: Path, prefix: str) -> Iterator[tuple[str, str, str, list[str]]]:
    for line in (corpus / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        pair = json.loads(line)
        if not pair["source"].startswith(prefix) or not pair["new_xpath"]:
            continue
        folder, (before, _, after) = corpus / "pages" / pair["source"], pair["page"].partition("__")
        old_page = _page(folder / pair["old"] / f"{before}.html")
        new_page = _page(folder / pair["new"] / f"{after or before}.html")
        old, new = old_page.xpath(pair["old_xpath"]), new_page.xpath(pair["new_xpath"])
        if not old or not new:
            continue
        one, other = _label(old[0]), _label(new[0])
        if tokens_of(one) and tokens_of(other) and tokens_of(one) != tokens_of(other):
            rest = [_label(node) for node in new_page.xpath(_CONTROLS) if node is not new[0]]
            rest = [label for label in rest if tokens_of(label) and label != other]
            if rest:
                yield f"{_language(old_page)}-{_language(new_page)}", one, other, rest


@cache
def _alike(old: str, new: str) -> float:
    relation = relate(old, new)
    return min(relation.forward, relation.backward)


@cache
def _page(path: Path) -> etree._ElementTree:
    return html.fromstring(path.read_bytes().decode("utf-8")).getroottree()


def _language(page: etree._ElementTree) -> str:
    return (page.getroot().get("lang") or "en")[:2]


def _label(node: etree._Element) -> str:
    for name in ("aria-label", "alt"):
        if node.get(name):
            return str(node.get(name))
    if node.tag in ("input", "select", "textarea"):
        named = node.xpath("//label[@for=$id]", id=str(node.get("id")))
        around = named or node.xpath("ancestor::label[1]")
        if around:
            return " ".join("".join(around[0].xpath(".//text()[not(ancestor::option)]")).split())
        names = ("placeholder", "title", "value")
        return next((str(node.get(name)) for name in names if node.get(name)), "")
    text = " ".join(" ".join(node.itertext()).split())
    return text if len(text) < 100 and text else str(node.get("title") or "")


if __name__ == "__main__":
    root = Path(os.environ["HOLDFAST_BENCH"])
    main(root / "applications", sys.argv[1] if len(sys.argv) > 1 else "r1-")
