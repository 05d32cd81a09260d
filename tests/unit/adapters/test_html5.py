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
    "template": ("<template><p>x</template><p>y", ["template", "template/p", "p"]),
    "noscript": ("<noscript><img src=x></noscript><p>y", ["noscript", "p"]),
    "noscript that never ends": ("<p>y<noscript><img src=x>", ["p", "p/noscript"]),
    "in a comment": ("<!-- <wbr> <noscript> --><p>y", ["p"]),
}


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


def test_the_yardstick_speaks_in_paths_of_lxml() -> None:
    html = "<body><p>a<wbr>b<p>c <button>Save</button>"
    path, _ = relocate(html, html, "/html/body/p/wbr/p/button")
    assert path == "/html/body/p/wbr/p/button"
