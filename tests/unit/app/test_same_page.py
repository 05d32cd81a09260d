"""Whether a fingerprint was taken on the page that is shown now."""

import pytest

from holdfast import parse
from holdfast.app.same_page import UNKNOWN, likeness

WORDS = "Milk, bread, butter, honey and cheese"  # six words of three letters and more
IDS = "".join(f"<p id='{{0}}{number}'></p>" for number in range(5))


def page(text: str, ids: str = "") -> str:
    return f"<body><p>{text}</p>{IDS.format(ids) if ids else ''}</body>"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(page(WORDS), page(WORDS), 1.0, id="the same"),
        pytest.param(page(WORDS), page("Milk and honey"), 3 / 6, id="half of its words"),
        pytest.param(page(WORDS, "a"), page("Salt", "a"), 1.0, id="all of its ids"),
        pytest.param(page("Date", "a"), page("Date", "b"), UNKNOWN, id="few words, new ids"),
        pytest.param(page("Date", "a"), page("Time", "b"), 0.0, id="nothing stays"),
        pytest.param(page("Date"), page("Time"), UNKNOWN, id="too little to go by"),
    ],
)
def test_what_a_page_says_and_how_it_names_its_elements(
    old: str, new: str, expected: float
) -> None:
    assert likeness(parse(old), parse(new)) == pytest.approx(expected)
