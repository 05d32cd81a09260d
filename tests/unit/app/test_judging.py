"""What is found is not acted on when it says something else that matters."""

import re
from dataclasses import replace
from typing import Any

import pytest

from holdfast import Thresholds, fingerprint, locate, parse
from holdfast.app.advising.advice_effect import Advised, Followed
from holdfast.app.judging import Circumstances, count_matches, decide_on, is_hollow, lacks_words
from holdfast.model.candidate import Candidate, Location
from holdfast.model.healing_decision import Decision, HealingAction, History
from holdfast.model.replay_result import Usability
from holdfast.testing import a_framed_page

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


# ------------------------------------------------------------------ what is known beside the search


def found(body: str, css: str, *, was: str = "<button id=pay>Pay now</button>") -> Location:
    """Return a search that ended, without doubt, at one element."""
    recorded = fingerprint(parse(was), ":is(button, a, p, div, img, input)")
    (node,) = parse(body).select(css)
    return Location(
        fingerprint=recorded,
        candidates=(Candidate(node=node, probability=0.99),),
        p_gone=0.0,
        margin=0.99,
    )


def decided(**known: Any) -> Decision:
    return decide_on(
        found("<button id=buy>Pay now</button>", "button"),
        Circumstances(thresholds=THRESHOLDS, **known),
    )


def test_without_any_doubt_no_gate_is_down() -> None:
    assert decided(risky_allowed=True).gates == ()


@pytest.mark.parametrize(
    ("known", "gate"),
    [
        ({"settled": False}, "unsettled"),
        ({"usability": Usability(seen=False)}, "unactionable"),
        ({"usability": Usability(enabled=False)}, "unactionable"),
        ({"usability": Usability(covered=True)}, "unactionable"),
        ({"excluded": True}, "excluded"),
        ({"hollow": True}, "hollow"),
        ({"reworded": True}, "reworded"),
        ({"unanswered": True}, "unanswered"),
        ({"advised_against": True}, "advised_against"),
    ],
)
def test_what_is_known_beside_the_search_lowers_the_gate(
    known: dict[str, object], gate: str
) -> None:
    assert [one.name for one in decided(risky_allowed=True, **known).gates] == [gate]


@pytest.mark.parametrize("lost", [{"enabled": False}, {"covered": True}])
def test_what_is_disabled_or_covered_can_be_read(lost: dict[str, bool]) -> None:
    assert decided(risky_allowed=True, reads=True, usability=Usability(**lost)).gates == ()


def test_what_nobody_sees_cannot_be_read_either() -> None:
    unseen = decided(risky_allowed=True, reads=True, usability=Usability(seen=False))
    assert [gate.name for gate in unseen.gates] == ["unactionable"]


def test_only_what_presses_is_risky() -> None:
    assert [gate.name for gate in decided().gates] == ["risky_step"]
    assert decided(acts=False).gates == ()


def test_a_locator_that_picked_by_place_is_flagged() -> None:
    location = found("<button id=buy>Pay now</button>", "button")
    among = replace(location.fingerprint, extra={"among": 2})
    seen = Circumstances(thresholds=THRESHOLDS, risky_allowed=True)
    decision = decide_on(replace(location, fingerprint=among), seen)
    assert [gate.name for gate in decision.gates] == ["by_place"]
    one = replace(location.fingerprint, extra={"among": "many"})  # a file may say anything
    assert decide_on(replace(location, fingerprint=one), seen).gates == ()


def test_nothing_found_is_a_decision_too() -> None:
    nothing = replace(found("<p>x</p>", "p"), candidates=(), p_gone=0.9)
    decision = decide_on(nothing, Circumstances(thresholds=THRESHOLDS))
    assert decision.action is HealingAction.REJECT
    assert decision.gates[0].name == "gone"


def test_a_bad_history_makes_less_sure_and_a_good_one_surer() -> None:
    bad, good = History(successes=0, tries=10), History(successes=10, tries=10)
    worse, as_ever, better = (
        decided(element_history=past).confidence for past in (bad, History(), good)
    )
    assert worse < as_ever <= better


