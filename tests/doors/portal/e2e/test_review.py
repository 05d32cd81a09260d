"""Answering healings as people do it: with a mouse, with a keyboard, two at a time."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from tests.doors.portal.e2e import shop
from tests.doors.portal.e2e.conftest import Portal

from holdfast.model.archive import waits
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import Healing

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def shown(page: Page) -> int:
    """Return the number of the healing that is open."""
    return int(page.locator("article.healing").get_attribute("data-number") or 0)


def state_of(portal: Portal, number: int) -> ReviewState:
    return get(portal, number).state


def get(portal: Portal, number: int) -> Healing:
    healing = portal.store.find_healing(number)
    assert healing is not None
    return healing


def recorded(portal: Portal, step_id: str | None) -> object:
    """Return the step as it stands in the recording's file."""
    document = json.loads((portal.root / shop.PATH).read_text("utf-8"))
    return next(step for step in document["steps"] if step["id"] == step_id)


def is_waiting(healing: Healing) -> bool:
    return waits(healing.action, healing.confidence, has_offer=healing.has_offer)


def pending(portal: Portal) -> list[Healing]:
    return list(portal.store.iter_healings(ReviewState.PENDING))


def wait_for_answer(page: Page, word: str) -> None:
    expect(page.get_by_role("status")).to_contain_text(f"is {word}")


def test_accepting_changes_the_file_and_goes_on_to_the_next(portal: Portal, visit: Visit) -> None:
    page = visit()
    number = shown(page)
    healing = get(portal, number)
    before = recorded(portal, healing.step_id)
    page.get_by_role("button", name="Accept", exact=False).first.click()
    wait_for_answer(page, "accepted")
    assert shown(page) != number
    assert state_of(portal, number) is ReviewState.ACCEPTED
    assert recorded(portal, healing.step_id) != before
    review = get(portal, number).review
    assert review is not None
    assert review.reviewer == "ann"


def test_what_accepting_changes_is_shown_before_and_is_what_is_changed(
    portal: Portal, visit: Visit
) -> None:
    page = visit()
    healing = get(portal, shown(page))
    table = page.locator("table.change")
    expect(page.locator("#change-title")).to_have_text("What accepting will change")
    expect(page.locator("section", has=table)).to_contain_text(shop.PATH)
    promised = [word for word in table.locator("ins").all_inner_texts() if len(word) > 1]
    assert promised
    page.locator("[data-key~=a]").click()
    wait_for_answer(page, "accepted")
    written = json.dumps(recorded(portal, healing.step_id), ensure_ascii=False)
    assert any(word in written for word in promised)


def test_rejecting_excludes_the_element_and_keeps_the_reason(portal: Portal, visit: Visit) -> None:
    page = visit()
    number = shown(page)
    page.get_by_label("Why, for those who read it later").fill("the other form's button")
    page.get_by_role("button", name="Reject").click()
    wait_for_answer(page, "rejected")
    healing = get(portal, number)
    assert healing.state is ReviewState.REJECTED
    assert healing.review is not None
    assert healing.review.reason == "the other form's button"
    assert "excluded" in str(recorded(portal, healing.step_id))


def test_undo_makes_the_file_what_it_was(portal: Portal, visit: Visit) -> None:
    page = visit()
    number = shown(page)
    before = recorded(portal, get(portal, number).step_id)
    page.locator("[data-key~=a]").click()
    wait_for_answer(page, "accepted")
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(f"{portal.url}/review/{number}")
    assert shown(page) == number
    assert state_of(portal, number) is ReviewState.PENDING
    assert recorded(portal, get(portal, number).step_id) == before


def test_the_keyboard_does_all_of_it(portal: Portal, visit: Visit) -> None:
    page = visit()
    first = shown(page)
    page.keyboard.press("j")
    expect(page).not_to_have_url(f"{portal.url}/review")
    second = shown(page)
    assert second != first
    page.keyboard.press("k")
    expect(page).to_have_url(f"{portal.url}/review/{first}")
    page.keyboard.press("a")
    wait_for_answer(page, "accepted")
    assert state_of(portal, first) is ReviewState.ACCEPTED
    page.keyboard.press("u")
    expect(page).to_have_url(f"{portal.url}/review/{first}")
    assert state_of(portal, first) is ReviewState.PENDING
    page.keyboard.press("r")
    wait_for_answer(page, "rejected")
    assert state_of(portal, first) is ReviewState.REJECTED


