"""heal(page) on real pages: what holds, what is healed, what never is."""

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, FrameLocator, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.doors.playwright.conftest import Healing

from holdfast import HealedWarning, heal
from holdfast.doors.playwright.suite_run import SuiteRun
from holdfast.errors import ElementMissing, UsageError

pytestmark = [pytest.mark.browser]

FORM = """<h1>Account</h1>
<form onsubmit="return false"><label for="mail">Email address</label><input id="mail" name="email">
<label for="pin">Password</label><input id="pin" type="password">
<button id="save" type="button" onclick="this.textContent='Saved'">Save changes</button>
<button id="cancel" type="button">Cancel</button></form><p id="hint">All fields are needed</p>"""
REDESIGN = """<h1>Account</h1><section><form onsubmit="return false">
<label>Email address <input name="email"></label><label>Password <input type="password"></label>
<button class="css-1x" type="button">Cancel</button>
<button class="css-2y" type="button" onclick="this.textContent='Saved'">Save changes</button>
</form><p>All fields are needed</p></section>"""
SAME_ORDER = FORM.replace('id="save"', 'class="css-1x"').replace('id="cancel"', 'class="css-2y"')
SAVE_GONE = REDESIGN.replace("Save changes</button>", "</button>").replace(
    'class="css-2y"', "hidden"
)


def run_of(page: Page) -> SuiteRun:
    run: SuiteRun = page.holdfast_run  # type: ignore[attr-defined]
    return run


def that(one: Locator) -> Any:
    return expect(one)


def save(page: Page) -> Locator:
    return page.locator("#save")


def record(healing: Healing, use: Callable[[Page], object], html: str = FORM) -> None:
    """Let a green run see the elements."""
    page = healing(html)
    use(page)
    page.close()


# ------------------------------------------------------------------------------- as it was before


def test_what_heal_returns_is_a_page_and_its_locators_are_locators(healing: Healing) -> None:
    page = healing(FORM)
    assert isinstance(page, Page)
    for made in (
        page.locator("form").get_by_role("button").first,
        page.get_by_text("Cancel").or_(page.get_by_text("Save")).last,
        page.get_by_role("button").filter(has=page.get_by_text("Save")).nth(0),
        page.get_by_role("button").and_(page.get_by_text("Cancel")),
        page.frame_locator("iframe").get_by_label("x").describe("a field"),
        page.get_by_role("button").all()[0],
        page.locator("iframe").content_frame.locator("b"),
        page.frame_locator("iframe").owner,
    ):
        assert isinstance(made, Locator)
        assert type(made) is not Locator
    assert isinstance(page.frame_locator("iframe").first, FrameLocator)


def test_errors_name_the_class_that_people_know(healing: Healing) -> None:
    page = healing(FORM)
    with pytest.raises(Error, match=r"^Page\.goto: "):
        page.goto("http://127.0.0.1:1/")
    with pytest.raises(Error, match=r"^Locator\.click: "):
        page.locator("#nothing").click(timeout=100)


def test_actions_reads_and_assertions_answer_as_before(healing: Healing) -> None:
    page = healing(FORM)
    page.get_by_label("Email address").fill("ada@example.com")
    assert page.locator("#mail").input_value() == "ada@example.com"
    assert page.get_by_role("button").count() == 2
    assert page.get_by_role("button").all_inner_texts() == ["Save changes", "Cancel"]
    save(page).click()
    expect(save(page)).to_have_text("Saved")
    expect(page.get_by_role("button")).to_have_text(["Saved", "Cancel"])
    expect(page).to_have_title("Shop")
    assert page.inner_text("#hint") == "All fields are needed"
    assert run_of(page).healed == []


def test_several_elements_are_an_error_as_before(healing: Healing) -> None:
    record(healing, lambda page: page.get_by_text("Cancel").click())
    page = healing(FORM + "<button>Cancel</button>")
    with pytest.raises(Error, match="strict mode violation"):
        page.get_by_text("Cancel").click()


