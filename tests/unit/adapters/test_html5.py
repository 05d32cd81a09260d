"""Saved pages are read as browsers read them: elements without content, text in noscript."""

import pytest

from holdfast.adapters.html import LxmlPaths, parse
from holdfast.adapters.html.unfolding import unfolds
from holdfast.bench import relocate

CASES = {
    "source": (
        "<picture><source srcset=a><source srcset=b><img alt=Cat></picture>",
        ["picture", "picture/source[1]", "picture/source[2]", "picture/img"],
    ),
    "track": (
        "<video><source src=a><track src=b></video>",
        ["video", "video/source", "video/track"],
    ),
    "wbr ends no paragraph": ("<p>a<wbr>b<p>c", ["p[1]", "p[1]/wbr", "p[2]"]),
    "embed": ("<embed src=a.swf><p>x", ["embed", "p"]),
    "closed by hand": ("<source src=a /><p>x", ["source", "p"]),
    "closed twice": ("<embed src=a></embed><p>x", ["embed", "p"]),
    "attributes with brackets": ("<embed title='a > b' src=x><p>x", ["embed", "p"]),
    "capitals": ("<P>a<WBR>b<P>c", ["p[1]", "p[1]/wbr", "p[2]"]),
    "an address that ends in a slash": ("<source src=/a/><p>x", ["source", "p"]),
    "names that begin alike": (
        "<source-code><p>x</p></source-code><track-list><p>y</p></track-list>",
        ["source-code", "source-code/p", "track-list", "track-list/p"],
    ),
    "an address that ends in an equals sign": (
        '<img src="data:,Ow=="><a href="?q="></a><wbr><b title="x"></b>',
        ["img", "a", "wbr", "b"],
    ),
    "noscript in an attribute": ("<p title='<noscript>'>x</p><p>y", ["p[1]", "p[2]"]),
    "template": ("<template><p>x</template><p>y", ["template", "template/p", "p"]),
    "noscript": ("<noscript><img src=x></noscript><p>y", ["noscript", "p"]),
    "noscript that never ends": ("<p>y<noscript><img src=x>", ["p", "p/noscript"]),
    "rows without a body": (
        "<table><tr><td>1<td>2<tr><td>3</table>",
        ["table", "table/tbody", "table/tbody/tr[1]", "table/tbody/tr[1]/td[1]",
         "table/tbody/tr[1]/td[2]", "table/tbody/tr[2]", "table/tbody/tr[2]/td"],
    ),
    "rows behind a head": (
        "<table><thead><tr><th>1</thead><tr><td>2</table>",
        ["table", "table/thead", "table/thead/tr", "table/thead/tr/th", "table/tbody",
         "table/tbody/tr", "table/tbody/tr/td"],
    ),
    "cells and columns alone": (
        "<table><col><td>1</table>",
        ["table", "table/colgroup", "table/colgroup/col", "table/tbody", "table/tbody/tr",
         "table/tbody/tr/td"],
    ),
    "a table in a cell": (
        "<table><tr><td><table><tr><td>1</table><td>2</table>",
        ["table", "table/tbody", "table/tbody/tr", "table/tbody/tr/td[1]",
         "table/tbody/tr/td[1]/table", "table/tbody/tr/td[1]/table/tbody",
         "table/tbody/tr/td[1]/table/tbody/tr", "table/tbody/tr/td[1]/table/tbody/tr/td",
         "table/tbody/tr/td[2]"],
    ),
    "a form between cells": (
        "<table><tbody><tr><form><td><input></td></form></tr></tbody></table>",
        ["table", "table/tbody", "table/tbody/tr", "table/tbody/tr/form", "table/tbody/tr/td",
         "table/tbody/tr/td/input"],
    ),
    "a rule ends a paragraph": ("<p>a<hr>b</p>", ["p[1]", "hr", "p[2]"]),
    "sections end a paragraph": (
        "<p>a<section>b</section><details>c</details>",
        ["p", "section", "details"],
    ),
    "buttons do not nest": ("<button>1<button>2</button>", ["button[1]", "button[2]"]),
    "formatting that crosses a paragraph": ("<b>1<p>2</b>3</p>", ["b", "p", "p/b"]),
    "formatting that was never closed": ("<p><i>a<p>b", ["p[1]", "p[1]/i", "p[2]", "p[2]/i"]),
    "a link in a link": ("<a href=1>x<a href=2>y</a></a>", ["a[1]", "a[2]"]),
    "what stands in a table outside its cells": (
        "<table><div>x</div><tr><td>y</table>",
        ["div", "table", "table/tbody", "table/tbody/tr", "table/tbody/tr/td"],
    ),
    "a form in a form": ("<form><form><input></form><p>x", ["form", "form/input", "p"]),
    "an element that closes itself": ("<div/><p>x", ["div", "div/p"]),
    "HTML inside a drawing": ("<svg><g/><p>x</p></svg><b>y", ["svg", "svg/g", "p", "b"]),
    "in a comment": ("<!-- <wbr> <noscript> --><p>y", ["p"]),
}  # fmt: skip


