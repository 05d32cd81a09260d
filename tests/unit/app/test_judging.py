"""What is found is not acted on when it says something else that matters."""

import pytest

from holdfast import Thresholds, fingerprint, locate, parse
from holdfast.app.judging import Circumstances, decide_on

THRESHOLDS = Thresholds(auto_apply=85, apply_with_flag=60, suggest_only=40)
PAGE = "<main><h1>Notes</h1><p>one</p><button>Edit</button><p>two</p><button {}>{}</button></main>"


def gates(was: str, now: str, *, key: str = "") -> set[str]:
    old = parse(PAGE.format(key, was))
    recorded = fingerprint(old, "button:nth-of-type(2)")
    location = locate(recorded, parse(PAGE.format(key, now)))
    decision = decide_on(location, Circumstances(thresholds=THRESHOLDS))
    return {gate.name for gate in decision.gates}


@pytest.mark.parametrize(
    ("was", "now"), [("Subscribe", "Unsubscribe"), ("Delete", "Share"), ("Next", "Previous")]
)
def test_the_opposite_is_not_acted_on(was: str, now: str) -> None:
    assert "opposite" in gates(was, now)


def test_a_switch_that_keeps_its_id_is_the_same_in_both_states() -> None:
    assert "opposite" not in gates("Show details", "Hide details", key="id=toggle")


@pytest.mark.parametrize(("was", "now"), [("Save", "Save and close"), ("Sign in", "Log in")])
def test_another_wording_of_the_same_is_no_opposite(was: str, now: str) -> None:
    assert "opposite" not in gates(was, now)


def test_what_turned_risky_is_not_acted_on() -> None:
    assert "turned_risky" in gates("Archive", "Delete")
    assert "turned_risky" not in gates("Remove", "Delete")
