"""`holdfast experiment`: from its start to its end, one at a time."""

from collections.abc import Callable

import pytest
from tests.contract.made_up import an_entry

from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.model.remembered import Outcome
from holdfast.model.thresholds import Variant

Call = Callable[..., tuple[int, str, str]]
START = ("experiment", "start", "Bolder, please", "--treatment", "70/50/30")


def test_an_experiment_goes_from_start_to_stop(call: Call) -> None:
    assert call("experiment", "list")[1].startswith("no experiment yet")
    code, out, _ = call(*START, "--unit", "run", "--days", "14")
    assert code == 0
    assert "'bolder-please' is active: 50 % of runs get 70/50/30 instead of 80/60/40, until" in out
    for verb, state in (("pause", "paused"), ("resume", "active"), ("stop", "completed")):
        code, out, _ = call("experiment", verb, "bolder-please")
        assert code == 0
        assert f"is {state}" in out
    assert "completed" in call("experiment", "list")[1]


def test_only_one_is_active(call: Call) -> None:
    call(*START)
    code, _, err = call("experiment", "start", "another", "--treatment", "aggressive")
    assert code == 2
    assert "only one experiment can be active at a time" in err
    call("experiment", "pause", "bolder-please")
    assert call("experiment", "start", "another", "--treatment", "aggressive")[0] == 0
    code, _, err = call("experiment", "resume", "Bolder, please")
    assert code == 2


def test_a_completed_one_does_not_go_on_and_its_name_is_taken(call: Call) -> None:
    call(*START)
    call("experiment", "stop", "bolder-please")
    assert call("experiment", "resume", "bolder-please")[0] == 2
    code, _, err = call(*START)
    assert code == 2
    assert "give this one another name" in err


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("start", "x", "--treatment", "70/50"), 2, "three numbers such as 70/50/30"),
        (("start", "x", "--treatment", "50/40/30"), 2, "autoApply must be a whole number"),
        (("start", "x", "--treatment", "70/50/30", "--allocation", "101"), 2, "0 and 100 percent"),
        (("start", "!!", "--treatment", "70/50/30"), 2, "needs a name"),
        (("show", "nope"), 1, "there is no experiment 'nope'"),
    ],
)
def test_what_makes_no_sense_is_told(
    call: Call, arguments: tuple[str, ...], code: int, told: str
) -> None:
    seen, _, err = call("experiment", *arguments)
    assert seen == code
    assert told in err


def test_both_arms_are_shown(store: SqlStore, call: Call, call_json: Callable[..., object]) -> None:
    call(*START)
    entries = [
        an_entry(
            step,
            experiment_id="bolder-please",
            user_id=f"user-{step}",
            variant=Variant.TREATMENT if step % 2 else Variant.CONTROL,
        )
        for step in range(1, 41)
    ]
    store.write_decisions(entries)
    store.write_outcomes([Outcome(one.id, one.variant is Variant.TREATMENT) for one in entries])
    store.close()
    out = call("experiment", "show", "bolder-please")[1]
    assert "between" in out
    assert "Fisher" in out or "z" in out
    shown = call_json("experiment", "show", "bolder-please")
    assert isinstance(shown, dict)
    analysis = shown["analysis"]
    assert (analysis["control"]["successRate"], analysis["treatment"]["successRate"]) == (0, 100)
    assert analysis["significanceLevel"] < 0.001
    assert analysis["alwaysValidP"] < 0.05


def test_arms_beyond_chance_raise_an_alarm(store: SqlStore, call: Call) -> None:
    call(*START)
    store.write_decisions(
        [
            an_entry(step, experiment_id="bolder-please", user_id=f"user-{step}")
            for step in range(1, 41)
        ]
    )
    store.close()
    out = call("experiment", "show", "bolder-please")[1]
    assert "uneven beyond chance" in out
    assert "an arm has no outcome yet" in out


def test_all_answer_in_json(call_json: Callable[..., object]) -> None:
    started = call_json(*START)
    assert isinstance(started, dict)
    assert started["variants"]["treatment"]["autoApply"] == 70
    listed = call_json("experiment", "list")
    assert listed == [started]
    paused = call_json("experiment", "pause", "bolder-please")
    assert isinstance(paused, dict)
    assert paused["status"] == "paused"