def test_off_returns_the_very_page(browser: object, root: Path) -> None:
    page = object()
    assert heal(page, extent="off") is page  # type: ignore[type-var]


def test_only_pages_of_playwright_can_be_healed(root: Path) -> None:
    with pytest.raises(UsageError, match="wants a page of Playwright"):
        heal("page", root=root)  # type: ignore[type-var]


# ------------------------------------------------------------------------------------------ healed


def test_a_lost_locator_is_healed_with_a_warning_that_names_both(healing: Healing) -> None:
    record(healing, lambda page: save(page).click(trial=True))
    page = healing(REDESIGN)
    with pytest.warns(HealedWarning, match=r'locator\("#save"\) was healed to page.get_by_role'):
        save(page).click()
    assert page.get_by_text("Saved").count() == 1
    [healed] = run_of(page).healed
    assert healed.instead == 'page.get_by_role("button", name="Save changes", exact=True)'
    assert healed.file == __file__
    assert healed.function == "save"


def test_a_second_use_needs_no_second_decision(healing: Healing) -> None:
    record(healing, lambda page: save(page).hover())
    page = healing(REDESIGN)
    with pytest.warns(HealedWarning):
        save(page).hover()
    assert save(page).is_enabled()
    expect(save(page)).to_be_visible()
    assert len(run_of(page).healed) == 1


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda one: that(one).to_be_visible(), id="visible"),
        pytest.param(lambda one: that(one).to_have_text("Save changes"), id="text"),
        pytest.param(lambda one: that(one).to_be_enabled(), id="enabled"),
        pytest.param(lambda one: that(one).to_have_attribute("type", "button"), id="attribute"),
    ],
)
def test_positive_assertions_are_healed(healing: Healing, ask: Callable[[Locator], None]) -> None:
    record(healing, lambda page: ask(save(page)))
    page = healing(SAME_ORDER)
    ask(save(page))
    assert len(run_of(page).healed) == 1


def test_where_only_the_asserted_text_speaks_for_it_nothing_is_healed(healing: Healing) -> None:
    record(healing, lambda page: expect(save(page)).to_have_text("Save changes"))
    page = healing(REDESIGN)
    with pytest.raises(AssertionError, match="all the rest to another"):
        expect(save(page)).to_have_text("Save changes", timeout=1_000)


IS_ABSENT = pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda one: that(one).to_have_count(0), id="count"),
        pytest.param(lambda one: that(one).to_be_hidden(), id="hidden"),
        pytest.param(lambda one: that(one).not_to_be_visible(), id="not visible"),
        pytest.param(lambda one: that(one).not_to_be_attached(), id="not attached"),
        pytest.param(lambda one: that(one).to_have_text([]), id="no texts"),
        pytest.param(lambda one: one.wait_for(state="hidden"), id="wait for hidden"),
        pytest.param(lambda one: one.wait_for(state="detached"), id="wait for detached"),
    ],
)


@IS_ABSENT
def test_what_is_to_be_absent_is_never_healed(
    healing: Healing, ask: Callable[[Locator], None]
) -> None:
    record(healing, lambda page: save(page).hover())
    page = healing(REDESIGN)
    ask(save(page))
    assert save(page).count() == 0
    assert not save(page).is_visible()
    assert save(page).is_hidden()
    assert save(page).all() == []
    assert run_of(page).healed == []


@pytest.fixture
def briefly() -> Iterator[None]:
    """Let assertions wait for a moment only."""
    expect.set_options(timeout=300)
    yield
    expect.set_options(timeout=None)


