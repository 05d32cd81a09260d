"""Locators: proves on the live page which one finds an element, and writes that one as code."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from holdfast.engine import PRIMARY_TYPES
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyType
from holdfast.page.tables import tables_of
from holdfast.ports import LivePage, LiveTarget, SelectorProof
from holdfast.selectors.css import css_path
from holdfast.selectors.describe import strategies_for
from holdfast.selectors.semantic import HEARD
from holdfast.selectors.writing import code_of, frames_of, selectors_of

_HAIR = 1e-9  # weights are binary fractions


class WrittenLocator(NamedTuple):
    """A locator as code; a fragile one counts siblings, for nothing else was unique."""

    code: str
    is_fragile: bool


def write_locator(fingerprint: Fingerprint) -> WrittenLocator:
    """Return the code of a recorded element: that of its first selector, proved where it could."""
    frames = frames_of(fingerprint.node)
    for strategy in _unique(fingerprint.strategies):
        try:
            code = code_of(strategy, frames)
        except ValueError:  # damaged, or somebody's attempt
            continue
        return WrittenLocator(code, ":nth-" in code)
    best = selectors_of(fingerprint.node)[0]
    return WrittenLocator(best.playwright, best.is_fragile)


async def proved(proof: SelectorProof, fingerprint: Fingerprint) -> Fingerprint | None:
    """Return the fingerprint with the first selector that finds its element, and nothing else.

    None when none does: then the page is another by now, or the element has no selector.
    """
    node = fingerprint.node
    frames, path = frames_of(node), css_path(tables_of(node.snapshot), node)
    for strategy in _unique(fingerprint.strategies):
        if await proof.is_found(strategy, frames):
            return _with_first(fingerprint, strategy, strategy)
        if strategy.type is StrategyType.CDP_SEMANTIC:
            told = _as_heard(strategy, await proof.heard(path, frames))
            if told is not None and await proof.is_found(told, frames):
                return _with_first(fingerprint, strategy, told)
    return None


async def spell_unique(
    page: LivePage, location: Location, target: LiveTarget, weighed: Location | None = None
) -> str:
    """Return code, the most readable first, that finds this element and nothing else; or "".

    ``weighed`` is the location by what is not asserted about the element: what is asserted is not
    in the code, and without it there may be nothing but its place.
    """
    assert location.best is not None, "there is a target"
    node, proof = location.best.node, page.proof(target)
    frames = frames_of(node)
    known = node if weighed is None else weighed.candidates[0].node
    written = [*_unique(strategies_for(known)), *_places(node, weighed)]
    for strategy in written:
        if await proof.is_found(strategy, frames):
            return code_of(strategy, frames)
    return ""


def _places(node: Node, weighed: Location | None) -> Sequence[LocatorStrategy]:
    """Return the place among siblings, where all that tells the element apart is asserted."""
    if weighed is None:
        return ()
    path = css_path(tables_of(node.snapshot), node)
    kind = StrategyType.CSS_SELECTOR
    return (LocatorStrategy(type=kind, selector=path, confidence=BASE_WEIGHTS[kind]),)


async def spell_first(
    page: LivePage, location: Location, target: LiveTarget, weighed: Location | None = None
) -> str:
    """Return the same, or the most readable code there is: for those who act on the element."""
    assert location.best is not None, "there is a target"
    proved_code = await spell_unique(page, location, target, weighed)
    return proved_code or selectors_of(location.best.node)[0].playwright


def _unique(strategies: Sequence[LocatorStrategy]) -> Sequence[LocatorStrategy]:
    """Return the selectors that found one element only when they were recorded."""
    selectors = [one for one in strategies if one.type in PRIMARY_TYPES]
    return [one for one in selectors if one.confidence >= BASE_WEIGHTS[one.type] - _HAIR]


def _as_heard(strategy: LocatorStrategy, heard: tuple[str, str] | None) -> LocatorStrategy | None:
    """Return the selector with the role and name that the driver hears, if they are others."""
    role, name = strategy.metadata.get("role"), strategy.metadata.get("name")
    if heard is None or heard == (role, name):
        return None
    told = {"role": heard[0], "name": heard[1]}
    return replace(strategy, metadata=MappingProxyType({**strategy.metadata, HEARD: told}))


def _with_first(
    fingerprint: Fingerprint, old: LocatorStrategy, first: LocatorStrategy
) -> Fingerprint:
    others = (one for one in fingerprint.strategies if one is not old)
    return replace(fingerprint, strategies=(first, *others))
