"""What is worked out once per page."""

import gc

from holdfast.model.snapshot import Snapshot
from holdfast.page.page_cache import once_per_page
from holdfast.testing import a_page


def test_a_page_is_asked_once_and_another_again() -> None:
    asked: list[int] = []

    @once_per_page
    def count(snapshot: Snapshot) -> int:
        asked.append(len(snapshot))
        return len(snapshot)

    page, other = a_page("<p>x</p>"), a_page("<p>x</p>")
    assert [count(page), count(page), count(other)] == [4, 4, 4]
    assert len(asked) == 2


def test_an_answer_goes_away_with_its_page() -> None:
    asked: list[str] = []

    @once_per_page
    def note(snapshot: Snapshot) -> str:
        asked.append(snapshot.tags[-1])
        return snapshot.tags[-1]

    for tag in ("p", "b", "i"):
        # Each page may stand where the one before stood in memory; its answer must not.
        assert note(a_page(f"<{tag}>x</{tag}>")) == tag
        gc.collect()
    assert asked == ["p", "b", "i"]
