"""One healing behind both doors: the store, the page and the mail server see the same of each."""

import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.async_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import Browser
from tests.browser.conftest import Site
from tests.contract.made_up import NOON
from tests.doors.healing.conftest import PATH, Door, Mailbox, SuiteDoor
from tests.unit.app.test_reading import FixedReader

import holdfast
from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.model.archive import RunFilter
from holdfast.model.healing_decision import ConfidenceLogEntry, HealingAction, ReviewState
from holdfast.model.remembered import CacheChange, Healing, Review
from holdfast.model.replay_result import StepOutcome

pytestmark = [pytest.mark.browser]

Kept = Callable[[], SqlStore]
PNG = b"\x89PNG"
FORM = """<!doctype html><title>Form</title><main><h1>Settings</h1><form onsubmit="return false">
<label>Full name <input name="name"></label>
<button type="button" id="target" onclick="note.textContent = 'done'">Save changes</button>
<button type="button" id="close">Close window</button></form><p id="note"></p></main>"""
CHANGED = FORM.replace('id="target"', 'data-x="1"').replace("Save changes", "Save all changes")
GONE = FORM[: FORM.index("<button")] + FORM[FORM.index('<button type="button" id="close"') :]
COVERED = CHANGED.replace(
    "</main>", '</main><div style="position: fixed; inset: 0; background: #fff8">Wait</div>'
)
RISKY = FORM.replace("Save changes", "Delete account")
RISKY_CHANGED = RISKY.replace('id="target"', 'data-x="1"').replace("Delete", "Delete my")


def healed(door: Door, site: Site, old: str, new: str) -> bool:
    """Record the element on one page; return whether it could be used on the other."""
    site.serve(PATH, old)
    door.record()
    site.serve(PATH, new)
    return door.use()


def only(store: SqlStore) -> tuple[Healing, ConfidenceLogEntry]:
    """Return the only healing that is kept, with its decision."""
    (healing,) = store.iter_healings()
    entry = store.find_entry(healing.entry_id)
    assert entry is not None
    return healing, entry


def is_clicked(door: Door) -> bool:
    assert door.page is not None
    return door.page.text_content("#note") == "done"


def gates_of(entry: ConfidenceLogEntry) -> list[str]:
    return [gate.name for gate in entry.gates]


# ---------------------------------------------------------------------------------------- the log


def test_what_is_healed_is_written_with_its_outcome(door: Door, site: Site, kept: Kept) -> None:
    assert healed(door, site, FORM, CHANGED)
    assert is_clicked(door)
    healing, entry = only(kept())
    assert entry.applied
    assert entry.succeeded is True
    assert healing.fingerprint_id is not None
    assert healing.found_id not in (None, healing.fingerprint_id)


def test_what_is_refused_is_written_too(door: Door, site: Site, kept: Kept) -> None:
    assert not healed(door, site, FORM, GONE)
    assert not is_clicked(door)
    _, entry = only(kept())
    assert entry.action is HealingAction.REJECT
    assert entry.succeeded is None
    assert "gone" in gates_of(entry)


def test_what_is_only_suggested_is_written_too(door: Door, site: Site, kept: Kept) -> None:
    assert not healed(door, site, FORM, COVERED)
    assert not is_clicked(door)
    _, entry = only(kept())
    assert entry.action is HealingAction.SUGGEST_ONLY
    assert gates_of(entry) == ["unactionable"]


def test_the_decision_is_there_before_the_act(door: Door, site: Site, kept: Kept) -> None:
    seen: list[int] = []
    door.context.expose_function("heard", lambda: seen.append(len(list(kept().iter_healings()))))
    told = CHANGED.replace("note.textContent", "heard(), note.textContent")
    assert healed(door, site, FORM, told)
    assert is_clicked(door)
    assert seen == [1]


# ------------------------------------------------------------------------------------- the rest


@pytest.mark.parametrize(
    ("old", "new", "subject"),
    [
        pytest.param(RISKY, RISKY_CHANGED, "AI Healing Applied", id="flagged"),
        pytest.param(FORM, COVERED, "AI Healing Suggested", id="suggested"),
    ],
)
def test_people_are_told(
    mailbox: Mailbox, door: Door, site: Site, old: str, new: str, subject: str
) -> None:
    healed(door, site, old, new)
    (message,) = mailbox.messages
    assert str(message["Subject"]).startswith(subject)
    assert message["To"] == "qa@a.example"


def test_a_picture_is_kept_for_who_reviews_it(door: Door, site: Site, kept: Kept) -> None:
    healed(door, site, FORM, CHANGED)
    store = kept()
    shown = store.find_evidence(only(store)[0].entry_id)
    assert shown is not None
    assert shown.after is not None
    assert shown.after.startswith(PNG)
    assert shown.runners_up


def test_no_picture_is_taken_of_a_field_for_secrets(door: Door, site: Site, kept: Kept) -> None:
    field = '<label>{} <input type="password" {}></label>'
    old = FORM.replace('id="target"', "").replace(
        "</form>", field.format("Pass phrase", 'id="target"') + "</form>"
    )
    new = FORM.replace('id="target"', "").replace(
        "</form>", field.format("Your pass phrase", 'name="phrase"') + "</form>"
    )
    assert healed(door, site, old, new)
    store = kept()
    shown = store.find_evidence(only(store)[0].entry_id)
    assert shown is not None
    assert shown.after is None


