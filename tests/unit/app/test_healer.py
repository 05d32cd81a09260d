"""The one healing: what is decided about a search, what is written, what is pictured."""

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.app.paper_browser import (
    BALANCED,
    NOON,
    PICTURE,
    SHOP,
    PaperPage,
    PaperTime,
    a_store,
    snapshot_of,
)

from holdfast.app.finding import Finder, Found
from holdfast.app.healing import Healer, Intent, Judged, with_gates
from holdfast.app.journal import Journal
from holdfast.app.locator_proof import spell_unique
from holdfast.app.reading import Seen
from holdfast.deciding.gates import a_gate
from holdfast.history.log import RunContext
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.remembered import CacheChange, Review
from holdfast.model.replay_result import Usability
from holdfast.ports import run_now
from holdfast.selectors.describe import describe
from holdfast.testing import FixedClock, MemoryStore

OLD = '<h1>Cart</h1><button id="save">Save cart</button><a href="/help">Help</a>'
RENAMED = OLD.replace("Save cart", "Save your cart")
GONE = OLD.replace('<button id="save">Save cart</button>', "")


@pytest.fixture
def page(time: PaperTime) -> PaperPage:
    return PaperPage(time, SHOP, RENAMED)


def recorded(css: str = "#save", body: str = OLD) -> Fingerprint:
    return describe(snapshot_of(body), css)


def searched(page: PaperPage, fingerprint: Fingerprint | None = None, **given: Any) -> Found:
    seen = Seen(fingerprint=fingerprint or recorded())
    return replace(run_now(Finder().search(page, seen, settled=True)), **given)


def a_healer(store: MemoryStore | None = None, *, run_id: str = "r1", **given: Any) -> Healer:
    journal = None
    if store is not None:
        run = RunContext(run_id=run_id, user_id="ann", recording_id="shop.json")
        journal = Journal(store=store, clock=FixedClock(NOON), run=run, name="Shop")
        journal.start()
    return Healer(finder=Finder(), thresholds=BALANCED, store=store, journal=journal, **given)


def judged(page: PaperPage, healer: Healer | None = None, **given: Any) -> Judged:
    found = given.pop("found", None) or [searched(page)]
    return run_now((healer or a_healer()).judge(page, found, Intent(**given)))


def healed(page: PaperPage, healer: Healer, **given: Any) -> Judged:
    return run_now(healer.heal(page, [searched(page)], Intent(step_id="s1", number=1, **given)))


def gates(one: Judged) -> list[str]:
    return [gate.name for gate in one.decision.gates]


# ------------------------------------------------------------------------------------------ judging


def test_what_was_found_again_may_be_used_and_says_why(page: PaperPage) -> None:
    one = judged(page)
    assert one.applies
    assert one.decision.action is HealingAction.AUTO_APPLY
    assert one.reason.startswith("found again as <button> 'Save your cart'")
    assert one.code == 'page.get_by_role("button", name="Save your cart", exact=True)'


def test_what_is_gone_may_not_and_says_why(page: PaperPage) -> None:
    page.show(GONE)
    one = judged(page)
    assert not one.applies
    assert one.reason.startswith("it is probably gone")


def test_what_nobody_could_press_is_suggested_at_most(page: PaperPage) -> None:
    page.usability["Save your cart"] = Usability(covered=True)
    one = judged(page)
    assert gates(one) == ["unactionable"]
    assert one.decision.action is HealingAction.SUGGEST_ONLY


def test_what_is_only_read_need_not_be_pressed(page: PaperPage) -> None:
    page.usability["Save your cart"] = Usability(covered=True)
    assert "unactionable" not in gates(judged(page, reads=True, presses=False))


def test_what_says_not_to_is_suggested_at_most(page: PaperPage) -> None:
    page.show(OLD.replace(' id="save">Save cart', ">Don't save cart"))
    one = judged(page)
    assert "opposite" in gates(one)
    assert not one.applies


