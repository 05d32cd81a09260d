"""How two labels relate, as numbers and as a reason that can be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.matching.words import code_tokens_of, relate, tokens_of


def test_counts_case_and_accents_change_nothing() -> None:
    assert relate("Inbox", "INBOX (3)").is_equal
    assert relate("Résumé", "resume").is_equal


def test_orders_of_two_numbers_are_two_orders() -> None:
    relation = relate("Order 4711", "Order 4712")
    assert (relation.forward, relation.backward) == (0.5, 0.5)
    assert not relation.is_equal
    assert not relation.contains
    assert relation.shared == ("order",)


def test_a_longer_label_contains_the_shorter() -> None:
    relation = relate("Save", "Save changes")
    assert (relation.forward, relation.backward) == (1.0, 0.5)
    assert relation.contains


def test_delete_and_remove_are_no_opposites() -> None:
    assert not relate("Delete plan", "Remove plan").opposed


def test_opposites_tell_even_with_a_shared_word() -> None:
    assert relate("Save plan", "Delete plan").opposed


def test_a_word_that_finds_itself_is_no_opposite() -> None:
    assert not relate("Save or cancel", "Cancel").opposed


def test_initials_stand_for_the_words() -> None:
    relation = relate("PTO", "Paid time off")
    assert relation.forward == relation.backward == 0.85


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Save", "SAVE", "'Save' says the same"),
        ("Save", "Store", "'Save' means the same as 'Store'"),
        ("Guardar", "Save", "'Guardar' is Spanish for 'Save'"),
        ("Save", "保存", "'保存' is Japanese for 'Save'"),
        ("Next", "Previous", "'Next' is the opposite of 'Previous'"),
        ("Save plan", "Delete plan", "'save' is the opposite of 'delete'"),
        ("Save", "Save changes", "'Save changes' says all that 'Save' says"),
        ("Order list", "All orders", "both say 'order'"),
        ("PTO", "Paid time off", "'PTO' and 'Paid time off' have the same initials"),
        ("4711", "4712", "'4711' is another number than '4712'"),
        ("Hotel", "Restaurant", "'Hotel' is related to 'Restaurant'"),
        ("Save", "", "'Save' and '' have nothing in common"),
    ],
)
def test_the_reason_can_be_read(old: str, new: str, reason: str) -> None:
    assert relate(old, new).in_words() == reason


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_gives_numbers_within_bounds(old: str, new: str) -> None:
    relation = relate(old, new)
    assert 0.0 <= relation.forward <= 1.0
    assert 0.0 <= relation.backward <= 1.0
    assert len(tokens_of(old)) <= 8 >= len(code_tokens_of(old))
    assert relation.in_words()


@given(st.text(max_size=60))
def test_a_label_is_equal_to_itself(label: str) -> None:
    relation = relate(label, label)
    assert relation.is_equal
    assert relation.forward == relation.backward == 1.0
    assert not relation.opposed


@given(st.text(max_size=40), st.text(max_size=40))
def test_backwards_is_forward_the_other_way_round(old: str, new: str) -> None:
    there, back = relate(old, new), relate(new, old)
    assert there.forward == pytest.approx(back.backward, abs=1e-5)
    assert (there.opposed, there.is_equal, there.contains) == (
        back.opposed,
        back.is_equal,
        back.contains,
    )
