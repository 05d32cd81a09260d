"""Choosing among elements that all answer."""

from dataclasses import replace

import pytest
from tests.unit.identity.builders import a_page, an_identity, index_of

from holdfast.identity import resolve
from holdfast.identity.constraints import PRIORITIES, a_constraint, text_distance
from holdfast.identity.voices import voices_of
from holdfast.model.element_identity import (
    Constraint,
    ConstraintType,
    OnMissing,
    Parameter,
    ResolutionStatus,
)
from holdfast.model.snapshot import Box, Snapshot

BEST = a_constraint(ConstraintType.UNIQUENESS, {"mode": "best-score"})
STRICT = a_constraint(ConstraintType.UNIQUENESS, {"mode": "strict"})
SEVERAL = a_constraint(ConstraintType.UNIQUENESS, {"mode": "allow-multiple"})
VISIBLE = a_constraint(ConstraintType.VISIBILITY)
FIRST = a_constraint(ConstraintType.POSITION, {"strategy": "first-in-dom"})


def near(reference: str, edits: int = 2) -> Constraint:
    params: dict[str, Parameter] = {"reference": reference, "maxDistance": edits}
    return a_constraint(ConstraintType.TEXT_PROXIMITY, params)


def test_the_priorities() -> None:
    assert {str(kind): priority for kind, priority in PRIORITIES.items()} == {
        "uniqueness": 100,
        "visibility": 80,
        "text-proximity": 60,
        "position": 20,
    }


@pytest.mark.parametrize(
    ("text", "distance"),
    [("Submit", 0), ("Submitt", 1), ("Submt", 1), ("Sbmt", 2), ("Submitting", 4)],
)
def test_the_distance_of_texts_is_counted_in_edits(text: str, distance: int) -> None:
    page = a_page(f"<button>{text}</button>")
    assert text_distance(voices_of(page), index_of(page, "button"), "Submit") == distance


@pytest.mark.parametrize(
    ("texts", "edits", "expected"),
    [
        pytest.param(("Submt", "Submitting"), 2, 0, id="one within two edits"),
        pytest.param(("Submitting", "Submitt"), 1, 1, id="one within one edit"),
        pytest.param(("Submt", "Submit"), 0, 1, id="letter for letter"),
    ],
)
def test_text_proximity_keeps_what_is_near(
    texts: tuple[str, str], edits: int, expected: int
) -> None:
    page = a_page("<form>" + "".join(f"<button>{text}</button>" for text in texts) + "</form>")
    found = resolve(an_identity(constraints=(near("Submit", edits),)), page)
    assert found.node == page.select("button")[expected].index


def test_visibility_keeps_what_can_be_seen() -> None:
    page = a_page("<form><button hidden>One</button><button>Two</button></form>")
    found = resolve(an_identity(constraints=(VISIBLE,)), page)
    assert found.node == page.select("button")[1].index


def test_best_score_keeps_what_is_described_most_completely() -> None:
    page = a_page("<form><fieldset><button id=save>x</button></fieldset><button>y</button></form>")
    found = resolve(an_identity(constraints=(BEST,)), page)
    assert found.node == page.select("button")[1].index


def test_strict_lets_nothing_of_lower_priority_choose() -> None:
    page = a_page("<form><button>One</button><button>Two</button></form>")
    found = resolve(an_identity(constraints=(FIRST, STRICT)), page)
    assert (found.status, len(found.candidates)) == (ResolutionStatus.AMBIGUOUS, 2)


def test_allow_multiple_passes_all_on() -> None:
    page = a_page("<form><button>One</button><button>Two</button></form>")
    alone = resolve(an_identity(constraints=(SEVERAL,)), page)
    assert (alone.status, len(alone.candidates)) == (ResolutionStatus.AMBIGUOUS, 2)
    then = resolve(an_identity(constraints=(SEVERAL, near("Two", 0))), page)
    assert then.node == page.select("button")[1].index


def test_higher_priority_chooses_first_whatever_the_order() -> None:
    page = a_page(
        "<form><button hidden>Two</button><button>One</button><button>Two</button></form>"
    )
    for constraints in ((FIRST, VISIBLE, near("Two", 0)), (near("Two", 0), VISIBLE, FIRST)):
        found = resolve(an_identity(constraints=constraints), page)
        assert found.node == page.select("button")[2].index
        assert found.degradation_reason == ""  # position was not needed


def test_a_given_priority_decides_and_not_the_kind() -> None:
    page = a_page(
        "<form><button>One</button><button hidden>One</button><button>Two</button></form>"
    )
    early = replace(FIRST, priority=90)
    found = resolve(an_identity(constraints=(VISIBLE, early)), page)
    assert found.node == page.select("button")[0].index
    assert found.degradation_reason == "position-fallback-required"


def test_position_is_always_degraded_and_worth_no_bonus() -> None:
    page = a_page("<form><button>One</button><button>One</button></form>")
    found = resolve(an_identity(constraints=(FIRST,)), page)
    assert found.degradation_reason == "position-fallback-required"
    # 0.4 · 0.5 + 0.3 · 0.5 + 0.2 · 0.5 + 0
    assert found.confidence == pytest.approx(0.45)


def with_boxes(first: Box | None, second: Box | None) -> Snapshot:
    plain = a_page("<form><button>One</button><button>One</button></form>")
    boxes = (*[None] * (len(plain) - 2), first, second)
    return replace(plain, boxes=boxes)


@pytest.mark.parametrize(
    ("strategy", "first", "second", "expected"),
    [
        pytest.param("top-most", Box(0, 50, 9, 9), Box(90, 10, 9, 9), 1, id="top-most"),
        pytest.param("left-most", Box(50, 0, 9, 9), Box(10, 90, 9, 9), 1, id="left-most"),
        pytest.param("first-in-dom", Box(50, 50, 9, 9), Box(0, 0, 9, 9), 0, id="first-in-dom"),
        pytest.param("top-most", None, Box(0, 0, 9, 9), 1, id="only one was measured"),
        pytest.param("top-most", None, None, 0, id="none was measured"),
    ],
)
def test_position_goes_by_boxes(
    strategy: str, first: Box | None, second: Box | None, expected: int
) -> None:
    page = with_boxes(first, second)
    rule = a_constraint(ConstraintType.POSITION, {"strategy": strategy})
    found = resolve(an_identity(constraints=(rule,)), page)
    assert found.node == page.select("button")[expected].index


def test_without_boxes_position_is_the_order_of_the_document() -> None:
    page = a_page("<form><button>One</button><button>One</button></form>")
    rule = a_constraint(ConstraintType.POSITION, {"strategy": "left-most"})
    assert resolve(an_identity(constraints=(rule,)), page).node == index_of(page, "button")


def test_constraints_that_leave_nothing_are_a_missing_target() -> None:
    page = a_page("<form><button hidden>One</button><button hidden>Two</button></form>")
    wanted = an_identity(constraints=(VISIBLE,), on_missing=OnMissing.STRICT)
    found = resolve(wanted, page)
    assert found.status is ResolutionStatus.ERROR
    assert "constraints leave none" in found.error
