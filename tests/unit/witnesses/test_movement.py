"""Trails: what kind of movement it was, and where it points. All numbers are worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.snapshot import Point, TrailPoint
from holdfast.witnesses.movement import TrailPattern, alignment, classify


def trail(*points: tuple[float, float, float]) -> list[TrailPoint]:
    return [TrailPoint(*point) for point in points]


# Five turns of 90 degrees, each leg 30 px; what differs is the time for a leg.
def zigzag(leg_ms: float) -> list[TrailPoint]:
    corners = [(0, 0), (30, 0), (30, 30), (60, 30), (60, 60), (90, 60), (90, 90)]
    return [TrailPoint(x, y, leg_ms * place) for place, (x, y) in enumerate(corners)]


class TestPattern:
    @pytest.mark.parametrize(
        ("points", "pattern"),
        [
            pytest.param([], "unknown", id="no trail"),
            pytest.param([(0, 0, 0), (300, 0, 100)], "unknown", id="two points"),
            # 300 px in 0.3 s: 1000 px/s, no turn.
            pytest.param(
                [(0, 0, 0), (150, 0, 150), (300, 0, 300)], "direct", id="fast and straight"
            ),
            # 100 px in 0.2 s are 500 px/s: not more than 500.
            pytest.param([(0, 0, 0), (50, 0, 100), (100, 0, 200)], "unknown", id="just not fast"),
            # Two pauses of 200 ms at moves of 4 px.
            pytest.param(
                [(0, 0, 0), (4, 0, 200), (80, 0, 250), (84, 0, 450), (120, 0, 500)],
                "hesitant",
                id="two pauses",
            ),
            # One pause only, no turn, start and end are farthest apart.
            pytest.param([(0, 0, 0), (4, 0, 200), (80, 0, 250)], "unknown", id="one pause"),
            # Two moves of 5 px and 100 ms each are one pause of 200 ms; twice.
            pytest.param(
                [(0, 0, 0), (5, 0, 100), (10, 0, 200), (90, 0, 250), (95, 0, 350), (100, 0, 450)],
                "hesitant",
                id="pauses of several samples",
            ),
            # 6 px are a move, not a rest.
            pytest.param(
                [(0, 0, 0), (6, 0, 200), (80, 0, 250), (86, 0, 450), (120, 0, 500)],
                "unknown",
                id="moves of 6 px are no pause",
            ),
            # Overshoots to 140, comes back to 100: 140 - 100 = 40 from the end; start is 100 away.
            pytest.param(
                [(0, 0, 0), (140, 0, 500), (100, 0, 900)], "unknown", id="small overshoot"
            ),
            # Start 100 from the end, farthest point 131 > 1.3 * 100.
            pytest.param([(0, 0, 0), (231, 0, 900), (100, 0, 1400)], "corrective", id="overshoot"),
            pytest.param([(0, 0, 0), (230, 0, 900), (100, 0, 1400)], "unknown", id="exactly 1.3"),
            # Three turns of 90 degrees, 160 px in 1 s; farthest from the end is the start.
            pytest.param(
                [(0, 0, 0), (40, 0, 250), (40, 40, 500), (80, 40, 750), (80, 80, 1000)],
                "curved",
                id="three turns",
            ),
            # One turn of 90 degrees, slow.
            pytest.param([(0, 0, 0), (50, 0, 500), (50, 50, 1000)], "unknown", id="one turn"),
            # 45 degrees are a bend, 46 a turn; two turns are curved.
            pytest.param(
                [(0, 0, 0), (50, 0, 500), (100, 50, 1000), (150, 50, 1500)],
                "unknown",
                id="45 degrees",
            ),
            pytest.param(
                [(0, 0, 0), (50, 0, 500), (100, 52, 1000), (150, 52, 1500)],
                "curved",
                id="46 degrees",
            ),
            # No time has passed, so there is no speed, neither fast nor slow.
            pytest.param([(0, 0, 7), (100, 0, 7), (200, 0, 7)], "unknown", id="no time"),
        ],
    )
    def test_the_first_rule_that_fits_names_it(
        self, points: list[tuple[float, float, float]], pattern: str
    ) -> None:
        assert classify(trail(*points)) == pattern

    def test_five_slow_turns_are_searching(self) -> None:
        assert classify(zigzag(leg_ms=150)) is TrailPattern.SEARCHING  # 30 px / 0.15 s = 200 px/s

    def test_five_turns_at_300_px_a_second_are_not_searching(self) -> None:
        assert classify(zigzag(leg_ms=100)) is TrailPattern.UNKNOWN

    @given(
        st.lists(
            st.tuples(*[st.floats(-1e6, 1e6, allow_nan=False)] * 3).map(lambda p: TrailPoint(*p))
        )
    )
    def test_every_trail_has_a_pattern(self, points: list[TrailPoint]) -> None:
        assert classify(points) in set(TrailPattern)


RIGHTWARDS = trail((0, 0, 0), (10, 0, 50))


class TestAlignment:
    @pytest.mark.parametrize(
        ("centre", "expected"),
        [
            pytest.param(Point(100, 0), 1.0, id="straight ahead"),
            pytest.param(Point(-100, 0), 0.0, id="straight back"),
            pytest.param(Point(10, 50), 0.5, id="at a right angle"),
            # cos 60 degrees = 0.5, so (0.5 + 1) / 2.
            pytest.param(
                Point(10 + math.cos(math.pi / 3) * 40, math.sin(math.pi / 3) * 40),
                0.75,
                id="60 degrees",
            ),
        ],
    )
    def test_it_is_the_cosine_brought_to_0_and_1(self, centre: Point, expected: float) -> None:
        assert alignment(RIGHTWARDS, centre, TrailPattern.UNKNOWN) == pytest.approx(expected)

    @pytest.mark.parametrize(
        ("pattern", "ahead", "aside", "back"),
        [
            ("direct", 1.0, 0.6, 0.2),
            ("corrective", 0.9, 0.6, 0.3),
            ("searching", 0.7, 0.5, 0.3),
            ("hesitant", 0.75, 0.5, 0.25),
            ("curved", 1.0, 0.5, 0.0),
            ("unknown", 1.0, 0.5, 0.0),
        ],
    )
    def test_each_pattern_trusts_the_direction_differently(
        self, pattern: str, ahead: float, aside: float, back: float
    ) -> None:
        kind = TrailPattern(pattern)
        seen = [alignment(RIGHTWARDS, Point(x, y), kind) for x, y in ((99, 0), (10, 9), (-9, 0))]
        assert seen == pytest.approx([ahead, aside, back])

    @pytest.mark.parametrize("pattern", list(TrailPattern))
    def test_a_hand_that_stood_still_says_nothing(self, pattern: TrailPattern) -> None:
        still = trail((0, 0, 0), (50, 0, 10), (50.9, 0, 60))
        assert alignment(still, Point(50.9, 0), pattern) == 0.5

    @pytest.mark.parametrize("pattern", list(TrailPattern))
    def test_a_hand_on_the_centre_is_aligned_whatever_the_pattern(
        self, pattern: TrailPattern
    ) -> None:
        assert alignment(RIGHTWARDS, Point(10.9, 0), pattern) == 1.0

    def test_one_point_has_no_direction(self) -> None:
        assert alignment(RIGHTWARDS[:1], Point(9, 9), TrailPattern.DIRECT) == 0.5

    @given(*[st.floats(-1e4, 1e4, allow_nan=False)] * 4, st.sampled_from(list(TrailPattern)))
    def test_it_lies_between_0_and_1(
        self, x: float, y: float, to_x: float, to_y: float, pattern: TrailPattern
    ) -> None:
        assert 0.0 <= alignment(trail((0, 0, 0), (x, y, 1)), Point(to_x, to_y), pattern) <= 1.0
