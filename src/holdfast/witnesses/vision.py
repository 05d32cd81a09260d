"""vision_ocr: from what stands to be read on the page, whoever or whatever wrote it there.

Metadata: ``targetText``, and optionally ``textBbox`` {x, y, width, height} with the ``viewport``
and ``scroll`` of the recording, ``exact``, ``caseSensitive``, ``variations``, ``ocrConfidence``.

The picture is read elsewhere. Here its text, given as regions in CSS pixels of the document, is
searched, and the place found is mapped back to the element there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.search_settings import VisionStrategyConfig
from holdfast.model.snapshot import Box, Point, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    JsonObject,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.model.text_region import TextRegion
from holdfast.page.kinds import control_of, is_actionable
from holdfast.page.layout import View, bring_box, stacks_at
from holdfast.page.metadata import find_box, find_text, read_frame, read_view, words_at
from holdfast.page.strategy_port import MATCHES
from holdfast.witnesses.protocol import NOWHERE, CurrentPage, Odds, Recorded, fitted_odds
from holdfast.witnesses.text_search import (
    MatchType,
    SearchWords,
    TextMatch,
    find_fuzzy,
    find_words,
    normalise,
    searchable,
    try_variations,
)

reason = "its words can be read there"

LOWEST = BASE_WEIGHTS[StrategyType.VISION_OCR]  # 0.70: found at all
RANGE = 0.20  # from there to a perfect reading
OCR_SHARE, QUALITY_SHARE, TYPE_SHARE = 0.4, 0.4, 0.2
TYPE_FACTORS: Mapping[MatchType, float] = {
    MatchType.EXACT: 1.0,
    MatchType.CONTAINS: 0.95,  # a longer text that says it too
    MatchType.VARIATION: 0.90,  # the same words, written otherwise
    MatchType.FUZZY: 0.85,  # nearly the same letters
}
POSITION_BONUS = 0.05  # it stands where it stood
HIGHEST = 0.95  # a picture is never certain
# What is read in a frame belongs to the document in it, and a match never crosses silently.
FRAME_TAGS = frozenset({"iframe", "frame"})


@dataclass(frozen=True, slots=True)
class Vision:
    """The strategy for one reading of a page; ``is_fresh`` allows fuzzy matching."""

    regions: Sequence[TextRegion]
    is_fresh: bool = True
    config: VisionStrategyConfig = field(default_factory=VisionStrategyConfig)

    def evaluate(self, strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        """Return the element at which the recorded text is read; never raises."""
        try:
            return self._evaluate(strategy, snapshot)
        except ValueError as exc:
            return StrategyEvaluationResult.failure(strategy, str(exc))

    def _evaluate(self, strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        frame = read_frame(strategy.metadata)
        recorded = recorded_box(strategy, snapshot)
        words = read_words(strategy.metadata, recorded, self.config)
        match = self._find(words)
        if match is None:
            told = f"text {words.text!r} is not to be read on the page"
            return StrategyEvaluationResult.failure(strategy, told)
        point = Point(*match.box.centre)
        node = element_at(snapshot, point, frame)
        if node is None or snapshot.tags[node] in FRAME_TAGS:
            told = f"text {words.text!r} is read at a place where the document has no element"
            return StrategyEvaluationResult.failure(strategy, told)
        return StrategyEvaluationResult(
            strategy=strategy,
            found=True,
            confidence=confidence_of(match, recorded, self.config),
            node=node,
            click_point=point,
            match_count=1,
            metadata=_result_metadata(match, node),
        )

    def _find(self, words: SearchWords) -> TextMatch | None:
        regions = searchable(self.regions, self.config.min_ocr_confidence)
        found = find_words(regions, words)
        if found is None and self.config.try_variations:
            found = try_variations(regions, words)
        if found is None and self.is_fresh:
            found = find_fuzzy(regions, words, self.config.fuzzy_match_threshold)
        return found


def read_words(
    metadata: JsonObject, recorded: Box | None, config: VisionStrategyConfig
) -> SearchWords:
    """Return what to look for; a missing or too long text is a ``ValueError``."""
    text = find_text(metadata, "targetText")
    if not text or not text.strip():
        raise ValueError("vision strategy requires targetText in metadata")
    if len(text) > config.max_text_length:
        raise ValueError(f"target text too long ({len(text)} > {config.max_text_length})")
    return SearchWords(
        text=text,
        exact=metadata.get("exact") is True,
        case_sensitive=metadata.get("caseSensitive") is True,
        variations=_variations(metadata.get("variations")),
        near=None if recorded is None else Point(*recorded.centre),
    )


def _variations(given: object) -> tuple[str, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list | tuple) or not all(isinstance(text, str) for text in given):
        raise ValueError(f"variations must be a list of texts, got {str(given)[:80]!r}")
    return tuple(given)


def recorded_box(strategy: LocatorStrategy, snapshot: Snapshot) -> Box | None:
    """Return where the text stood, brought to the current page; None when that is not known."""
    box = find_box(strategy.metadata, "textBbox")
    if box is None:
        return None
    return bring_box(box, read_view(strategy.metadata), View.of(snapshot))


def confidence_of(match: TextMatch, recorded: Box | None, config: VisionStrategyConfig) -> float:
    """Return how far the find can be trusted, 0.70 to 0.95."""
    worth = match_confidence(match.region.confidence, match.quality, match.type)
    bonus = POSITION_BONUS if is_in_place(match.box, recorded, config.position_tolerance) else 0.0
    return min(worth + bonus, HIGHEST)


def match_confidence(ocr_confidence: float, quality: float, kind: MatchType) -> float:
    """Return the worth of a find by how surely it was read and how well it fits, 0.70 to 0.90."""
    combined = (
        OCR_SHARE * ocr_confidence / 100 + QUALITY_SHARE * quality + TYPE_SHARE * TYPE_FACTORS[kind]
    )
    return LOWEST + RANGE * combined


def is_in_place(box: Box, recorded: Box | None, tolerance: float) -> bool:
    """Return whether the middle of the text is near where it was, in x and in y."""
    if recorded is None:
        return False
    (x, y), (then_x, then_y) = box.centre, recorded.centre
    return abs(x - then_x) <= tolerance and abs(y - then_y) <= tolerance


def element_at(snapshot: Snapshot, point: Point, frame: int) -> int | None:
    """Return the control at a point of the document, or the topmost element; None for bare ground.

    The words of a label are those of its field. A canvas has no controls inside; the point itself
    is what is to be clicked.
    """
    (stack,) = stacks_at(snapshot, [point], frame=frame)
    if not stack:
        return None
    control = control_of(snapshot, stack[0])
    field_ = None if is_actionable(snapshot, control) else _labelled(snapshot, control)
    return control if field_ is None else field_


def _labelled(snapshot: Snapshot, index: int) -> int | None:
    """Return the field of the label that an element is, or is in; None when there is none."""
    label = index
    while label >= 0 and snapshot.tags[label] != "label":
        label = snapshot.parents[label]
    if label < 0:
        return None
    named = snapshot.attributes[label].get("for")
    if named is None:
        inside = range(label + 1, snapshot.index.ends[label])
        return next((i for i in inside if is_actionable(snapshot, i)), None)
    frame = snapshot.frame_of(label)
    for i, own in enumerate(snapshot.attributes):
        if own.get("id") == named and snapshot.frame_of(i) == frame:
            return i
    return None


def _result_metadata(match: TextMatch, node: int) -> JsonObject:
    return MappingProxyType(
        {
            MATCHES: (node,),
            "matchType": match.type.value,
            "matchedText": match.region.text,
            "ocrConfidence": match.region.confidence,
            "bbox": match.box._asdict(),
        }
    )


# ------------------------------------------------------------------------------ what it changes


def strategy_for(fingerprint: Fingerprint, config: VisionStrategyConfig) -> LocatorStrategy | None:
    """Return the recorded strategy, else one made of the element's label; None if it had none."""
    recorded = next((s for s in fingerprint.strategies if s.type is StrategyType.VISION_OCR), None)
    if recorded is not None:
        return recorded
    words = words_at(fingerprint.page, fingerprint.target, config.max_text_length)
    if words is None:
        return None
    return LocatorStrategy(type=StrategyType.VISION_OCR, confidence=LOWEST, metadata=words)


def odds(target: Recorded, page: CurrentPage) -> Odds:
    """Return the odds of what the words were read at; nothing when nobody read the page.

    Words of the document are known to the matcher, and reading them again proves nothing. Words in
    a canvas, a picture or a style are news: what is drawn may be what is missed.
    """
    del target  # what was recorded is in the result
    read = page.results.get(StrategyType.VISION_OCR)
    if read is None or read.node is None or not is_news(page.snapshot, read):
        return {}
    return {read.node: fitted_odds()["vision_ocr"][read.metadata["matchType"]], NOWHERE: 0.0}


def is_news(snapshot: Snapshot, result: StrategyEvaluationResult) -> bool:
    """Return whether words were read that the document itself does not hold at that element."""
    if not result.found or result.node is None:
        return False
    said = f"{snapshot.index.text_of(result.node)} {snapshot.names[result.node]}"
    return normalise(str(result.metadata.get("matchedText", ""))) not in normalise(said)