@pytest.mark.parametrize(("body", "paths"), CASES.values(), ids=CASES)
def test_the_tree_is_that_of_a_browser(body: str, paths: list[str]) -> None:
    page = parse(f"<!doctype html><body>{body}")
    assert [node.xpath for node in page.nodes][3:] == [f"/html/body/{path}" for path in paths]


def test_a_table_ends_a_paragraph_unless_the_page_is_an_old_one() -> None:
    body = "<p>x<table><tr><td>y</table>"
    told = [
        [node.xpath for node in parse(d + body).select("table")] for d in ("<!doctype html>", "")
    ]
    assert told == [["/html/body/table"], ["/html/body/p/table"]]


NESTED = 30_000
DEEP = 12_000  # of what takes libxml2 long, too
COSTLY = {
    "deep": "<div>" * NESTED,
    "deep and closed": "<div>" * NESTED + "</div>" * NESTED,
    "ends that end nothing": "<div></nosuch>" * DEEP,
    "ends behind walls": "<div><table></div></table>" * NESTED,
    "ends of inline elements around blocks": "<span><div></span><p></div>" * NESTED,
    "what is empty, in a drawing": "<svg>" + "<input></nosuch>" * DEEP,
    "groups of options": "<optgroup></nosuch>" * DEEP,
    "cells outside of tables": "<td><div></nosuch>" * DEEP,
    "shapes behind a drawing": "<svg><p></p>" + "<path/></nosuch>" * DEEP,
    "a comment that ends at once": "<!-->" + "<div></nosuch>" * DEEP + "-->",
    "programs in a drawing": "<svg><script>" + "<div></nosuch>" * DEEP + "</script>",
    "ends in attributes": "<div><br title='</div>'>" * NESTED,
    "ends in comments and programs": "<div><!--</div>--><script></div></script>" * NESTED,
    "formatting that is never closed": "".join(f"<font size={n}>" for n in range(5_000))
    + "<p>x" * 5_000,
    "formatting that seems closed": "".join(f"<b id={n}><br id='</b>'>" for n in range(5_000))
    + "<p>x" * 5_000,
    "ends in values that begin late": "".join(f'<i id=a{n} b"=">x</i>">' for n in range(5_000))
    + "<p>x" * 5_000,
    "attributes": "<p " + " ".join(f"a{n}" for n in range(NESTED)) + ">",
}


@pytest.mark.parametrize("html", COSTLY.values(), ids=COSTLY)
def test_pages_that_html_5_unfolds_are_left_to_libxml2(html: str) -> None:
    assert unfolds(html.encode())
    assert len(parse(html)) <= html.count("<") + 3


PLAIN = {
    "lines": "<br>" * NESTED,  # tried one by one against all that follow, they cost minutes
    "many elements": "<div><p>x<br></p><b>y</b><i><u>z</u></i></div>" * NESTED,
    "ends left out": "<ul>" + "<li><a href=x><b>y</b></a>" * NESTED,
    "formatting in formatting": "<i><u><s><b>x</b></s></u></i>" * 3 * NESTED,
    "drawings": '<a href="x"><svg width="9"><g><path d="M0"/></g></svg></a>' * NESTED,
    "drawings and single quotes": "<a href='x'><svg><path d='M0'/></svg></a><input>" * NESTED,
    "programs that write": "<p>x</p>" * NESTED + "<script>" + "'<b>'" * NESTED + "</script>",
    "cells without ends": "<table>" + "<tr><td><div>1</div><td><b>2</b>" * NESTED,
}


