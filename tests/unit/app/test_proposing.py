"""What a healing proposes, who else may be meant, and why nothing was done."""

from dataclasses import replace

import pytest

from holdfast import Fingerprint, Thresholds, parse
from holdfast.app.proposing import (
    fingerprint_id,
    found_again,
    near_misses,
    old_selector,
    propose,
    renew,
    why_not,
)
from holdfast.deciding.decision import decide
from holdfast.deciding.gates import a_gate
from holdfast.model.candidate import Candidate, Evidence, Location, Refusal
from holdfast.model.fingerprint import IdentityMeaning
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.healing_decision import ConfidenceFactors, Decision, Gate
from holdfast.model.strategy import StrategyType
from holdfast.selectors.describe import describe
from holdfast.testing import a_page, a_strategy

OLD = a_page("<button id=pay>Pay</button>")
NEW = parse(
    "<button id=a>Buy</button><button id=b>Order</button><button id=c>Cancel</button>"
    "<button id=d>Help</button><button id=e>News</button>"
)


def a_candidate(name: str, probability: float, *reasons: str) -> Candidate:
    (node,) = NEW.select(f"#{name}")
    told = tuple(Evidence(strategy="text", score=1.0, reason=reason) for reason in reasons)
    return Candidate(node=node, probability=probability, evidence=told)


def a_location(*candidates: Candidate, refusal: Refusal | None = None) -> Location:
    return Location(
        fingerprint=describe(OLD, "#pay"),
        candidates=candidates,
        p_gone=0.1,
        refusal=refusal,
        reason="as the search says",
    )


FIVE = a_location(
    a_candidate("a", 0.555, "same place", "same role", "a third"),
    a_candidate("b", 0.2),
    a_candidate("c", 0.1, "same role"),
    a_candidate("d", 0.05),
    a_candidate("e", 0.01),
)


def test_three_near_misses_are_told_with_two_reasons_each() -> None:
    assert [(one.likely, one.element, one.why) for one in near_misses(FIVE)] == [
        (56, "<button> 'Buy'", "same place; same role"),
        (20, "<button> 'Order'", ""),
        (10, "<button> 'Cancel'", "same role"),
    ]


def test_what_a_page_says_cannot_turn_words_around_in_a_message() -> None:
    page = parse("<button id=a>Pay \u202eyaP</button>")
    location = replace(FIVE, candidates=(Candidate(node=page.select("#a")[0], probability=0.9),))
    assert "\u202e" not in near_misses(location)[0].element


def test_it_is_said_as_what_it_was_found_again() -> None:
    assert found_again(FIVE) == "found again as <button> 'Buy': same place; same role; a third"
    four = a_location(a_candidate("a", 0.9, "1", "2", "3", "4"))
    assert found_again(four).endswith(": 1; 2; 3")
    assert found_again(a_location(a_candidate("a", 0.9))).endswith(": as the search says")


# ------------------------------------------------------------------------------------------ why not


def decided(*gates: Gate, ai_confidence: float = 0) -> Decision:
    factors = ConfidenceFactors(
        ai_confidence=ai_confidence,
        label_similarity=0,
        type_similarity=0,
        position_proximity=0,
        selector_uniqueness=0,
    )
    floors = Thresholds(auto_apply=85, apply_with_flag=60, suggest_only=40)
    return decide(factors, floors, gates)


def test_the_strictest_gate_says_why_nothing_was_done() -> None:
    gates = a_gate("unsettled", "still loading"), a_gate("excluded", "a person said so")
    assert why_not(FIVE, decided(*gates)) == "a person said so"


def test_a_gate_that_only_flags_stopped_nothing() -> None:
    flagging = a_gate("risky_step", "it may not be undone")
    assert why_not(FIVE, decided(flagging)).startswith("confidence 0 is below the 60 needed: ")


def test_of_what_the_search_itself_refused_it_says_more_than_the_gate() -> None:
    gone = a_location(a_candidate("a", 0.1), refusal=Refusal.GONE)
    assert why_not(gone, decided(a_gate("gone", "probably gone"))) == "as the search says"
    other = a_location(a_candidate("a", 0.1), refusal=Refusal.AMBIGUOUS)
    assert why_not(other, decided(a_gate("gone", "probably gone"))) == "probably gone"


