"""What strategies found, in words that a tester understands."""

from holdfast.model.candidate import Evidence
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult, StrategyType
from holdfast.page.keys import label_of

LONGEST_QUOTE = 80


def quote(value: object) -> str:
    """Return user data as it stands in messages: in quotes, escaped, cut."""
    text = " ".join(str(value).split())
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")


def describe_element(snapshot: Snapshot, index: int) -> str:
    """Return an element in a few words: ``<button> 'Save'``."""
    label = label_of(snapshot, index) or snapshot.attributes[index].get("placeholder", "")
    return (
        f"<{snapshot.tags[index][:40]}> {quote(label)}"
        if label
        else f"<{snapshot.tags[index][:40]}>"
    )


def evidence_of(result: StrategyEvaluationResult) -> Evidence:
    """Return the reason that a strategy's find gives for an element."""
    among = f", one of {result.match_count}" if result.match_count > 1 else ""
    if result.strategy.type is StrategyType.EVIDENCE_SCORING:
        among = ""  # the others near the end point were not as good
    return Evidence(
        strategy=result.strategy.type.value,
        score=result.confidence,
        reason=f"{_reason(result.strategy)}{among}",
    )


def _reason(strategy: LocatorStrategy) -> str:
    metadata = strategy.metadata
    match strategy.type:
        case StrategyType.CDP_SEMANTIC:
            named = f" named {quote(metadata['name'])}" if metadata.get("name") else ""
            return f"same role {quote(metadata.get('role', ''))}{named}"
        case StrategyType.CDP_POWER:
            return (
                f"same {_BY.get(str(metadata.get('by')), 'words')} {quote(metadata.get('value'))}"
            )
        case StrategyType.DOM_SELECTOR | StrategyType.CSS_SELECTOR:
            return f"the selector {quote(strategy.selector)} finds it"
        case _:
            return _FIXED.get(strategy.type, f"{strategy.type.value} found it")


_FIXED = {
    StrategyType.EVIDENCE_SCORING: "the mouse trail ended at it",
    StrategyType.COORDINATES: "it stands at the recorded place",
    StrategyType.VISION_OCR: "its words are to be read there",
    StrategyType.DSL_IDENTITY: "its landmark, path and description are the recorded ones",
}
_BY = {
    "testId": "test id",
    "label": "label",
    "placeholder": "placeholder",
    "text": "text",
    "alt": "alternative text",
    "title": "title",
}
