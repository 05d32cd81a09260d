"""The measured odds: every witness has its numbers, and none is worth more than the most."""

from holdfast.witnesses.hearing import MOST_ODDS
from holdfast.witnesses.protocol import fitted_odds
from holdfast.witnesses.text_search import MatchType


def test_every_word_of_a_witness_has_its_worth() -> None:
    odds = fitted_odds()
    assert {name: set(said) for name, said in odds.items()} == {
        "trail": {"named", "near"},
        "coordinates": {"there", "box"},
        "vision_ocr": {kind.value for kind in MatchType},
    }


def test_no_number_speaks_against_or_beyond_the_most() -> None:
    assert all(
        0 <= worth <= MOST_ODDS for said in fitted_odds().values() for worth in said.values()
    )


def test_a_looser_way_of_reading_is_not_worth_more_than_a_stricter_one() -> None:
    worths = [fitted_odds()["vision_ocr"][kind.value] for kind in MatchType]
    assert worths == sorted(worths, reverse=True)
