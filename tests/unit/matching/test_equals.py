"""Candidates that only their order tells apart share their probability; others keep theirs."""

import pytest
from tests.unit.matching.pages import a_match, index_of

from holdfast.matching.equals import equals_of
from holdfast.matching.judge import shortlist_for

HEAD = "<h1>Orders</h1><a href=/a>Open</a>"


def rows(*inside: str) -> str:
    return f"{HEAD}<ul>{''.join(f'<li>{row}</li>' for row in inside)}</ul>"


def shares(old: str, new: str) -> list[float]:
    """Return the probabilities of the buttons, in the order of the page."""
    matcher = a_match(old, new)
    ranked = dict(shortlist_for(matcher, index_of(matcher.old.snapshot, "button", 1)).ranked)
    return [ranked.get(node.index, 0.0) for node in matcher.new.snapshot.select("button")]


SAME = "<button>Delete</button>"
NEW = f"<p>Sale</p>{rows(SAME, SAME, SAME)}"


def test_equals_have_the_same_share() -> None:
    first, second, third = shares(rows(SAME, SAME, SAME), NEW)
    assert first == second == third > 0.1


def test_a_page_that_did_not_change_keeps_its_order() -> None:
    page = rows(SAME, SAME, SAME)
    assert max(shares(page, page)) == shares(page, page)[1] > 0.9


def test_what_a_row_says_tells_its_button_from_others() -> None:
    columns = a_match(rows(SAME), rows(*(f"<b>{name}</b>{SAME}" for name in "ABC"))).new
    found = [node.index for node in columns.snapshot.select("button")]
    assert [equals_of(columns, found, index) for index in found] == [[], [], []]


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("data-command=show", "data-command=hide", False),
        ("class=first", "class=last", False),
        ("id=row-1", "id=row-2", True),
        ("data-index=1", "data-index=2", True),
        ("style=left:1px", "style=left:9px", True),
    ],
)
def test_what_people_wrote_tells_apart_and_numbers_of_rows_do_not(
    one: str, other: str, equal: bool
) -> None:
    page = rows(f"<button {one}>Go</button>", f"<button {other}>Go</button>")
    columns = a_match(page, page).new
    first, second = (node.index for node in columns.snapshot.select("button"))
    assert equals_of(columns, [first, second], first) == ([second] if equal else [])
