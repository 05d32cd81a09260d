"""Any HTML becomes a snapshot; its elements and paths are those that browsers have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.errors import NoDocument
from holdfast.model.snapshot import Box, Snapshot


def assert_sound(page: Snapshot) -> None:
    assert len(page.roles) == len(page.names) == len(page)
    assert len({node.xpath for node in page.nodes}) == len(page)
    for node in page.nodes:
        assert page.find_xpath(node.xpath) == node
        assert node.parent is None or node in node.parent.children
        assert node.contains(node)


HOSTILE = {
    "no body": "<p>x",
    "text only": "hello",
    "two heads": "<head><title>a</title></head><head><title>b</title></head><body>x",
    "two bodies": "<body>x<body class=y>z",
    "tags crossed": "<b><i>x</b>y</i>",
    "never closed": "<div><span><a href=x><p>",
    "closed too often": "<b>x</b></b></div></body>",
    "frameset": "<html><frameset><frame src=a><frame src=b><noframes>x</noframes></frameset>",
    "template": "<template><p>x</p></template>",
    "svg and math": "<svg viewBox='0 0'><foreignObject><p>x</p></foreignObject></svg><math><mi>x",
    "tags with prefix": "<o:p>x</o:p><fb:like xlink:href=a /><svg:rect/>",
    "xhtml": "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body/></html>",
    "processing instruction": "<p>a<?php echo 1 ?>b</p>",
    "cdata": "<p>a<![CDATA[b]]>c</p><svg><![CDATA[d]]></svg>",
    "comments everywhere": "<!-- a --><html><!-- b --><body><!-- c -->x<!-- d",
    "attributes that are none": "<a b\"c=d <e f=g '=h>x</a>",
    "attribute twice": "<p id=a id=b ID=c>x",
    "attribute without end": "<p title='x><b>y",
    "nested links and forms": "<a href=1>x<a href=2>y</a></a><form><form><input></form></form>",
    "block in table": "<table><div>x</div><tr><td>y</table>",
    "plaintext": "<plaintext><b>x",
    "nothing but tags": "<><//><!><?><!doctype><p",
    "select": "<select><option>a<option>b<optgroup label=x><option>c</select>",
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_broken_markup_gives_a_sound_page(html: str) -> None:
    assert_sound(parse(html))


NOTHING = {
    "nothing": "", "white space": " \n\t ", "a comment": "<!-- x -->", "a mark": "\ufeff",
    "a doctype": "<!doctype html>", "an instruction": "<?php x ?>", "an end": "</b>",
}  # fmt: skip


@pytest.mark.parametrize("html", NOTHING.values(), ids=NOTHING)
@pytest.mark.parametrize("as_bytes", [False, True], ids=["text", "bytes"])
def test_only_without_any_element_there_is_no_document(html: str, *, as_bytes: bool) -> None:
    with pytest.raises(NoDocument, match="no HTML document"):
        parse(html.encode() if as_bytes else html)


STRANGE = {
    "NULs": ("<p>a\x00b</p>", "a\ufffdb"),
    "NUL in a tag": ("<a\x00b>x</a\x00b>", "x"),
    "half a character": ("<p>a\ud800b</p>", "a\ufffdb"),
    "whole character in halves": ("<p>\ud83d\ude00</p>", "\U0001f600"),
    "control characters": ("<p>a\x01\x0c\x7fb</p>", "a\x01 \x7fb"),
    "number of no character": ("<p>&#xD800;&#0;&#x110000;x</p>", "\ufffd\ufffd\ufffdx"),
    "bidi": ("<p>a\u202eb</p>", "a\u202eb"),
}


@pytest.mark.parametrize(("html", "text"), STRANGE.values(), ids=STRANGE)
def test_strange_characters_are_kept_or_replaced(html: str, text: str) -> None:
    page = parse(html)
    assert page.nodes[0].text == text
    assert [node.index for node in page.select("*")] == list(range(len(page)))


@pytest.mark.parametrize("depth", [1_000, 5_000])
def test_deep_nesting_is_not_cut(depth: int) -> None:
    page = parse(
        "<head></head><body>" + "<div>" * depth + "<b>deep</b>" + "</div>" * depth + "<p>after"
    )
    assert len(page) == depth + 5
    deep, after = page.nodes[-2:]
    assert (deep.depth, after.depth) == (depth + 2, 2)
    assert (deep.text, after.text) == ("deep", "after")
    assert after.xpath == "/html/body/p"
    assert deep.xpath.count("/div") == depth
    assert page.find_xpath(deep.xpath) == deep
    assert page.query_xpath("//b") == [deep]


def test_many_siblings() -> None:
    page = parse("<body>" + "<p>x</p>" * 20_000)
    assert page.nodes[-1].xpath == "/html/body/p[20000]"
    assert page.find_xpath("/html/body/p[20000]") == page.nodes[-1]
    assert len({node.xpath for node in page.nodes}) == len(page)


def test_a_huge_attribute_and_a_huge_text() -> None:
    value, text = "v" * 10_000_000, "t" * 5_000_000
    page = parse(f"<p title='{value}'>{text}</p><p>after</p>")
    first, second = page.nodes[-2:]
    assert first.get("title") == value
    assert [run.text for run in page.runs] == [text, "after"]
    assert len(first.name) < 2_000
    assert second.text == "after"


def test_many_attributes() -> None:
    page = parse("<p " + " ".join(f"a{i}={i}" for i in range(20_000)) + ">x")
    assert len(page.nodes[-1].attributes) == 20_000


TAGS = (
    "a b body br div form frameset h1 head html i iframe img input li link meta option p pre "
    "script select span style svg table tbody td template textarea th title tr ul x:y".split()
)
soups = st.lists(
    st.one_of(
        st.sampled_from(TAGS).map(lambda tag: f"<{tag}>"),
        st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
        st.sampled_from(TAGS).map(lambda tag: f"<{tag} id=a class='b c'/>"),
        st.sampled_from(["x", " ", "\n", "&amp;", "&lt", "<!-- c -->", "<?pi?>", "<", ">"]),
    ),
    min_size=1,
    max_size=40,
).map("".join)


@given(soups)
def test_tag_soup_gives_a_sound_page(soup: str) -> None:
    assert_sound(parse(f"<p>{soup}"))


@given(st.text(max_size=60))
def test_every_text_gives_a_page_or_no_document(text: str) -> None:
    try:
        page = parse(text)
    except NoDocument:
        return
    assert len(page.names) == len(page.roles) == len(page) > 0


@given(st.binary(max_size=60))
def test_all_bytes_give_a_page_or_no_document(data: bytes) -> None:
    try:
        page = parse(data)
    except NoDocument:
        return
    assert len(page) > 0


def test_texts_stand_where_they_stood() -> None:
    page = parse("<body>a<p>b<i>c</i>d</p>e")
    assert page.tags == ("html", "head", "body", "p", "i")
    assert list(page.runs) == [(2, 3, "a"), (3, 4, "b"), (4, 5, "c"), (3, 5, "d"), (2, 5, "e")]


def test_a_text_that_the_parser_cuts_is_one_run() -> None:
    text = "word &amp; " * 5_000
    page = parse(f"<body><p>{text}</p>")
    assert [run.text for run in page.runs] == ["word & " * 5_000]


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        pytest.param("<pre>\na\n</pre>", ["a\n"], id="one break is dropped"),
        pytest.param("<pre>\n\na</pre>", ["\na"], id="a second is not"),
        pytest.param("<pre>\n</pre>x", ["x"], id="nothing else"),
        pytest.param("<pre><b>\na</b></pre>", ["\na"], id="not that of an inner element"),
        pytest.param("<pre>\n<b>a</b></pre><pre>\nb</pre>", ["a", "b"], id="two of them"),
    ],
)
def test_a_line_break_right_behind_pre_is_no_text(html: str, texts: list[str]) -> None:
    assert [run.text for run in parse(f"<body>{html}").runs] == texts


def test_the_title_is_the_first_one() -> None:
    page = parse("<title> A\n page </title><body><svg><title>drawing</title></svg>")
    assert page.title == "A page"
    assert parse("<p>x").title == ""


def test_boxes_come_beside_the_html() -> None:
    box = {"x": 1.5, "y": 2.0, "w": 3.0, "h": 4.0}
    page = parse("<body><p>a</p><p>b</p>", boxes={"/html/body/p[2]": box}, viewport=(800, 600))
    assert page.boxes == (None, None, None, None, Box(1.5, 2.0, 3.0, 4.0))
    assert page.nodes[4].is_visible
    assert page.viewport == (800, 600)


def test_boxes_of_elements_that_are_not_there_are_ignored() -> None:
    page = parse("<p>x", boxes={"/html/body/div": {"x": 0, "y": 0, "w": 1, "h": 1}})
    assert page.boxes == (None,) * 4


@pytest.mark.parametrize(
    "page",
    [
        "<!doctype html><title>Shop</title><main><button>Save</button></main>",
        "<html><head><meta charset=utf-8><style>p > a {}</style></head><section><p>Hi</section>",
        "<!-- a note --><script>if (1 < 2) {}</script>\n<article>Hi</article>",
        "<nav><a href=/>Home</a></nav>",
    ],
)
def test_a_page_that_opens_no_body_has_one_where_browsers_open_it(page: str) -> None:
    snapshot = parse(page)
    body = next(node for node in snapshot.nodes if node.tag == "body")
    assert body.parent is not None
    assert body.parent.tag == "html"
    assert body.text
    assert all(snapshot.visibility[child.index] for child in body.children)


@pytest.mark.parametrize("page", ["<body id=b><main>x</main>", "<frameset><frame></frameset>"])
def test_a_page_that_says_where_its_body_is_stays_as_it_is(page: str) -> None:
    assert [node.tag for node in parse(page).nodes].count("body") == page.count("<body")
