"""Selectors: unique on their page, in the order people prefer, free of what a machine made."""

from __future__ import annotations

import ast
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.model.snapshot import Node, Snapshot
from holdfast.page.tables import tables_of
from holdfast.selectors.css import css_path, quote
from holdfast.selectors.selector import Selector, SelectorKind
from holdfast.selectors.writing import selectors_of
from holdfast.testing import a_framed_page, a_page

SHOP = """
<nav class="main-nav p-4"><a href="/home">Home</a><a href="/about">About</a></nav>
<main>
  <h1>Basket</h1><h2>Basket</h2>
  <form id="login">
    <label for="user-name">User name</label><input id="user-name" name="user">
    <input placeholder="Search">
    <input type="password" name="secret" id=":r1:">
    <button class="css-1a2b3c btn-save is-active">Save</button>
    <button>Cancel</button>
  </form>
  <form id="delivery"><button>Cancel</button></form>
  <img src="logo.png" alt="Logo"><abbr title="Terms and conditions">T&amp;C</abbr>
  <button data-testid="buy"><span>Buy "now"</span></button>
  <button data-cy="later"><svg></svg></button>
  <ul><li><i></i></li><li><i></i></li></ul>
</main>
"""


def kinds_of(node: Node) -> list[str]:
    return [selector.kind for selector in selectors_of(node)]


def code_of(page: Snapshot, css: str) -> list[str]:
    return [selector.playwright for selector in selectors_of(page.select(css)[0])]


@pytest.mark.parametrize(
    ("css", "written"),
    [
        pytest.param("nav a", 'page.get_by_role("link", name="Home", exact=True)', id="role, name"),
        pytest.param(
            "h2", 'page.get_by_role("heading", name="Basket", exact=True, level=2)', id="level"
        ),
        pytest.param("#user-name", 'page.get_by_label("User name", exact=True)', id="label"),
        pytest.param("#user-name", 'page.locator("#user-name")', id="id"),
        pytest.param("#user-name", "page.locator('input[name=\"user\"]')", id="name"),
        pytest.param(
            "[placeholder]", 'page.get_by_placeholder("Search", exact=True)', id="placeholder"
        ),
        pytest.param("img", 'page.get_by_alt_text("Logo", exact=True)', id="alt"),
        pytest.param("abbr", 'page.get_by_title("Terms and conditions", exact=True)', id="title"),
        pytest.param("[data-testid]", 'page.get_by_test_id("buy")', id="test id"),
        pytest.param("[data-cy]", "page.locator('[data-cy=\"later\"]')", id="other test id"),
        pytest.param("span", "page.get_by_text('Buy \"now\"', exact=True)", id="text"),
        pytest.param(".btn-save", 'page.locator(".btn-save")', id="class"),
        pytest.param("nav", 'page.get_by_role("navigation")', id="role alone"),
        pytest.param("#delivery button", 'page.locator("#delivery button")', id="scoped CSS"),
        pytest.param(
            "#login button:last-child",
            'page.locator("#login").get_by_role("button", name="Cancel", exact=True)',
            id="role inside",
        ),
    ],
)
def test_selectors_read_as_people_write_them(css: str, written: str) -> None:
    assert written in code_of(a_page(SHOP), css)


def test_the_order_is_that_of_preference() -> None:
    order = list(SelectorKind)
    for node in a_page(SHOP).nodes:
        places = [order.index(SelectorKind(kind)) for kind in kinds_of(node)]
        assert places == sorted(places)


def test_what_a_machine_made_or_what_only_styles_is_in_no_selector() -> None:
    page = a_page(SHOP)
    written = " ".join(s.playwright for node in page.nodes for s in selectors_of(node))
    assert not [bad for bad in (":r1:", "css-1a2b3c", "p-4", "is-active") if bad in written]


def test_twins_get_only_their_place_and_are_told_fragile() -> None:
    page = a_page(SHOP)
    first, second = (selectors_of(node) for node in page.select("li"))
    assert [(s.kind, s.is_fragile, s.css) for s in second] == [
        (SelectorKind.PATH, True, "main > ul > li:nth-of-type(2)")
    ]
    assert len(first) == 1


def test_nothing_else_is_fragile() -> None:
    for node in a_page(SHOP).nodes:
        found = selectors_of(node)
        assert all(s.is_fragile == (s.kind is SelectorKind.PATH) for s in found)
        assert len(found) == 1 or not any(s.is_fragile for s in found)


def test_masked_values_are_not_quoted() -> None:
    page = a_page('<a href="/x?token=abc">go</a><a href="/y">go</a>')
    assert "***" in page.nodes[3].get("href"), "the page was expected to mask the token"
    assert not [line for line in code_of(page, "a") if "***" in line]


def test_an_element_in_a_frame_is_reached_through_its_frame() -> None:
    page = a_framed_page('<iframe id="pay"></iframe>', {"#pay": "<button>Pay</button>"})
    button = next(node for node in page.nodes if node.tag == "button")
    wanted = 'page.frame_locator("#pay").get_by_role("button", name="Pay", exact=True)'
    assert selectors_of(button)[0].playwright == wanted


def test_the_same_words_in_another_frame_do_not_count() -> None:
    page = a_framed_page(
        '<button>Pay</button><iframe id="pay"></iframe>', {"#pay": "<button>Pay</button>"}
    )
    buttons = [node for node in page.nodes if node.tag == "button"]
    assert [kinds_of(button)[0] for button in buttons] == ["role", "role"]


