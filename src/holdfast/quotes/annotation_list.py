"""Annotation list: many annotations of one page, looked for together and given back as they came.

Read are a single annotation, a list, a Web Annotation page or collection, and what Hypothesis' API
answers (``rows``). Given back is the same data with the selectors of what was found brought up to
date, and under ``holdfast`` what became of each target; nothing else is touched.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum

from holdfast.errors import QuoteInvalid
from holdfast.model.snapshot import Snapshot
from holdfast.quotes.anchoring import Anchoring, AnchorMode
from holdfast.quotes.annotation import read_annotation, to_selectors
from holdfast.quotes.page_text import QuotableText
from holdfast.quotes.quote import Quote
from holdfast.quotes.quote_index import QuoteIndex
from holdfast.quotes.selector_ranges import BODY
from holdfast.quotes.text_fragment import DIRECTIVE, to_text_fragment

Json = dict[str, object]
# What other programs keep around a quote; more of it is kept if more was there.
WRITTEN_CONTEXT = 32


class TargetState(StrEnum):
    """What became of a target."""

    KEPT = "kept"  # the same words, where they were
    MOVED = "moved"  # the same words elsewhere
    EDITED = "edited"
    ORPHANED = "orphaned"
    PAGE = "page"  # speaks of the page as a whole
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchoredTarget:
    """One target of one annotation, and where it is."""

    annotation: Json
    state: TargetState
    anchoring: Anchoring | None = None
    notes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Return the id of the annotation, "" if it has none."""
        return str(self.annotation.get("id") or "")


@dataclass(frozen=True, slots=True)
class AnchoredList:
    """All targets in their order, and the data brought up to date."""

    targets: tuple[AnchoredTarget, ...]
    data: object

    def count(self, state: TargetState) -> int:
        """Return how many targets are in a state."""
        return sum(target.state is state for target in self.targets)


def anchor_annotations(
    data: object, page: str | Snapshot | QuotableText, mode: AnchorMode | str = AnchorMode.BEST
) -> AnchoredList:
    """Return where every target of the annotations is on the page.

    Raises ``QuoteInvalid`` when there are no annotations in the data.
    """
    updated, index = deepcopy(data), QuoteIndex(page)
    pairs = [(item, target) for item in annotations_in(updated) for target in _targets(item)]
    read = [_read(target) for _, target in pairs]
    quotes = [one.quote for one in read if one.quote is not None]
    found = iter(index.anchor_all(quotes, mode))
    targets = []
    for (item, target), one in zip(pairs, read, strict=True):
        anchoring = None if one.quote is None else next(found)
        state = one.state if anchoring is None else _state(anchoring)
        if isinstance(target, dict) and anchoring is not None:
            _bring_up_to_date(target, anchoring, state, index.page)
            if one.notes:
                target["holdfast"]["notes"] = list(one.notes)
        original = AnchoredTarget(
            annotation=item, state=state, anchoring=anchoring, notes=one.notes
        )
        targets.append(original)
    return AnchoredList(tuple(targets), updated)


def annotations_in(data: object) -> list[Json]:
    """Return the annotations of a list, a page, a collection, or of one annotation itself."""
    found = list(_iter_annotations(data))
    if not found:
        seen = f"a {type(data).__name__} without any"
        raise QuoteInvalid("annotations", seen, "give a list, an annotation page or rows")
    return found


def _iter_annotations(data: object) -> Iterator[Json]:
    if isinstance(data, list):
        for item in data:
            yield from _iter_annotations(item)
    elif isinstance(data, dict):
        inner = next((data[key] for key in ("rows", "items", "first") if key in data), None)
        if "target" in data:
            yield data
        elif inner is not None:
            yield from _iter_annotations(inner)


def _targets(annotation: Json) -> list[object]:
    target = annotation["target"]
    return list(target) if isinstance(target, list) else [target]


@dataclass(frozen=True, slots=True)
class _Read:
    quote: Quote | None
    state: TargetState = TargetState.PAGE
    notes: tuple[str, ...] = ()


def _read(target: object) -> _Read:
    if not isinstance(target, dict) or not target.get("selector"):
        return _Read(None)
    try:
        quote, notes = read_annotation(target)
    except QuoteInvalid as exc:
        return _Read(None, TargetState.UNREADABLE, (str(exc).split("\n", 1)[0],))
    return _Read(quote, notes=notes)


def _state(found: Anchoring) -> TargetState:
    quote, there = found.quote, found.range
    if there is None:
        return TargetState.ORPHANED
    if found.changes or found.parts:
        return TargetState.EDITED
    is_there = quote.start is None or there.start == quote.start
    is_point = quote.start_point is not None and there.start_point == quote.start_point
    return TargetState.KEPT if is_there or is_point else TargetState.MOVED


def _bring_up_to_date(
    target: Json, found: Anchoring, state: TargetState, page: QuotableText
) -> None:
    """Write where a target is now into its selectors, and what became of it beside them."""
    told: Json = {"state": state.value, "confidence": found.confidence, "reason": found.reason}
    if found.changes:
        told["changes"] = [change._asdict() for change in found.changes]
    target["holdfast"] = told
    if found.range is None:
        return
    quote = Quote.capture_on(page, found.range.start, found.range.end)
    selectors = target["selector"]
    alone = not isinstance(selectors, list)
    parts = [selectors] if alone else selectors
    assert isinstance(parts, Sequence)
    new = [_renewed(part, quote) for part in parts]
    target["selector"] = new[0] if alone else new


def _renewed(selector: object, quote: Quote) -> object:
    """Return a selector with the new place in its own form; what is not known stays."""
    if not isinstance(selector, dict) or "refinedBy" in selector:
        return selector
    kind = selector.get("type")
    if kind == "Choice" and isinstance(items := selector.get("items"), list):
        return selector | {"items": [_renewed(item, quote) for item in items]}
    if kind == "FragmentSelector" and DIRECTIVE in (value := str(selector.get("value"))):
        return selector | {"value": f"{value.partition(DIRECTIVE)[0]}{to_text_fragment(quote)}"}
    if kind == "RangeSelector" and "startContainer" in selector:
        return selector | _containers(quote)
    fresh = next((part for part in to_selectors(quote) if part["type"] == kind), None)
    if fresh is None:
        return selector
    if kind == "TextQuoteSelector":
        for key, near in (("prefix", quote.context_before), ("suffix", quote.context_after)):
            kept = max(WRITTEN_CONTEXT, len(str(selector.get(key) or "")))
            fresh[key] = near[-kept:] if key == "prefix" else near[:kept]
    return selector | fresh


def _containers(quote: Quote) -> Json:
    found: Json = {}
    for side, point in (("start", quote.start_point), ("end", quote.end_point)):
        if point is not None:
            found[f"{side}Container"] = point.xpath.removeprefix(BODY)
            found[f"{side}Offset"] = point.offset
    return found
