"""A key that chooses waits for that which it chooses from."""

from holdfast import Step, StepAction, fingerprint, parse
from holdfast.app.offers import Offer, find_offer

FIELD = "<input id=city {}>"
LIST = "<ul role=listbox><li role=option>{}</li></ul>"


def a_step(action: StepAction, page: str, value: str, url: str = "https://shop.example/") -> Step:
    return Step(
        id="s", action=action, url=url, value=value, fingerprint=fingerprint(parse(page), "#city")
    )


def offered(before: str, after: str, key: str = "Enter", **where: str) -> Offer | None:
    typed = a_step(StepAction.TYPE, before, "Ber")
    return find_offer(typed, a_step(StepAction.PRESS, after, key, **where))


def test_what_came_while_somebody_typed_is_waited_for() -> None:
    offer = offered(FIELD, FIELD + LIST.format("Bern"))
    assert offer is not None
    assert (offer.is_shown, offer.element.node.text) == (True, "Bern")


def test_what_went_is_waited_for_until_it_is_gone() -> None:
    offer = offered(FIELD + LIST.format("searching"), FIELD)
    assert offer is not None
    assert (offer.is_shown, offer.element.node.text) == (False, "searching")


def test_an_item_that_the_field_marks_is_waited_for_by_its_mark() -> None:
    marked = FIELD.format("aria-activedescendant=city-bern") + LIST.format("Bern")
    offer = offered(FIELD, marked)
    assert offer is not None
    assert offer.css == '[aria-activedescendant="city-bern"]'


def test_where_nothing_is_offered_nothing_is_waited_for() -> None:
    known = FIELD + LIST.format("Bern")
    assert offered(known, known) is None
    assert offered(FIELD, known, key="Tab") is None
    assert offered(FIELD, known, url="https://shop.example/other") is None


def test_only_a_key_after_typing_chooses() -> None:
    page = FIELD + LIST.format("Bern")
    clicked = a_step(StepAction.CLICK, FIELD, "")
    assert find_offer(clicked, a_step(StepAction.PRESS, page, "Enter")) is None