def test_shadow_roots_are_entered_without_a_word() -> None:
    page = a_framed_page('<x-card id="card"></x-card>', {"#card": "<b>Hi</b>"}, kind="shadow")
    inner = next(node for node in page.nodes if node.tag == "b")
    assert selectors_of(inner)[0].playwright == 'page.get_by_text("Hi", exact=True)'


def test_odd_ids_and_classes_are_quoted() -> None:
    page = a_page('<p id="2nd">a</p><p class="1st">b</p><p id="größe">c</p>')
    assert [selectors_of(node)[-1].css for node in page.select("p")] == [
        '[id="2nd"]',
        '[class~="1st"]',
        "#größe",
    ]


# ----------------------------------------------------------------- uniqueness, asked another way


def matches(page: Snapshot, node: Node, selector: Selector) -> list[int]:
    """Return what a selector finds, worked out element by element instead of by table."""
    if selector.css is not None:
        return [found.index for found in page.select(selector.css)]
    exposed = page.index.exposed
    if selector.kind in {SelectorKind.ROLE, SelectorKind.BARE_ROLE}:
        bare = selector.kind is SelectorKind.BARE_ROLE
        leveled = "level=" in selector.playwright
        return [
            other.index
            for other in page.nodes
            if exposed[other.index]
            and other.role == node.role
            and (bare or other.name == node.name)
            and (not leveled or other.tag == node.tag)
        ]
    if selector.kind is SelectorKind.SCOPED_ROLE:
        scope = ast.literal_eval(selector.playwright.split("(")[1].split(")")[0])
        inside = [other for around in page.select(scope) for other in around.iter_descendants()]
        return [n.index for n in inside if (n.role, n.name) == (node.role, node.name)]
    if selector.kind is SelectorKind.TEXT:
        alike = [n for n in page.nodes if n.text == selector.value]
        return [n.index for n in alike if not any(c.text == n.text for c in n.children)]
    if selector.kind is SelectorKind.LABEL:
        named = [n for n in page.nodes if n.name == selector.value]
        return [n.index for n in named if n.get("aria-label") or n.tag in {"input", "button"}]
    return [n.index for n in page.nodes if " ".join(n.get(selector.kind).split()) == selector.value]


WORDS = st.sampled_from(["Save", "Cancel", "", "Größe", 'a "b"', "x' y", "</b>", "保存", "a\\b"])
NAMES = st.sampled_from(["save", "user-menu", "x7Kd2", ":r1:", "p-4", "1st", "item", "open"])
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["id", "class", "name", "title", "alt", "aria-label", "data-testid", "role"]),
    NAMES | WORDS,
    max_size=3,
)
TAGS = st.sampled_from(["div", "button", "a", "p", "h2", "input", "ul", "li", "form", "nav", "img"])


def markup(tag: str, attributes: dict[str, str], inner: str) -> str:
    written = "".join(
        f' {name}="{value.replace("&", "&amp;").replace(chr(34), "&quot;")}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>" if tag in {"input", "img"} else f"<{tag}{written}>{inner}</{tag}>"


LEAVES = st.builds(markup, TAGS, ATTRIBUTES, WORDS.map(lambda w: w.replace("<", "&lt;")))
TREES = st.recursive(
    LEAVES,
    lambda below: st.builds(markup, TAGS, ATTRIBUTES, st.lists(below, max_size=4).map("".join)),
    max_leaves=12,
)


@settings(max_examples=60)
@given(TREES)
def test_every_selector_finds_its_element_and_no_other(body: str) -> None:
    page = a_page(body)
    for node in page.nodes:
        for selector in selectors_of(node):
            assert matches(page, node, selector) == [node.index], selector


@settings(max_examples=60)
@given(TREES)
def test_every_selector_is_code_that_parses(body: str) -> None:
    for node in a_page(body).nodes:
        for selector in selectors_of(node):
            ast.parse(selector.playwright, mode="eval")


@settings(max_examples=60)
@given(TREES)
def test_the_path_of_every_element_leads_to_it(body: str) -> None:
    page = a_page(body)
    for node in page.nodes:
        path = css_path(tables_of(page), node)
        assert [found.index for found in page.select(path)] == [node.index], path


@given(
    st.text(
        st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"], exclude_characters="\\"),
        max_size=30,
    )
)
def test_a_quoted_value_is_found_again_whatever_it_holds(value: str) -> None:
    page = a_page("<p>x</p>")
    own = Snapshot(
        tags=page.tags,
        parents=page.parents,
        attributes=({}, {}, {}, {"title": value}),
    )
    assert [node.index for node in own.select(f"[title={quote(value)}]")] == [3]


def test_a_large_page_is_described_by_tables_not_by_walks() -> None:
    rows = "".join(f'<tr><td class="cell">row {n}</td><td>x</td></tr>' for n in range(3000))
    page = a_page(f"<table>{rows}</table>")
    assert "query_tree" not in vars(page.index)
    kinds = Counter(selectors_of(node)[0].kind for node in page.nodes[2000:2300])
    assert kinds[SelectorKind.ROLE] >= 100
    assert "query_tree" not in vars(page.index), "a selector was looked for in the page's tree"
