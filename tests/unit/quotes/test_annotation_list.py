"""Many annotations of one page: found together, given back as they came."""

import json
from copy import deepcopy
from typing import Any

import pytest

from holdfast.adapters.html import parse
from holdfast.errors import QuoteInvalid
from holdfast.quotes import (
    Quote,
    TargetState,
    TextPoint,
    anchor_annotations,
    annotations_in,
    page_text,
    read_annotation,
    to_selectors,
)

OLD = page_text(
    parse(
        "<body><h1>Terms</h1><p>Delivery is free of charge for orders over 50 euros.</p>"
        "<p>Returns are accepted within thirty days of receipt.</p>"
        "<p>Gift vouchers are not exchanged for cash under any circumstances.</p></body>"
    )
)
NEW = parse(
    "<body><h1>Terms</h1><p>Delivery is free of any charge for orders over 50 euros.</p>"
    "<p>New here.</p><p>Returns are accepted within thirty days of receipt.</p></body>"
)


def selectors_of(words: str) -> list[dict[str, object]]:
    start = OLD.text.index(words)
    return to_selectors(Quote.capture_on(OLD, start, start + len(words)))


def an_annotation(words: str, **more: object) -> dict[str, Any]:
    target = {"source": "https://a.example/terms", "selector": selectors_of(words)}
    return {"id": f"urn:{words[:4]}", "type": "Annotation", "target": target, **more}


ITEMS = [
    an_annotation("Terms", created="2026-01-02T03:04:05Z", body={"value": "head"}),
    an_annotation("free of charge", body=[{"type": "TextualBody", "value": "Since when?"}]),
    an_annotation("thirty days of receipt"),
    an_annotation("Gift vouchers are not exchanged for cash"),
]
PAGED = {"type": "AnnotationPage", "id": "urn:page", "items": ITEMS}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(ITEMS, id="list"),
        pytest.param(PAGED, id="page"),
        pytest.param({"type": "AnnotationCollection", "first": PAGED}, id="collection"),
        pytest.param({"total": 4, "rows": ITEMS}, id="rows"),
    ],
)
def test_every_target_is_found_moved_edited_or_orphaned(data: object) -> None:
    before = deepcopy(data)
    found = anchor_annotations(data, NEW)
    states = [target.state for target in found.targets]
    assert states == [TargetState.KEPT, TargetState.EDITED, TargetState.MOVED, TargetState.ORPHANED]
    assert data == before


def test_what_comes_back_is_what_went_in_with_new_places() -> None:
    found = anchor_annotations(PAGED, NEW)
    data = json.loads(json.dumps(found.data))
    assert [item["id"] for item in data["items"]] == [item["id"] for item in ITEMS]
    assert data["items"][0]["created"] == "2026-01-02T03:04:05Z"
    assert data["items"][1]["body"] == ITEMS[1]["body"]
    assert data["items"][3]["target"]["selector"] == ITEMS[3]["target"]["selector"]
    edited = data["items"][1]["target"]
    assert edited["selector"][2]["exact"] == "free of any charge"
    assert edited["holdfast"]["changes"] == [{"kind": "inserted", "old": "", "new": "any"}]


def test_found_again_on_the_same_page_everything_is_kept() -> None:
    once = anchor_annotations(PAGED, NEW)
    again = anchor_annotations(once.data, NEW)
    assert [target.state for target in again.targets][:3] == [TargetState.KEPT] * 3
    assert anchor_annotations(again.data, NEW).data == again.data


def test_hypothesis_ranges_are_read_and_written_in_their_own_form() -> None:
    selector = [
        {
            "type": "RangeSelector",
            "startContainer": "/p[2]",
            "startOffset": 28,
            "endContainer": "/p[2]",
            "endOffset": 39,
        },
        {"type": "TextPositionSelector", "start": 87, "end": 98},
        {"type": "TextQuoteSelector", "exact": "thirty days", "prefix": "within ", "suffix": None},
    ]
    row = {"id": "x", "text": "why?", "target": [{"source": "u", "selector": selector}]}
    quote, notes = read_annotation(row)
    assert (quote.start_point, quote.start) == (TextPoint("/html/body/p[2]", 28), 87)
    assert (quote.context_after, notes) == ("", ())
    new = parse(
        "<body><h1>Terms</h1><p>new</p><p>Returns are accepted within thirty days.</p></body>"
    )
    target = anchor_annotations({"rows": [row]}, new).data["rows"][0]["target"][0]  # type: ignore[index]  # as given
    assert target["selector"][0]["startContainer"] == "/p[2]"
    assert target["selector"][0]["endOffset"] == 39
    assert target["selector"][1]["start"] == new_start(new, "thirty")
    assert target["holdfast"]["state"] == "kept"  # in the same element, at the same offset


