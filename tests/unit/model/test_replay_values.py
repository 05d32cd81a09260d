"""What a replay and its parts say of themselves: effects, what is kept, what is the same."""

from dataclasses import replace

import pytest
from tests.unit.app.paper_browser import NOON

from holdfast.model.recording import Effect, EffectKind
from holdfast.model.rendering import Rendering
from holdfast.model.replay_result import Replay, StepOutcome, StepResult, Usability, same_words
from holdfast.model.thresholds import CHECK_THIS, HealingAction


def a_replay(*outcomes: str, error: str | None = None) -> Replay:
    steps = tuple(
        StepResult(number=at, step_id=f"s{at}", title="t", outcome=StepOutcome(one))
        for at, one in enumerate(outcomes, 1)
    )
    return Replay(run_id="r", name="n", started_at=NOON, ended_at=NOON, steps=steps, error=error)


@pytest.mark.parametrize(
    ("outcomes", "kept"),
    [
        pytest.param(("healed", "held"), [1], id="all went well after it"),
        pytest.param(("healed", "healed"), [1, 2], id="both, in their order"),
        pytest.param(("healed", "failed"), [], id="a step failed after it"),
        pytest.param(("healed", "refused", "healed"), [3], id="only what came after the trouble"),
        pytest.param(("healed", "not run"), [], id="the run did not go on"),
        pytest.param(("held", "done"), [], id="nothing was healed"),
    ],
)
def test_a_healing_is_kept_if_all_went_well_after_it(
    outcomes: tuple[str, ...], kept: list[int]
) -> None:
    assert [step.number for step in a_replay(*outcomes).kept] == kept


def test_nothing_is_kept_of_a_run_that_ended_early() -> None:
    assert a_replay("healed", error="the browser is gone").kept == ()


@pytest.mark.parametrize(
    ("outcomes", "error", "passed"),
    [
        pytest.param(("held", "healed", "done"), None, True, id="all is well"),
        pytest.param((), None, True, id="nothing to do"),
        pytest.param(("held", "not run"), None, False, id="something was not run"),
        pytest.param(("held",), "gone", False, id="it ended early"),
    ],
)
def test_a_run_passed_if_every_step_was_done(
    outcomes: tuple[str, ...], error: str | None, passed: bool
) -> None:
    assert a_replay(*outcomes, error=error).passed is passed


@pytest.mark.parametrize(
    ("outcome", "action", "label"),
    [
        pytest.param("healed", HealingAction.AUTO_APPLY, "healed", id="sure"),
        pytest.param("healed", HealingAction.APPLY_WITH_FLAG, CHECK_THIS, id="flagged"),
        pytest.param("refused", HealingAction.SUGGEST_ONLY, "suggested", id="suggested"),
        pytest.param("refused", HealingAction.REJECT, "refused", id="refused"),
        pytest.param("failed", HealingAction.AUTO_APPLY, "failed", id="failed though healed"),
        pytest.param("held", None, "held", id="nothing to decide"),
    ],
)
def test_people_read_one_word_for_how_a_step_went(
    outcome: str, action: HealingAction | None, label: str
) -> None:
    assert StepOutcome(outcome).label(action) == label


def test_a_number_of_steps_is_said_as_people_say_it() -> None:
    assert a_replay("held").length == "1 step"
    assert a_replay("held", "held").length == "2 steps"
    assert a_replay().length == "0 steps"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param("Order 7", "Order  812", True, id="numbers and white space"),
        pytest.param("bill-2025.pdf", "bill-2026.pdf", True, id="a year"),
        pytest.param("Order 7", "Order", False, id="no number"),
        pytest.param("Order 7", "order 7", False, id="case"),
    ],
)
def test_texts_say_the_same_but_for_numbers(one: str, other: str, same: bool) -> None:
    assert same_words(one, other) is same


@pytest.mark.parametrize("lacks", ["seen", "enabled", "covered"])
def test_what_lacks_anything_cannot_be_used(lacks: str) -> None:
    assert Usability().is_usable
    assert not replace(Usability(), **{lacks: lacks == "covered"}).is_usable


# ------------------------------------------------------------------------------------------ effects


@pytest.mark.parametrize(
    "effect",
    [
        pytest.param(Effect(kind=EffectKind.VALUE, expected="x"), id="a text"),
        pytest.param(Effect(kind=EffectKind.CHECKED, expected=False), id="no"),
        pytest.param(Effect(kind=EffectKind.COUNT, expected=-2), id="fewer"),
        pytest.param(Effect(kind=EffectKind.ORDER, expected=("a", "b")), id="an order"),
        pytest.param(Effect(kind=EffectKind.SELECTED, expected=(), of="#x"), id="elsewhere"),
    ],
)
def test_an_effect_survives_its_file(effect: Effect) -> None:
    data = effect.to_json()
    assert ("of" in data) is bool(effect.of)
    assert Effect.from_json(data) == effect


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param([], "effect", id="no object"),
        pytest.param({"kind": "value"}, "effect.expected must be", id="nothing expected"),
        pytest.param({"kind": "value", "expected": 1.5}, "effect.expected must be", id="a share"),
        pytest.param({"kind": "magic", "expected": "x"}, "effect.kind", id="an unknown kind"),
        pytest.param(
            {"kind": "value", "expected": "x", "of": 3}, "effect.of", id="a number for a selector"
        ),
    ],
)
def test_an_effect_that_makes_no_sense_is_named(data: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Effect.from_json(data)


# ---------------------------------------------------------------------------------------- rendering

DRAWN = Rendering({1: "→ "}, {2: "!"}, {3: True, 4: False}, {5: (2, "slotted")})


def test_what_style_sheets_add_survives_its_file() -> None:
    assert Rendering.from_json(DRAWN.to_json(), 6) == DRAWN
    assert Rendering().to_json() == {}
    assert Rendering.from_json({}, 0) == Rendering()


def test_nothing_added_is_nothing() -> None:
    assert not Rendering()
    assert all((Rendering({0: "a"}), Rendering(slots={0: ()}), Rendering(apart={0: False})))


def test_two_documents_are_drawn_as_one() -> None:
    both = Rendering({0: "a"}, {}, {0: True}) | Rendering({1: "b"}, {1: "c"}, {}, {2: (1,)})
    assert both == Rendering({0: "a", 1: "b"}, {1: "c"}, {0: True}, {2: (1,)})


def test_what_is_cut_out_of_a_page_keeps_what_is_drawn_for_it() -> None:
    assert DRAWN.moved({1: 0, 3: 1}) == Rendering({0: "→ "}, {}, {1: True})


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param({"before": {"at": [6], "values": ["x"]}}, "outside the page", id="beyond"),
        pytest.param({"apart": {"at": [-1], "values": [True]}}, "outside the page", id="before it"),
        pytest.param(
            {"slots": {"at": [1], "values": [[9]]}}, "not on the page", id="a slot of nothing"
        ),
        pytest.param({"after": {"at": [1, 2], "values": ["x"]}}, "shorter", id="half a column"),
    ],
)
def test_a_damaged_drawing_is_refused(data: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Rendering.from_json(data, 6)
