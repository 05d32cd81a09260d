"""Names on live pages: what style sheets draw counts as Playwright and browsers count it."""

import re

import pytest
from playwright.sync_api import Page
from tests.browser.live_page import PlaywrightPage

from holdfast.adapters.browser.measurement import MEASURE_SOURCE, read_content
from holdfast.adapters.html import parse
from holdfast.model.snapshot import Snapshot
from holdfast.page.text import INLINE_TAGS

pytestmark = pytest.mark.browser

# Style sheet, body, and the name of the element with the id "t".
CASES = {
    "before": ("#t::before { content: 'New ' }", "<button id=t>Mail</button>", "New Mail"),
    "after": (".r::after { content: ' *' }", "<h2 id=t class=r>Name</h2>", "Name *"),
    "without a space": ("#t::after { content: '!' }", "<a href=/ id=t>Go</a>", "Go!"),
    "an icon font": (
        ".icon::before { content: '\\f015  ' }",
        "<a href=/ id=t><i class=icon></i>Home</a>",
        "\uf015 Home",
    ),
    "alternative text": (
        "#t::before { content: '\\2605' / 'Star ' }",
        "<button id=t>it</button>",
        "Star it",
    ),
    "no alternative": ("#t::before { content: '\\2605' / '' }", "<button id=t>it</button>", "it"),
    "an attribute": (
        "#t::after { content: ' ' attr(data-n) }",
        "<button id=t data-n=14>Inbox</button>",
        "Inbox 14",
    ),
    "a box before": (
        "#t::before { content: 'New'; display: block }",
        "<button id=t>Mail</button>",
        "New Mail",
    ),
    "any element's": ("h2 > ::before { content: '+' }", "<h2 id=t>1<b>2</b></h2>", "1+2"),
    "in a layer and for a medium": (
        "@layer x { @media screen { #t::before { content: 'New ' } } }",
        "<button id=t>Mail</button>",
        "New Mail",
    ),
    "in a nested rule": (
        "button { &.n::before { content: 'New ' } }",
        "<button id=t class=n>Mail</button>",
        "New Mail",
    ),
    "not when it is not shown": (
        "#t::before { content: 'New'; display: none }",
        "<button id=t>Mail</button>",
        "Mail",
    ),
    "in a label": (
        "label::after { content: ' *' }",
        "<label for=t>Name</label><input id=t>",
        "Name *",
    ),
    "in what is referred to": (
        "#x::after { content: ' *' }",
        "<div id=x>Name</div><input id=t aria-labelledby=x>",
        "Name *",
    ),
    "children of a flex box": (
        "#t { display: flex }",
        "<button id=t><span>Inbox</span><span>14</span></button>",
        "Inbox 14",
    ),
    "inline blocks": (
        "b { display: inline-block }",
        "<button id=t><b>Inbox</b><b>14</b></button>",
        "Inbox 14",
    ),
    "blocks in line": (
        "h2 div { display: inline }",
        "<h2 id=t><div>re</div><div>do</div></h2>",
        "redo",
    ),
    "a line break": ("", "<button id=t>Inbox<br>14</button>", "Inbox 14"),
    "children without a box": (
        "b { display: contents }",
        "<button id=t><b>Inbox</b><b>14</b></button>",
        "Inbox 14",
    ),
    "capitals of a style are not in the name": (
        "#t { text-transform: uppercase }",
        "<button id=t>Mail</button>",
        "Mail",
    ),
}


@pytest.mark.parametrize(("style", "body", "name"), CASES.values(), ids=CASES)
def test_the_name_is_what_playwright_finds(page: Page, style: str, body: str, name: str) -> None:
    page.set_content(f"<!doctype html><style>{style}</style>{body}")
    snapshot = PlaywrightPage(page).capture()
    (node,) = snapshot.select("#t")
    assert node.name == name, "asked alone"
    assert snapshot.names[node.index] == name
    found = page.get_by_role(node.role, name=name, exact=True)  # type: ignore[arg-type]
    assert found.evaluate_all("found => found.map(e => e.id)") == ["t"]
    again = Snapshot.from_json(snapshot.to_json())
    assert again == snapshot
    assert again.names == snapshot.names


def test_words_of_a_shadow_roots_own_style(page: Page) -> None:
    page.set_content("<div id=host></div>")
    page.evaluate(
        "document.querySelector('#host').attachShadow({mode: 'open'}).innerHTML ="
        " '<style>button::before { content: \"New \" }</style><button>Mail</button>'"
    )
    (button,) = PlaywrightPage(page).capture().select("button")
    assert button.name == "New Mail"


