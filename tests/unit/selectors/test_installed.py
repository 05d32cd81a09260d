"""Strategies come in by entry points; a broken one leaves a note."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from holdfast.model.strategy import BASE_WEIGHTS, StrategyType
from holdfast.selectors import markup as selector
from holdfast.selectors import semantic
from holdfast.selectors.installed import GROUP, installed_strategies, load_strategies


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name=name, value=value, group=GROUP)


def test_ours_are_installed_by_the_same_door() -> None:
    later = {StrategyType.VISION_OCR}  # needs a picture of the page
    assert set(BASE_WEIGHTS) - later <= set(installed_strategies().strategies)


def test_a_module_and_an_object_can_both_be_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("their_module")
    module.finder = selector  # type: ignore[attr-defined]  # a module made by hand
    monkeypatch.setitem(sys.modules, "their_module", module)
    ours = entry("cdp_semantic", "holdfast.selectors.semantic")
    found = load_strategies((ours, entry("vision_ocr", "their_module:finder")))
    assert found.strategies == {"cdp_semantic": semantic, "vision_ocr": selector}
    assert found.notes == ()


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no.such.module", "cannot be loaded: ModuleNotFoundError"),
        ("holdfast.selectors.strategy_port:nothing", "cannot be loaded: AttributeError"),
        ("holdfast.selectors.lookup", "has no function 'evaluate'"),
    ],
)
def test_a_broken_plugin_leaves_a_note_and_the_others_work(value: str, told: str) -> None:
    ours = entry("cdp_semantic", "holdfast.selectors.semantic")
    found = load_strategies((entry("vision_ocr", value), ours))
    assert set(found.strategies) == {"cdp_semantic"}
    (note,) = found.notes
    assert told in note
    assert "vision_ocr" in note


def test_a_plugin_does_not_take_the_place_of_ours() -> None:
    theirs = entry("cdp_semantic", "another.package")
    ours = entry("cdp_semantic", "holdfast.selectors.semantic")
    found = load_strategies((theirs, ours))
    assert found.strategies == {"cdp_semantic": semantic}
    assert "another.package" in found.notes[0]
