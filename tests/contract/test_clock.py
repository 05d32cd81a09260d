"""Every clock tells a time that machines of several zones understand."""

from datetime import timedelta

import pytest

from holdfast.app.wiring import SystemClock
from holdfast.ports import Clock
from holdfast.testing import FixedClock


@pytest.mark.parametrize("clock", [SystemClock(), FixedClock()])
def test_the_time_has_a_zone_and_never_goes_back(clock: Clock) -> None:
    first = clock.now()
    assert first.utcoffset() == timedelta(0)
    assert clock.now() >= first


def test_a_fixed_clock_stands_until_it_is_told_to_go_on() -> None:
    clock = FixedClock()
    before = clock.now()
    clock.advance(timedelta(hours=1))
    assert clock.now() - before == timedelta(hours=1)