@IS_ABSENT
@pytest.mark.usefixtures("briefly")
def test_what_was_healed_is_absent_only_when_it_is_gone(
    healing: Healing, ask: Callable[[Locator], None]
) -> None:
    record(healing, lambda page: save(page).hover())
    page = healing(REDESIGN)
    page.set_default_timeout(1_000)
    with pytest.warns(HealedWarning):
        save(page).hover()
    with pytest.raises((AssertionError, PlaywrightTimeout)):
        ask(save(page))
    assert (save(page).count(), save(page).is_visible(), page.is_hidden("#save")) == (
        1,
        True,
        False,
    )
    page.evaluate("document.querySelector('.css-2y').remove()")
    ask(save(page))
    assert (save(page).count(), page.is_visible("#save"), save(page).is_hidden()) == (
        0,
        False,
        True,
    )


def test_frames_and_shadow_roots_are_looked_into(healing: Healing) -> None:
    def host(inner: str) -> str:
        return f"<p id='h'></p><script>h.attachShadow({{mode:'open'}}).innerHTML=`{inner}`</script>"

    def framed(inner: str) -> str:
        return f'<iframe name="f" srcdoc="{inner}"></iframe>'

    def use(page: Page) -> None:
        page.frame_locator("iframe").locator("#pay").click()
        page.locator("#h").locator(".slot").click()

    old = framed("<h2>Card</h2><button id='pay'>Pay now</button>") + host(
        "<button class='slot'>Morning</button><button>Evening</button>"
    )
    new = framed("<h2>Card</h2><div><button>Pay now</button></div>") + host(
        "<button>Evening</button><button class='x'>Morning</button>"
    )
    record(healing, use, old)
    page = healing(new)
    with pytest.warns(HealedWarning):
        use(page)
    instead = [healed.instead for healed in run_of(page).healed]
    assert "frame_locator" in instead[0]
    assert 'name="Pay now"' in instead[0]
    assert 'name="Morning"' in instead[1]


PANE = "<div class='ui ui-pane'><h2 class='ui'>Note</h2><div class='ui note ui-x'>{}</div></div>"
IN_ROOTS = """<div class='pane'><h2>Note</h2><div class='note'></div></div>
<script>document.querySelector('.note').attachShadow({{mode:'open'}}).innerHTML=`{}`</script>"""


@pytest.mark.parametrize("words", ["Initial", "Updated"])
def test_what_a_shadow_host_shows_is_read_inside_of_it(healing: Healing, words: str) -> None:
    record(healing, lambda page: page.text_content(".ui.note"), PANE.format("Initial"))
    page = healing(IN_ROOTS.format(f"<style>p{{color:red}}</style><div><p>{words}</p>\n</div>"))
    with pytest.warns(HealedWarning):
        assert page.text_content(".ui.note") == words
    assert [healed.instead for healed in run_of(page).healed] == [
        'page.locator(".note").locator("p")'
    ]
    expect(page.locator(".ui.note")).to_contain_text(words)


@pytest.mark.parametrize(("more", "right"), [("", True), ("<p>Extra</p>", False)])
def test_children_that_moved_into_a_shadow_root_are_counted_there(
    healing: Healing, more: str, right: bool
) -> None:
    def use(page: Page) -> None:
        children = page.locator(".ui.note > .ui")
        expect(children).to_have_count(2, timeout=1_000)
        assert "two" in str(children.nth(1).get_attribute("class", timeout=1_000))

    record(healing, use, PANE.format("<b class='ui one'>1</b><b class='ui ui-y two'>2</b>"))
    inside = f"<style>b{{color:red}}</style><b class='one'>1</b><b class='two'>2</b>{more}"
    page = healing(IN_ROOTS.format(inside))
    with pytest.warns(HealedWarning), nullcontext() if right else pytest.raises(AssertionError):
        use(page)


@pytest.mark.parametrize("inside", ["", "<i></i>", "Bare <b></b>"])
def test_a_shadow_host_that_says_nothing_by_itself_is_not_read(
    healing: Healing, inside: str
) -> None:
    record(healing, lambda page: page.inner_text(".ui.note"), PANE.format("Initial"))
    page = healing(IN_ROOTS.format(inside))
    with pytest.raises(PlaywrightTimeout):
        page.inner_text(".ui.note", timeout=500)