def test_an_advisers_word_takes_the_place_of_the_engines() -> None:
    location = found("<button id=buy>Pay now</button>", "button")
    seen = Circumstances(thresholds=THRESHOLDS, risky_allowed=True)
    followed = Advised(location=location, followed=Followed.AGAINST, ai_confidence=10)
    assert seen.advised(None) is seen
    advised = seen.advised(followed)
    assert (advised.ai_confidence, advised.advised_against) == (10, True)
    assert not seen.advised(replace(followed, followed=Followed.LOGGED)).advised_against
    assert decide_on(location, advised).confidence < decide_on(location, seen).confidence


# ---------------------------------------------------------------------------------- empty wrappers

PAY = "<button id=pay>Pay now</button>"


@pytest.mark.parametrize(
    ("was", "now", "css", "is_empty"),
    [
        pytest.param(PAY, "<a href=/pay>Pay now</a>", "a", False, id="another-control"),
        pytest.param(PAY, "<div><button>x</button></div>", "div", True, id="around-a-control"),
        pytest.param(PAY, "<div></div>", "div", True, id="nothing"),
        # It may be a control of the page's own making: nothing says that it is none.
        pytest.param(PAY, "<div>Pay now</div>", "div", False, id="words"),
        pytest.param("<p>Total</p>", "<div></div>", "div", True, id="words-that-are-gone"),
        pytest.param("<p>Total</p>", "<div>Sum</div>", "div", False, id="other-words"),
        pytest.param("<p>Total</p>", "<div><img></div>", "div", False, id="a-picture-of-it"),
        pytest.param("<p>Total</p>", "<button></button>", "button", False, id="now-a-control"),
        pytest.param("<div></div>", "<p></p>", "p", False, id="it-never-said-anything"),
        pytest.param("<img>", "<div></div>", "div", True, id="a-picture-that-is-gone"),
    ],
)
def test_what_only_stands_around_it_is_an_empty_wrapper(
    was: str, now: str, css: str, is_empty: bool
) -> None:
    assert is_hollow(found(now, css, was=was)) is is_empty


def test_the_host_of_a_shadow_root_is_no_control() -> None:
    page = a_framed_page("<my-pay>Pay</my-pay>", {"my-pay": "<p>Pay</p>"}, kind="shadow")
    (host,) = page.select("my-pay")
    location = found("<p>x</p>", "p")
    assert is_hollow(replace(location, candidates=(Candidate(node=host, probability=0.9),)))


def test_nothing_found_is_no_wrapper_and_lacks_no_words() -> None:
    nothing = replace(found("<p>x</p>", "p", was="<p>Total</p>"), candidates=())
    assert not is_hollow(nothing)
    assert not lacks_words(nothing, [re.compile("Total")])


@pytest.mark.parametrize(
    ("was", "now", "words", "lacks"),
    [
        pytest.param("<p>Total 7</p>", "<p>Total 9</p>", ["Total"], False, id="said"),
        pytest.param("<p>Total</p>", "<p>Discount</p>", ["Total"], True, id="not-said"),
        pytest.param("<p>Total 7</p>", "<p>Total 9</p>", ["Total", "7"], True, id="one-of-two"),
        pytest.param("<p>Total</p>", "<p>Discount</p>", [], False, id="nothing-asked"),
        pytest.param("<img alt=Total>", "<img alt=Total>", ["Total"], False, id="by-its-name"),
        # What a button says may change: the search and the confidence have looked at that.
        pytest.param(PAY, "<button>Buy</button>", ["Pay"], False, id="a-control"),
    ],
)
def test_something_to_read_must_say_what_the_locator_asks_for(
    was: str, now: str, words: list[str], lacks: bool
) -> None:
    location = found(now, ":is(p, img, button)", was=was)
    assert lacks_words(location, [re.compile(word) for word in words]) is lacks


# --------------------------------------------------------------------------------------- selectors


@pytest.mark.parametrize(
    ("body", "css", "matches"),
    [
        ("<button id=pay>Pay</button><button>Pay</button>", "#pay", 1),
        ("<b></b><b></b><b></b>", "b:first-child", 3),
        ("<button>Pay</button><button>Pay</button>", "button:first-child", 2),
    ],
)
def test_a_path_counts_all_that_are_alike(body: str, css: str, matches: int) -> None:
    assert count_matches(parse(body).select(css)[0]) == matches
