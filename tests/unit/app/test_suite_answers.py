"""Suite answers: fingerprints and patch follow an answer together, and go back together."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from holdfast import fingerprint, parse
from holdfast.adapters.fingerprint_files import FingerprintFiles
from holdfast.adapters.healed_files import HealedFiles
from holdfast.app.proposing import fingerprint_id
from holdfast.app.suite_answers import SuiteAnswers
from holdfast.app.written import Healed, record_name
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.remembered import Healing
from holdfast.model.thresholds import HealingAction

PLACE, KIND, URL = "tests/test_x.py/test_y/ab12", "/basket", "https://shop.example/basket"
OLD = fingerprint(parse("<main><button id=save>Save</button></main>"), "#save")
NEW = parse("<main><button class=a>Save note</button><button class=b>Discard</button></main>")
FOUND, OTHER = fingerprint(NEW, ".a"), fingerprint(NEW, ".b")
CODE = 'page.get_by_role("button", name="Save note", exact=True)'


def refused(expression: str = 'page.locator("#save")') -> Healed:
    return Healed(
        place=PLACE,
        file="tests/test_x.py",
        function="test_y",
        line=3,
        expression=expression,
        instead=CODE,
        confidence=70,
        action=HealingAction.SUGGEST_ONLY,
        was="Save",
        now="Save note",
        reason="",
        used=False,
        succeeded=False,
    )


def a_healing(chosen: object = None) -> Healing:
    return Healing(
        entry_id="run/1/1",
        run_id="run",
        step_number=1,
        created_at=datetime(2026, 3, 1, tzinfo=UTC),
        confidence=70,
        action=HealingAction.SUGGEST_ONLY,
        step_id=PLACE,
        fingerprint_id=fingerprint_id(OLD),
        url=URL,
        new_selector=CODE,
        fingerprint=fingerprint_to_json(FOUND if chosen is None else OTHER),
    )


@pytest.fixture
def suite(tmp_path: Path) -> SuiteAnswers:
    looks, records = FingerprintFiles(tmp_path), HealedFiles(tmp_path / "healed")
    looks.save(PLACE, KIND, fingerprint_id(OLD), OLD)
    records.write(record_name(refused()), refused().to_json())
    return SuiteAnswers(looks, records)


def kept(suite: SuiteAnswers) -> tuple[list[str], list[object]]:
    looks = [fingerprint_id(one) for one in suite.looks.looks(PLACE)]
    return looks, list(suite.records.load("").values())


def test_accepting_changes_the_look_and_the_patch(suite: SuiteAnswers) -> None:
    suite.accept(a_healing(), picked=False)
    looks, (record,) = kept(suite)
    assert looks == [fingerprint_id(FOUND)]
    healed = Healed.from_json(record)
    assert (healed.instead, healed.used, healed.succeeded) == (CODE, True, True)


@pytest.mark.parametrize(
    ("expression", "instead"),
    [
        pytest.param(
            'page.locator("#save")',
            'page.get_by_role("button", name="Discard", exact=True)',
            id="playwright",
        ),
        pytest.param(
            'driver.find_element(By.ID, "save")',
            "driver.find_element(By.CSS_SELECTOR, ",
            id="selenium",
        ),
    ],
)
def test_another_element_is_spelled_for_its_source(
    suite: SuiteAnswers, expression: str, instead: str
) -> None:
    suite.records.write(record_name(refused()), refused(expression).to_json())
    suite.accept(a_healing(OTHER), picked=True)
    _, (record,) = kept(suite)
    assert Healed.from_json(record).instead.startswith(instead)


def test_taking_back_leaves_what_was_before(suite: SuiteAnswers) -> None:
    before = kept(suite)
    suite.accept(a_healing(), picked=False)
    suite.take_back(a_healing())
    assert kept(suite) == before
    suite.take_back(replace(a_healing(), entry_id="never/answered/1"))
    assert kept(suite) == before


@pytest.mark.parametrize(
    "damaged",
    [
        pytest.param({"format": "holdfast-healed/1"}, id="half-of-it"),
        pytest.param({**refused().to_json(), "line": "three"}, id="another-kind"),
        pytest.param({**refused().to_json(), "span": [1, 2, 3, 4, 5]}, id="too-long-a-span"),
    ],
)
def test_a_damaged_record_stops_no_answer_and_comes_back_with_it(
    suite: SuiteAnswers, damaged: dict[str, object]
) -> None:
    suite.records.write(f"{record_name(refused()).partition('-')[0]}-000000000000", damaged)
    before = kept(suite)
    suite.accept(a_healing(), picked=False)
    looks, (record,) = kept(suite)
    assert looks == [fingerprint_id(FOUND)]
    assert Healed.from_json(record).succeeded
    suite.take_back(a_healing())
    assert kept(suite) == before
