"""Who comes in, what a stranger's page cannot do, and what a hostile label cannot do."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.doors.portal.e2e import shop
from tests.doors.portal.e2e.conftest import PATIENCE_MS, Portal

from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import Healing, RecordingEntry

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
HOSTILE = '"><img src=x onerror="window.hurt=1"><script>window.hurt=2</script>{{ 7 * 7 }}'


def test_a_stranger_signs_in_with_a_token_and_arrives_where_they_wanted(
    portal: Portal, browser: Browser
) -> None:
    context = browser.new_context(base_url=portal.url)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto("/runs")
    expect(page).to_have_url(f"{portal.url}/login?next=/runs")
    page.get_by_label("Token").fill("hf_wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("not known")
    page.get_by_label("Token").fill(portal.token_of("ann"))
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{portal.url}/runs")
    cookie = context.cookies()[0]
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Strict"
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{portal.url}/login")
    page.goto("/runs")
    expect(page).to_have_url(f"{portal.url}/login?next=/runs")
    context.close()


@pytest.mark.parametrize("wanted", ["//evil.example/", "https://evil.example/", "/\\evil.example"])
def test_signing_in_leads_nowhere_else(portal: Portal, browser: Browser, wanted: str) -> None:
    context = browser.new_context(base_url=portal.url)
    answer = context.request.post(
        "/login", form={"token": portal.token_of("ann"), "next": wanted}, max_redirects=0
    )
    assert answer.headers["location"] == "/"
    context.close()


def test_a_change_without_its_token_is_refused(portal: Portal, visit: Visit) -> None:
    page = visit()
    number = next(portal.store.iter_healings(ReviewState.PENDING)).number
    for guess in ("", "guessed"):
        answer = page.context.request.post(
            f"/review/{number}/answer", form={"answer": "accept", "csrf_token": guess}
        )
        assert answer.status == 403
        assert "not allowed" in answer.text()
    healing = portal.store.find_healing(number)
    assert healing is not None
    assert healing.state is ReviewState.PENDING


def test_a_foreign_page_cannot_answer_for_somebody(portal: Portal, visit: Visit) -> None:
    page = visit()
    number = next(portal.store.iter_healings(ReviewState.PENDING)).number
    # The same server by another name is another site to a browser.
    foreign = page.context.new_page()
    foreign.route(
        "http://evil.example/",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f'<form method="post" action="{portal.url}/review/{number}/answer">'
            '<input name="answer" value="accept"><button>win a prize</button></form>',
        ),
    )
    foreign.goto("http://evil.example/")
    foreign.get_by_role("button").click()
    foreign.wait_for_load_state()
    healing = portal.store.find_healing(number)
    assert healing is not None
    assert healing.state is ReviewState.PENDING


def test_a_hostile_label_is_shown_as_text_everywhere(portal: Portal, visit: Visit) -> None:
    number = _plant(portal)
    page = visit(path=f"/review/{number}")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("<img src=x")
    expect(page.locator(".queue")).to_contain_text("<script>")
    for path in ("/review?action=all", "/runs", "/recordings", "/confidence", "/review/bulk"):
        page.goto(path)
        assert page.evaluate("window.hurt") is None
        assert page.locator("img[src=x], script:not([src])").count() == 0
        assert "49" not in page.locator(".queue").all_inner_texts()
    page.goto("/recordings")
    expect(page.get_by_text(HOSTILE).first).to_be_visible()


def _plant(portal: Portal) -> int:
    """Give a healing and a recording a label that wants to be more than a label."""
    like: Healing = next(portal.store.iter_healings(ReviewState.PENDING))
    planted = replace(
        like,
        entry_id="hostile/1/1",
        run_id="hostile",
        label=HOSTILE,
        old_selector=HOSTILE,
        new_selector=HOSTILE,
        number=0,
        step_id="hostile",
    )
    entry = portal.store.find_entry(like.entry_id)
    assert entry is not None
    portal.store.write_decisions([replace(entry, run_id="hostile", step_number=1)], [planted])
    portal.store.save_recording(
        RecordingEntry(id="hostile", name=HOSTILE, path=shop.PATH, start_url=HOSTILE)
    )
    return next(one.number for one in portal.store.iter_healings() if one.label == HOSTILE)