def test_the_door_may_know_more_reasons_to_be_careful(page: PaperPage) -> None:
    one = judged(page, gates=(a_gate("observing", "this run only observes"),))
    assert gates(one) == ["observing"]
    assert not one.applies


def test_the_best_of_several_looks_decides(page: PaperPage) -> None:
    other = recorded("#x1", OLD.replace('id="save"', 'id="x1"').replace("Save", "Keep"))
    both = [searched(page, other), searched(page)]
    one = judged(page, found=both)
    assert one.location.fingerprint is both[1].location.fingerprint  # type: ignore[union-attr]  # searched
    assert one.applies


def test_looks_that_lead_to_different_elements_are_torn(page: PaperPage) -> None:
    page.show(RENAMED + '<button id="keep">Keep this cart</button>')
    other = recorded("#keep", OLD + '<button id="keep">Keep cart</button>')
    one = judged(page, found=[searched(page), searched(page, other)])
    assert "torn" in gates(one)
    assert not one.applies


def test_what_no_code_finds_alone_is_not_used_in_source(page: PaperPage) -> None:
    async def nothing(*_: object) -> str:
        return ""

    one = judged(page, a_healer(spell=nothing))
    assert "unwritable" in gates(one)


def test_code_that_is_written_was_proved_on_the_page(page: PaperPage) -> None:
    one = judged(page, a_healer(spell=spell_unique))
    assert one.code
    assert page.proved, "the page was asked"


@pytest.mark.parametrize(
    ("words", "is_reworded"),
    [
        pytest.param("7 EUR", True, id="it says something else"),
        pytest.param("8 EUR", False, id="it says so"),
    ],
)
def test_something_to_read_must_say_what_its_locator_asks_for(
    page: PaperPage, words: str, is_reworded: bool
) -> None:
    old = OLD + '<p id="sum">Sum: 7 EUR</p>'
    page.show(old.replace("7 EUR", "8 EUR"))
    found = [searched(page, recorded("#sum", old))]
    asked = (re.compile(words),)
    one = judged(page, found=found, reads=True, presses=False, words=asked)
    assert ("reworded" in gates(one)) is is_reworded


def test_a_control_is_not_judged_by_the_words_of_its_locator(page: PaperPage) -> None:
    words = (re.compile("Save cart"),)
    assert "reworded" not in gates(judged(page, reads=True, presses=False, words=words))


def test_gates_are_added_to_those_that_were_there(page: PaperPage) -> None:
    one = judged(page, gates=(a_gate("observing", "so"),))
    assert gates(with_gates(one, a_gate("torn", "and so"))) == ["observing", "torn"]


def test_a_proposers_word_stands_for_the_engines(page: PaperPage) -> None:
    found = [searched(page)]
    low = run_now(a_healer().judge(page, found, Intent(), ai_confidence=0.0))
    high = run_now(a_healer().judge(page, found, Intent(), ai_confidence=100.0))
    assert high.decision.confidence - low.decision.confidence == 50


# ------------------------------------------------------------------------------------------ history


def test_a_rejected_element_is_excluded_in_every_later_run(page: PaperPage) -> None:
    store = a_store()
    first = healed(page, a_healer(store))
    assert first.applies
    (healing,) = store.iter_healings(ReviewState.PENDING)
    review = Review(state=ReviewState.REJECTED, at=NOON, reviewer="ann")
    assert store.write_review(healing, review, CacheChange())
    again = healed(page, a_healer(store, run_id="r2"))
    assert "excluded" in gates(again)
    assert not again.applies


def test_an_element_that_the_step_excludes_is_not_used(page: PaperPage) -> None:
    wrong = recorded(body=RENAMED)
    one = judged(page, excluded=(wrong,))
    assert "excluded" in gates(one)


def test_excluding_one_element_says_nothing_about_another(page: PaperPage) -> None:
    assert "excluded" not in gates(judged(page, excluded=(recorded("a"),)))


