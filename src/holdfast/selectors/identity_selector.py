"""dsl_identity: finds by the anchor/path/target description of an element.

Metadata: ``dsl``, the description as JSON data; or ``selector``, the same as one line. Only an
element that answers alone is found. When the target is missing, its anchor (or what else the
description falls back to) is named as a near miss, and is never offered for clicking.
"""

from types import MappingProxyType

from holdfast.model.element_identity import Resolution
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult, StrategyType
from holdfast.page.metadata import read_frame
from holdfast.page.strategy_port import MATCHES, MOST_MATCHES, centre_of, failures_as_results

SUCCESS, DEGRADED = "success", "degraded-fallback"  # of a resolution, as files spell them
IDENTITY = "dsl"  # the key of the description in the strategy's metadata


@failures_as_results
def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return the one element that answers the recorded identity."""
    resolution = _resolve(strategy, snapshot, read_frame(strategy.metadata))
    if resolution.status != SUCCESS or resolution.node is None:
        return StrategyEvaluationResult.failure(
            strategy, _near_miss(resolution, snapshot), match_count=len(resolution.candidates)
        )
    return StrategyEvaluationResult(
        strategy=strategy,
        found=True,
        confidence=resolution.confidence,
        node=resolution.node,
        click_point=centre_of(snapshot, resolution.node),
        match_count=1,
        metadata=MappingProxyType(
            {
                MATCHES: resolution.candidates[:MOST_MATCHES],
                "warnings": resolution.warnings,
                "degradationReason": resolution.degradation_reason,
            }
        ),
    )


def selects(strategy: LocatorStrategy, node: Node) -> bool:
    """Return whether the node alone answers the recorded identity; this asks the whole page."""
    return _resolve(strategy, node.snapshot, node.frame).node == node.index


def say(strategy: LocatorStrategy) -> str:
    """Return in words what was the same."""
    del strategy  # the description is too long to be told
    return "its landmark, path and description are the recorded ones"


def _resolve(strategy: LocatorStrategy, snapshot: Snapshot, frame: int) -> Resolution:
    """Return where the recorded identity leads; the resolver is imported when it is asked."""
    from holdfast.identity.identity_json import from_data
    from holdfast.identity.notation import from_string
    from holdfast.identity.resolve import resolve

    data = strategy.metadata.get(IDENTITY)
    if data is None and strategy.selector is None:
        raise ValueError(f"{IDENTITY} is missing: neither in the metadata nor as selector")
    identity = from_string(strategy.selector or "") if data is None else from_data(data)
    return resolve(identity, snapshot, frame=frame)


def _near_miss(resolution: Resolution, snapshot: Snapshot) -> str:
    """Return why nothing was found, and what stands nearest to it."""
    told = resolution.error or "; ".join(resolution.warnings)
    if resolution.status == DEGRADED and resolution.node is not None:
        near = snapshot.nodes[resolution.node]
        return f"{told}; near miss: <{near.tag[:80]}> at {near.xpath[-200:]}"
    return told


def describe(node: Node) -> LocatorStrategy:
    """Return the identity as it is recorded; every element has one."""
    from holdfast.identity.generate import generate

    identity = generate(node.snapshot, node)
    return LocatorStrategy(
        type=StrategyType.DSL_IDENTITY,
        confidence=identity.meta.confidence,
        metadata=MappingProxyType({IDENTITY: identity.to_json()}),
    )
