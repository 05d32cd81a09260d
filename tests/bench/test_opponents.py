"""Others' formulas, worked out by hand: what they are compared with must be theirs."""

import pytest
from benchmarks.opponents import healenium

OLD = "<body><div><button id=save>Save changes</button><button id=del>Delete account</button></div>"
REMOVED = "<body><div><button id=save>Save changes</button></div>"
DELETE = "/html/body/div/button[2]"


def test_healenium_takes_save_changes_for_a_removed_delete_account() -> None:
    # way 100 (html, body, div of as many), tag 100, id 0, text 0, classes 40, others 30: 270 of 350
    found, confidence = healenium.relocate(OLD, REMOVED, DELETE, None, None)
    assert found == "/html/body/div/button"
    assert confidence == pytest.approx(77.14)


def test_healenium_is_sure_of_an_element_that_stayed() -> None:
    assert healenium.relocate(OLD, OLD, DELETE, None, None) == (DELETE, 100.0)


def test_healenium_refuses_below_its_cap() -> None:
    elsewhere = "<main id=m><ul class=x><li><a href=/z>Quite something else</a></ul></main>"
    assert healenium.relocate(OLD, elsewhere, DELETE, None, None) == (None, None)
