"""The report: every decision counted once, accuracy over known outcomes, advice with numbers."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.history.recommendations import recommend, report_json
from holdfast.history.report import ConfidenceReport, build_report
from holdfast.history.statistics import Rate
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import DecisionRow

START, END = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 31, tzinfo=UTC)
AUTO, FLAG = HealingAction.AUTO_APPLY, HealingAction.APPLY_WITH_FLAG
SUGGEST, REJECT = HealingAction.SUGGEST_ONLY, HealingAction.REJECT

any_row = st.builds(
    DecisionRow,
    st.integers(0, 100),
    st.floats(0, 100),
    st.sampled_from(HealingAction),
    st.none() | st.booleans(),
    st.none() | st.sampled_from("abc"),
    st.none() | st.sampled_from("xyz"),
)


def row(
    action: HealingAction = AUTO,
    succeeded: bool | None = None,
    confidence: int = 90,
    recording: str | None = None,
    element: str | None = None,
) -> DecisionRow:
    return DecisionRow(confidence, confidence, action, succeeded, recording, element)


def report(*rows: DecisionRow) -> ConfidenceReport:
    return build_report(iter(rows), START, END)


def outcomes(action: HealingAction, good: int, bad: int) -> list[DecisionRow]:
    return [row(action, True)] * good + [row(action, False)] * bad


def test_the_bands_of_confidence() -> None:
    edges = [100, 80, 79, 60, 59, 40, 39, 0, 0]
    seen = report(*(row(REJECT, confidence=edge) for edge in edges)).distribution
    assert (seen.high, seen.medium_high, seen.medium_low, seen.low) == (2, 2, 2, 3)


def test_what_had_its_effect_did_not_fail_because_a_later_step_was_refused() -> None:
    did = row(AUTO, False, element="pay")._replace(effect_seen=True)
    nothing = row(AUTO, False, element="help")._replace(effect_seen=False)
    made = report(did, nothing, row(AUTO, True), row(AUTO, False))
    assert made.accuracy.auto_applied == Rate(1, 3)
    assert [spot.name for spot in made.weakest_elements] == ["help"]


def test_actions_are_counted_and_outcomes_of_applied_ones() -> None:
    made = report(
        *outcomes(AUTO, 3, 1), row(AUTO), *outcomes(FLAG, 1, 1), row(SUGGEST), row(REJECT),
        row(REJECT, True),
    )  # fmt: skip
    assert dict(made.actions) == {AUTO: 5, FLAG: 2, SUGGEST: 1, REJECT: 2}
    assert made.accuracy.auto_applied == Rate(3, 4)
    assert made.accuracy.flagged == Rate(1, 2)
    assert made.accuracy.overall == Rate(4, 6)


def test_the_weakest_recording_is_the_one_whose_trouble_is_surest() -> None:
    # One failure of one proves less than eight of ten; what went well is not weak at all.
    rows = [row(AUTO, False, recording="once"), row(AUTO, True, recording="fine")]
    rows += [row(AUTO, True, recording="often")] * 2 + [row(AUTO, False, recording="often")] * 5
    rows += [row(REJECT, confidence=20, recording="often")] * 3
    weakest = report(*rows).weakest_recordings
    assert [spot.name for spot in weakest] == ["often", "once"]
    assert (weakest[0].failed, weakest[0].refused, weakest[0].trouble) == (5, 3, Rate(8, 10))
    assert weakest[0].average_confidence == pytest.approx((7 * 90 + 3 * 20) / 10)


def test_an_unknown_outcome_is_no_trouble() -> None:
    assert report(row(AUTO, None, recording="running")).weakest_recordings == ()


def test_elements_are_weak_apart_from_recordings_and_five_are_shown() -> None:
    made = report(*(row(REJECT, element=name) for name in "gfedcba"))
    assert [spot.name for spot in made.weakest_elements] == ["a", "b", "c", "d", "e"]
    assert made.weakest_recordings == ()


@given(st.lists(any_row, max_size=30))
def test_every_decision_is_counted_once_whatever_its_order(rows: list[DecisionRow]) -> None:
    made = report(*rows)
    seen = made.distribution
    assert seen.high + seen.medium_high + seen.medium_low + seen.low == len(rows)
    assert sum(made.actions.values()) == made.decisions == len(rows)
    assert report(*reversed(rows)) == made


@given(st.lists(any_row, max_size=30))
def test_a_report_is_plain_data_and_always_says_something(rows: list[DecisionRow]) -> None:
    data = json.loads(json.dumps(report_json(report(*rows))))
    assert data["recommendations"]


def test_a_report_uses_the_names_of_the_file_format() -> None:
    data = report_json(report(*outcomes(AUTO, 3, 1), row(SUGGEST, confidence=50, recording="buy")))
    assert data["period"] == {
        "start": "2026-03-01T00:00:00+00:00",
        "end": "2026-03-31T00:00:00+00:00",
    }
    assert data["distribution"] == {"high": 4, "mediumHigh": 0, "mediumLow": 1, "low": 0}
    assert data["actions"] == {
        "autoApplied": 4, "appliedFlagged": 0, "suggested": 1, "rejected": 0,
    }  # fmt: skip
    assert data["accuracy"] == {
        "autoApplySuccess": 75.0, "flaggedSuccess": None, "overallSuccess": 75.0,
    }  # fmt: skip
    assert data["weakestRecordings"] == [
        {
            "name": "buy",
            "label": "buy",
            "decisions": 1,
            "failed": 0,
            "refused": 1,
            "averageConfidence": 50.0,
        }
    ]


def test_nothing_happened() -> None:
    assert recommend(report()) == ("No healing was decided in this period.",)


def test_auto_applied_healings_that_fail_too_often() -> None:
    assert recommend(report(*outcomes(AUTO, 41, 9))) == (
        "Healings that were not flagged succeeded in 82 % (41 of 50, 95 % interval 69 to 90 %), "
        "surely less than 95 %: raise autoApply, or choose the mode conservative.",
    )


def test_flagged_healings_that_fail_too_often() -> None:
    assert recommend(report(*outcomes(FLAG, 10, 10))) == (
        "Flagged healings succeeded in 50 % (10 of 20, 95 % interval 30 to 70 %), surely less "
        "than 80 %: raise applyWithFlag, so that more of them are only suggested.",
    )


def test_flagged_healings_that_need_no_review() -> None:
    assert recommend(report(*outcomes(FLAG, 100, 0))) == (
        "Flagged healings succeeded in 100 % (100 of 100, 95 % interval 96 to 100 %), surely "
        "more than 95 %: lower autoApply, and fewer of them need a review.",
    )


@pytest.mark.parametrize(
    ("action", "good", "bad"),
    [
        # Wilson's upper bound is 97 %: 95 % may still be true.
        pytest.param(AUTO, 18, 2, id="may-be-chance"),
        pytest.param(AUTO, 10, 9, id="too-few-auto"),
        pytest.param(FLAG, 1, 18, id="too-few-flagged"),
        pytest.param(FLAG, 60, 0, id="good-but-not-surely-above-95"),
    ],
)
def test_outcomes_that_prove_little_move_no_threshold(
    action: HealingAction, good: int, bad: int
) -> None:
    assert recommend(report(*outcomes(action, good, bad))) == (
        f"Only {good + bad} outcomes are known; "
        "leave the thresholds as they are until there are 100.",
    )


def test_unknown_outcomes_are_said() -> None:
    rows = outcomes(AUTO, 2, 0) + [row(AUTO)] * 3
    assert recommend(report(*rows))[0] == (
        "For 3 of 5 applied healings no outcome is known; the accuracy speaks of the other 2 only."
    )


def test_seldom_applied_and_weakest() -> None:
    rows = [row(REJECT, recording="buy")] * 4 + [row(AUTO, False, recording="buy")] * 2
    assert recommend(report(*rows))[:2] == (
        "4 of 6 decisions (67 %) were not applied: "
        "review the suggestions, or record those steps again.",
        "Recording 'buy' is the weakest: 6 of 6 healings "
        "failed (2) or were not applied (4); record it again.",
    )


def test_a_recording_with_few_decisions_is_not_called_weak() -> None:
    rows = [row(AUTO, False, recording="new")] * 4
    assert not any("'new'" in sentence for sentence in recommend(report(*rows)))


def test_when_all_is_well_the_report_says_so() -> None:
    assert recommend(report(*outcomes(AUTO, 118, 2))) == (
        "Nothing calls for a change: applied healings succeeded in 98 % "
        "(118 of 120, 95 % interval 94 to 100 %).",
    )