def test_letters_typed_into_a_field_answer_nothing(portal: Portal, visit: Visit) -> None:
    page = visit()
    number = shown(page)
    why = page.get_by_label("Why, for those who read it later")
    why.press_sequentially("a rather ugly one")
    assert why.input_value() == "a rather ugly one"
    assert state_of(portal, number) is ReviewState.PENDING


def test_another_candidate_can_be_taken(portal: Portal, visit: Visit) -> None:
    page = visit()
    number = shown(page)
    proposed = get(portal, number)
    page.get_by_role("button", name="Take this one").first.click()
    wait_for_answer(page, "accepted")
    healing = get(portal, number)
    assert healing.state is ReviewState.ACCEPTED
    assert healing.review is not None
    assert healing.review.picked is not None
    assert recorded(portal, proposed.step_id) != proposed.fingerprint


def test_a_filter_narrows_what_is_accepted_at_once(portal: Portal, visit: Visit) -> None:
    page = visit()
    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Confidence from").fill("78")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("found")).to_be_visible()
    doubtful = [one for one in pending(portal) if is_waiting(one)]
    sure = [one.number for one in doubtful if one.confidence >= 78]
    rest = [one.number for one in pending(portal) if one.number not in sure]
    page.get_by_role("link", name="Accept all").click()
    page.get_by_role("checkbox", name=f"Accept healing {sure[0]}").uncheck()
    page.get_by_role("button", name="Accept the ticked ones").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("accepted")
    left, *taken = sure
    assert state_of(portal, left) is ReviewState.PENDING
    assert {state_of(portal, number) for number in taken} == {ReviewState.ACCEPTED}
    assert {state_of(portal, number) for number in rest} == {ReviewState.PENDING}


def test_the_second_reviewer_sees_what_the_first_did(portal: Portal, visit: Visit) -> None:
    ann = visit("ann")
    number = shown(ann)
    ann.goto(f"/review/{number}")
    ben = visit("ben", f"/review/{number}")
    ben.locator("[data-key~=a]").click()
    wait_for_answer(ben, "accepted")
    # Nobody loads Ann's page again: it asks by itself, every four seconds and when she comes back.
    expect(ann.locator("[hx-trigger]")).to_have_attribute("hx-trigger", re.compile("every 4s"))
    ann.evaluate("dispatchEvent(new Event('focus'))")
    expect(ann.get_by_text("Accepted by ben").first).to_be_visible()
    expect(ann.get_by_role("button", name="Accept")).to_have_count(0)


def test_an_answer_that_came_too_late_overwrites_nothing(portal: Portal, visit: Visit) -> None:
    ann = visit("ann")
    number = shown(ann)

    def keep_in_the_dark(route: Route) -> None:
        route.fulfill(status=204)

    ann.route("**/review*seen=*", keep_in_the_dark)
    ann.goto(f"/review/{number}")
    ben = visit("ben", f"/review/{number}")
    ben.locator("[data-key~=a]").click()
    wait_for_answer(ben, "accepted")
    ann.locator("[data-key~=r]").click()
    expect(ann.get_by_role("alert")).to_contain_text("Nothing was overwritten")
    expect(ann.get_by_text("Accepted by ben").first).to_be_visible()
    assert state_of(portal, number) is ReviewState.ACCEPTED


def test_it_works_without_scripts(portal: Portal, visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    number = shown(page)
    page.get_by_role("button", name="Accept").click()
    wait_for_answer(page, "accepted")
    assert state_of(portal, number) is ReviewState.ACCEPTED
    page.get_by_role("button", name="Undo").click()
    assert state_of(portal, number) is ReviewState.PENDING
