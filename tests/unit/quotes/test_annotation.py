"""W3C Web Annotations in and out; the shapes are those of the recommendation's examples."""

import json

import pytest

from holdfast.adapters.html import parse
from holdfast.errors import QuoteInvalid
from holdfast.quotes import (
    Quote,
    TextPoint,
    find_ranges,
    from_annotation,
    page_text,
    to_annotation,
    to_selectors,
)

PAGE = parse(
    "<html><body><p>intro</p><p>outer<table><tr><td>a</td></tr><tr><td>b</td><td>c</td>"
    "<td><span>a cell of text</span></td></tr></table>"
    "<div id='elemid'><div class='elemclass'>the <b>annotated</b> words, the words again</div>"
    "</div>"
    "</body></html>"
)
TEXT = page_text(PAGE).text


def selected(selector: object) -> list[str]:
    return [TEXT[start:end] for start, end in find_ranges(selector, PAGE)]


def test_a_text_quote_selects_by_its_words_and_what_stands_around_them() -> None:
    selector = {"type": "TextQuoteSelector", "exact": "words", "prefix": "the ", "suffix": " again"}
    assert find_ranges(selector, PAGE) == [(TEXT.rindex("words"), TEXT.rindex("words") + 5)]


def test_several_hits_of_a_text_quote_all_match() -> None:
    assert selected({"type": "TextQuoteSelector", "exact": "words"}) == ["words", "words"]


def test_a_text_position_begins_inclusive_and_ends_exclusive() -> None:
    assert find_ranges({"type": "TextPositionSelector", "start": 2, "end": 5}, "0123456") == [
        (2, 5)
    ]


def test_positions_count_code_points() -> None:
    text = "\U0001f600\U0001f600word"
    assert (
        from_annotation({"type": "TextPositionSelector", "start": 2, "end": 6}, text).exact
        == "word"
    )


def test_a_css_selector_selects_an_element() -> None:
    selector = {"type": "CssSelector", "value": "#elemid > .elemclass b"}
    assert selected(selector) == ["annotated"]


def test_an_xpath_selector_selects_an_element() -> None:
    assert selected({"type": "XPathSelector", "value": "//table//tr[2]/td[3]/span"}) == [
        "a cell of text"
    ]


def test_a_range_ends_where_its_end_selector_begins() -> None:
    selector = {
        "type": "RangeSelector",
        "startSelector": {"type": "XPathSelector", "value": "//table//tr[1]/td[1]"},
        "endSelector": {"type": "XPathSelector", "value": "//table//tr[2]/td[2]"},
    }
    assert selected(selector) == ["ab"]


def test_a_selector_is_narrowed_by_refined_by() -> None:
    selector = {
        "type": "CssSelector",
        "value": "#elemid",
        "refinedBy": {"type": "TextQuoteSelector", "exact": "words", "suffix": " again"},
    }
    assert find_ranges(selector, PAGE) == [(TEXT.rindex("words"), TEXT.rindex("words") + 5)]


def test_a_refined_position_counts_inside_what_it_refines() -> None:
    selector = {
        "type": "XPathSelector",
        "value": "//span",
        "refinedBy": {"type": "TextPositionSelector", "start": 2, "end": 6},
    }
    assert selected(selector) == ["cell"]


def test_refinements_nest() -> None:
    selector = {
        "type": "CssSelector",
        "value": "div",
        "refinedBy": {
            "type": "CssSelector",
            "value": ".elemclass",
            "refinedBy": {"type": "TextPositionSelector", "start": 0, "end": 3},
        },
    }
    assert set(selected(selector)) == {"the"}


def test_an_annotation_with_a_quote_is_read_without_its_page() -> None:
    annotation = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": "http://example.org/anno23",
        "type": "Annotation",
        "body": "http://example.org/comment1",
        "target": {
            "source": "http://example.org/page1",
            "selector": {
                "type": "TextQuoteSelector",
                "exact": "anotation",
                "prefix": "this is an ",
                "suffix": " that has some",
            },
        },
    }
    quote = from_annotation(annotation)
    assert quote.exact == "anotation"
    assert quote.context_before == "this is an "
    assert quote.context_after == " that has some"


