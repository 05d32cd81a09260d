"""The shop on two saved pages: found elements, and the removed one refused."""

import pytest
from tests.doors.cli.conftest import Call

import holdfast
from holdfast.demo.shop import TARGETS, ShopTarget, read_page
from holdfast.model.snapshot import Snapshot


@pytest.fixture(scope="module")
def pages() -> tuple[Snapshot, Snapshot]:
    return holdfast.parse(read_page("before")), holdfast.parse(read_page("after"))


def test_every_target_is_one_element_of_the_old_page_and_at_most_one_of_the_new(
    pages: tuple[Snapshot, Snapshot],
) -> None:
    old, new = pages
    for target in TARGETS:
        assert len(old.select(target.before)) == 1
        assert target.after is None or len(new.select(target.after)) == 1


def test_no_selector_of_the_old_page_finds_the_element_on_the_new_one(
    pages: tuple[Snapshot, Snapshot],
) -> None:
    _, new = pages
    assert [target.before for target in TARGETS if new.select(target.before)] == []


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.before)
def test_no_wrong_element_is_offered(target: ShopTarget, pages: tuple[Snapshot, Snapshot]) -> None:
    old, new = pages
    found = holdfast.locate(holdfast.fingerprint(old, target.before), new).node
    expected = new.select(target.after) if target.after is not None else []
    assert found is None or found in expected


def test_the_removed_button_is_refused_as_gone(pages: tuple[Snapshot, Snapshot]) -> None:
    old, new = pages
    (removed,) = (target for target in TARGETS if target.after is None)
    location = holdfast.locate(holdfast.fingerprint(old, removed.before), new)
    assert location.refusal == holdfast.Refusal.GONE


def test_most_of_the_shop_is_found_again(pages: tuple[Snapshot, Snapshot]) -> None:
    old, new = pages
    found = [holdfast.locate(holdfast.fingerprint(old, t.before), new).node for t in TARGETS]
    assert sum(node is not None for node in found) >= len(TARGETS) - 3


def test_what_to_run_next_can_be_copied_from_the_terminal(call: Call) -> None:
    _, told, _ = call("demo", "--saved")
    assert "pip install '.[playwright]' && holdfast demo" in told
