"""A healing is shown on its page: the element outlined, what else it may be numbered."""

from datetime import UTC, datetime

from tests.contract.made_up import a_healing, an_entry

from holdfast import Recording, Step, StepAction, fingerprint
from holdfast.app.healing_pictures import picture_before, picture_now, read_offer, recorded_element
from holdfast.app.proposing import fingerprint_id
from holdfast.model.archive import HealingEvidence, RunnerUp
from holdfast.model.recording_json import recording_to_json
from holdfast.model.remembered import Healing
from holdfast.testing import a_fingerprint, a_page

BOXES = {"#pay": (10.0, 10.0, 80.0, 20.0), "#other": (10.0, 50.0, 80.0, 20.0)}
BODY = "<button id=pay>Pay</button><button id=other>Cancel</button>"
PLACED = a_fingerprint(a_page(BODY, boxes=BOXES), "#pay")
UNSEEN = fingerprint(a_page(BODY), "#pay")
OTHER = fingerprint(a_page(BODY), "#other")


def healed(**more: object) -> Healing:
    return a_healing(an_entry(), **{"fingerprint": PLACED.to_json(), **more})


def a_recording(recorded: object) -> dict[str, object]:
    step = Step(id="step-1", action=StepAction.CLICK, fingerprint=recorded)  # type: ignore[arg-type] # or none
    made = datetime(2026, 1, 2, tzinfo=UTC)
    return recording_to_json(Recording(name="r", start_url="", created_at=made, steps=(step,)))


def test_the_recorded_element_is_outlined_where_it_stood() -> None:
    assert (picture_before(PLACED) or "").startswith("<svg")
    assert picture_before(UNSEEN) is None


def test_what_was_proposed_is_number_one_and_the_runners_up_follow() -> None:
    target = next(node.index for node in PLACED.page.nodes if node.get("id") == "other")
    other = RunnerUp(target=target, likely=20, element="<button>", why="near", selector="#other")
    alone = picture_now(healed(), HealingEvidence()) or ""
    both = picture_now(healed(), HealingEvidence(runners_up=(other,))) or ""
    assert ">1</text>" in alone
    assert ">2</text>" not in alone
    assert ">1</text>" in both
    assert ">2</text>" in both


def test_without_an_offer_or_its_place_there_is_nothing_to_draw() -> None:
    assert picture_now(healed(fingerprint=None), HealingEvidence()) is None
    assert picture_now(healed(fingerprint=UNSEEN.to_json()), HealingEvidence()) is None
    assert read_offer(healed(fingerprint={"format": "something else"})) is None


def test_what_was_recorded_is_read_from_the_recording() -> None:
    found = recorded_element(healed(), a_recording(UNSEEN), ())
    assert found is not None
    assert found.node.get("id") == "pay"


def test_once_accepted_it_is_read_from_the_history() -> None:
    entry = {"healingId": an_entry().id, "fingerprint": UNSEEN.to_json()}
    found = recorded_element(healed(), {**a_recording(OTHER), "history": [entry]}, ())
    assert found is not None
    assert found.node.get("id") == "pay"


def test_of_a_suites_looks_the_one_that_was_healed_is_taken() -> None:
    of_suite = healed(fingerprint_id=fingerprint_id(UNSEEN), recording_id=None)
    found = recorded_element(of_suite, None, [OTHER, UNSEEN])
    assert found is UNSEEN
    assert recorded_element(of_suite, None, [OTHER]) is None