@pytest.mark.parametrize("html", PLAIN.values(), ids=PLAIN)
def test_large_pages_are_read_as_html_5(html: str) -> None:
    assert not unfolds(html.encode())


def test_an_image_in_a_picture_is_shown_and_named() -> None:
    (image,) = parse("<picture><source srcset=a><img alt=Cat></picture>").select("img")
    assert (image.is_visible, image.role, image.name) == (True, "img", "Cat")


def test_attributes_of_what_is_closed_are_kept() -> None:
    (embed,) = parse("<embed src=a.swf type='x>y'>").select("embed")
    assert dict(embed.attributes) == {"src": "a.swf", "type": "x>y"}


def test_markup_in_an_attribute_stays_as_it_is() -> None:
    said = "a<wbr>b<noscript></body><table><tr><td>c</table><p><hr></p>"
    page = parse(f'<p title="{said}">x<table><tr><td>y</table></body>z')
    assert page.select("p")[0].get("title") == said


def test_noscript_is_text_and_programs_stay_as_they_are() -> None:
    page = parse("<body><noscript>a &amp; <b>b</b></noscript><script>'<wbr>'</script>")
    assert list(page.text_runs.texts) == ["a &amp; <b>b</b>", "'<wbr>'"]


def test_paths_of_lxml_lead_in_and_out() -> None:
    html = "<body><p>a<wbr>b<p>c<noscript><i>x</i></noscript><b>d</b>"
    page = parse(html)
    paths = LxmlPaths(html, page)
    (bold,) = page.select("b")
    theirs = paths.of(bold)
    assert (bold.xpath, theirs) == ("/html/body/p[2]/b", "/html/body/p/wbr/p/b")
    assert paths.find(page, theirs) == bold
    assert paths.find(page, "/html/body/p/wbr/p/noscript/i") is None
    assert paths.renamed(page, {theirs: 1}) == {bold.xpath: 1}


def test_paths_of_lxml_have_no_implied_body() -> None:
    html = "<table><tr><td>1<td><button>Save</button></table><p>a<main>b</main></p><b>c</b>"
    page = parse(html)
    paths = LxmlPaths(html, page)
    for css, ours, theirs in (
        ("button", "/html/body/table/tbody/tr/td[2]/button", "/html/body/table/tr/td[2]/button"),
        ("main", "/html/body/main", "/html/body/p/main"),
        ("b", "/html/body/b", "/html/body/b"),
    ):
        (node,) = page.select(css)
        assert (node.xpath, paths.of(node)) == (ours, theirs)
        assert paths.find(page, theirs) == node


def test_paths_of_lxml_lead_to_what_html_5_moved() -> None:
    html = "<table><div>x</div><tr><td><b>1<p>2</b>3</table><svg><p>y</p></svg>"
    html += "<q><p><i><i><i><i>a<p><var>z"
    page = parse(html)
    paths = LxmlPaths(html, page)
    assert paths.differ
    for css, ours, theirs in (
        ("div", "/html/body/div", "/html/body/table/div"),
        ("p", "/html/body/table/tbody/tr/td/p", "/html/body/table/tr/td/p"),
        ("svg + p", "/html/body/p", "/html/body/svg/p"),
        ("var", "/html/body/q/p[2]/i/i/i/var", "/html/body/q/p[2]/var"),
    ):
        node = page.select(css)[0]
        assert (node.xpath, paths.of(node)) == (ours, theirs)
        assert paths.find(page, theirs) == node
    assert all(paths.find(page, paths.of(node)) == node for node in page.nodes)


def test_the_yardstick_speaks_in_paths_of_lxml() -> None:
    html = "<body><p>a<wbr>b<p>c <button>Save</button>"
    path, _ = relocate(html, html, "/html/body/p/wbr/p/button")
    assert path == "/html/body/p/wbr/p/button"