def test_a_position_beside_a_quote_is_kept() -> None:
    selectors = [
        {"type": "TextPositionSelector", "start": 412, "end": 416},
        {"type": "TextQuoteSelector", "exact": "word"},
    ]
    assert from_annotation({"selector": selectors}).start == 412


def test_a_quote_inside_a_refinement_is_read_without_its_page() -> None:
    selector = {
        "type": "FragmentSelector",
        "value": "para5",
        "refinedBy": {"type": "TextQuoteSelector", "exact": "Selected Text"},
    }
    assert from_annotation(selector).exact == "Selected Text"


def test_what_a_quote_becomes_finds_the_quote_again() -> None:
    page = page_text(PAGE)
    start = TEXT.index("annotated") + 4
    quote = Quote.capture_on(page, start, start + 11)
    assert quote.exact == "tated words"
    for selector in to_selectors(quote):
        assert from_annotation(selector, PAGE) == quote, selector["type"]


def test_an_annotation_is_plain_json_with_context_and_source() -> None:
    annotation = to_annotation(Quote(exact="word", start=3), "https://example.org/")
    assert json.loads(json.dumps(annotation)) == {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "type": "Annotation",
        "target": {
            "source": "https://example.org/",
            "selector": [
                {"type": "TextPositionSelector", "start": 3, "end": 7},
                {"type": "TextQuoteSelector", "exact": "word", "prefix": "", "suffix": ""},
            ],
        },
    }


def test_the_ends_of_a_selection_become_a_range_of_refined_xpaths() -> None:
    quote = Quote(
        exact="ab", start_point=TextPoint("/html/body/p", 1), end_point=TextPoint("/html/body/b", 2)
    )
    ranged = to_selectors(quote)[0]
    assert ranged["endSelector"] == {
        "type": "XPathSelector",
        "value": "/html/body/b",
        "refinedBy": {"type": "TextPositionSelector", "start": 2, "end": 2},
    }


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(None, id="nothing"),
        pytest.param("http://example.org/page1", id="a page without a selector"),
        pytest.param({"type": "SvgSelector", "value": "<svg/>"}, id="a selector of pictures"),
        pytest.param({"type": "TextQuoteSelector", "exact": 5}, id="a number for words"),
        pytest.param({"type": "TextQuoteSelector", "exact": ""}, id="no words"),
        pytest.param({"type": "TextPositionSelector", "start": 5, "end": 2}, id="end before start"),
        pytest.param(
            {"type": "TextPositionSelector", "start": 0, "end": 9999}, id="beyond the text"
        ),
        pytest.param({"type": "TextPositionSelector", "start": True, "end": 2}, id="true for 1"),
        pytest.param({"type": "RangeSelector", "startSelector": {}}, id="half a range"),
        pytest.param({"type": "CssSelector", "value": "#nowhere"}, id="an element not there"),
        pytest.param([], id="no selectors"),
    ],
)
def test_what_cannot_be_read_is_refused(data: object) -> None:
    with pytest.raises(QuoteInvalid):
        from_annotation(data, PAGE)


def test_a_broken_css_selector_is_refused() -> None:
    with pytest.raises(QuoteInvalid, match="cannot use the selector"):
        from_annotation({"type": "CssSelector", "value": "p[["}, PAGE)


def test_elements_need_a_page() -> None:
    with pytest.raises(QuoteInvalid, match="wanted a page with elements"):
        from_annotation({"type": "CssSelector", "value": "p"}, "plain text")


def test_a_position_alone_needs_its_page() -> None:
    with pytest.raises(QuoteInvalid, match="give the page it was made on"):
        from_annotation({"type": "TextPositionSelector", "start": 1, "end": 2})
