"""Location JSON: writes a location and strategies' results as plain data, for programs."""

from collections.abc import Mapping, Sequence

from holdfast.app.inquiry import Inquired
from holdfast.deciding.decision_words import explain
from holdfast.model.candidate import Candidate, Location
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult
from holdfast.selectors.other_spellings import as_javascript, spellings_of
from holdfast.selectors.writing import selectors_of


def asked_to_json(target: str, asked: Inquired) -> dict[str, object]:
    """Return where an element is and what may be done with it; ``code`` only if it may be used."""
    location, decision = asked.location, asked.decision
    node = location.node if asked.applies else None
    told = {
        "label": asked.label,
        "applies": asked.applies,
        "reason": asked.reason,
        "action": "auto_apply" if decision is None else decision.action.value,
        "confidence": None if decision is None else decision.confidence,
        "gates": [] if decision is None else [gate.to_json() for gate in decision.gates],
        "sentences": [] if decision is None else list(explain(decision)),
    }
    code = None if node is None else spellings_of(node)
    return {**location_to_json(target, location), "decision": told, "code": code}


def location_to_json(target: str, location: Location) -> dict[str, object]:
    """Return where an element is, how sure, and why; ``target`` is what was asked for."""
    node = location.node
    return {
        "target": target,
        "found": node is not None,
        "held": location.held,
        "xpath": None if node is None else node.xpath,
        "frame": None if node is None else list(node.snapshot.scope_path(node.index)),
        "probability": location.probability,
        "pGone": location.p_gone,
        "margin": location.margin,
        "refusal": location.refusal,
        "reason": location.reason,
        "candidates": [_candidate_data(candidate) for candidate in location.candidates],
        "equivalents": [twin.xpath for twin in location.equivalents],
        "selectors": [] if node is None else selectors_to_json(node),
        "notes": list(location.notes),
    }


def _candidate_data(candidate: Candidate) -> dict[str, object]:
    node = candidate.node
    return {
        "xpath": node.xpath,
        "tag": node.tag,
        "role": node.role,
        "name": node.name,
        "probability": candidate.probability,
        "evidence": [
            {"strategy": e.strategy, "score": e.score, "reason": e.reason}
            for e in candidate.evidence
        ],
    }


def selectors_to_json(node: Node) -> list[dict[str, object]]:
    """Return the selectors that find an element and no other, most readable first."""
    return [
        {
            "kind": s.kind,
            "playwright": s.playwright,
            "javascript": as_javascript(s.playwright),
            "css": s.css,
            "fragile": s.is_fragile,
        }
        for s in selectors_of(node)
    ]


def results_to_json(
    results: Sequence[StrategyEvaluationResult], snapshot: Snapshot
) -> list[dict[str, object]]:
    """Return what strategies found, under the seeds' names; nodes are given by their XPath."""
    return [
        {
            "strategy": {"type": r.strategy.type.value, "selector": r.strategy.selector},
            "found": r.found,
            "confidence": r.confidence,
            "xpath": None if r.node is None else snapshot.nodes[r.node].xpath,
            "clickPoint": None if r.click_point is None else r.click_point._asdict(),
            "duration": round(r.duration_ms, 3),
            "matchCount": r.match_count,
            "error": r.error,
            "metadata": _plain(r.metadata),
        }
        for r in results
    ]


def _plain(value: object) -> object:
    """Return metadata as JSON can hold it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
