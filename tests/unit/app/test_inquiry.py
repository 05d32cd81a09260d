"""Who only asks is told what a replay would do, and does not act on what it would refuse."""

import pytest

from holdfast import Thresholds, fingerprint, parse
from holdfast.app.inquiry import Inquired, ask_where

THRESHOLDS = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
REST = "<h1>Notes</h1><p>one</p><button>Edit</button><p>two</p>"
OLD = parse(f"<main>{REST}<button id=save>Save changes</button></main>")


def asked(new: str, *, presses: bool = True) -> Inquired:
    page = parse(f"<main>{REST}{new}</main>")
    return ask_where(fingerprint(OLD, "#save"), page, THRESHOLDS, presses=presses)


def test_what_held_may_be_used_and_nothing_was_decided() -> None:
    found = asked("<button id=save>Save changes</button>")
    assert (found.label, found.applies, found.decision) == ("held", True, None)


def test_what_is_found_again_may_be_used_with_its_reason() -> None:
    found = asked("<button id=save>Save</button>")
    assert found.applies
    assert found.label.startswith("healed")
    assert found.reason.startswith("found again as <button> 'Save'")


@pytest.mark.parametrize(
    "new",
    [
        pytest.param("", id="gone"),
        pytest.param("<button class=a>Discard changes</button>", id="the opposite"),
        pytest.param("<button disabled id=save>Save</button>", id="disabled"),
    ],
)
def test_what_a_replay_would_refuse_may_not_be_used(new: str) -> None:
    found = asked(new)
    assert not found.applies
    assert found.label in {"refused", "suggested"}
    assert found.reason


def test_a_risky_word_counts_only_where_something_is_pressed() -> None:
    page = parse(f"<main>{REST}<button id=go>Delete everything</button></main>")
    recorded = fingerprint(parse(f"<main>{REST}<button id=go>Delete all</button></main>"), "#go")
    names = []
    for presses in (True, False):
        decision = ask_where(recorded, page, THRESHOLDS, presses=presses).decision
        assert decision is not None
        names.append({gate.name for gate in decision.gates})
    assert ["risky_step" in gates for gates in names] == [True, False]
