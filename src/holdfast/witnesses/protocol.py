"""Witness: knows what the markup does not, and gives odds for nodes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Protocol, TypeAlias

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult, StrategyType

# The key under which a witness weighs the element's being nowhere against the nodes it names.
# Without it being gone keeps its probability; and it counts only for what is drawn, not written.
NOWHERE = -1

Odds: TypeAlias = Mapping[int, float]  # log-odds by node: 0 says nothing, 0.7 twice as likely
Results: TypeAlias = Mapping[StrategyType, StrategyEvaluationResult]


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was recorded about the element that is looked for."""

    fingerprint: Fingerprint

    @property
    def node(self) -> Node:
        """Return the element on the page that it was recorded on."""
        return self.fingerprint.node

    def find(self, kind: StrategyType) -> LocatorStrategy | None:
        """Return what was recorded for one kind of witness, None when nothing was."""
        return next((s for s in self.fingerprint.strategies if s.type is kind), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentPage:
    """The page as it is now, and what is known about it when witnesses are heard.

    ``candidates`` are the nodes that the matcher lists, best first. ``frame`` is the document to
    look in, None when it is gone. ``stayed`` says how much of the layout around the element is
    where it was, 0 to 1. ``results`` are what the recorded strategies of our own witnesses found,
    and ``advised`` is the node that an adviser chose, None when nobody was asked.
    """

    snapshot: Snapshot
    frame: int | None = 0
    candidates: Sequence[int] = ()
    stayed: float = 0.0
    results: Results = field(default_factory=lambda: MappingProxyType({}))
    advised: int | None = None


class Witness(Protocol):
    """Whoever knows more than the markup says. A module with a function ``odds`` is one.

    A text ``reason`` beside it is told for the nodes that it speaks for.
    """

    def odds(self, target: Recorded, page: CurrentPage) -> Odds:
        """Return log-odds by node; nothing when there is nothing to say."""
        ...


ODDS_FORMAT = "holdfast-odds/1"


@cache
def fitted_odds() -> Mapping[str, Mapping[str, float]]:
    """Return what each witness's word was measured to be worth: log-odds by what it says.

    ``holdfast bench fit-witnesses`` makes the file: ``place`` from labelled page pairs with boxes,
    ``reading`` from our own pages as a browser shows them and a text reader reads them.
    """
    data = json.loads((files("holdfast.witnesses") / "odds.json").read_text("utf-8"))
    if data["format"] != ODDS_FORMAT:
        raise ValueError(f"wanted odds in the format {ODDS_FORMAT}, got {data['format']!r}")
    return {name: data[name] for name in ("trail", "coordinates", "vision_ocr")}
