"""Similo, written anew from its published facts: a weighted sum of property similarities.

Nassif, Leotta et al., "Similarity-based web element localization for robust test automation", and
its later variant with optimised weights. The highest sum wins; it never refuses. What the facts
leave open is filled in plainly: a location fades out over 100 pixels, words are compared in lower
case. Where the recorded element was hidden itself, hidden candidates are allowed, too: it could
never be right else. The confidence is the share of the weights in use that the winner reached.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from lxml import etree
from rapidfuzz.distance import Levenshtein

from benchmarks.opponents.page import Boxes, read_page

Answer = tuple[str | None, float | None]
Compare = Callable[[object, object], float]
Property = tuple[str, float, Compare]

_CANDIDATES = frozenset(
    "input textarea button select a h1 h2 h3 h4 h5 li span div p th tr td label svg".split()
)
_BUTTON_TYPES = frozenset({"submit", "button", "reset"})
_TALLEST, _WIDEST, _AROUND = 100, 600, 50  # pixels: whose neighbours are read, and how far
_LONG_TEXT = 50  # characters: longer texts are compared by their words


# ------------------------------------------------------------------------------- comparing values


def _equal(one: object, other: object) -> float:
    return float(one == other)


def _edit(one: object, other: object) -> float:
    return Levenshtein.normalized_similarity(str(one), str(other))


def _set_jaccard(one: object, other: object) -> float:
    assert isinstance(one, frozenset)
    assert isinstance(other, frozenset)
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def _character_jaccard(one: object, other: object) -> float:
    return _set_jaccard(frozenset(str(one)), frozenset(str(other)))


def _word_jaccard(one: object, other: object) -> float:
    return _set_jaccard(frozenset(str(one).split()), frozenset(str(other).split()))


def _text(one: object, other: object) -> float:
    if max(len(str(one)), len(str(other))) > _LONG_TEXT:
        return _word_jaccard(one, other)
    return _edit(one, other)


def _ratio(one: object, other: object) -> float:
    assert isinstance(one, float)
    assert isinstance(other, float)
    larger = max(one, other)
    return min(one, other) / larger if larger > 0 else 0.0


def _distance(one: object, other: object) -> float:
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    return math.dist(one, other)


def _near(one: object, other: object) -> float:
    return max(0.0, 1.0 - _distance(one, other) / 100)


def _fading(one: object, other: object) -> float:
    return math.exp(-0.005 * _distance(one, other))


def _pairs(one: object, other: object) -> float:
    assert isinstance(one, frozenset)
    assert isinstance(other, frozenset)
    larger = max(len(one), len(other))
    return len(one & other) / larger if larger else 0.0


ORIGINAL: tuple[Property, ...] = (
    ("tag", 1.5, _equal), ("name", 1.5, _equal), ("id", 1.5, _equal), ("text", 1.5, _edit),
    ("neighbours", 1.5, _set_jaccard), ("class", 0.5, _edit), ("href", 0.5, _edit),
    ("alt", 0.5, _edit), ("xpath", 0.5, _edit), ("id xpath", 0.5, _edit),
    ("is button", 0.5, _equal), ("location", 0.5, _near), ("area", 0.5, _ratio),
    ("shape", 0.5, _ratio),
)  # fmt: skip
OPTIMISED: tuple[Property, ...] = (
    ("tag", 0.8, _character_jaccard), ("name", 2.85, _edit), ("id", 0.5, _edit),
    ("id xpath", 0.45, _edit), ("text", 2.8, _text), ("href", 0.95, _equal), ("alt", 1.85, _equal),
    ("type", 2.75, _equal), ("aria-label", 0.9, _character_jaccard),
    ("xpath", 0.1, _character_jaccard), ("location", 1.2, _fading), ("area", 0.35, _ratio),
    ("neighbours", 1.45, _set_jaccard), ("attributes", 1.8, _pairs),
)  # fmt: skip


# ----------------------------------------------------------------------------- properties of a page


@dataclass(frozen=True)
class _Described:
    """The properties of every element that may be a candidate, by its path."""

    asked: tuple[Property, ...]  # each variant pays for its own reading of the page
    html: str
    boxes: Boxes | None
    properties: Mapping[str, Mapping[str, object]]
    visible: frozenset[str]


_KEPT = 12
_recent: list[_Described] = []


def _describe(asked: tuple[Property, ...], html: str, boxes: Boxes | None) -> _Described:
    for page in _recent:
        if page.asked is asked and page.html is html and page.boxes is boxes:
            return page
    elements = read_page(html).by_path
    spoken = _neighbours(elements, boxes) if boxes else {}
    properties = {
        path: _properties(path, node, boxes, spoken)
        for path, node in elements.items()
        if isinstance(node.tag, str)
    }
    visible = frozenset(
        path
        for path, node in elements.items()
        if node.tag in _CANDIDATES and (not boxes or boxes.get(path, {}).get("visible", False))
    )
    page = _Described(asked, html, boxes, properties, visible)
    _recent.insert(0, page)
    del _recent[_KEPT:]
    return page


def _properties(
    path: str, node: etree._Element, boxes: Boxes | None, spoken: Mapping[str, frozenset[str]]
) -> Mapping[str, object]:
    """Return what the element has; what is empty is left out, and then not compared."""
    found: dict[str, object] = {
        "tag": node.tag,
        "xpath": path,
        "id xpath": _path_from_id(node),
        "is button": "yes" if _is_button(node) else "no",
        "text": _visible_text(node),
        "attributes": frozenset(node.attrib.items()),
        "neighbours": spoken.get(path, frozenset()),
    }
    names = ("name", "id", "class", "href", "alt", "type", "aria-label")
    found |= {name: node.get(name, "") for name in names}
    box = (boxes or {}).get(path)
    if box:
        width, height = float(box["w"]), float(box["h"])
        found |= {
            "location": (float(box["x"]), float(box["y"])),
            "area": width * height,
            "shape": width / height if height else 0.0,
        }
    return {name: value for name, value in found.items() if value}


def _visible_text(node: etree._Element) -> str:
    text = " ".join("".join(node.itertext(etree.Element, with_tail=True)).split())
    return (text or node.get("value", "") or node.get("placeholder", ""))[:500].lower()


def _is_button(node: etree._Element) -> bool:
    if node.tag == "button" or (node.tag == "input" and node.get("type") in _BUTTON_TYPES):
        return True
    return node.tag == "a" and "btn" in node.get("class", "")


def _path_from_id(node: etree._Element) -> str:
    steps: list[str] = []
    here: etree._Element | None = node
    while here is not None:
        if here.get("id"):
            return f'//*[@id="{here.get("id")}"]' + "".join(reversed(steps))
        parent = here.getparent()
        alike = [] if parent is None else [n for n in parent if n.tag == here.tag]
        place = f"[{alike.index(here) + 1}]" if len(alike) > 1 else ""
        steps.append("/" + str(here.tag) + place)
        here = parent
    return "".join(reversed(steps))


def _neighbours(
    elements: Mapping[str, etree._Element], boxes: Boxes
) -> Mapping[str, frozenset[str]]:
    """Return the words that stand within 50 pixels of each element that is not too large."""
    shown = [
        path
        for path, node in elements.items()
        if node.tag in _CANDIDATES and boxes.get(path, {}).get("visible", False)
    ]
    low = [path for path in shown if boxes[path]["h"] <= _TALLEST]
    if not low:
        return {}
    x, y, width, height = (np.array([float(boxes[p][k]) for p in low]) for k in "xywh")
    words = [frozenset(_visible_text(elements[path]).split()) for path in low]
    found = {}
    for path in low:
        box = boxes[path]
        if box["w"] > _WIDEST:
            continue
        meets = (x <= box["x"] + box["w"] + _AROUND) & (x + width >= box["x"] - _AROUND)
        meets &= (y <= box["y"] + box["h"] + _AROUND) & (y + height >= box["y"] - _AROUND)
        near = (words[i] for i in np.flatnonzero(meets) if low[i] != path)
        found[path] = frozenset[str]().union(*near)
    return found


# ------------------------------------------------------------------------------------------ answer


def _relocate(  # noqa: PLR0913, PLR0917  # the yardstick's question, and the weights
    properties: tuple[Property, ...],
    old_html: str,
    new_html: str,
    target: str,
    old_boxes: Boxes | None,
    new_boxes: Boxes | None,
) -> Answer:
    """Return the candidate with the highest sum, and the share of the sum that it reached."""
    known = _describe(properties, old_html, old_boxes)
    wanted, was_hidden = known.properties[target], target not in known.visible
    page = _describe(properties, new_html, new_boxes)
    scored = [(p, c, w, wanted[p]) for p, w, c in properties if p in wanted]
    best, found = -1.0, None
    for path, seen in page.properties.items():
        if path not in page.visible and not (was_hidden and seen["tag"] in _CANDIDATES):
            continue
        score = sum(weight * compare(value, seen[name])
                    for name, compare, weight, value in scored if name in seen)  # fmt: skip
        if score > best:
            best, found = score, path
    total = sum(weight for _, _, weight, _ in scored)
    return (None, None) if found is None else (found, round(100 * best / total, 2))


relocate_original = partial(_relocate, ORIGINAL)
relocate_optimised = partial(_relocate, OPTIMISED)
