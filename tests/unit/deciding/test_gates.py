"""Each gate alone, at its limit, and what it leaves of the action."""

from dataclasses import replace

import pytest

from holdfast.deciding.gates import AT_MOST, GateFacts, find_gates
from holdfast.deciding.risky_words import RISKY_WORDS, UNSPACED_RISKY_WORDS, find_risky_word

CERTAIN = GateFacts(p_gone=0.01, probability=0.97, default_threshold=0.5, margin=0.9)


def names(facts: GateFacts) -> list[str]:
    return [gate.name for gate in find_gates(facts)]


def test_a_certain_healing_passes_all_gates() -> None:
    assert names(CERTAIN) == []


@pytest.mark.parametrize(
    ("facts", "name", "at_most", "reason"),
    [
        pytest.param(
            replace(CERTAIN, p_gone=0.5), "gone", "reject",
            "the element is probably gone (probability 0.50)", id="gone",
        ),
        pytest.param(
            replace(CERTAIN, other_origin=True), "other_origin", "reject",
            "it is in a frame of another origin than the recorded one", id="other-origin",
        ),
        pytest.param(
            replace(CERTAIN, other_frame=True), "other_frame", "suggest_only",
            "it is in another frame than the recorded one", id="other-frame",
        ),
        pytest.param(
            replace(CERTAIN, probability=0.49), "unlikely", "suggest_only",
            "the probability 0.49 is below 0.50", id="unlikely",
        ),
        pytest.param(
            replace(CERTAIN, margin=0.19), "ambiguous", "suggest_only",
            "another element is nearly as likely (margin 0.19 is below 0.20)", id="ambiguous",
        ),
        pytest.param(
            replace(CERTAIN, unsettled=True), "unsettled", "suggest_only",
            "the page was still loading or changing", id="unsettled",
        ),
        pytest.param(
            replace(CERTAIN, unactionable=True), "unactionable", "suggest_only",
            "the element is hidden, disabled or covered", id="unactionable",
        ),
        pytest.param(
            replace(CERTAIN, advised_against=True), "advised_against", "suggest_only",
            "the adviser takes none of the candidates for it", id="advised-against",
        ),
        pytest.param(
            replace(CERTAIN, equivalent=True), "equivalent", "apply_with_flag",
            "another element has the same link and name", id="equivalent",
        ),
        pytest.param(
            replace(CERTAIN, opposite=True), "opposite", "suggest_only",
            "it says the opposite of what the recorded element said", id="opposite",
        ),
        pytest.param(
            replace(CERTAIN, wording="Archive. Delete", was_worded="Archive", risky_allowed=True),
            "turned_risky", "suggest_only",
            "it says 'delete', which the recorded element did not", id="turned risky",
        ),
        pytest.param(
            replace(CERTAIN, wording="Delete account"), "risky_step", "apply_with_flag",
            "the step may not be undone (it says 'delete')", id="risky",
        ),
        pytest.param(
            replace(CERTAIN, excluded=True),
            "excluded", "reject", "a person said that this is another element", id="excluded",
        ),
        pytest.param(
            replace(CERTAIN, among=4),
            "by_place", "apply_with_flag",
            "the locator picked one of 4 elements by its place", id="by-place",
        ),
        pytest.param(
            replace(CERTAIN, unanswered=True),
            "unanswered", "apply_with_flag",
            "it was flagged before, and nobody has answered yet", id="unanswered",
        ),
    ],
)  # fmt: skip
def test_each_gate(facts: GateFacts, name: str, at_most: str, reason: str) -> None:
    (gate,) = find_gates(facts)
    assert (gate.name, gate.at_most.value, gate.reason) == (name, at_most, reason)


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(replace(CERTAIN, p_gone=0.499), id="more-likely-there"),
        pytest.param(replace(CERTAIN, probability=0.5), id="at-the-threshold"),
        pytest.param(replace(CERTAIN, margin=0.2), id="at-the-margin"),
        pytest.param(replace(CERTAIN, margin=0.6 - 0.4), id="a-hair-under-in-binary"),
        pytest.param(replace(CERTAIN, margin=None), id="nothing-else-there"),
        pytest.param(replace(CERTAIN, wording="Delete", risky_allowed=True), id="allowed"),
        pytest.param(
            replace(CERTAIN, wording="Erase. Delete", was_worded="Erase", risky_allowed=True),
            id="risky before",
        ),
    ],
)
def test_at_its_limit_a_gate_stays_open(facts: GateFacts) -> None:
    assert names(facts) == []


def test_all_reasons_are_given_strictest_first() -> None:
    facts = GateFacts(
        p_gone=0.9, probability=0.1, default_threshold=0.5, margin=0.0, unsettled=True,
        other_origin=True, other_frame=True, unactionable=True, equivalent=True,
        hollow=True, reworded=True, opposite=True, advised_against=True,
        wording="Pay", was_worded="Next",
        excluded=True, unanswered=True, among=2,
    )  # fmt: skip
    assert names(facts) == list(AT_MOST)
    limits = [gate.at_most for gate in find_gates(facts)]
    assert limits == sorted(limits)


@pytest.mark.parametrize(
    ("wording", "word"),
    [
        ("Delete", "delete"),
        ("DELETE ACCOUNT", "delete"),
        ("Yes, remove it!", "remove"),
        ("delete_account", "delete"),
        ("Place  my\norder", "place my order"),
        ("Buy now", "buy now"),
        ("Konto löschen", "löschen"),
        ("LO\u0308SCHEN", "löschen"),
        ("Annuler l\u2019abonnement", "annuler l'abonnement"),
        ("Удалить аккаунт", "удалить аккаунт"),
        ("Sat\u0131n Al", "satin al"),
        ("SATIN AL", "satin al"),
        ("SİL", "sil"),
        ("立即购买", "购买"),
        ("アカウントを削除する", "削除"),
        ("주문 취소", "주문 취소"),
        ("Ｄｅｌｅｔｅ", "delete"),  # noqa: RUF001 — full-width letters are meant
    ],
)
def test_risky_wording_is_seen(wording: str, word: str) -> None:
    assert find_risky_word(wording) == word


@pytest.mark.parametrize(
    "wording",
    [
        "", "Save", "Cancel", "Undelete", "Deleted items", "Payments", "My orders", "Paypal",
        "Buyer's guide", "Removed3", "3delete", "Silvester", "Kupon", "Order history", "Next",
        "Weiter", "Сохранить", "保存",
    ],
)  # fmt: skip
def test_harmless_wording_is_left_alone(wording: str) -> None:
    assert find_risky_word(wording) is None


@pytest.mark.parametrize("words", [RISKY_WORDS, UNSPACED_RISKY_WORDS])
def test_every_word_of_the_list_is_found_in_a_sentence(words: dict[str, tuple[str, ...]]) -> None:
    listed = [word for language in words.values() for word in language]
    assert [word for word in listed if find_risky_word(f"({word.upper()}) 1") is None] == []
