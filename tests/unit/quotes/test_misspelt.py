"""A misspelt quote is at most as sure as the words that it misspells."""

import pytest

from holdfast.quotes.search import misspelt_spans

TEXT = "They saw the harbour lights from far, and the harbour lights went out one by one."
START = TEXT.index("harbour lights")
HARBOUR = (START, START + len("harbour lights"))


# What is quoted, and which letters at the ends the place that was found leaves out.
@pytest.mark.parametrize(
    ("misspelt", "before", "behind"),
    [
        pytest.param("qarbour lights", 0, 0, id="first letter"),
        pytest.param("qarbour lights", 1, 0, id="first letter, found without it"),
        pytest.param("harbour lightq", 0, 0, id="last letter"),
        pytest.param("harbour lightq", 0, 1, id="last letter, found without it"),
        pytest.param("qarbour lightq", 1, 1, id="both"),
        pytest.param("qqqbour lights", 3, 0, id="three letters"),
        pytest.param("harqour lights", 0, 0, id="within"),
        pytest.param("qharbour lights", 0, 0, id="put before"),
        pytest.param("harbour lightsq", 0, 0, id="put behind"),
        pytest.param("harbor lights", 0, 0, id="left out"),
    ],
)
def test_the_words_that_were_meant_are_looked_for(misspelt: str, before: int, behind: int) -> None:
    found = HARBOUR[0] + before, HARBOUR[1] - behind
    assert HARBOUR in misspelt_spans(misspelt, TEXT, found)


def test_what_shares_no_letter_is_read_as_it_stands() -> None:
    assert misspelt_spans("xyz", TEXT, HARBOUR) == {HARBOUR}


def test_widened_words_end_where_the_text_ends() -> None:
    assert misspelt_spans("qqqqout", "out", (0, 3)) == {(0, 3)}
