"""CSS finds on saved pages what browsers find."""

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
def test_a_search_finds_those_that_match_one_by_one(selector: str) -> None:
    found = PAGE.index.find_css(selector, 0)
    assert [i for i in range(len(PAGE)) if PAGE.index.matches_css(selector, i)] == found


# Selector, and the ids of what it finds; a browser is asked the same in tests/browser.
FORM = (
    "<form id=f><p class=tab id=p1></p><p class=tab id=p2><b id=b1>x</b></p><p id=p3>y</p>"
    "<a id=a1 href=/x lang=en-US>go</a><a id=a2>no</a><input id=i1 type=checkbox checked>"
    "<input id=i2 disabled required><fieldset id=s disabled><legend id=l><input id=i3></legend>"
    "<input id=i4></fieldset><select id=c><option id=o1>1<option id=o2 selected>2</select>"
    "<i id=e></i><details id=d open></details></form>"
)
ASKED = {
    ".tab:nth-of-type(2)": "p2",
    "p:nth-child(2)": "p2",
    "*:nth-of-type(3)": "p3",
    "p:nth-last-of-type(1)": "p3",
    ":nth-child(2 of .tab)": "p2",
    "p:nth-child(even)": "p2",
    "p:not(.tab, #p3)": "",
    "p:not(.tab)": "p3",
    "form :is(b, i)": "b1 e",
    ":where(.tab b, #a2)": "b1 a2",
    "p:has(> b)": "p2",
    "p:has(+ a)": "p3",
    "p:has(~ p + a)": "p1 p2",
    "p:has(b, i)": "p2",
    "p:not(:has(b))": "p1 p3",
    "p + p": "p2 p3",
    "b ~ b": "",
    "a:any-link": "a1",
    "[lang|=en]": "a1",
    ":lang(en) ": "a1",
    "[type=CHECKBOX]": "i1",
    "[id='P1' i]": "p1",
    "input:checked": "i1",
    "option:checked": "o2",
    "input:disabled": "i2 i4",
    "input:enabled": "i1 i3",
    "input:required": "i2",
    "i:empty": "e",
    "details:open": "d",
    "a:hover": "",
    "p:first-child": "p1",
    "#p2 > b:only-child": "b1",
    ":root > body > form": "f",
    "#b1, #a2": "b1 a2",
    "p/* here */.tab": "p1 p2",
    "a:is(#a1, :nobody-knows)": "a1",
    "input:read-write": "i3",
    "form > :read-only:is(a, input)": "a1 a2 i1 i2",
    "b:dir(ltr)": "b1",
    "b:dir(rtl)": "",
    "option:default": "o2",
    "input:optional": "i1 i3 i4",
    "input:indeterminate": "",
    "input:placeholder-shown": "",
    "form :defined:is(a, i)": "a1 a2 e",
}


@pytest.mark.parametrize("selector", ASKED)
def test_css_finds_what_browsers_find(selector: str) -> None:
    page = a_page(FORM)
    assert " ".join(node.get("id") for node in page.select(selector)) == ASKED[selector]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("b:has-text('X')", "b1"),
        ("p:text('x')", ""),
        (":text('x')", "b1"),
        (":text-is('x')", "b1"),
        ("p:visible", "p1 p2 p3"),
    ],
)
def test_playwright_asks_for_more(selector: str, found: str) -> None:
    page = a_page(FORM)
    assert " ".join(node.get("id") for node in page.select(selector)) == found


@pytest.mark.parametrize(
    "selector",
    ["#nosuch:foo", "p[", "", "nosuch > > p", "p:nth-child(x)", "p:nth-child(2n+)", "p:not(:foo)"],
)
def test_a_selector_that_cannot_be_read_is_refused_though_nobody_would_match(selector: str) -> None:
    with pytest.raises(InvalidSelector):
        a_page("<p>1</p>").select(selector)


def test_frames_are_apart() -> None:
    page = a_framed_page("<p class=x></p><iframe></iframe>", {"iframe": "<b><p class=x></p></b>"})
    outer, inner = page.select(".x"), page.select("html .x", frame=1)
    assert (outer[0].frame, inner[0].frame, len(outer), len(inner)) == (0, 1, 1, 1)
    assert page.select("iframe p", frame=1) == []
