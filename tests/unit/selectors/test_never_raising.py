"""No strategy raises, whatever stands in a file or on a page; and what it says can be relied on."""

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyType
from holdfast.selectors import markup as selector
from holdfast.selectors import power as text
from holdfast.selectors import semantic
from holdfast.selectors.selector_kinds import explain
from holdfast.testing import a_page
from holdfast.witnesses import coordinates
from holdfast.witnesses.trail import EvidenceScoring

PAGE = a_page(
    "<button id=save class=btn>Save</button><label>City<input name=city></label><h2>News</h2>",
    boxes={"button": (0, 0, 50, 20), "h2": (0, 30, 50, 20)},
    viewport=(800, 600),
)
STRATEGIES = {
    StrategyType.CDP_SEMANTIC: semantic,
    StrategyType.CDP_POWER: text,
    StrategyType.DOM_SELECTOR: selector,
    StrategyType.CSS_SELECTOR: selector,
    StrategyType.EVIDENCE_SCORING: EvidenceScoring(),
    StrategyType.COORDINATES: coordinates,
}
# Words that the strategies know, so that some of the nonsense gets past the first check.
KEYS = st.sampled_from(
    ["role", "name", "states", "level", "by", "value", "frame", "x", "y", "width", "height",
     "viewport", "scroll", "attributes", "box", "tagName", "id", "classList", "endpoint",
     "mouseTrail", "pattern", "timestamp", "checked"]
)  # fmt: skip
WORDS = st.sampled_from(["button", "heading", "Save", "testId", "text", "direct"]) | st.text()
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(), inner, max_size=5)
    ),
    max_leaves=12,
)
METADATA = st.dictionaries(KEYS, VALUES, max_size=8)
SELECTORS = (
    st.none() | st.text() | st.sampled_from(["#save", "*", "//*", "p:has(", "a:nth-child(0)"])
)


@pytest.mark.parametrize(("kind", "module"), STRATEGIES.items())
@given(metadata=METADATA, wanted=SELECTORS, worth=st.floats(0, 1))
def test_whatever_the_file_says_there_is_an_answer(
    kind: StrategyType, module: ModuleType, metadata: dict[str, object], wanted: str, worth: float
) -> None:
    strategy = LocatorStrategy(type=kind, confidence=worth, selector=wanted, metadata=metadata)
    result = module.evaluate(strategy, PAGE)
    assert result.strategy is strategy
    assert result.found is (result.node is not None) is (result.error is None)
    assert 0.0 <= result.confidence <= max(worth, BASE_WEIGHTS[kind] + 0.1)
    assert result.node is None or 0 <= result.node < len(PAGE)
    assert all(0 <= reason.score <= 1 for reason in explain((strategy,), PAGE.nodes[-1]))


@pytest.mark.parametrize(("kind", "module"), STRATEGIES.items())
@pytest.mark.parametrize("metadata", [None, [], "text", 7])
def test_metadata_that_is_no_object_is_told(
    kind: StrategyType, module: ModuleType, metadata: object
) -> None:
    strategy = LocatorStrategy(type=kind, confidence=0.5, selector="#save", metadata=metadata)  # type: ignore[arg-type]  # wrong on purpose
    assert module.evaluate(strategy, PAGE).error
