"""CSS and XPath are asked of a snapshot, within one document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import InvalidSelector
from holdfast.testing import a_framed_page, a_page

PAGE = a_page(
    "<form id=f><label class='a b'>Name <input name=n></label><input name=m type=submit></form>"
    "<ul><li>one<li class=a>two <b>bold</b><li>three</ul><a href='https://x.test/?q=1'>go</a>"
)


@pytest.mark.parametrize(
    ("css", "found"),
    [
        ("#f", ["form"]),
        ("form > input", ["input"]),
        ("label.a.b input[name=n]", ["input"]),
        ("LI.a", ["li"]),
        ("li:nth-child(2) > b", ["b"]),
        ("li:not(.a)", ["li", "li"]),
        ("input, #f", ["form", "input", "input"]),
        ("a[href^='https://x.test/']", ["a"]),
        ("li:has(b)", ["li"]),
        (":is(ul, form)", ["form", "ul"]),
        ("li + li", ["li", "li"]),
        ("html", ["html"]),
        ("nosuch", []),
    ],
)
def test_css(css: str, found: list[str]) -> None:
    assert [node.tag for node in PAGE.select(css)] == found


@pytest.mark.parametrize(
    ("xpath", "found"),
    [
        ("/html/body/form", ["form"]),
        ("//input", ["input", "input"]),
        ("/html/body/ul/li", ["li", "li", "li"]),
        ("//li[contains(., 'two')]", ["li"]),
        ("//b/text()", []),
        ("//input/@name", []),
        ("//li[text()='three']", ["li"]),
        ("//nosuch", []),
    ],
)
def test_xpath(xpath: str, found: list[str]) -> None:
    assert [node.tag for node in PAGE.query_xpath(xpath)] == found


@pytest.mark.parametrize("css", ["", "a[", "##", ":nosuch", "li:nth-child(x)", "(" * 3000])
def test_css_that_cannot_be_read_is_refused(css: str) -> None:
    with pytest.raises(InvalidSelector, match="cannot use the selector"):
        PAGE.select(css)


@pytest.mark.parametrize(
    "xpath", ["", "//", "//a[", "count(//a)", "'text'", "nosuch()", "//p:q", "//a\x00", "$x"]
)
def test_an_xpath_that_cannot_be_read_is_refused(xpath: str) -> None:
    with pytest.raises(InvalidSelector, match="cannot use the selector"):
        PAGE.query_xpath(xpath)


def test_frames_are_not_entered_silently() -> None:
    page = a_framed_page("<p>outer</p><iframe></iframe>", {"iframe": "<p>inner</p>"})
    assert [node.text for node in page.select("p")] == ["outer"]
    assert [node.text for node in page.select("p", frame=1)] == ["inner"]
    assert [node.text for node in page.query_xpath("//p")] == ["outer"]
    assert [node.text for node in page.query_xpath("/html/body/p", frame=1)] == ["inner"]
    assert page.select("iframe p") == []


def test_open_shadow_roots_are_entered() -> None:
    page = a_framed_page("<x-host></x-host>", {"x-host": "<p>inner</p>"}, kind="shadow")
    assert [node.text for node in page.select("x-host p")] == ["inner"]
    assert [node.text for node in page.query_xpath("//x-host//p")] == ["inner"]


def test_names_with_a_prefix_can_be_asked_for() -> None:
    page = a_page("<fb:like xlink:href=a xml:lang=en>x</fb:like>")
    (node,) = page.select(r"fb\:like")
    assert page.query_xpath("//fb:like[@xlink:href='a' and @xml:lang='en']") == [node]
    assert page.query_xpath("//*[name()='fb:like']") == [node]
    assert page.select(r"[xlink\:href=a]") == [node]
    assert page.query_xpath(node.xpath) == [node]


def test_names_that_xml_refuses_do_no_harm() -> None:
    page = a_page('<a @click=x :href=y (tap)=z *if=w 1=2 xmlns:x=y b"c=d>x</a><p>y</p>')
    assert [node.tag for node in page.select("*")] == ["html", "head", "body", "a", "p"]


def test_what_stands_behind_the_end_of_the_document_is_found() -> None:
    page = a_page("<p>in</p></body></html><div>behind</div>")
    (behind,) = page.select("div")
    assert behind.xpath == "/html/body/div"
    assert page.query_xpath(behind.xpath) == [behind]
    assert page.query_xpath("/html/body/p") == page.select("p")


def test_text_stands_in_the_tree_as_in_the_page() -> None:
    page = a_page("<p>a<b>b</b>c<i>d</i>e</p>")
    assert page.query_xpath("//p[text()='a' and text()='c' and text()='e']") == page.select("p")
    assert page.query_xpath("//b[following-sibling::text()[1]='c']") == page.select("b")
    assert page.query_xpath("//p[.='abcde']") == page.select("p")


@given(st.text(max_size=20))
def test_every_text_is_a_selector_or_refused(text: str) -> None:
    for ask in (PAGE.select, PAGE.query_xpath):
        try:
            found = ask(text)
        except InvalidSelector:
            continue
        assert all(node.snapshot is PAGE for node in found)
