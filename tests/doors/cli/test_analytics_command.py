"""`holdfast analytics`: the numbers, "not enough data", a threshold, and fitting anew."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from tests.contract.made_up import NOON, an_entry

from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.model.remembered import Outcome

Call = Callable[..., tuple[int, str, str]]


def fill(store: SqlStore, count: int, failures: int = 0) -> None:
    """Write applied decisions of confidence 90 to 99, some of which failed."""
    entries = [
        an_entry(step, confidence=90 + step % 10, timestamp=NOON + timedelta(minutes=step))
        for step in range(1, count + 1)
    ]
    store.write_decisions(entries)
    store.write_outcomes([Outcome(one.id, at >= failures) for at, one in enumerate(entries)])
    store.close()


def test_few_outcomes_are_told_as_too_few(store: SqlStore, call: Call) -> None:
    fill(store, 99)
    code, out, _ = call("analytics")
    assert code == 0
    assert "not enough data: 99 outcomes are known, 100 are needed" in out
    assert "none yet; next: holdfast analytics refit" in out


def test_the_numbers_are_those_of_the_last_decisions(
    store: SqlStore, call: Call, call_json: Callable[..., object]
) -> None:
    fill(store, 200, failures=10)
    numbers = call_json("analytics")
    assert isinstance(numbers, dict)
    assert numbers["avgConfidence"] == pytest.approx(94.5)
    assert numbers["avgAIConfidence"] == pytest.approx(82.5)
    # One bucket that promises 95 %, and 190 of 200 came true.
    assert numbers["calibrationScore"] == pytest.approx(100)
    assert numbers["calibrator"] is None
    out = call("analytics")[1]
    assert "calibration score      100.0 of 100" in out
    assert "90-100" in out


def test_a_threshold_is_recommended_for_the_wanted_error(
    store: SqlStore, call: Call, call_json: Callable[..., object]
) -> None:
    fill(store, 200)
    numbers = call_json("analytics", "--wanted-error", "5")
    assert isinstance(numbers, dict)
    assert numbers["recommendedThreshold"]["autoApply"] == 90
    assert "autoApply 90: from confidence 90 up 0 of 200" in call("analytics")[1]


@pytest.mark.parametrize("wanted", ["0", "100", "-1"])
def test_an_impossible_error_rate_is_refused(call: Call, wanted: str) -> None:
    code, _, err = call("analytics", f"--wanted-error={wanted}")
    assert code == 2
    assert "between 0 and 100" in err


def test_refitting_needs_enough_outcomes(store: SqlStore, call: Call) -> None:
    fill(store, 99)
    code, _, err = call("analytics", "refit")
    assert code == 1
    assert "not enough data: 99 outcomes are known, 100 are needed" in err


def test_a_calibrator_is_kept_with_its_date_its_data_and_its_error(
    store: SqlStore, call: Call, call_json: Callable[..., object]
) -> None:
    fill(store, 150, failures=30)
    fitted = call_json("analytics", "refit")
    assert isinstance(fitted, dict)
    assert (fitted["method"], fitted["outcomes"]) == ("platt", 150)
    numbers = call_json("analytics")
    assert isinstance(numbers, dict)
    assert numbers["calibrator"] == fitted
    assert "platt, fitted" in call("analytics")[1]
    assert "platt, fitted" in call("analytics", "refit")[1]
