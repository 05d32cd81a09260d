"""Witnesses come in by entry points; a broken one leaves a note, one of yours changes a result."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from holdfast.engine import locate
from holdfast.model.candidate import Location, Refusal
from holdfast.model.snapshot import Snapshot
from holdfast.testing import a_fingerprint, a_page, a_strategy
from holdfast.witnesses import coordinates, trail
from holdfast.witnesses.installed import GROUP, OLD_GROUP, installed_witnesses, load_witnesses

OURS = {"trail", "coordinates", "vision_ocr", "adviser"}
TRAIL = EntryPoint(name="trail", value="holdfast.witnesses.trail", group=GROUP)


def entry(name: str, value: str, group: str = GROUP) -> EntryPoint:
    return EntryPoint(name=name, value=value, group=group)


def test_ours_are_installed_by_the_same_door() -> None:
    assert set(installed_witnesses().witnesses) == OURS


def test_a_module_and_an_object_can_both_be_witnesses(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("their_module")
    module.place = coordinates  # type: ignore[attr-defined]  # a module made by hand
    monkeypatch.setitem(sys.modules, "their_module", module)
    found = load_witnesses((TRAIL, entry("weather", "their_module:place")))
    assert found.witnesses == {"trail": trail, "weather": coordinates}
    assert found.notes == ()


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no.such.module", "cannot be loaded: ModuleNotFoundError"),
        ("holdfast.witnesses.trail:nothing", "cannot be loaded: AttributeError"),
        ("holdfast.witnesses.movement", "has no function 'odds'"),
    ],
)
def test_a_broken_plugin_leaves_a_note_and_the_others_work(value: str, told: str) -> None:
    found = load_witnesses((entry("weather", value), TRAIL))
    assert set(found.witnesses) == {"trail"}
    (note,) = found.notes
    assert told in note
    assert "weather" in note


def test_a_plugin_does_not_take_the_place_of_ours() -> None:
    found = load_witnesses((entry("trail", "another.package"), TRAIL))
    assert found.witnesses == {"trail": trail}
    assert "another.package" in found.notes[0]


def test_a_strategy_of_the_first_edition_is_told_where_to_go() -> None:
    found = load_witnesses((entry("vision_ocr", "their.reading", OLD_GROUP),))
    assert found.witnesses == {}
    (note,) = found.notes
    assert "'holdfast.strategies' is no more" in note
    assert "'holdfast.witnesses'" in note


# ------------------------------------------------------------------------------ a real distribution

HOW_TO = Path(__file__).parents[3] / "docs" / "how-to" / "write-a-witness.md"

HEAD = "<h1>Checkout</h1><nav><a href=/cart>Cart</a><a href=/help>Help</a></nav>"
OLD = a_page(f"{HEAD}<main><button>Pay</button></main>")
NOW = a_page(f"{HEAD}<p><button class=a>Pay</button></p><p><button class=b>Pay</button></p>")
PAY = a_fingerprint(OLD, "button", a_strategy("css_selector", selector="main > button"))
SECOND = """
reason = "the customer said so"

def odds(target, page):
    return {i: 6.0 for i in page.candidates if page.snapshot.nodes[i].get("class") == "b"}
"""
BROKEN = "def odds(target, page):\n    raise RuntimeError('no line to the customer')\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder that packages are found in, and forget them afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    installed_witnesses.cache_clear()
    sys.modules.pop("their_witness", None)


def install(site: Path, source: str, group: str = GROUP) -> None:
    """Install a package with one module behind one entry point."""
    (site / "their_witness.py").write_text(source, "utf-8")
    info = site / "their_witness-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-witness\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\ncustomer = their_witness\n")
    installed_witnesses.cache_clear()


def located_with(site: Path, source: str, group: str = GROUP) -> Location:
    """Return where it is once a package with this witness is installed."""
    install(site, source, group)
    return locate(PAY, NOW)


def test_an_installed_witness_tells_equals_apart(site: Path) -> None:
    installed_witnesses.cache_clear()
    assert locate(PAY, NOW).refusal is Refusal.AMBIGUOUS
    found = located_with(site, SECOND)
    assert found.node is not None
    assert found.node.get("class") == "b"
    assert "the customer said so" in found.reason


def test_a_witness_that_fails_leaves_a_note_and_changes_nothing(site: Path) -> None:
    installed_witnesses.cache_clear()
    before = locate(PAY, NOW)
    found = located_with(site, BROKEN)
    assert found.candidates == before.candidates
    assert "witness 'customer' failed with RuntimeError: no line to the customer" in found.notes


def test_an_installed_strategy_of_the_first_edition_leaves_a_note(site: Path) -> None:
    found = located_with(site, "def evaluate(strategy, snapshot): ...\n", OLD_GROUP)
    assert any("register it under 'holdfast.witnesses'" in note for note in found.notes)


def test_the_witness_of_the_how_to_finds_the_row_that_was_asked_about(site: Path) -> None:
    def a_table(*orders: str) -> Snapshot:
        rows = "".join(f"<tr data-order={o}><td><button>Pay</button></td></tr>" for o in orders)
        return a_page(f"<table><tbody>{rows}</tbody></table>")

    old, now = a_table("1002"), a_table("1001", "1002", "1003")
    (source,) = re.findall(r"```python\n(.*?)```", HOW_TO.read_text("utf-8"), re.DOTALL)
    (group,) = re.findall(r'entry-points."(.*?)"', HOW_TO.read_text("utf-8"))
    install(site, source, group)
    found = locate(a_fingerprint(old, "button"), now)
    assert found.best is not None
    assert found.best.node == now.select("button")[1]
    assert "the ticket is about its row" in [said.reason for said in found.best.evidence]
