"""A replay says failed where a step did something else than when it was recorded."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import Site
from tests.browser.recordings import only, recorded

from holdfast.app.wiring import open_store
from holdfast.doors.player import Player
from holdfast.doors.recorder import Recorder
from holdfast.model.replay_result import Replay, StepOutcome

pytestmark = pytest.mark.browser
Work = Callable[[Page], object]
Again = Callable[[str, str, Work], Replay]
NAME = "<label>Name <input></label>"


@pytest.fixture
def again(browser: Browser, site: Site, tmp_path: Path) -> Again:
    """Return what records on one page and replays on another at the same address."""

    def run(before: str, after: str, work: Work) -> Replay:
        context = browser.new_context()
        with Recorder(context, pictures=False) as recorder:
            page = context.new_page()
            page.goto(site.serve("/", before))
            work(page)
        site.serve("/", after)
        context.close()
        context = browser.new_context()
        store = open_store(f"sqlite:///{tmp_path / 'holdfast.db'}")
        done = Player(context, reader=None, heal_after_ms=300.0, store=store, keep_going=True).play(
            recorder.recording
        )
        kept = [*store.iter_steps(done.run_id)]
        assert [one.effect_seen for one in kept] == [one.effect_seen for one in done.steps]
        store.close()
        context.close()
        return done

    return run


def fill(page: Page) -> None:
    page.get_by_label("Name").click()
    page.keyboard.type("Ada")


def test_a_value_that_does_not_stay_is_a_failure(again: Again) -> None:
    broken = NAME.replace("<input>", "<input oninput=\"this.value = 'Bob'\">")
    step = again(NAME, broken, fill).steps[-1]
    assert (step.outcome, step.effect_seen) == (StepOutcome.FAILED, False)
    assert step.reason == "value 'Ada' expected, 'Bob' seen"


def test_an_effect_that_is_seen_is_kept_with_its_step(again: Again) -> None:
    step = again(NAME, NAME, fill).steps[-1]
    assert (step.outcome, step.effect_seen) == (StepOutcome.HELD, True)


def test_a_switch_that_does_not_switch_is_a_failure(again: Again) -> None:
    switch = "<div role=switch tabindex=0 aria-checked=false {}>Dark</div>"
    works = switch.format("onclick=\"this.setAttribute('aria-checked', true)\"")
    done = again(works, switch.format(""), lambda page: page.get_by_text("Dark").click())
    assert done.steps[-1].reason == "checked True expected, False seen"


ROWS = "<ul><li>Milk <button {}>Remove</button>{}</ul>"
TAKES = 'onclick="this.parentElement.remove()"'


def remove(page: Page) -> None:
    page.get_by_text("Remove").click()


def test_an_item_that_stays_is_a_failure(again: Again) -> None:
    before = ROWS.format(TAKES, "<li>Bread")
    done = again(before, ROWS.format("", "<li>Bread"), remove)
    assert done.steps[-1].reason == "count -1 expected, 0 seen"


def test_how_many_items_there_are_does_not_matter(again: Again) -> None:
    before = ROWS.format(TAKES, "<li>Bread")
    step = again(before, ROWS.format(TAKES, "<li>Bread<li>Tea<li>Salt"), remove).steps[-1]
    assert (step.outcome, step.effect_seen) == (StepOutcome.HELD, True)


ADDING = """<div><button class=b onclick="{}">Add</button><button class=b>Sort</button></div>
<ul id=shown><li>Milk<li>Bread</ul><ul id=other><li>Home<li>Help</ul><ol role=status></ol>
<script>
const add = (to, text = 'Tea') => to.insertAdjacentHTML('beforeend', '<li>' + text)</script>"""
ADDS = ADDING.format("add(shown); add(document.querySelector('ol'), 'Added')")


def add(page: Page) -> None:
    page.get_by_text("Add", exact=True).click()


def test_a_button_beside_the_list_that_it_grows(again: Again) -> None:
    step = again(ADDS, ADDS.replace("Bread", "Bread<li>Salt"), add).steps[-1]
    assert (step.outcome, step.effect_seen) == (StepOutcome.HELD, True)
    step = again(ADDS, ADDING.format(""), add).steps[-1]
    assert (step.outcome, step.reason) == (StepOutcome.FAILED, "count 1 expected, 0 seen")


@pytest.mark.parametrize(
    "does",
    [
        "add(shown); add(other)",  # two lists grow
        "add(shown); add(shown)",  # as many as there happen to be
        "shown.innerHTML = '<li>Tea<li>Salt<li>Rice'",  # all others, one more by chance
        "shown.outerHTML = '<ul id=shown><li>Milk<li>Bread<li>Tea</ul>'",  # another list
        "add(document.querySelector('ol'), 'Saved')",  # a notice
    ],
)
def test_a_list_that_may_have_changed_otherwise_is_no_effect(
    page: Page, site: Site, does: str
) -> None:
    recording = recorded(page, site.serve("/", ADDING.format(does)), add)
    assert only(recording).effect is None


def test_a_list_that_changes_by_itself_is_no_effect(page: Page, site: Site) -> None:
    def wait_and_add(page: Page) -> None:
        page.evaluate("setTimeout(() => add(shown, 'News'))")
        page.get_by_text("News").wait_for()
        add(page)

    assert only(recorded(page, site.serve("/", ADDS), wait_and_add)).effect is None


ASK = "<button onclick=\"document.title = confirm('{}')\">Ask</button>"


def ask(page: Page) -> None:
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Ask").click()


def test_a_dialog_that_does_not_open_is_a_failure(again: Again) -> None:
    done = again(ASK.format("Sure?"), "<button>Ask</button>", ask)
    assert [step.outcome for step in done.steps] == ["done", "held", "failed"]
    assert done.steps[-1].reason == "dialog 'Sure?' expected, none seen"


SAVE = "<button onclick=\"{}document.title = 'saved'\">Save</button>"


@pytest.mark.parametrize("question", ["confirm('Overwrite?')", "prompt('Overwrite?')"])
def test_a_question_that_nobody_was_asked_is_declined_and_a_failure(
    question: str, again: Again
) -> None:
    asks = SAVE.format(f"if ({question}) ")
    done = again(SAVE.format(""), asks, lambda page: page.get_by_text("Save").click())
    assert [step.outcome for step in done.steps] == ["done", "failed"]
    assert done.steps[-1].reason == "dialog none expected, 'Overwrite?' (declined) seen"


def test_a_second_question_is_a_failure_too(again: Again) -> None:
    twice = ASK.format("Sure?").replace(
        '"document', "\"confirm('Sure?') && confirm('Really?'); document"
    )
    done = again(ASK.format("Sure?"), twice, ask)
    assert done.steps[1].reason == "dialog none expected, 'Really?' (declined) seen"


def test_a_message_that_nobody_saw_before_asks_nothing(again: Again) -> None:
    tells = SAVE.format("alert('Saving'); ")
    done = again(SAVE.format(""), tells, lambda page: page.get_by_text("Save").click())
    assert [step.outcome for step in done.steps] == ["done", "held"]


def test_another_question_is_not_agreed_to(again: Again, site: Site) -> None:
    other = ASK.format("Delete all?").replace("document.title =", "location.hash =")
    done = again(ASK.format("Sure?"), other, ask)
    assert done.steps[-1].reason == "dialog 'Sure?' expected, 'Delete all?' seen"
    assert done.steps[-1].url == site.url("/#false")


def test_a_link_that_leads_elsewhere_is_a_failure(again: Again, site: Site) -> None:
    site.serve("/home", "<h1>Home</h1>")
    site.serve("/sorry", "<h1>Sorry</h1>")
    link = "<a href='{}'>Sign in</a>"

    def follow(page: Page) -> None:
        page.get_by_text("Sign in").click()
        page.wait_for_url("**/home")

    step = again(link.format("/home"), link.format("/sorry"), follow).steps[-1]
    assert (step.outcome, step.effect_seen) == (StepOutcome.FAILED, False)
    assert "/home' expected" in step.reason
    assert "/sorry' seen" in step.reason


FORM = (
    "<form onsubmit=\"event.preventDefault(); location.hash = 'sent'\">"
    "{}<button>Send</button></form>"
)


def test_a_form_that_lacks_a_field_is_not_sent(again: Again, site: Site) -> None:
    def send(page: Page) -> None:
        fill(page)
        page.get_by_text("Send").click()
        page.get_by_text("Help").click()

    rest = "<button onclick=\"location.hash += 'help'\">Help</button>"
    done = again(FORM.format(NAME) + rest, FORM.format("") + rest, send)
    told = [(step.title, step.label) for step in done.steps]
    assert told[1:] == [
        ("type into 'Name'", "refused"),
        ("click 'Send'", "not run"),
        ("click 'Help'", "held"),
    ]
    assert "its form lacks a field (type into 'Name': refused)" in done.steps[2].reason
    assert done.steps[-1].url == site.url("/#help")
