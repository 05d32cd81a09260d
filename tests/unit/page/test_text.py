"""What a person sees: which elements are shown, and the text that is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.model.runs import TextRuns
from holdfast.page.index import PageIndex
from holdfast.testing import a_framed_page, a_page

# The element asked for has the id "t".
HIDDEN = {
    "hidden": "<p hidden id=t>x</p>",
    "hidden until found": "<p hidden=until-found id=t>x</p>",
    "inside hidden": "<div hidden><p id=t>x</p></div>",
    "display none": "<p style='display:none' id=t>x</p>",
    "display none, spelled otherwise": "<p style='color:red; DISPLAY : None !important' id=t>x</p>",
    "visibility hidden": "<p style='visibility: hidden' id=t>x</p>",
    "visibility collapse": "<p style='visibility:collapse' id=t>x</p>",
    "the later style wins": "<p style='display:block;display:none' id=t>x</p>",
    "input type=hidden": "<input type=Hidden id=t>",
    "template": "<template><p id=t>x</p></template>",
    "script": "<script id=t>x</script>",
    "style": "<style id=t>x</style>",
    "closed dialog": "<dialog id=t>x</dialog>",
    "in closed details": "<details><summary>s</summary><p id=t>x</p></details>",
    "popover": "<div popover id=t>x</div>",
    "audio without controls": "<audio id=t></audio>",
    "datalist": "<datalist><option id=t>x</datalist>",
    "definitions of a drawing": "<svg><defs><g id=t></g></defs></svg>",
}
SHOWN = {
    "plain": "<p id=t>x</p>",
    "display block": "<p style='display:block' id=t>x</p>",
    "a style wins over hidden": "<p hidden style='display:flex' id=t>x</p>",
    "the later style wins": "<p style='display:none;display:block' id=t>x</p>",
    "another word that ends alike": "<p style='--display:none' id=t>x</p>",
    "aria-hidden: people see it": "<p aria-hidden=true id=t>x</p>",
    "open dialog": "<dialog open id=t>x</dialog>",
    "in open details": "<details open><summary>s</summary><p id=t>x</p></details>",
    "summary of closed details": "<details><summary id=t>s</summary><p>x</p></details>",
    "input": "<input type=text id=t>",
    "audio with controls": "<audio controls id=t></audio>",
}


@pytest.mark.parametrize("body", HIDDEN.values(), ids=HIDDEN)
def test_hidden_by_the_markup(body: str) -> None:
    (node,) = a_page(body).select("#t")
    assert not node.is_visible
    assert not node.is_exposed


@pytest.mark.parametrize("body", SHOWN.values(), ids=SHOWN)
def test_shown_by_the_markup(body: str) -> None:
    assert a_page(body).select("#t")[0].is_visible


def test_aria_hidden_is_seen_but_not_told() -> None:
    (icon,) = a_page("<div aria-hidden=TRUE><i id=t>x</i></div>").select("#t")
    assert (icon.is_visible, icon.is_exposed, icon.text) == (True, False, "x")


def test_what_a_browser_measured_wins() -> None:
    html = "<body><p hidden>x</p><p>y</p>"
    sides = {"x": 0.0, "y": 0.0, "w": 1.0, "h": 1.0}
    page = parse(
        html,
        boxes={
            "/html/body/p[1]": {**sides, "visible": True},
            "/html/body/p[2]": {**sides, "visible": False},
        },
    )
    assert [page.nodes[i].is_visible for i in (3, 4)] == [True, False]
    assert page.nodes[2].text == "x"


TEXTS = {
    "white space is collapsed": ("  one\n\t two  ", "one two"),
    "a non-breaking space is white space": ("one\xa0two", "one two"),
    "inline tags flow on": ("re<b>do</b>ing", "redoing"),
    "inline tags keep the white space around them": ("a <b>b</b> c", "a b c"),
    "white space inside of inline tags": ("a<b> b </b>c", "a b c"),
    "blocks part": ("<div>one</div><div>two</div>", "one two"),
    "a block parts what is around it": ("one<div>two</div>three", "one two three"),
    "items and cells part": ("<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>", "a b c d"),
    "a break parts": ("one<br>two", "one two"),
    "a possible break does not": ("one<wbr>two", "onetwo"),
    "an image does not": ("one<img alt=x>two", "onetwo"),
    "a comment does not": ("one<!-- x -->two", "onetwo"),
    "entities": ("a &amp; b &lt;c&gt; &eacute;", "a & b <c> é"),
    "scripts and styles": ("a<script>b</script><style>c</style>d", "a d"),
    "hidden parts": ("a <b hidden>b</b> c", "a c"),
    "what was typed": ("a <textarea>b</textarea> c", "a c"),
    "fallback for old browsers": ("a <video>b</video><iframe>c</iframe> d", "a d"),
    "title of a drawing": ("a <svg><title>b</title><text>c</text></svg>", "a c"),
    "ruby without its brackets": ("漢<rp>(</rp><rt>kan</rt><rp>)</rp>", "漢 kan "),
    "text of closed details": ("<details><summary>a</summary>b<p>c</p></details>", "a"),
    "text of open details": ("<details open><summary>a</summary>b<p>c</p></details>", "a b c"),
    "options": ("<select><option>a<option>b</select>", "a b"),
}


@pytest.mark.parametrize(("body", "text"), TEXTS.values(), ids=TEXTS)
def test_the_text_is_what_a_person_reads(body: str, text: str) -> None:
    (node,) = a_page(f"<div id=t>{body}</div>").select("#t")
    assert node.text == text.strip()
    assert node.snapshot.index.text.of(node.index) == text.strip()


def test_own_text_is_without_the_text_of_what_is_inside() -> None:
    (node,) = a_page("<p id=t> one <b>two</b> three </p>").select("#t")
    assert node.own_text == "one three"


def test_hidden_elements_still_have_text_of_their_own() -> None:
    (node,) = a_page("<p hidden id=t>one</p>").select("#t")
    assert (node.text, node.own_text) == ("", "one")


def test_laid_open_hidden_text_speaks_but_scripts_do_not() -> None:
    page = a_page("<div id=t><p hidden>a</p><script>b</script><template>c</template></div>")
    (node,) = page.select("#t")
    assert node.text == ""
    assert page.index.laid_open.text_of(node.index) == "a"


def test_depths_and_ends() -> None:
    page = parse("<body><div><p>a<b>b</b></p></div><p>c")
    assert page.tags == ("html", "head", "body", "div", "p", "b", "p")
    assert list(page.index.ends) == [7, 2, 7, 6, 6, 6, 7]
    assert list(page.index.depths) == [0, 1, 1, 2, 3, 4, 2]


def test_the_stretch_of_an_element_lies_in_that_of_its_parent() -> None:
    page = a_framed_page("<p>a</p><iframe></iframe><p>c</p>", {"iframe": "<p>b</p>"})
    text = page.index.text
    for index, parent in enumerate(page.parents):
        if parent >= 0:
            assert text.written_starts[parent] <= text.written_starts[index]
            assert text.written_ends[index] <= text.written_ends[parent]


@pytest.mark.parametrize(
    ("parents", "runs"),
    [
        pytest.param((-1, 0, 0, 1), (), id="an element after its parent was closed"),
        pytest.param((-1, 0, 0), ((1, 3, "x"),), id="a text after its element was closed"),
    ],
)
def test_columns_that_are_no_document_are_refused(
    parents: tuple[int, ...], runs: tuple[tuple[int, int, str], ...]
) -> None:
    count = len(parents)
    with pytest.raises(ValueError, match="document order"):
        _ = PageIndex(
            tags=("p",) * count,
            parents=parents,
            attributes=({},) * count,
            runs=TextRuns.of(runs),
            measured=(True,) * count,
        ).text


@given(st.text(alphabet=" \n\tab\xa0", max_size=30))
def test_text_is_never_wider_than_its_words(text: str) -> None:
    seen = parse(f"<body><p>{text}</p>").nodes[2].text
    assert seen == " ".join(text.split())
