"""Saved pages are read as browsers read them: elements without content, text in noscript."""

import pytest

from holdfast.adapters.html import LxmlPaths, parse
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
    "in a comment": ("<!-- <wbr> <noscript> --><p>y", ["p"]),
}  # fmt: skip


@pytest.mark.parametrize(("body", "paths"), CASES.values(), ids=CASES)
def test_the_tree_is_that_of_a_browser(body: str, paths: list[str]) -> None:
    page = parse(f"<!doctype html><body>{body}")
    assert [node.xpath for node in page.nodes][2:] == [f"/html/body/{path}" for path in paths]


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
    paths = LxmlPaths(html, page.tags)
    (bold,) = page.select("b")
    theirs = paths.of(bold)
    assert (bold.xpath, theirs) == ("/html/body/p[2]/b", "/html/body/p/wbr/p/b")
    assert paths.find(page, theirs) == bold
    assert paths.find(page, "/html/body/p/wbr/p/noscript/i") is None
    assert paths.renamed(page, {theirs: 1}) == {bold.xpath: 1}


def test_paths_of_lxml_have_no_implied_body() -> None:
    html = "<table><tr><td>1<td><button>Save</button></table><p>a<main>b</main></p><b>c</b>"
    page = parse(html)
    paths = LxmlPaths(html, page.tags)
    for css, ours, theirs in (
        ("button", "/html/body/table/tbody/tr/td[2]/button", "/html/body/table/tr/td[2]/button"),
        ("main", "/html/body/main", "/html/body/p/main"),
        ("b", "/html/body/b", "/html/body/b"),
    ):
        (node,) = page.select(css)
        assert (node.xpath, paths.of(node)) == (ours, theirs)
        assert paths.find(page, theirs) == node


def test_the_yardstick_speaks_in_paths_of_lxml() -> None:
    html = "<body><p>a<wbr>b<p>c <button>Save</button>"
    path, _ = relocate(html, html, "/html/body/p/wbr/p/button")
    assert path == "/html/body/p/wbr/p/button"
