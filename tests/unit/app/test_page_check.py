"""Is a run still on the page that a step was recorded on."""

from dataclasses import dataclass

import pytest

from holdfast.app.page_check import Whereabouts
from holdfast.model.recording import Step, StepAction
from holdfast.ports import run_now

SHOP = "https://shop.example"


@dataclass
class Addressed:
    """A live page of which only its address is asked for; pauses lead on to the next one."""

    url: str
    then: str | None = None

    async def pause(self, milliseconds: float) -> None:
        self.url = self.then or self.url


def astray(
    where: Whereabouts,
    recorded: str,
    page: Addressed,
    *,
    action: StepAction = StepAction.CLICK,
    wait_ms: float = 0.0,
) -> str | None:
    step = Step(id="s1", action=action, url=recorded)
    return run_now(where.find_astray(step, recorded, page, wait_ms))  # type: ignore[arg-type]  # no more is asked


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        pytest.param("/cart", "/cart?from=mail", id="another query"),
        pytest.param("/orders/4711", "/orders/4712", id="another id"),
        pytest.param("", "/cart", id="nobody said where"),
    ],
)
def test_the_same_kind_of_page_is_the_page(recorded: str, now: str) -> None:
    there = SHOP + recorded if recorded else ""
    assert astray(Whereabouts(), there, Addressed(SHOP + now)) is None


@pytest.mark.parametrize(
    ("recorded", "now", "there", "here"),
    [
        pytest.param(f"{SHOP}/cart", f"{SHOP}/help", "/cart", "/help", id="path"),
        pytest.param(f"{SHOP}/#/orders", f"{SHOP}/#/", "/#/orders", "/#/", id="route"),
        pytest.param(
            f"{SHOP}/cart",
            "https://pay.example/cart",
            "shop.example/cart",
            "pay.example/cart",
            id="host",
        ),
    ],
)
def test_another_page_is_named_with_the_one_that_was_meant(
    recorded: str, now: str, there: str, here: str
) -> None:
    told = astray(Whereabouts(), recorded, Addressed(now))
    assert told == f"it belongs to the page {there!r}, and this is {here!r}"


def test_what_leads_to_a_page_may_be_done_anywhere() -> None:
    page = Addressed(f"{SHOP}/help")
    assert astray(Whereabouts(), f"{SHOP}/cart", page, action=StepAction.NAVIGATE) is None


def test_a_page_where_its_steps_worked_stands_for_the_recorded_one() -> None:
    where = Whereabouts()
    where.note(f"{SHOP}/cart", f"{SHOP}/basket")
    assert astray(where, f"{SHOP}/cart", Addressed(f"{SHOP}/basket")) is None
    assert astray(where, f"{SHOP}/cart", Addressed(f"{SHOP}/help")) is not None


def test_a_page_that_is_coming_is_waited_for() -> None:
    page = Addressed(f"{SHOP}/help", then=f"{SHOP}/cart")
    assert astray(Whereabouts(), f"{SHOP}/cart", page, wait_ms=60_000) is None


def test_a_page_that_did_not_come_is_waited_for_no_more_until_something_is_done() -> None:
    where, page = Whereabouts(), Addressed(f"{SHOP}/help", then=f"{SHOP}/cart")
    assert astray(where, f"{SHOP}/cart", page, wait_ms=0) is not None
    assert astray(where, f"{SHOP}/cart", page, wait_ms=60_000) is not None
    assert astray(where, f"{SHOP}/help", page) is None
    assert astray(where, f"{SHOP}/cart", page, wait_ms=60_000) is None
