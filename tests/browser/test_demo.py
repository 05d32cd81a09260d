"""The demonstration, for real: what is healed is the right element, what is gone is refused."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest
from playwright.sync_api import Browser

from holdfast.demo.run import Shown, show
from holdfast.demo.shopper import PASSWORD
from holdfast.doors.cli import main
from holdfast.model.healing_decision import HealingAction
from holdfast.model.replay_result import StepOutcome

pytestmark = [pytest.mark.browser]

REMOVED = "<button> 'Compare products'"
BECAME = {
    "<input> 'Email address'": "<input> 'Email'",
    "<button> 'Add to cart'": "<button> 'Add to cart'",
    "<a> 'Cart'": "<button> 'Cart'",
    "<input> 'Wrap it as a gift'": "<input> 'Gift wrapping'",
    "<button> 'Apply voucher'": "<canvas>",
    "<a> 'Go to checkout'": "<button> 'Continue to checkout'",
    "<input> 'Full name'": "<input> 'First and last name'",
    "<input> 'Street and number'": "<input> 'Street and house number'",
    "<input> 'Name on card'": "<input> 'Cardholder name'",
    "<canvas>": "<canvas>",
    "<a> 'Read the terms'": "<button> 'Read the terms'",
    "<button> 'Place order'": "<button> 'Place order and pay'",
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    # In a thread of its own: another test's browser may be at work in this one.
    folder = tmp_path_factory.mktemp("demo")
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(lambda: show(folder=folder)).result()


def test_at_least_fifteen_steps_are_recorded(shown: Shown) -> None:
    assert len(shown.recording.steps) >= 15


def test_the_removed_control_is_refused_and_nothing_else(shown: Shown) -> None:
    assert [(step.was, step.details) for step in shown.refused if step.was != REMOVED] == []
    assert [step.was for step in shown.refused] == [REMOVED]
    assert all(s.outcome.is_good for s in shown.replay.steps if s.was != REMOVED)


def test_every_healed_step_leads_to_what_its_element_became(shown: Shown) -> None:
    healed = {s.was: s.now for s in shown.replay.steps if s.outcome is StepOutcome.HEALED}
    assert {was: BECAME.get(was) for was in healed} == healed
    assert healed.keys() == BECAME.keys()


def test_the_right_row_of_the_look_alikes_was_used(shown: Shown) -> None:
    row = next(step for step in shown.replay.steps if step.was == "<button> 'Add to cart'")
    assert 'get_by_role("row", name="Gas stove, 2 burners")' in row.old_selector
    assert 'get_by_role("listitem").filter(has_text="Gas stove, 2 burners")' in row.new_selector


def test_the_order_was_placed_in_the_new_shop(shown: Shown) -> None:
    assert shown.replay.steps[-1].outcome.is_good


def test_no_byte_that_was_written_holds_the_password(shown: Shown) -> None:
    files = [file for file in shown.folder.rglob("*") if file.is_file()]
    assert len(files) >= 3, "recording, report, store"
    for file in files:
        assert PASSWORD.encode() not in file.read_bytes(), file.name


def test_the_report_needs_nothing_else_and_shows_both_pictures(shown: Shown) -> None:
    report = shown.report.read_text(encoding="utf-8")
    assert "<script" not in report
    assert 'src="http' not in report
    assert report.count('src="data:image/') >= 20
    assert "not used" in report


def test_holdfast_report_tells_the_same_story(
    shown: Shown, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shown.folder)
    assert main(["report", "--json"]) == 0
    report = orjson.loads(capsys.readouterr().out)
    judged = [step for step in shown.replay.steps if step.action is not None]
    actions = Counter(step.action for step in judged)
    assert report["decisions"] == len(judged)
    assert report["actions"] == {
        "autoApplied": actions[HealingAction.AUTO_APPLY],
        "appliedFlagged": actions[HealingAction.APPLY_WITH_FLAG],
        "suggested": actions[HealingAction.SUGGEST_ONLY],
        "rejected": actions[HealingAction.REJECT],
    }
    assert sum(report["distribution"].values()) == len(judged)
    assert report["distribution"]["high"] == sum(1 for s in judged if (s.confidence or 0) >= 80)
    outcomes = report["accuracyIntervals"]["overallSuccess"]
    assert outcomes["successes"] == len(shown.replay.kept)
    # What had its effect did not fail because a later step was refused: nobody knows of it.
    healed = [s for s in shown.replay.steps if s.outcome is StepOutcome.HEALED]
    unknown = [s for s in healed if s not in shown.replay.kept and s.effect_seen]
    assert outcomes["outcomes"] == len(healed) - len(unknown)
    weak = {spot["label"] for spot in report["weakestElements"]}
    assert "Compare products" in weak, "people read what it is called, not a key"


def test_what_the_demonstration_healed_can_be_reviewed(
    shown: Shown, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shown.folder)
    flagged = [s for s in shown.replay.steps if s.action is HealingAction.APPLY_WITH_FLAG]
    assert main(["review", "list", "--json"]) == 0
    listed = orjson.loads(capsys.readouterr().out)
    assert {step.new_selector for step in flagged} <= {one["newSelector"] for one in listed}


@pytest.mark.parametrize("width", [360, 1600])
def test_the_report_fits_the_window(shown: Shown, browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(shown.report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
