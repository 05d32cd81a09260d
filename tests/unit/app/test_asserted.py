"""What a test asserts of an element is no evidence for which element it is."""

import pytest

from holdfast import Snapshot, fingerprint, parse
from holdfast.app.asserted import (
    CLASSES,
    NAME,
    NOTHING,
    ONLY_THAT,
    STATE,
    TEXT,
    attributes,
    changes,
    forget,
    says,
    search_without,
)
from holdfast.model.candidate import Location, Refusal
from holdfast.witnesses.facts import NOTHING_ASKED

REST = "<h1>Orders</h1><p>What you bought from us so far.</p>"
OLD = parse(f"<main>{REST}<p class=total id=sum>Total 20</p><p class=note>Thanks</p></main>")


def page(inner: str) -> Snapshot:
    return parse(f"<main>{REST}{inner}</main>")


def found(new: Snapshot) -> Location:
    return search_without(TEXT, fingerprint(OLD, "#sum"), new, NOTHING_ASKED)


def test_an_element_is_found_by_all_the_rest_though_its_text_is_asserted() -> None:
    location = found(page("<p class=total id=amount>Total 30</p><p class=note>Thanks</p>"))
    assert location.best is not None
    assert location.best.node.get("id") == "amount"


@pytest.mark.parametrize(
    "now",
    [
        pytest.param("<p class=total>Nothing</p><p class=other>Total 20</p>", id="elsewhere"),
        pytest.param("<p class=note>Total 20</p><p class=total>Thanks</p>", id="swapped"),
    ],
)
def test_what_only_the_asserted_text_leads_to_is_refused(now: str) -> None:
    location = found(page(now))
    assert (location.refusal, location.reason) == (Refusal.AMBIGUOUS, ONLY_THAT)
    assert location.node is None


def test_the_fingerprint_without_a_text_says_it_nowhere() -> None:
    recorded = fingerprint(
        parse("<button aria-label='Pay now' title='Pay now'>Pay now</button>"), "button"
    )
    blind = forget(NAME, recorded)
    assert blind.node.text == ""
    assert not {"aria-label", "title"} & set(blind.node.attributes)
    assert all("Pay now" not in str(one.to_json()) for one in blind.strategies)


def test_a_text_that_changes_in_each_run_is_never_evidence() -> None:
    recorded = fingerprint(OLD, "#sum")
    assert changes(recorded) == NOTHING
    moving = type(recorded).from_json({**recorded.to_json(), "changes": True})
    assert changes(moving) == TEXT


def test_assertions_add_up_and_nothing_is_none() -> None:
    both = TEXT | CLASSES
    assert both.text
    assert both.attributes == {"class", "style"}
    assert not NOTHING
    assert attributes("className") == attributes("class")


def test_an_element_is_asked_whether_it_says_what_is_asserted() -> None:
    recorded = fingerprint(OLD, "#sum")
    assert says(TEXT, recorded)
    assert says(CLASSES, recorded)
    assert not says(STATE, recorded)