# The shadow root, what the host holds, and the name of the button inside.
SLOTS = {
    "text": ("<button><slot></slot></button>", "Save", "Save"),
    "text among words": ("<button>foo <slot></slot> bar</button>", "slotted", "foo slotted bar"),
    "what stands by": ("<button><slot>default</slot></button>", "", "default"),
    "an element": ("<button><slot></slot></button>", "<b>Save</b> all", "Save all"),
    "an image": ("<button><slot></slot></button>", "<img alt=Home>", "Home"),
    "named slots": (
        "<button><slot name=icon></slot><slot></slot></button>",
        "Mail<i slot=icon>New </i>",
        "New Mail",
    ),
    "what is not shown": ("<button><slot></slot></button>", "Go<b hidden> on</b>", "Go"),
    "text beside a slot": ("<button>re<slot></slot></button>", "do", "re do"),
}


@pytest.mark.parametrize(("root", "inside", "name"), SLOTS.values(), ids=SLOTS)
def test_slots_say_what_they_show(page: Page, root: str, inside: str, name: str) -> None:
    page.set_content(f"<x-button>{inside}</x-button><h2>See <x-b>it</x-b></h2>")
    page.evaluate(
        "root => { for (const host of document.querySelectorAll('x-button, x-b'))"
        " host.attachShadow({mode: 'open'}).innerHTML = root }",
        root,
    )
    snapshot = PlaywrightPage(page).capture()
    button = snapshot.select("button")[0]
    assert (button.role, button.name) == ("button", name)
    assert page.get_by_role("button", name=name, exact=True).count() >= 1
    again = Snapshot.from_json(snapshot.to_json())
    assert (again, again.names) == (snapshot, snapshot.names)


# The shadow root, what the host holds, and the name of the heading around them.
AROUND_SLOTS = {
    "once": ("<span><slot></slot></span>", "it", "See it"),
    "where the slot stands": ("foo <slot></slot> bar", "it", "See foo it bar"),
    "an element": ("foo <slot></slot> bar", "<b>it</b>", "See foo it bar"),
    "only what has a slot": ("<slot name=a></slot> bar", "<i>no</i><b slot=a>it</b>", "See it bar"),
    "what stands by": ("foo <slot aria-label=label>default</slot>", "", "See foo default"),
}


@pytest.mark.parametrize(("root", "inside", "name"), AROUND_SLOTS.values(), ids=AROUND_SLOTS)
def test_a_name_around_a_host_follows_the_flat_tree(
    page: Page, root: str, inside: str, name: str
) -> None:
    page.set_content(f"<h2>See <x-b>{inside}</x-b></h2>")
    page.locator("x-b").evaluate(
        "(host, root) => { host.attachShadow({mode: 'open'}).innerHTML = root }", root
    )
    (heading,) = PlaywrightPage(page).capture().select("h2")
    assert heading.name == name


def test_the_script_knows_the_same_tags_as_the_text_of_a_page() -> None:
    listed = re.search(r"const INLINE_TAGS = \((.*?)\)\.split", MEASURE_SOURCE, re.DOTALL)
    assert listed is not None
    assert set(" ".join(re.findall(r"'([^']*)'", listed[1])).split()) == INLINE_TAGS


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('"a" "b"', "ab"),
        ('"say \\"no\\""', 'say "no"'),
        ('"\\f015 x"', "\uf015x"),
        ('url("a/b.png") "x"', "x"),
        ('counter(n) ". "', ". "),
        ('"x" / "y" attr(data-z)', "yZ"),
        ('"a / b"', "a / b"),
        ("normal", ""),
    ],
)
def test_the_words_of_a_computed_content(content: str, words: str) -> None:
    assert read_content(content, {"data-z": "Z"}) == words


def test_saved_and_live_pages_have_the_same_paths(page: Page) -> None:
    html = (
        "<!doctype html><title>x</title><body><picture><source srcset=a><img alt=x></picture>"
        "<video><source src=a><track src=b></video><p>a<wbr>b<p>c<embed src=x>"
        "<template><p>t</template><noscript><img src=n></noscript><ul><li>1<li>2</ul>"
    )
    page.set_content(html)
    live = PlaywrightPage(page).capture()
    assert [n.xpath for n in live.nodes] == [n.xpath for n in parse(html).nodes]
