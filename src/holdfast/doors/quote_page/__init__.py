"""Quote page: shows a page's text with all annotations marked, as one HTML page by itself."""

from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined

from holdfast.model.harmless import harmless_page
from holdfast.quotes.annotation_list import AnchoredList, AnchoredTarget, TargetState
from holdfast.quotes.page_text import QuotableText

SHOWN_STATES = (
    TargetState.KEPT,
    TargetState.MOVED,
    TargetState.EDITED,
    TargetState.ORPHANED,
    TargetState.UNREADABLE,
    TargetState.PAGE,
)

Mark = tuple[int, int, int, str]  # start, end, number and state of a target


class Piece(NamedTuple):
    """A stretch of the text: in which paragraph, and the numbers of the targets that lie on it."""

    text: str
    numbers: tuple[int, ...]
    state: str
    is_new_block: bool


def quote_page(found: AnchoredList, page: QuotableText, title: str) -> str:
    """Return the page; every text in it is escaped."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = (files(__package__) / "quotes.html").read_text(encoding="utf-8")
    shown = environment.from_string(template).render(
        title=title,
        targets=[_entry(number, target) for number, target in enumerate(found.targets, 1)],
        counts=[(state.value, found.count(state)) for state in SHOWN_STATES if found.count(state)],
        pieces=list(_pieces(found, page)),
    )
    return harmless_page(shown)


def _entry(number: int, target: AnchoredTarget) -> dict[str, object]:
    anchoring = target.anchoring
    return {
        "number": number,
        "state": target.state.value,
        "words": "" if anchoring is None else anchoring.quote.exact,
        "body": _body(target.annotation),
        "confidence": None if anchoring is None or anchoring.is_orphaned else anchoring.confidence,
        "reason": "" if anchoring is None else anchoring.reason,
        "changes": () if anchoring is None else anchoring.changes,
        "near": None if anchoring is None else anchoring.near_miss,
        "notes": target.notes,
    }


def _body(annotation: dict[str, object]) -> str:
    """Return what a person wrote: ``text`` of Hypothesis, or the value of a textual body."""
    body = annotation.get("text") or annotation.get("bodyValue") or annotation.get("body") or ""
    bodies = body if isinstance(body, list) else [body]
    told = (one.get("value", "") if isinstance(one, dict) else one for one in bodies)
    return " · ".join(str(one) for one in told if one)


def _pieces(found: AnchoredList, page: QuotableText) -> Iterator[Piece]:
    """Yield the visible text cut wherever a mark begins or ends, or a block does."""
    spans = [
        (there.start, there.end, number, target.state.value)
        for number, target in enumerate(found.targets, 1)
        if target.anchoring is not None and target.anchoring.range is not None
        for there in target.anchoring.parts or (target.anchoring.range,)
    ]
    borders, tucked = set(page.borders), set(page.hidden)
    cuts = {0, len(page.text), *borders, *(at for stretch in tucked for at in stretch)}
    cuts |= {at for start, end, _, _ in spans for at in (start, end)}
    begins: dict[int, list[Mark]] = defaultdict(list)
    ends: dict[int, list[Mark]] = defaultdict(list)
    for span in spans:
        begins[span[0]].append(span)
        ends[span[1]].append(span)
    on: list[Mark] = []
    unseen, is_new = 0, True
    hiding = dict(sorted(tucked))
    for start, end in pairwise(sorted(cuts)):
        on = [span for span in on if span not in ends[start]] + begins[start]
        unseen = max(unseen, hiding.get(start, 0))
        is_new = is_new or start in borders
        if start >= unseen:
            numbers = tuple(span[2] for span in on)
            yield Piece(page.text[start:end], numbers, on[0][3] if on else "", is_new)
            is_new = False
