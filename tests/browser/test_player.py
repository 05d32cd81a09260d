"""Replaying in a real browser: held, healed, refused, failed, and what is remembered of it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.sync_api import BrowserContext, Page
from tests.browser.conftest import Site
from tests.browser.journeys import Journey

from holdfast.deciding.effective_settings import MODES
from holdfast.doors.player import Player
from holdfast.errors import UsageError
from holdfast.model.recording import AssertCheck, Effect, EffectKind, Recording, StepAction
from holdfast.model.replay_result import Replay, StepOutcome
from holdfast.model.thresholds import Mode
from holdfast.testing import MemoryStore

pytestmark = pytest.mark.browser

FORM = """<!doctype html><title>Form</title><main><h1>Settings</h1><form onsubmit="return false">
<label for="name">Full name</label><input id="name" name="name">
<label for="country">Country</label><select id="country" name="country">
<option>Austria</option><option>Germany</option></select>
<label><input type="checkbox" id="news" name="news"> Send me news</label>
<button type="button" id="save" onclick="note.textContent = 'saved ' + name_.value">Save changes
</button><button type="button" id="close">Close window</button></form>
<p id="note"></p></main><script>const note = document.getElementById("note"),
name_ = document.querySelector("[name=name]");</script>"""
# Renamed, moved, restyled: no recorded selector but the words hold, and those not for the button.
CHANGED = FORM.replace('id="save"', 'data-x="1"').replace("Save changes", "Save all changes")
NO_CLOSE = ('<button type="button" id="close">Close window</button>', "")
GONE = FORM.replace('<button type="button" id="save"', '<button type="button" hidden id="other"')


def player(page: Page | BrowserContext, **settings: object) -> Player:
    """Return a player that does not wait long: the pages are on this machine."""
    given = {"heal_after_ms": 200.0, "reader": None, **settings}
    return Player(page, **given)  # type: ignore[arg-type]  # settings of the tests below


def outcomes(replay: Replay) -> list[str]:
    return [step.outcome.value for step in replay.steps]


def a_form(page: Page, site: Site) -> Recording:
    journey = Journey(page, site.serve("/form", FORM))
    journey.add(StepAction.TYPE, "#name", value="Ada")
    journey.add(StepAction.SELECT, "#country", value="Germany")
    journey.add(StepAction.CHECK, "#news")
    journey.add(StepAction.CLICK, "#save")
    return journey.recording


def test_on_the_same_page_every_step_holds_and_is_done(page: Page, site: Site) -> None:
    replay = player(page).play(a_form(page, site))
    assert outcomes(replay) == ["done", *["held"] * 4]
    assert replay.passed
    assert page.text_content("#note") == "saved Ada"
    assert page.input_value("#country") == "Germany"
    assert page.is_checked("#news")


def test_the_async_interface_does_the_same(
    page: Page, site: Site, awaited: Callable[[Callable[[AsyncBrowser], Awaitable[Replay]]], Replay]
) -> None:
    recording = a_form(page, site)

    async def work(browser: AsyncBrowser) -> Replay:
        opened = await browser.new_page()
        replaying = Player(opened, heal_after_ms=200.0, reader=None)
        return await replaying.play_async(recording)

    assert outcomes(awaited(work)) == ["done", *["held"] * 4]


def test_a_changed_button_is_healed_and_remembered(page: Page, site: Site) -> None:
    recording, store = a_form(page, site), MemoryStore()
    site.serve("/form", CHANGED)
    replay = player(page, store=store).play(recording)
    healed = replay.steps[-1]
    assert outcomes(replay) == ["done", *["held"] * 3, "healed"]
    assert healed.now == "<button> 'Save all changes'"
    assert healed.confidence is not None
    assert page.text_content("#note") == "saved Ada"
    (kept,) = store.iter_healings()
    assert (kept.step_id, kept.succeeded) == ("s4", True)
    run = store.find_run(replay.run_id)
    assert run is not None
    assert (run.passed, run.steps, run.held_steps) == (True, 5, 3)


def test_the_decision_is_written_before_the_act(page: Page, site: Site) -> None:
    recording, store = a_form(page, site), MemoryStore()
    site.serve("/form", CHANGED.replace("note.textContent =", "heard('now'), note.textContent ="))
    seen: list[int] = []
    page.expose_function("heard", lambda _: seen.append(len(list(store.iter_healings()))))
    player(page, store=store).play(recording)
    assert seen == [1]


def test_a_removed_button_is_refused_and_nothing_is_clicked(page: Page, site: Site) -> None:
    recording = a_form(page, site)
    site.serve("/form", GONE)
    replay = player(page).play(recording)
    refused = replay.steps[-1]
    assert refused.outcome is StepOutcome.REFUSED
    assert refused.nearest
    assert not replay.passed
    assert page.text_content("#note") == ""


def test_a_healing_is_not_kept_when_a_later_step_is_not_done(page: Page, site: Site) -> None:
    journey = Journey(page, site.serve("/form", FORM))
    journey.add(StepAction.CLICK, "#save").add(StepAction.CLICK, "#close")
    site.serve("/form", CHANGED.replace(*NO_CLOSE))
    store = MemoryStore()
    runner = player(page, store=store)
    replay = runner.play(journey.recording)
    assert [s.outcome for s in replay.steps[1:2]] == [StepOutcome.HEALED]
    assert not replay.passed
    assert replay.kept == ()
    assert [healing.succeeded for healing in store.iter_healings()][-1] is False


def test_what_comes_late_is_waited_for_and_held(page: Page, site: Site) -> None:
    recording = a_form(page, site)
    late = FORM.replace("<main>", '<main style="display: none">').replace(
        "</script>", "setTimeout(() => document.querySelector('main').style = '', 400)</script>"
    )
    site.serve("/form", late)
    replay = player(page, heal_after_ms=3_000.0).play(recording)
    assert outcomes(replay) == ["done", *["held"] * 4]


def test_after_a_refused_step_the_rest_is_not_run(page: Page, site: Site) -> None:
    journey = Journey(page, site.serve("/form", FORM))
    journey.add(StepAction.CLICK, "#save").add(StepAction.CLICK, "#close")
    site.serve("/form", GONE)
    replay = player(page).play(journey.recording)
    assert outcomes(replay) == ["done", "refused", "not run"]


def test_it_keeps_going_when_asked_to(page: Page, site: Site) -> None:
    journey = Journey(page, site.serve("/form", FORM))
    journey.add(StepAction.CLICK, "#save").add(StepAction.CLICK, "#close")
    site.serve("/form", GONE)
    replay = player(page, keep_going=True).play(journey.recording)
    assert outcomes(replay) == ["done", "refused", "held"]


def test_lost_steps_are_not_done_on_another_page(page: Page, site: Site) -> None:
    # The same button stands on both pages; only the second is meant.
    two = Journey(page, site.serve("/two", FORM)).add(StepAction.CLICK, "#save").recording.steps
    start = FORM.replace("</main>", "<a id='on' href='/two'>Go on to two</a></main>")
    journey = Journey(page, site.serve("/one", start)).add(StepAction.CLICK, "#on")
    recording = replace(
        journey.recording, steps=(*journey.recording.steps, *(replace(s, id="x") for s in two))
    )
    site.serve("/one", FORM)
    replay = player(page, keep_going=True).play(recording)
    assert outcomes(replay) == ["done", "refused", "not run"]
    assert "belongs to the page '/two', and this is '/one'" in replay.steps[-1].reason
    assert page.text_content("#note") == ""


def test_a_page_that_moved_is_known_again_by_the_steps_that_worked_there(
    page: Page, site: Site
) -> None:
    journey = Journey(page, site.serve("/form", FORM))
    for css in ("#close", "#save", "#close"):
        journey.add(StepAction.CLICK, css)
    site.serve("/form", "<script>location.replace('/settings')</script>")
    site.serve("/settings", GONE)
    replay = player(page, keep_going=True).play(journey.recording)
    assert outcomes(replay) == ["done", "held", "refused", "held"]


def test_without_healing_nothing_is_healed(
    page: Page, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLDFAST_HEALING_ENABLED", "false")
    recording = a_form(page, site)
    site.serve("/form", CHANGED)
    refused = player(page).play(recording).steps[-1]
    assert refused.outcome is StepOutcome.REFUSED
    assert "switched off" in refused.reason


def test_nothing_is_healed_while_the_page_is_loading(page: Page, site: Site) -> None:
    recording = Journey(page, site.serve("/form", FORM)).add(StepAction.CLICK, "#save").recording
    gate = site.hold("/slow")
    site.serve("/form", CHANGED.replace("</script>", "; void fetch('/slow')</script>"))
    refused = player(page).play(recording).steps[-1]
    gate.set()
    assert refused.outcome is StepOutcome.REFUSED
    assert refused.decision is not None
    assert [gate.name for gate in refused.decision.gates] == ["unsettled"]
    assert page.text_content("#note") == ""


def test_how_careful_to_be_is_a_choice(page: Page, site: Site) -> None:
    recording = Journey(page, site.serve("/form", FORM)).add(StepAction.CLICK, "#save").recording
    site.serve("/form", CHANGED)
    healed = [player(page, mode=mode).play(recording).steps[-1] for mode in Mode]
    decisions = [step.decision for step in healed if step.decision is not None]
    assert [decision.thresholds for decision in decisions] == [MODES[mode] for mode in Mode]
    assert len({step.confidence for step in healed}) == 1


def test_a_recording_is_replayed_on_another_site(page: Page, site: Site) -> None:
    recording = a_form(page, site)
    replay = player(page, base_url=site.url("", host="localhost")).play(recording)
    assert replay.passed
    assert page.url == site.url("/form", host="localhost")


def test_an_address_on_another_site_is_told_as_it_is_expected_there(page: Page, site: Site) -> None:
    journey = Journey(page, site.serve("/form", FORM))
    leads = Effect(kind=EffectKind.URL, expected=site.url("/saved"))
    journey.add(StepAction.CLICK, "#save", effect=leads)
    replay = player(page, base_url=site.url("", host="localhost")).play(journey.recording)
    there = (site.url(path, host="localhost") for path in ("/saved", "/form"))
    assert replay.steps[-1].reason == "url {!r} expected, {!r} seen".format(*there)


def test_variables_and_secrets_are_filled_in_and_never_shown(
    page: Page, site: Site, tmp_path: Path
) -> None:
    journey = Journey(page, site.serve("/form", FORM))
    journey.add(StepAction.TYPE, "#name", value="{{who}} ${PIN}").add(StepAction.CLICK, "#close")
    site.serve("/form", FORM.replace(*NO_CLOSE))
    trace = tmp_path / "trace.zip"
    runner = player(page, variables={"who": "Ada"}, secrets={"PIN": "4711"}, trace=trace)
    replay = runner.play(journey.recording)
    assert page.input_value("#name") == "Ada 4711"
    assert not replay.passed
    assert "4711" not in repr(replay)
    assert "4711" not in repr(runner)
    assert not trace.exists()


def test_a_failed_run_without_secrets_leaves_a_trace(
    page: Page, site: Site, tmp_path: Path
) -> None:
    recording = a_form(page, site)
    site.serve("/form", GONE)
    replay = player(page, trace=tmp_path / "trace.zip").play(recording)
    assert replay.trace == str(tmp_path / "trace.zip")
    assert (tmp_path / "trace.zip").stat().st_size > 0
    assert (tmp_path / "trace.zip").stat().st_mode & 0o777 == 0o600


def test_a_missing_variable_is_said_before_anything_is_done(page: Page, site: Site) -> None:
    journey = Journey(page, site.serve("/form", FORM)).add(
        StepAction.TYPE, "#name", value="{{nobody}}"
    )
    page.goto("about:blank")
    with pytest.raises(UsageError, match="--var nobody=VALUE"):
        player(page).play(journey.recording)
    assert page.url == "about:blank"


def test_assertions_look_at_the_page(page: Page, site: Site) -> None:
    url = site.serve("/form", FORM)
    journey = Journey(page, url)
    journey.add(StepAction.TYPE, "#name", value="Ada")
    journey.add(StepAction.ASSERT, "#name", check=AssertCheck.VALUE, value="Ada")
    journey.add(StepAction.ASSERT, "h1", check=AssertCheck.TEXT, value="Settings")
    journey.add(StepAction.ASSERT, "#save", check=AssertCheck.VISIBLE)
    journey.add(StepAction.ASSERT, "#save", check=AssertCheck.COUNT, value="1")
    journey.add(StepAction.ASSERT, check=AssertCheck.URL, value=url)
    assert player(page).play(journey.recording).passed


def test_dialogs_are_answered_as_recorded(page: Page, site: Site) -> None:
    asking = FORM.replace(
        "note.textContent = 'saved ' + name_.value", "note.append(prompt('Who?'))"
    )
    journey = Journey(page, site.serve("/form", asking))
    journey.add(StepAction.CLICK, "#save")
    journey.add(StepAction.DIALOG, accept=True, value="Ada")
    assert player(page).play(journey.recording).passed
    assert page.text_content("#note") == "Ada"


def test_a_tab_that_a_click_opens_is_entered(page: Page, site: Site) -> None:
    url = site.serve("/list", f"<a id='go' target='_blank' href='{site.url('/form')}'>Open</a>")
    form = Journey(page, site.serve("/form", FORM)).add(StepAction.CLICK, "#save", tab=1)
    journey = Journey(page, url).add(StepAction.CLICK, "#go")
    journey.add(StepAction.NEW_TAB, tab=1, extra={"openedByPage": True})
    in_form = (replace(step, id="in-form") for step in form.recording.steps)
    steps = (*journey.recording.steps, *in_form)
    replay = player(page).play(replace(journey.recording, steps=steps))
    assert replay.passed, [step.reason for step in replay.steps]
    assert page.context.pages[-1].text_content("#note") == "saved "


def test_a_page_that_dies_ends_the_run_with_what_is_known(
    page: Page, context: BrowserContext, site: Site
) -> None:
    journey = Journey(page, site.serve("/form", FORM))
    journey.add(StepAction.CLICK, "#close").add(StepAction.CLICK, "#save")
    store = MemoryStore()
    runner = player(page, store=store)
    runner.on_step = lambda step: page.close() if step.step_id == "s1" else None
    replay = runner.play(journey.recording)
    assert outcomes(replay) == ["done", "held", "failed"]
    assert replay.error is not None
    run = store.find_run(replay.run_id)
    assert run is not None
    assert (run.passed, run.held_steps) == (False, 1)
