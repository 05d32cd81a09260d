"""The page that is kept with a recording: smaller, with the same elements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.model.snapshot import Box
from holdfast.page.compact import LONGEST_TEXT, LONGEST_VALUE, compact
from holdfast.testing import a_framed_page, a_page

soups = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<b>", "</b>", "<a href=/ id=x style='display:none'>", "</a>", "<script>x",
         "</script>", " ", "word", " words ", "<input value=v>", "<div hidden>", "</div>"]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(soups)
def test_elements_and_their_places_stay(soup: str) -> None:
    page = parse(f"<body>{soup}")
    small = compact(page)
    assert small.tags == page.tags
    assert small.parents == page.parents
    assert [node.xpath for node in small.nodes] == [node.xpath for node in page.nodes]


@given(soups)
def test_what_a_person_sees_stays(soup: str) -> None:
    page = parse(f"<body>{soup}")
    small = compact(page)
    assert list(small.visibility) == list(page.visibility)
    assert [node.text for node in small.nodes] == [node.text for node in page.nodes]
    assert list(small.roles) == list(page.roles)
    assert list(small.names) == list(page.names)


@given(soups)
def test_twice_is_as_good_as_once(soup: str) -> None:
    small = compact(parse(f"<body>{soup}"))
    assert compact(small) is small
    assert small.is_compact


@pytest.mark.parametrize("name", ["style", "srcset", "width", "r", "onclick", "itemprop"])
def test_attributes_that_tell_nothing_go(name: str) -> None:
    (node,) = compact(a_page(f"<img id=a {name}=x>")).select("img")
    assert dict(node.attributes) == {"id": "a"}


@pytest.mark.parametrize("name", ["class", "href", "name", "title", "aria-label", "data-testid"])
def test_attributes_that_name_an_element_stay(name: str) -> None:
    (node,) = compact(a_page(f"<img {name}=x>")).select("img")
    assert dict(node.attributes) == {name: "x"}


def test_of_a_drawing_its_beginning_stays() -> None:
    (path,) = compact(a_page(f"<svg><path d='{'M1 2' * 40}'></path></svg>")).select("path")
    assert path.get("d") == "M1 2" * 6


def test_long_values_and_texts_are_cut() -> None:
    small = compact(a_page(f"<p title={'t' * 500}>{'x' * 500}</p>"))
    assert len(small.nodes[3].get("title")) == LONGEST_VALUE
    assert len(small.nodes[3].text) == LONGEST_TEXT


def test_boxes_are_kept_to_a_tenth_of_a_pixel() -> None:
    box = {"x": 1.26, "y": 2.0, "w": 3.04, "h": 4.0}
    small = compact(parse("<p>x", boxes={"/html": box}))
    assert small.boxes is not None
    assert small.boxes[0] == Box(1.3, 2.0, 3.0, 4.0)


def test_frames_stay_apart() -> None:
    small = compact(a_framed_page("<iframe></iframe>", {"iframe": "<p>x</p>"}))
    assert [node.frame for node in small.nodes] == [0, 0, 0, 0, 1, 1, 1, 1]
