"""Places: recorded points in the current view, and what stands at a point."""

from collections.abc import Mapping

import pytest

from holdfast.model.snapshot import Box, Point, Size
from holdfast.page.layout import View, bring_box, bring_point, overlap, stacks_at
from holdfast.testing import Place, a_page

SMALL, LARGE = Size(1000, 500), Size(2000, 750)


class TestBringing:
    @pytest.mark.parametrize(
        ("recorded", "now", "expected"),
        [
            pytest.param(View(), View(), (100, 40), id="nothing known"),
            pytest.param(View(SMALL), View(SMALL), (100, 40), id="same window"),
            pytest.param(View(SMALL), View(LARGE), (200, 60), id="stretched 2 and 1.5 times"),
            pytest.param(View(SMALL, Point(0, 300)), View(SMALL), (100, 340), id="was scrolled"),
            pytest.param(View(SMALL), View(SMALL, Point(0, 90)), (100, 40), id="is scrolled now"),
            pytest.param(View(SMALL, Point(7, 300)), View(LARGE), (207, 360), id="both"),
            pytest.param(
                View(None, Point(0, 10)), View(LARGE), (100, 50), id="window not recorded"
            ),
        ],
    )
    def test_a_point_goes_to_the_document(
        self, recorded: View, now: View, expected: tuple[float, float]
    ) -> None:
        assert bring_point(Point(100, 40), recorded, now) == expected

    def test_a_box_keeps_its_corner_where_the_point_goes(self) -> None:
        recorded, now = View(SMALL, Point(0, 300)), View(LARGE)
        assert bring_box(Box(100, 340, 50, 20), recorded, now) == Box(200, 360, 100, 30)

    @pytest.mark.parametrize(
        ("point", "shown"),
        [((0, 100), True), ((999, 599), True), ((1000, 300), False), ((50, 99), False)],
    )
    def test_a_window_shows_what_it_is_scrolled_to(
        self, point: tuple[float, float], shown: bool
    ) -> None:
        assert View(SMALL, Point(0, 100)).shows(Point(*point)) is shown

    def test_a_window_of_unknown_size_shows_everything(self) -> None:
        assert View().shows(Point(9999, 9999))


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param(Box(0, 0, 10, 10), 1.0, id="same"),
        pytest.param(Box(5, 0, 10, 10), 50 / 150, id="half over"),
        pytest.param(Box(10, 0, 10, 10), 0.0, id="beside"),
        pytest.param(Box(0, 0, 0, 0), 0.0, id="nothing"),
    ],
)
def test_overlap_is_shared_over_covered(other: Box, expected: float) -> None:
    assert overlap(Box(0, 0, 10, 10), other) == pytest.approx(expected)


class TestStacks:
    def stack(self, body: str, boxes: Mapping[str, Place]) -> list[str]:
        page = a_page(body, boxes=boxes)
        (found,) = stacks_at(page, [Point(50, 50)])
        return [page.attributes[index].get("id", "") for index in found]

    def test_a_child_lies_over_its_parent(self) -> None:
        boxes = {"#a": (0, 0, 100, 100), "#b": (40, 40, 20, 20)}
        assert self.stack("<div id=a><p id=b>x</p></div>", boxes) == ["b", "a"]

    def test_a_later_sibling_lies_over_an_earlier_one(self) -> None:
        boxes = {"#a": (0, 0, 100, 100), "#b": (0, 0, 100, 100)}
        assert self.stack("<p id=a>x</p><p id=b>x</p>", boxes) == ["b", "a"]

    @pytest.mark.parametrize(
        "body",
        [
            pytest.param("<p id=a hidden>x</p>", id="hidden"),
            pytest.param("<p>nothing measured</p>", id="without a box"),
        ],
    )
    def test_what_shows_nothing_is_no_obstacle(self, body: str) -> None:
        assert self.stack(body, {"#a": (0, 0, 100, 100)}) == []

    @pytest.mark.parametrize("box", [(0, 0, 0, 100), (0, 0, 100, 0), (50, 0, 0, 0)])
    def test_zero_size_is_skipped(self, box: Place) -> None:
        assert self.stack("<p id=a>x</p>", {"#a": box}) == []

    def test_the_body_is_the_ground(self) -> None:
        assert self.stack("<p>x</p>", {"html": (0, 0, 100, 100), "body": (0, 0, 100, 100)}) == []

    @pytest.mark.parametrize(("box", "hit"), [((50, 50, 10, 10), True), ((40, 40, 10, 10), False)])
    def test_the_left_and_top_edge_belong_to_a_box(self, box: Place, hit: bool) -> None:
        assert bool(self.stack("<p id=a>x</p>", {"#a": box})) is hit

    def test_without_boxes_nothing_stands_anywhere(self) -> None:
        assert stacks_at(a_page("<p>x</p>"), [Point(1, 1), Point(2, 2)]) == [[], []]
