"""dom_selector and css_selector: by CSS or XPath."""

import pytest

from holdfast.selectors.markup import evaluate
from holdfast.testing import a_page, a_strategy

PAGE = a_page("<p id=a class=x>1</p><p class=x>2</p><p>3</p><p>4</p><a href=/>5</a>")


@pytest.mark.parametrize(
    ("selector", "count"),
    [
        ("#a", 1),
        ("p.x", 2),
        ("p", 4),
        ("//a", 1),
        ("/html/body/p[2]", 1),
        ("(//p)[3]", 1),
        ("xpath=//p", 4),
        ("#nowhere", 0),
    ],
)
def test_css_and_xpath_are_asked(selector: str, count: int) -> None:
    result = evaluate(a_strategy("css_selector", selector=selector), PAGE)
    assert (result.found, result.match_count) == (count > 0, count)


@pytest.mark.parametrize(
    ("kind", "selector", "expected"),
    [
        ("dom_selector", "#a", 0.85),
        ("css_selector", "#a", 0.75),
        ("dom_selector", ".x", 0.70),
        ("css_selector", "p", 0.45),  # four matches: 0.75 - 0.30
        ("css_selector", "*", 0.35),  # eight and more: 0.75 - 0.40
    ],
)
def test_matches_lower_the_worth(kind: str, selector: str, expected: float) -> None:
    result = evaluate(a_strategy(kind, selector=selector), PAGE)
    assert result.confidence == pytest.approx(expected)


def test_the_first_match_is_named() -> None:
    result = evaluate(a_strategy("css_selector", selector=".x"), PAGE)
    assert result.node == PAGE.select("#a")[0].index


@pytest.mark.parametrize(
    "selector", [None, "", "  ", "p[", "p::before", "//p[", "count(//p)", "xpath="]
)
def test_a_selector_that_cannot_be_read_is_told_and_not_raised(selector: str | None) -> None:
    result = evaluate(a_strategy("dom_selector", selector=selector), PAGE)
    assert not result.found
    assert result.error
    assert "\n" not in result.error


def test_another_document_of_the_page_is_not_looked_at() -> None:
    assert not evaluate(a_strategy("dom_selector", {"frame": 3}, selector="#a"), PAGE).found


TREE = a_page(
    "<p id=a class=x>1</p><p name=q>2</p><a id=a name=q>3</a>"
    "<b name='a b'>4</b><B id=A>5</B><i name>6</i>"
)


@pytest.mark.parametrize(
    "selector",
    ["#a", "p#a", "#A", "b#A", "#b", "[name='q']", 'a[name="q"]', '[name="a b"]', '[name=""]',
     "p#q", "[name='a']", "[href='x']"],
)  # fmt: skip
def test_a_simple_selector_finds_the_same_without_the_tree(selector: str) -> None:
    by_tree = [node.index for node in TREE.select(selector)]
    result = evaluate(a_strategy("css_selector", selector=selector), TREE)
    assert list(result.metadata.get("matches", ())) == by_tree
    fresh = a_page("<p id=a>1</p>")
    evaluate(a_strategy("css_selector", selector=selector), fresh)
    assert "query_tree" not in vars(fresh.index)