def test_what_is_missing_is_said_where_no_gate_is_down() -> None:
    assert why_not(FIVE, decided()) == "confidence 0 is below the 60 needed: as the search says"


# ---------------------------------------------------------------------------------------- proposals


def test_a_proposal_holds_what_would_stand_in_the_recording() -> None:
    made = propose(FIVE, step_id="step-3", url="https://shop.example/")
    assert (made.step_id, made.label, made.url) == ("step-3", "Pay", "https://shop.example/")
    assert made.old_selector == 'page.get_by_role("button", name="Pay", exact=True)'
    assert made.new_selector == 'page.get_by_role("button", name="Buy", exact=True)'
    assert made.fingerprint is not None
    proposed = fingerprint_from_json(dict(made.fingerprint))
    assert proposed.node.get("id") == "a"
    assert made.found_id == fingerprint_id(proposed)


def test_who_came_next_can_be_picked_on_the_new_page() -> None:
    others = propose(FIVE, step_id=None, url="").evidence.runners_up
    assert [NEW.nodes[one.target].get("id") for one in others] == ["b", "c", "d"]
    assert others[0].selector == 'page.get_by_role("button", name="Order", exact=True)'
    assert [one.likely for one in others] == [20, 10, 5]


def test_where_nothing_was_found_nothing_is_offered() -> None:
    made = propose(a_location(), step_id=None, url="")
    assert (made.new_selector, made.fingerprint, made.found_id) == ("", None, None)
    assert (made.evidence.reason, made.evidence.runners_up) == ("as the search says", ())
    assert renew(a_location()) is None


def test_what_is_recorded_anew_is_meant_as_before() -> None:
    meant = replace(FIVE.fingerprint, meaning=IdentityMeaning.SLOT)
    renewed = renew(replace(FIVE, fingerprint=meant))
    assert renewed is not None
    assert renewed.meaning is IdentityMeaning.SLOT


def test_a_proved_fingerprint_is_the_one_that_is_proposed() -> None:
    proved = describe(NEW, "#b")
    made = propose(FIVE, step_id=None, url="", renewed=proved)
    assert made.found_id == fingerprint_id(proved)


# -------------------------------------------------------------------------------------------- names


def with_strategies(*kinds: StrategyType, at: int = 1) -> Fingerprint:
    ways = [a_strategy(kind, {"x": at}, selector="#pay") for kind in kinds]
    return replace(describe(OLD, "#pay"), strategies=tuple(ways))


def test_an_element_has_one_name_wherever_it_stands() -> None:
    css, place = StrategyType.CSS_SELECTOR, StrategyType.COORDINATES
    alone = fingerprint_id(with_strategies(css))
    assert alone == fingerprint_id(with_strategies(css, place))
    assert alone == fingerprint_id(with_strategies(StrategyType.VISION_OCR, css))
    assert alone != fingerprint_id(with_strategies(StrategyType.DOM_SELECTOR))
    assert alone != fingerprint_id(with_strategies(css, at=2))


def test_a_damaged_selector_is_passed_over_and_without_any_the_element_is_written_anew() -> None:
    damaged = a_strategy(StrategyType.CDP_POWER, {"by": "magic", "value": "Pay"})
    sound = a_strategy(StrategyType.CSS_SELECTOR, selector="#buy")
    known = describe(OLD, "#pay")
    assert old_selector(replace(known, strategies=(damaged, sound))) == 'page.locator("#buy")'
    written = 'page.get_by_role("button", name="Pay", exact=True)'
    assert old_selector(replace(known, strategies=())) == written


def test_a_selector_that_found_several_when_it_was_recorded_is_not_shown() -> None:
    weak = a_strategy(StrategyType.CSS_SELECTOR, selector="button", confidence=0.3)
    known = replace(describe(OLD, "#pay"), strategies=(weak,))
    assert old_selector(known) == 'page.get_by_role("button", name="Pay", exact=True)'


@pytest.mark.parametrize("css", ["#a", "#e"])
def test_the_name_survives_the_file(css: str) -> None:
    known = describe(NEW, css)
    assert fingerprint_id(Fingerprint.from_json(known.to_json())) == fingerprint_id(known)