def test_a_page_is_read_when_nothing_else_is_sure(door: Door, site: Site) -> None:
    door.reader = reader = FixedReader()
    healed(door, site, FORM, GONE)
    (picture,) = reader.pages
    assert picture.startswith(PNG)
    assert reader.boxes, "first where the words may stand, then the whole page"


def test_every_step_is_kept_with_its_outcome_reason_and_time(
    door: Door, site: Site, kept: Kept
) -> None:
    healed(door, site, FORM, GONE)
    store = kept()
    healing, _ = only(store)
    step = list(store.iter_steps(healing.run_id))[-1]
    assert (step.outcome, step.label) == (StepOutcome.REFUSED, "refused")
    assert step.number == healing.step_number
    assert step.step_id == healing.step_id
    assert "the nearest is" in step.reason
    assert step.duration_ms > 0
    assert step.url.endswith(PATH)
    run = store.find_run(healing.run_id)
    assert run is not None
    assert (run.passed, run.held_steps) == (False, 0)


def test_what_holds_is_kept_as_a_step_and_needs_no_decision(
    door: Door, site: Site, kept: Kept
) -> None:
    assert healed(door, site, FORM, FORM)
    store = kept()
    assert list(store.iter_healings()) == []
    page = store.page_runs(RunFilter(), 1, 10)
    run = page.items[0].run
    assert (run.passed, run.held_steps) == (True, 1)
    step = list(store.iter_steps(run.id))[-1]
    assert (step.outcome, step.action, step.reason) == (StepOutcome.HELD, None, "")


def test_the_async_interface_writes_the_same(
    site: Site,
    root: Path,
    kept: Kept,
    awaited: Callable[[Callable[[AsyncBrowser], Awaitable[None]]], None],
) -> None:
    site.serve(PATH, FORM)

    async def work(browser: AsyncBrowser) -> None:
        for html in (FORM, GONE):
            site.serve(PATH, html)
            page = holdfast.heal(await browser.new_page(), root=root, heal_after_ms=150.0)
            page.holdfast_run.suite.reader = None  # type: ignore[attr-defined]
            await page.goto(site.url(PATH))
            with contextlib.suppress(PlaywrightTimeout):
                await page.locator("#target").click(timeout=2_000)
            await page.close()

    awaited(work)
    assert only(kept())[1].action is HealingAction.REJECT


# ------------------------------------------------------------------------------------ the reviews


def answer(store: SqlStore, state: ReviewState) -> None:
    """Answer every healing that is kept."""
    for healing in store.iter_healings():
        assert store.write_review(healing, Review(state=state, at=NOON), CacheChange())


def test_what_a_person_rejected_is_refused_and_written(door: Door, site: Site, kept: Kept) -> None:
    assert healed(door, site, FORM, CHANGED)
    store = kept()
    answer(store, ReviewState.REJECTED)
    assert not door.use()
    assert not is_clicked(door)
    newest, _ = store.iter_healings()
    entry = store.find_entry(newest.entry_id)
    assert entry is not None
    assert entry.action is HealingAction.REJECT
    assert "excluded" in gates_of(entry)


def test_a_flagged_healing_stays_flagged_until_a_person_has_answered(
    door: Door, site: Site, kept: Kept
) -> None:
    """FIELD's case: one success that nobody looked at made the next decision 15 points surer."""
    old = FORM.replace("Save changes", "Continue")
    # The very element stands far away and says a little more: flagged for its confidence alone.
    new = old.replace('id="target"', 'style="position: absolute; top: 900px"').replace(
        ">Continue<", ">Continue here<"
    )
    assert healed(door, site, old, new)
    for _ in range(3):
        assert door.use()
    entries = [kept().find_entry(one.entry_id) for one in kept().iter_healings()]
    decided = [entry for entry in reversed(entries) if entry is not None]
    assert [entry.action for entry in decided] == [HealingAction.APPLY_WITH_FLAG] * 4
    # Only three runs in a row are a history; the flag stays for all that.
    assert [entry.factors.cache_success_rate for entry in decided] == [0, 0, 0, 100]
    first, second, third, fourth = (entry.final_confidence for entry in decided)
    assert first == second == third < fourth
    answer(kept(), ReviewState.ACCEPTED)
    assert door.use()
    assert (
        next(iter(kept().iter_decisions(newest_first=True, limit=1))).action
        is HealingAction.AUTO_APPLY
    )


# --------------------------------------------------------------------------------- evaluate_healing


def test_evaluating_says_what_the_door_did(door: Door, site: Site, kept: Kept) -> None:
    healed(door, site, FORM, CHANGED)
    store = kept()
    healing, entry = only(store)
    page = door.context.new_page()
    page.goto(site.url(PATH))
    _, decision = holdfast.evaluate_healing(page, door.recorded(healing))
    assert (decision.action, decision.confidence) == (entry.action, entry.final_confidence)
    assert decision.factors == entry.factors


def test_a_store_that_cannot_be_written_stops_a_healing_and_no_green_test(
    site: Site, root: Path, browser: Browser
) -> None:
    context = browser.new_context()
    suite = SuiteDoor(context, site, root)
    site.serve(PATH, FORM)
    suite.record()
    store = root / ".holdfast" / "holdfast.db"
    for file in store.parent.glob("holdfast.db*"):
        file.unlink()
    store.mkdir()
    assert suite.use(), "what holds needs no store"
    site.serve(PATH, CHANGED)
    assert not suite.use(), "what cannot be written down is not done"
    assert not is_clicked(suite)
    context.close()
