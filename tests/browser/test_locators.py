"""Locators are true when they are written: recorded, exported and run on the unchanged page."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.live_page import PlaywrightPage

from holdfast import Recorder
from holdfast.adapters.browser.proof import prove
from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.expression import follow
from holdfast.app.locator_proof import proved, write_locator
from holdfast.model.snapshot import Snapshot
from holdfast.ports import run_now
from holdfast.selectors.describe import describe

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html><head><title>Orders</title><style>
.must::after { content: " *" } .icon::before { content: "\\e900" }
</style></head><body>
<table><thead><tr><th>Order</th><th>Customer</th><th></th></tr></thead><tbody>
<tr><td>Order 4711</td><td>Ann</td><td><button>Edit</button><input type=checkbox></td></tr>
<tr><td>Order 4712</td><td>Ann</td><td><button>Edit</button><input type=checkbox></td></tr>
</tbody></table>
<ul><li><h3>Milk</h3><button>Add</button></li><li><h3>Bread</h3><button>Add</button></li></ul>
<div role="dialog" aria-label="Delete order"><button>OK</button></div>
<section aria-label="Help"><button>OK</button></section>
<div><p>One</p><i></i></div><div><p>Two</p><i></i></div>
<label class="must">Name <input></label>
<button class="icon">Save</button>
<button aria-owns="more">Play</button><span id="more">it</span>
<my-card></my-card><iframe srcdoc="<button>Pay</button><button hidden>Pay</button>"></iframe>
<script>
  const root = document.querySelector("my-card").attachShadow({mode: "open"});
  root.innerHTML = "<span>Price</span><button>Buy</button>";
</script></body></html>"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    shown = browser.new_page()
    shown.set_content(PAGE)
    expect(shown.frame_locator("iframe").get_by_role("button")).to_be_visible()
    yield shown
    shown.close()


@pytest.fixture(scope="module")
def snapshot(page: Page) -> Snapshot:
    return PlaywrightPage(page).capture()


def _written(page: Page, snapshot: Snapshot, index: int) -> str:
    proof = run_now(prove(page, snapshot.nodes[index]))
    assert proof is not None, "the page is the one that was measured"
    true = run_now(proved(proof, describe(snapshot, index)))
    assert true is not None, f"no selector finds {snapshot.nodes[index].xpath}"
    return write_locator(true).code


def test_a_row_whose_words_stand_in_others_is_called_by_its_whole_name(browser: Browser) -> None:
    shown = browser.new_page()
    rows = "".join(f"<tr><td>Order {n}<td><button>Edit</button>" for n in (1, 11, 2))
    shown.set_content(f"<table>{rows}</table>")
    snapshot = PlaywrightPage(shown).capture()
    written = _written(shown, snapshot, snapshot.select("button")[0].index)
    assert 'get_by_role("row", name="Order 1 Edit", exact=True).get_by_role("button"' in written
    shown.close()


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("Task {} <button>Edit</button>", "Task 1 Edit"),
        ("<b>Task {}</b><button>Edit</button>", "Task 1Edit"),
    ],
)
def test_a_list_item_whose_words_stand_in_others_is_told_by_all_that_it_says(
    browser: Browser, item: str, words: str
) -> None:
    shown = browser.new_page()
    shown.set_content("<ul>" + "".join(f"<li>{item.format(n)}</li>" for n in (1, 11, 10)) + "</ul>")
    snapshot = PlaywrightPage(shown).capture()
    written = _written(shown, snapshot, snapshot.select("button")[0].index)
    assert f'get_by_role("listitem").filter(has_text="{words}").get_by_role("button"' in written
    shown.close()


@pytest.mark.parametrize(
    ("css", "place", "wanted"),
    [
        ("td button", 0, 'get_by_role("row", name="Order 4711").get_by_role("button", name="Edit"'),
        ("td input", 1, 'get_by_role("row", name="Order 4712").get_by_role("checkbox")'),
        ("li button", 1, 'get_by_role("listitem").filter(has_text="Bread").get_by_role("button"'),
        ("[role=dialog] button", 0, 'get_by_role("dialog", name="Delete order", exact=True)'),
        ("section button", 0, 'get_by_role("region", name="Help", exact=True)'),
        ("label input", 0, 'get_by_role("textbox", name="Name *", exact=True)'),
        (".icon", 0, 'get_by_role("button", name="\\ue900Save", exact=True)'),
        ("div > i", 1, "div:nth-of-type(3) > i"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_people_find_it_by_what_is_around_it(
    page: Page, snapshot: Snapshot, css: str, place: int, wanted: str
) -> None:
    written = _written(page, snapshot, snapshot.select(css)[place].index)
    assert wanted in written
    assert (":nth-" in written) == (":nth-" in wanted), "a place is the last resort"


def test_what_is_written_finds_every_element_and_nothing_else(
    page: Page, snapshot: Snapshot
) -> None:
    live = PlaywrightPage(page)
    seen = live.capture()
    for node in seen.nodes:
        if node.xpath.startswith("/html/head") or node.tag in {"html", "script"}:
            continue
        found: Locator = follow(page, _written(page, seen, node.index))
        is_only = "(all, wanted) => all.length === 1 && all[0] === wanted"
        assert found.evaluate_all(is_only, live.element(node)), node.xpath


def test_a_name_that_playwright_hears_differently_is_kept_beside_ours(
    page: Page, snapshot: Snapshot
) -> None:
    node = snapshot.select("[aria-owns]")[0]
    assert node.name == "Play it"
    proof = run_now(prove(page, node))
    assert proof is not None
    true = run_now(proved(proof, describe(snapshot, node)))
    assert true is not None
    assert true.strategies[0].metadata["name"] == "Play it"
    assert write_locator(true).code == 'page.get_by_role("button", name="Playit", exact=True)'


def test_nothing_is_proved_on_a_page_that_has_moved_on(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<button>Play</button>")
    node = PlaywrightPage(page).capture().select("button")[0]
    page.locator("button").evaluate("button => { button.textContent = 'Pause' }")
    assert run_now(prove(page, node)) is None
    page.close()


def _edit_an_order(page: Page) -> None:
    page.locator("td button").nth(1).click()
    page.locator("td input").first.check()
    page.locator("li button").nth(1).click()
    page.locator("section button").click()
    page.locator("label input").fill("Ann")
    page.locator("my-card button").click()
    page.frame_locator("iframe").get_by_role("button").click()


@pytest.mark.parametrize("journey", [_edit_an_order])
def test_what_is_recorded_and_exported_runs_on_the_unchanged_page(
    browser: Browser, journey: Callable[[Page], None]
) -> None:
    context = browser.new_context(base_url="http://orders.test")
    context.route("http://orders.test/", lambda route: route.fulfill(body=PAGE))
    page = context.new_page()
    with Recorder(context, name="orders") as recorder:
        page.goto("http://orders.test/")
        journey(page)
    assert not recorder.problems
    code = write_pytest(recorder.recording).text
    assert ":nth-" not in code, code
    scope: dict[str, Callable[[Page], None]] = {}
    exec(code, scope)  # written by us a line ago, from a page in this file
    again = context.new_page()
    again.set_default_timeout(3_000)
    scope["test_orders"](again)
    expect(again.locator("label input")).to_have_value("Ann")
    context.close()
