"""CSS without a tree finds what the tree finds, and leaves to the tree what it does not know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import InvalidSelector
from holdfast.testing import a_framed_page, a_page

PAGE = a_page(
    "<main id=m><ul class='list big'><li class=row><a href=/a title='x y'>A</a></li>"
    "<li class='row on'><a href=/b name=q>B</a><b>b</b></li><li><i id=a></i></li></ul>"
    "<p class=row>p</p><div><p></p><p id=q data-v=''></p></div></main>"
)
SIMPLE = (
    "* ul li a p b i .row .on .list #m #a #q #none [href] [name=q] [title~=y] [href^='/'] "
    "[href$=b] [href*=a] [data-v=''] li:first-child li:last-child b:only-of-type p:nth-child(2) "
    "p:nth-of-type(2n+1) p:last-of-type i:only-child nosuch LI"
).split()
compounds = st.sampled_from(SIMPLE)
selectors = st.lists(compounds, min_size=1, max_size=3).flatmap(
    lambda parts: st.lists(
        st.sampled_from([" ", " > ", ", "]), min_size=len(parts) - 1, max_size=len(parts) - 1
    ).map(lambda gaps: "".join(p + g for p, g in zip(parts, [*gaps, ""], strict=True)))
)


@given(selectors)
def test_the_tables_find_what_the_tree_finds(selector: str) -> None:
    found = PAGE.index.find_css(selector, 0)
    assert found == PAGE.index.query_tree.css(selector, 0)
    assert [i for i in range(len(PAGE)) if PAGE.index.matches_css(selector, i)] == found


@pytest.mark.parametrize(
    "selector", ["li + li", "p:not(.row)", "li ~ li", "p:empty", ":root", "a:contains(B)", "x|y"]
)
def test_what_is_not_known_is_left_to_the_tree(selector: str) -> None:
    page = a_page("<p>1</p>")
    try:
        page.select(selector)
    except InvalidSelector:
        return
    assert "query_tree" in vars(page.index)


@pytest.mark.parametrize("selector", ["#nosuch:foo", "p[", "", "p::before", "nosuch > > p"])
def test_a_selector_that_cannot_be_read_is_refused_though_nobody_would_match(selector: str) -> None:
    with pytest.raises(InvalidSelector):
        a_page("<p>1</p>").select(selector)


def test_frames_are_apart() -> None:
    page = a_framed_page("<p class=x></p><iframe></iframe>", {"iframe": "<b><p class=x></p></b>"})
    outer, inner = page.select(".x"), page.select("html .x", frame=1)
    assert (outer[0].frame, inner[0].frame, len(outer), len(inner)) == (0, 1, 1, 1)
    assert page.select("iframe p", frame=1) == []
