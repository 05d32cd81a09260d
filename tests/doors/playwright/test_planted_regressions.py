"""Regressions planted behind every kind of assertion: none may pass; what only moved must pass."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from holdfast import HealedWarning, heal
from holdfast.app.expression import follow

pytestmark = [pytest.mark.browser]

Ask = Callable[[Locator], object]


@dataclass(frozen=True)
class Planted:
    """An element in a row of its own, what is asked of it, and what the regression makes of it."""

    markup: str
    wrong: str
    ask: Ask

    def page(self, target: str, decoy: str = "") -> str:
        """Return the page as it was, with this element; or redesigned, with a decoy beside it."""
        rows = [("Customer", "Ada Lovelace"), ("Ordered", "2 May"), ("Status", target)]
        rows += [("Shipping", "5 EUR"), ("Total", "48 EUR")]
        if decoy:
            rows = [("Invoice", "INV-2026"), *rows, ("Next order", decoy)]
        body = "".join(f"<tr><th>{label}</th><td>{held}</td></tr>" for label, held in rows)
        if not decoy:
            return f"<h1>Order 7</h1><table>{body}</table><button>Print</button>"
        return f"<nav><a href='/'>Home</a></nav><h1>Order 7</h1><section><table>{body}</table>" + (
            "</section><button>Print</button>"
        )

    @property
    def before(self) -> str:
        return self.page(self.markup)

    @property
    def moved(self) -> str:
        return self.page(self._plain(self.markup), self._plain(self.wrong))

    @property
    def regressed(self) -> str:
        return self.page(self._plain(self.wrong), self._plain(self.markup))

    @staticmethod
    def _plain(markup: str) -> str:
        return markup.replace(' id="it"', "")


def that(one: Locator) -> Any:
    return expect(one)


def read(ask: Callable[[Locator], bool]) -> Ask:
    """Return a question that is asked by ``assert``."""

    def check(one: Locator) -> None:
        assert ask(one)

    return check


STATUS = '<b id="it" class="state good" title="as of now" data-state="open">In transit</b>'
SIZED = STATUS.replace("<b", '<b style="display: inline-block; min-width: 9px; height: 9px"')
LOST = STATUS.replace("In transit", "Lost")
FIELD = '<input id="it" name="count" type="number" aria-label="How many" value="3">'
CHOICE = (
    '<select id="it" aria-label="Colour"><option value="r">Red</option>'
    '<option value="g">Green</option></select>'
)
GREEN = CHOICE.replace('value="g"', 'value="g" selected')
SEVERAL = GREEN.replace("<select", "<select multiple")
NOTES = '<textarea id="it" aria-label="Notes">Ring twice</textarea>'
BOX = '<input id="it" type="checkbox" aria-label="Insured" {}>'
LINK = '<a id="it" href="/track/7">Where is it?</a>'
PRESSED = '<button id="it" aria-pressed="true">Follow</button>'
EDIT = '<input id="it" aria-label="Reference" {}>'
NAMED = '<img id="it" alt="{}" src="data:," width="20" height="20">'
DESCRIBED = '<button id="it" aria-description="{}">Pack</button>'
CHECKED, UNCHECKED = BOX.format("checked"), BOX.format("")

PLANTED = {
    "text": Planted(STATUS, LOST, lambda it: that(it).to_have_text("In transit")),
    "text by pattern": Planted(STATUS, LOST, lambda it: that(it).to_have_text(re.compile("tran"))),
    "text contained": Planted(STATUS, LOST, lambda it: that(it).to_contain_text("transit")),
    "text in any case": Planted(
        STATUS, LOST, lambda it: that(it).to_have_text("IN TRANSIT", ignore_case=True)
    ),
    "inner text": Planted(
        STATUS, LOST, lambda it: that(it).to_have_text("In transit", use_inner_text=True)
    ),
    "text property": Planted(
        STATUS, LOST, lambda it: that(it).to_have_js_property("textContent", "In transit")
    ),
    "aria snapshot": Planted(
        STATUS, LOST, lambda it: that(it).to_match_aria_snapshot("- text: In transit")
    ),
    "text read": Planted(STATUS, LOST, read(lambda it: it.inner_text() == "In transit")),
    "text content read": Planted(STATUS, LOST, read(lambda it: it.text_content() == "In transit")),
    "markup read": Planted(STATUS, LOST, read(lambda it: it.inner_html() == "In transit")),
    "aria read": Planted(STATUS, LOST, read(lambda it: "transit" in it.aria_snapshot())),
    "text evaluated": Planted(
        STATUS, LOST, read(lambda it: it.evaluate("it => it.textContent") == "In transit")
    ),
    "empty": Planted(
        SIZED.replace("In transit", ""), SIZED, lambda it: that(it).to_be_empty()
    ),
    "not the text now": Planted(STATUS, LOST, lambda it: that(it).not_to_have_text("Lost")),
    "not checked": Planted(UNCHECKED, CHECKED, lambda it: that(it).not_to_be_checked()),
    "not the value": Planted(
        FIELD, FIELD.replace('"3"', '"4"'), lambda it: that(it).not_to_have_value("4")
    ),
    "not the attribute": Planted(
        STATUS,
        STATUS.replace("open", "closed"),
        lambda it: that(it).not_to_have_attribute("data-state", "closed"),
    ),
    "not the class now": Planted(
        STATUS, STATUS.replace("good", "bad"), lambda it: that(it).not_to_contain_class("bad")
    ),
    "not disabled": Planted(
        EDIT.format(""), EDIT.format("disabled"), lambda it: that(it).not_to_be_disabled()
    ),
    "attribute": Planted(
        STATUS,
        STATUS.replace("open", "closed"),
        lambda it: that(it).to_have_attribute("data-state", "open"),
    ),
    "any attribute": Planted(
        STATUS,
        STATUS.replace(' data-state="open"', ""),
        lambda it: that(it).to_have_attribute("data-state", re.compile(".")),
    ),
    "attribute read": Planted(
        STATUS,
        STATUS.replace("open", "closed"),
        read(lambda it: it.get_attribute("data-state") == "open"),
    ),
    "address": Planted(
        LINK, LINK.replace("7", "9"), lambda it: that(it).to_have_attribute("href", "/track/7")
    ),
    "address read": Planted(
        LINK, LINK.replace("7", "9"), read(lambda it: it.get_attribute("href") == "/track/7")
    ),
    "classes": Planted(
        STATUS, STATUS.replace("good", "bad"), lambda it: that(it).to_have_class("state good")
    ),
    "a class": Planted(
        STATUS, STATUS.replace("good", "bad"), lambda it: that(it).to_contain_class("good")
    ),
    "class property": Planted(
        STATUS,
        STATUS.replace("good", "bad"),
        lambda it: that(it).to_have_js_property("className", "state good"),
    ),
    "style": Planted(
        STATUS.replace("class", 'style="color: red" class'),
        STATUS,
        lambda it: that(it).to_have_css("color", "rgb(255, 0, 0)"),
    ),
    "role": Planted(
        PRESSED,
        PRESSED.replace("button", "span"),
        lambda it: that(it).to_have_role("button"),
    ),
    "name": Planted(
        NAMED.format("Parcel"),
        NAMED.format("Broken"),
        lambda it: that(it).to_have_accessible_name("Parcel"),
    ),
    "description": Planted(
        DESCRIBED.format("By hand"),
        DESCRIBED.format("By machine"),
        lambda it: that(it).to_have_accessible_description("By hand"),
    ),
    "value": Planted(
        FIELD, FIELD.replace('"3"', '"4"'), lambda it: that(it).to_have_value("3")
    ),
    "value by pattern": Planted(
        FIELD, FIELD.replace('"3"', '"4"'), lambda it: that(it).to_have_value(re.compile("3"))
    ),
    "value read": Planted(
        FIELD, FIELD.replace('"3"', '"4"'), read(lambda it: it.input_value() == "3")
    ),
    "value property": Planted(
        FIELD, FIELD.replace('"3"', '"4"'), lambda it: that(it).to_have_js_property("value", "3")
    ),
    "written text": Planted(
        NOTES, NOTES.replace("twice", "once"), lambda it: that(it).to_have_value("Ring twice")
    ),
    "choice": Planted(GREEN, CHOICE, lambda it: that(it).to_have_value("g")),
    "choice read": Planted(GREEN, CHOICE, read(lambda it: it.input_value() == "g")),
    "choices": Planted(
        SEVERAL,
        CHOICE.replace("<select", "<select multiple"),
        lambda it: that(it).to_have_values(["g"]),
    ),
    "checked": Planted(CHECKED, UNCHECKED, lambda it: that(it).to_be_checked()),
    "unchecked": Planted(UNCHECKED, CHECKED, lambda it: that(it).to_be_checked(checked=False)),
    "checked read": Planted(CHECKED, UNCHECKED, read(lambda it: it.is_checked())),
    "checked property": Planted(
        CHECKED, UNCHECKED, lambda it: that(it).to_have_js_property("checked", True)
    ),
    "pressed": Planted(
        PRESSED,
        PRESSED.replace("true", "false"),
        lambda it: that(it).to_have_attribute("aria-pressed", "true"),
    ),
    "enabled": Planted(
        EDIT.format(""), EDIT.format("disabled"), lambda it: that(it).to_be_enabled()
    ),
    "enabled read": Planted(
        EDIT.format(""), EDIT.format("disabled"), read(lambda it: it.is_enabled())
    ),
    "editable": Planted(
        EDIT.format(""), EDIT.format("readonly"), lambda it: that(it).to_be_editable()
    ),
    "editable read": Planted(
        EDIT.format(""), EDIT.format("readonly"), read(lambda it: it.is_editable())
    ),
    "visible": Planted(
        PRESSED, PRESSED.replace("<button", "<button hidden"), lambda it: that(it).to_be_visible()
    ),
    "focused": Planted(
        EDIT.format("autofocus"), EDIT.format(""), lambda it: that(it).to_be_focused()
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("planted")
    (folder / "holdfast.toml").write_text("", encoding="utf-8")
    return folder


def opened(context: BrowserContext, root: Path, html: str) -> Page:
    page = heal(context.new_page(), root=root, heal_after_ms=20.0)
    page.set_content(f"<!doctype html><title>Shop</title><main>{html}</main>")
    return page


def asked(
    context: BrowserContext, root: Path, name: str, html: str, ask: Ask, timeout_ms: float = 5_000
) -> bool:
    """Return whether the assertion passes on a page."""
    page = opened(context, root, html)
    page.set_default_timeout(timeout_ms)
    expect.set_options(timeout=timeout_ms)
    passed = False
    try:
        # Each has a locator of its own: what is kept of one is nothing to the others.
        ask(page.locator(f"#it, #{name.replace(' ', '-')}"))
        passed = True
    except (AssertionError, Error):
        pass
    finally:
        expect.set_options(timeout=5_000)
        page.holdfast_run.close(passed=passed)  # type: ignore[attr-defined]
        page.close()
    return passed


def some_now(names: Iterable[str]) -> list[Any]:
    """Return all names; the usual run asks one of four, make test-slow the others."""
    return [
        pytest.param(name, marks=() if place % 4 == 0 else pytest.mark.slow)
        for place, name in enumerate(names)
    ]


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
@pytest.mark.parametrize("name", some_now(PLANTED))
def test_no_planted_regression_passes(name: str, context: BrowserContext, root: Path) -> None:
    planted = PLANTED[name]
    assert asked(context, root, name, planted.before, planted.ask)
    assert not asked(context, root, name, planted.regressed, planted.ask, timeout_ms=400)
    assert asked(context, root, name, planted.moved, planted.ask), "it only moved"


# ------------------------------------------------------------------------------ in longer tests

OPEN = "<h1>Tasks</h1><ul><li>Buy milk <b id='it'>{}</b></li><li>Pay rent <b>{}</b></li></ul>"
NEW = OPEN.replace("<b id='it'>", "<b>").replace("<ul>", "<p>All of them</p><ul>")


def first_pressed(more: Ask) -> Ask:
    """Return a question about an element that something was done with before."""

    def ask(one: Locator) -> None:
        one.click()
        more(one)

    return ask


LONGER: dict[str, tuple[str, str, str, Ask]] = {
    "text of what was pressed": (
        OPEN.format("done", "open"),
        NEW.format("open", "done"),
        NEW.format("done", "open"),
        first_pressed(lambda it: that(it).to_have_text("done")),
    ),
    "not the text": (
        OPEN.format("done", "open"),
        NEW.format("late", "done"),
        NEW.format("done", "late"),
        first_pressed(lambda it: that(it).not_to_have_text("late")),
    ),
    "not the class": (
        OPEN.format("done", "open"),
        NEW.replace("<b>", "<b class='late'>", 1).format("done", "open"),
        NEW.format("done", "open"),
        first_pressed(lambda it: that(it).not_to_have_class("late")),
    ),
    "words of the locator": (
        OPEN.format("in your cart", "open"),
        NEW.format("sold out", "open"),
        NEW.replace("<b>{}</b>", "<em>{}</em>", 1).format("in your cart", "open"),
        lambda it: that(it.page.locator("b", has_text="in your cart")).to_be_visible(),
    ),
}


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
@pytest.mark.parametrize("name", some_now(LONGER))
def test_no_regression_passes_in_a_longer_test(
    name: str, context: BrowserContext, root: Path
) -> None:
    before, regressed, moved, ask = LONGER[name]
    assert asked(context, root, name, before, ask)
    assert not asked(context, root, name, regressed, ask, timeout_ms=400)
    assert asked(context, root, name, moved, ask)


def test_a_text_that_changes_while_the_suite_runs_is_no_locator(
    context: BrowserContext, root: Path
) -> None:
    html = OPEN.format("1", "7").replace("<b id", "<b onclick='this.textContent = 2' id")
    counted = first_pressed(lambda it: that(it).to_have_text("2"))
    assert asked(context, root, "counter", html, counted)
    page = opened(context, root, NEW.format("1", "2"))
    with pytest.warns(HealedWarning):
        page.locator("#it, #counter").hover()
    [healed] = page.holdfast_run.healed  # type: ignore[attr-defined]
    assert "get_by_text" not in healed.instead
    assert page.locator("#it, #counter").inner_text() == "1"
    page.close()


ROWS = "<h1>Tasks</h1><h2>Today</h2><ul>{}</ul><h2>Later</h2><ul><li>Sleep</li></ul>"


def rows(*names: str, one: str = "<li class='task'>{} <button>Done</button></li>") -> str:
    return ROWS.format("".join(one.format(name) for name in names))


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_a_list_is_counted_by_its_members_and_never_by_the_expected_number(
    context: BrowserContext, root: Path
) -> None:
    def three(page: Page, timeout_ms: float = 10_000) -> None:
        expect(page.locator(".task")).to_have_count(3, timeout=timeout_ms)

    page = opened(context, root, rows("Milk", "Rent", "Mail"))
    three(page)
    page.close()
    new = "<li class='row'>{} <button>Done</button></li>"
    page = opened(context, root, rows("Rent", "Milk", "Mail", one=new))
    three(page)
    [healed] = page.holdfast_run.healed  # type: ignore[attr-defined]
    assert follow(page, healed.instead).all_inner_texts()[1] == "Milk Done"
    page.close()
    for changed in (rows("Rent", "Mail", one=new), rows("Rent", "Milk", "Mail", "Call", one=new)):
        page = opened(context, root, changed)
        with pytest.raises(AssertionError):
            three(page, timeout_ms=700)
        page.close()
    page = opened(context, root, "<h1>Tasks</h1><h2>Later</h2><ul><li>Sleep</li></ul>")
    with pytest.raises(AssertionError):
        three(page, timeout_ms=700)
    page.close()


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_the_texts_of_a_list_are_those_of_its_members_and_never_the_expected_ones(
    context: BrowserContext, root: Path
) -> None:
    def passes(html: str, timeout_ms: float = 10_000) -> bool:
        page = opened(context, root, html)
        try:
            tasks = page.locator("ul.tasks > li.task > b")
            expect(tasks).to_have_text(["Milk", "Rent"], timeout=timeout_ms)
        except AssertionError:
            return False
        finally:
            page.close()
        return True

    old = "<h1>Tasks</h1><h2>Today</h2><ul class='tasks'>{}</ul><h2>Later</h2><ol>{}</ol>"
    new = old.replace(" class='tasks'", "").replace("<h1>", "<nav>Home</nav><h1>")
    was = "<li class='task'><b>{}</b> <button>Done</button></li>"
    now = "<li class='row'><b>{}</b> <button>Done</button></li>"
    expected, others = ("Milk", "Rent"), ("Call", "Mail")

    def made(page: str, one: str, today: Iterable[str], later: Iterable[str]) -> str:
        return page.format(*("".join(map(one.format, each)) for each in (today, later)))

    assert passes(made(old, was, expected, others))
    assert not passes(made(new, now, others, expected), 700), "they stand in another list"
    assert not passes(made(new, now, ("Milk", "Mail"), others), 700)
    assert passes(made(new, now, expected, others))


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
@pytest.mark.parametrize("those", [".task.done", ".task input:checked", ".task[aria-busy]"])
def test_what_a_list_asks_of_its_members_is_not_forgotten(
    those: str, context: BrowserContext, root: Path
) -> None:
    def passes(html: str, timeout_ms: float = 10_000) -> bool:
        page = opened(context, root, html)
        try:
            expect(page.locator(those)).to_have_count(2, timeout=timeout_ms)
        except AssertionError:
            return False
        finally:
            page.close()
        return True

    one = "<li class='task{}'{}>{} <input type='checkbox'{}></li>"
    done = [one.format(" done", " aria-busy", name, " checked") for name in ("Milk", "Rent")]
    left = [one.format("", "", name, "") for name in ("Milk", "Rent")]
    assert passes(ROWS.format("".join(done)))
    assert not passes(ROWS.format("".join(left)), 700), "none of them is, any more"
