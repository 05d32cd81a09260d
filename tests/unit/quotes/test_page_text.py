"""The text of a page, and offsets to elements and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.quotes import TextPoint, page_text

PAGE = (
    "<html><head><title>T</title></head><body><h1>Head</h1>\n"
    "<p>one <b>two <i>three</i></b> four</p>"
    "<script>var one;</script><p hidden>gone</p><ul><li>x</li><li>y</li></ul></body></html>"
)


def test_it_is_what_text_content_of_the_body_is() -> None:
    assert page_text(parse(PAGE)).text == "Head\none two three fourvar one;gonexy"


def test_a_line_break_right_behind_pre_is_not_text() -> None:
    assert page_text(parse("<body><pre>\n\ncode\n</pre>\nx</body>")).text == "\ncode\n\nx"


def test_a_page_without_a_body_has_no_text() -> None:
    assert page_text(parse("<html><head><title>x</title></head></html>")).text == ""


def test_plain_text_has_no_elements() -> None:
    page = page_text("plain")
    assert page.point_at(2) is None
    assert (page.hidden, page.borders) == ((), ())


@pytest.mark.parametrize(
    ("word", "point"),
    [
        pytest.param("Head", TextPoint("/html/body/h1", 0), id="block"),
        pytest.param("two", TextPoint("/html/body/p[1]/b", 0), id="inline"),
        pytest.param("three", TextPoint("/html/body/p[1]/b/i", 0), id="inline in inline"),
        pytest.param("four", TextPoint("/html/body/p[1]", 14), id="behind inline elements"),
        pytest.param("y", TextPoint("/html/body/ul/li[2]", 0), id="second of a list"),
    ],
)
def test_a_word_has_an_element_and_an_offset_in_its_text(word: str, point: TextPoint) -> None:
    page = page_text(parse(PAGE))
    assert page.point_at(page.text.rindex(word)) == point


def test_every_offset_of_a_page_leads_to_a_point_and_back() -> None:
    page = page_text(parse(PAGE))
    for offset in range(len(page.text)):
        point, behind = page.point_at(offset), page.point_before(offset + 1)
        assert point is not None
        assert behind is not None
        assert page.find_offset(point) == offset
        assert page.find_offset(behind) == offset + 1


inline = st.recursive(
    st.text("ab \u0439", max_size=3),
    lambda inner: st.lists(inner, max_size=3).map(lambda parts: f"<i>{''.join(parts)}</i>"),
    max_leaves=8,
)


@given(st.lists(inline, min_size=1, max_size=4))
def test_points_and_offsets_name_each_other_however_tags_nest(parts: list[str]) -> None:
    page = page_text(parse(f"<body><p>x{'</p><p>'.join(parts)}</p></body>"))
    for offset in range(len(page.text)):
        point = page.point_at(offset)
        assert point is not None
        assert page.find_offset(point) == offset


def test_hidden_elements_and_scripts_are_named() -> None:
    page = page_text(parse(PAGE))
    assert [page.text[start:end] for start, end in page.hidden] == ["var one;", "gone"]
    assert [page.text[start:end] for start, end in page.unread] == ["var one;"]


def test_borders_are_where_blocks_and_lines_end_not_where_inline_tags_do() -> None:
    page = page_text(parse("<body><p>a<b>b</b>c</p><p>d<br>e</p></body>"))
    assert page.text == "abcde"
    assert page.borders == (3, 4)


def test_a_stretch_is_hidden_if_a_part_of_it_is() -> None:
    page = page_text(parse("<body>ab<span hidden>cd</span>ef</body>"))
    seen = [page.is_hidden(*span) for span in [(0, 2), (1, 3), (2, 4), (4, 6), (0, 6)]]
    assert seen == [False, True, True, False, True]