def new_start(page: object, words: str) -> int:
    return page_text(page).text.index(words)  # type: ignore[arg-type]  # a snapshot


@pytest.mark.parametrize(
    ("container", "offset", "words"),
    [("/p/text()[1]", 0, "one"), ("/p/text()[2]", 1, "three"), ("", 0, "one")],
)
def test_a_container_may_be_a_text_node_or_the_body(
    container: str, offset: int, words: str
) -> None:
    page = parse("<body><p>one<b>two</b> three</p></body>")
    ends = {"endContainer": container, "endOffset": offset + len(words)}
    selector = {"type": "RangeSelector", "startContainer": container, "startOffset": offset}
    assert read_annotation(selector | ends, page).quote.exact == words


def test_an_unreadable_selector_is_noted_and_the_others_are_used() -> None:
    selectors = [
        {"type": "SvgSelector", "value": "<svg/>"},
        {"type": "TextPositionSelector", "start": -1, "end": "x"},
        {"type": "TextQuoteSelector", "exact": "Terms", "prefix": None},
    ]
    quote, notes = read_annotation({"target": {"selector": selectors}})
    assert quote == Quote(exact="Terms")
    assert len(notes) == 2
    assert "SvgSelector" in notes[0]
    written = anchor_annotations({"target": {"selector": selectors}}, NEW).data
    assert written["target"]["holdfast"]["notes"] == list(notes)  # type: ignore[index]


@pytest.mark.parametrize(
    "kind", [["TextQuoteSelector"], {"of": "TextQuoteSelector"}, 7, None, "Choice"]
)
def test_a_kind_that_cannot_be_read_is_noted_and_the_others_are_used(kind: object) -> None:
    selectors = [{"type": kind, "exact": "no"}, {"type": "TextQuoteSelector", "exact": "Terms"}]
    quote, notes = read_annotation({"target": {"selector": selectors}})
    assert quote == Quote(exact="Terms")
    assert len(notes) == 1


def test_of_a_choice_the_first_that_fits_is_taken() -> None:
    items = [{"type": "CssSelector", "value": "h9"}, {"type": "CssSelector", "value": "h1"}]
    assert read_annotation({"type": "Choice", "items": items}, NEW).quote.exact == "Terms"


@pytest.mark.parametrize(
    ("value", "words"),
    [("terms", "Terms"), (":~:text=Returns,receipt.", "Returns are accepted"), ("#terms", "Terms")],
)
def test_a_fragment_names_an_element_or_words(value: str, words: str) -> None:
    page = parse("<body><h1 id='terms'>Terms</h1><p>Returns are accepted on receipt.</p></body>")
    quote = read_annotation({"type": "FragmentSelector", "value": value}, page).quote
    assert quote.exact.startswith(words)


def test_position_and_quote_that_disagree_are_settled_by_the_words() -> None:
    selectors = [
        {"type": "TextPositionSelector", "start": 0, "end": 5},
        {"type": "TextQuoteSelector", "exact": "thirty"},
    ]
    quote, notes = read_annotation(selectors, NEW)
    assert quote.exact == "thirty"
    assert notes == ("other words stand at 0 to 5 than are quoted",)


def test_a_target_without_selector_speaks_of_the_page() -> None:
    found = anchor_annotations({"target": "https://a.example/"}, NEW)
    assert [target.state for target in found.targets] == [TargetState.PAGE]


def test_a_target_that_says_nothing_is_unreadable_and_stays() -> None:
    data = [{"id": "a", "target": {"selector": {"type": "SvgSelector", "value": "<svg/>"}}}]
    found = anchor_annotations(data, NEW)
    assert found.targets[0].state is TargetState.UNREADABLE
    assert "SvgSelector" in found.targets[0].notes[0]
    assert found.data == data


@pytest.mark.parametrize("data", [[], {}, "text", {"rows": []}])
def test_no_annotations_are_refused(data: object) -> None:
    with pytest.raises(QuoteInvalid, match="annotations"):
        annotations_in(data)


def test_choices_and_text_fragments_are_brought_up_to_date_in_their_own_form() -> None:
    words = {"type": "TextQuoteSelector", "exact": "free of charge", "prefix": "Delivery is "}
    link = {"type": "FragmentSelector", "value": "#:~:text=free%20of%20charge"}
    choice = {"type": "Choice", "items": [words, link]}
    page = "Delivery is free of any charge for orders over 60 euros, always."
    data = {"target": {"source": "u", "selector": choice}}
    renewed = anchor_annotations(data, page).data["target"]["selector"]  # type: ignore[index]
    assert renewed["items"][0]["exact"] == "free of any charge"
    assert renewed["items"][1]["value"].startswith("#:~:text=")
    assert "free%20of%20any%20charge" in renewed["items"][1]["value"]