# ----------------------------------------------------------------------------------------- refused


def test_what_was_removed_fails_with_playwrights_error_and_the_near_misses(
    healing: Healing,
) -> None:
    record(healing, lambda page: save(page).hover())
    page = healing(SAVE_GONE)
    with pytest.raises(PlaywrightTimeout, match="waiting for") as caught:
        save(page).click(timeout=400)
    [note] = caught.value.__notes__
    assert note.startswith("holdfast: refused: it is probably gone (")
    assert "<button> 'Cancel'" in note
    assert run_of(page).healed == []


def test_an_assertion_on_what_was_removed_says_what_came_nearest(healing: Healing) -> None:
    record(healing, lambda page: expect(save(page)).to_be_visible())
    page = healing(SAVE_GONE)
    with pytest.raises(
        AssertionError, match=r"(?s)expected to be visible.*holdfast: refused: it is"
    ):
        expect(save(page)).to_be_visible(timeout=400)


def test_nothing_is_healed_that_no_green_run_has_seen(healing: Healing) -> None:
    page = healing(REDESIGN)
    with pytest.raises(PlaywrightTimeout):
        save(page).click(timeout=300)
    assert run_of(page).healed == []


def test_a_run_that_fails_teaches_nothing(healing: Healing) -> None:
    def fail() -> None:
        with healing(FORM) as page:
            save(page).hover()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    page = healing(REDESIGN)
    with pytest.raises(PlaywrightTimeout):
        save(page).click(timeout=300)


def test_several_elements_are_never_healed_to_one(healing: Healing) -> None:
    rows = "".join(f"<li class='row'>Item {n} <a href='/{n}'>Open</a></li>" for n in range(4))
    record(healing, lambda page: page.locator(".row").nth(1).hover(), f"<ul>{rows}</ul>")
    page = healing(f"<ol>{rows.replace('row', 'css-9z')}</ol>")
    assert page.locator(".row").count() == 0
    expect(page.locator(".row")).to_have_count(0)
    with pytest.warns(HealedWarning):
        page.locator(".row").nth(1).hover()
    [healed] = run_of(page).healed
    assert healed.among == 4
    assert healed.action.value == "apply_with_flag"


def test_an_id_that_moved_to_another_button_is_not_clicked(healing: Healing) -> None:
    record(healing, lambda page: save(page).click(trial=True))
    swapped = FORM.replace('id="cancel"', 'id="x"').replace('id="save"', 'id="keep"')
    page = healing(swapped.replace('id="x"', 'id="save"'))
    with pytest.warns(HealedWarning, match="Save changes"):
        save(page).click()
    assert page.get_by_text("Saved").count() == 1


def test_an_id_given_to_another_button_stops_the_step_when_its_own_is_gone(
    healing: Healing,
) -> None:
    record(healing, lambda page: save(page).click(trial=True))
    start, end = FORM.index('<button id="save"'), FORM.index('<button id="cancel"')
    without = FORM[:start] + FORM[end:]
    page = healing(without + '<hr><button id="save" class="danger">Delete account</button>')
    with pytest.raises(ElementMissing, match="it finds <button> 'Delete account' now"):
        save(page).click()


def test_a_locator_by_place_takes_what_stands_there(healing: Healing) -> None:
    record(healing, lambda page: page.get_by_role("button").first.click(trial=True))
    page = healing(REDESIGN)
    page.get_by_role("button").first.click()
    assert page.get_by_role("button").first.inner_text() == "Cancel"
    assert run_of(page).healed == []


# ------------------------------------------------------------------------------ observe and suggest


def test_observing_fails_as_before_and_says_what_was_meant(healing: Healing) -> None:
    record(healing, lambda page: save(page).hover())
    page = healing(REDESIGN, extent="observe")
    with pytest.raises(PlaywrightTimeout) as caught:
        save(page).click(timeout=300)
    [note] = caught.value.__notes__
    assert '\n           page.get_by_role("button", name="Save changes", exact=True)\n' in note
    assert [one.used for one in run_of(page).suggested] == [False]
    with pytest.raises(AssertionError, match="next: if one of these is meant"):
        expect(save(page)).to_be_visible(timeout=300)