# ------------------------------------------------------------------------------------------ writing


def test_a_decision_is_written_with_the_step_and_both_codes(page: PaperPage) -> None:
    store = a_store()
    one = healed(page, a_healer(store))
    assert one.entry_id is not None
    (healing,) = store.iter_healings()
    assert healing.entry_id == one.entry_id
    assert healing.old_selector == 'page.get_by_role("button", name="Save cart", exact=True)'
    assert healing.new_selector == one.code
    assert (healing.step_id, healing.step_number) == ("s1", 1)


def test_a_locator_in_somebodys_source_is_written_as_it_stands_there(page: PaperPage) -> None:
    store = a_store()
    healed(page, a_healer(store), written="page.locator('#save')")
    (healing,) = store.iter_healings()
    assert healing.old_selector == "page.locator('#save')"


def test_a_second_try_at_a_step_is_another_decision(page: PaperPage) -> None:
    store = a_store()
    healer = a_healer(store)
    first, second = healed(page, healer), healed(page, healer)
    assert first.entry_id != second.entry_id
    assert healer.entries[1] == [first.entry_id, second.entry_id]
    assert [entry.attempt for entry in store.entries.values()] == [1, 2]


def test_without_a_journal_nothing_is_written(page: PaperPage) -> None:
    assert healed(page, a_healer()).entry_id is None


# ----------------------------------------------------------------------------------------- pictures


def test_what_was_found_is_pictured_for_those_who_judge_it(page: PaperPage) -> None:
    store = a_store()
    one = healed(page, a_healer(store), before=b"before")
    assert one.after == PICTURE
    evidence = store.find_evidence(one.entry_id or "")
    assert evidence is not None
    assert (evidence.before, evidence.after) == (b"before", PICTURE)


def test_nobody_is_pictured_for_nobody(page: PaperPage) -> None:
    assert healed(page, a_healer()).after is None
    assert healed(page, a_healer(pictures=True)).after == PICTURE


def test_a_step_with_a_secret_is_not_pictured(page: PaperPage) -> None:
    assert healed(page, a_healer(pictures=True), is_secret=True).after is None
    assert page.pictured == []


def test_an_element_that_shows_a_secret_is_not_pictured(page: PaperPage) -> None:
    healer = a_healer(pictures=True)
    healer.keep_secret(["your cart"])
    assert healed(page, healer).after is None


def test_a_password_field_is_not_pictured(time: PaperTime) -> None:
    old = '<label>Password <input id="word" type="password"></label><p>Sign in here</p>'
    page = PaperPage(time, SHOP, old.replace("Password", "Your password"))
    found = searched(page, recorded("#word", old))
    one = run_now(a_healer(pictures=True).heal(page, [found], Intent()))
    assert one.location.best is not None
    assert one.after is None
    assert page.pictured == []


def test_once_a_secret_was_typed_no_field_is_pictured(time: PaperTime) -> None:
    old = '<label>Name <input id="who"></label><p>Tell us</p>'
    page = PaperPage(time, SHOP, old.replace("Name", "Full name"))
    healer = a_healer(pictures=True)
    found = searched(page, recorded("#who", old))
    assert run_now(healer.heal(page, [found], Intent())).after == PICTURE
    healer.keep_secret(["hunter22"])
    assert run_now(healer.heal(page, [found], Intent())).after is None


# ------------------------------------------------------------------------------------------ secrets


def test_a_secret_is_masked_in_what_is_kept(page: PaperPage) -> None:
    store = a_store()
    page.show(RENAMED.replace("your cart", "hunter22"))
    healer = a_healer(store)
    healer.keep_secret(["hunter22"])
    healed(page, healer)
    (healing,) = store.iter_healings()
    assert "hunter22" not in repr(healing)
    assert "hunter22" not in repr(list(store.entries.values()))