def test_suggesting_writes_no_fingerprints(healing: Healing, root: Path) -> None:
    page = healing(FORM, extent="suggest")
    save(page).hover()
    page.close()
    assert not (root / ".holdfast").exists()


# ------------------------------------------------------------------------------------------ keeping


def files(root: Path) -> list[Path]:
    return sorted((root / ".holdfast" / "fingerprints").rglob("*.json"))


def test_one_locator_is_kept_once_a_day_and_one_page_once(healing: Healing, root: Path) -> None:
    def use(page: Page) -> None:
        save(page).hover()
        save(page).hover()
        page.locator("#cancel").hover()

    record(healing, use)
    before = {file: file.stat().st_mtime_ns for file in files(root)}
    record(healing, use)
    assert len(before) == 2
    assert before == {file: file.stat().st_mtime_ns for file in files(root)}
    assert len(list((root / ".holdfast" / "pages").iterdir())) == 1


def test_a_fingerprint_is_named_after_its_place_in_the_source(healing: Healing, root: Path) -> None:
    record(healing, lambda page: save(page).hover())
    [file] = files(root)
    assert file.relative_to(root / ".holdfast").parts[1:3] == ("test_heal.py", "save")


def test_a_field_that_was_looked_at_today_is_asked_nothing_more(healing: Healing) -> None:
    counting = """<script>var asked = 0, own = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) { asked++; return own.call(this, name) }
    </script>"""
    asked = []
    for _ in range(2):
        page = healing(f"<label>City <input id=city></label>{counting}", extent="observe")
        page.locator("#city").fill("Graz")
        asked.append(page.evaluate("asked"))
        page.close()
    assert asked[0] > asked[1] == 0


def test_what_is_typed_is_never_kept(healing: Healing, root: Path) -> None:
    def use(page: Page) -> None:
        page.locator("#mail").fill("ada-secret@example.com")
        page.locator("#pin").fill("hunter2-hunter2")
        page.locator("#mail").press("End")
        save(page).hover()
        expect(page.locator("#mail")).to_have_value(re.compile("ada"))

    record(healing, use)
    kept = b"".join(p.read_bytes() for p in (root / ".holdfast").rglob("*") if p.is_file())
    assert len(files(root)) == 3
    assert b"hunter2" not in kept
    assert b"ada-secret" not in kept


def test_a_page_that_shows_a_password_is_not_kept(healing: Healing, root: Path) -> None:
    page = healing(FORM + '<p id="echo"></p>')
    page.locator("#pin").fill("hunter2-hunter2")
    page.evaluate("document.getElementById('echo').textContent = 'hunter2-hunter2'")
    page.locator("#cancel").hover()
    suite = run_of(page).suite
    page.close()
    kept = b"".join(p.read_bytes() for p in (root / ".holdfast").rglob("*") if p.is_file())
    assert b"hunter2" not in kept
    assert len(files(root)) == 1
    (said,) = suite.problems
    assert said == 'not fingerprinted, though its test is green: page.locator("#cancel")'


def test_git_takes_the_fingerprints_and_leaves_the_rest(healing: Healing, root: Path) -> None:
    record(healing, lambda page: save(page).hover())
    ignored = (root / ".holdfast" / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"*.db", "*.db-*", "healed/"} <= set(ignored)
    assert "fingerprints/" not in ignored


def test_a_button_whose_words_change_is_still_the_same(healing: Healing) -> None:
    record(healing, lambda page: save(page).click(trial=True))
    page = healing(FORM.replace("Save changes", "Save 3 changes"))
    save(page).click()
    assert save(page).inner_text() == "Saved"
    assert run_of(page).healed == []
