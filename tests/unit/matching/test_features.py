"""Features by name: each has a direction and a reason, and the model is checked against them."""

import numpy as np
import pytest
from tests.unit.matching.pages import SHOP, a_match, index_of

from holdfast.matching.assignment import context_feature
from holdfast.matching.case import Case
from holdfast.matching.feature import AGAINST, FOR, FeatureTable
from holdfast.matching.features import feature, measure
from holdfast.matching.fitted import MODEL_FORMAT, Situation, fitted, read_models
from holdfast.matching.judge import shortlist_for
from holdfast.matching.matcher import best_case
from holdfast.matching.pair_features import pair_feature


def a_case(old: str, new: str, css: str, which: int = 0) -> Case:
    matcher = a_match(old, new)
    found = shortlist_for(matcher, index_of(matcher.old.snapshot, css, which))
    assert found.best is not None
    return found.best


def value(case: Case, name: str) -> float:
    return float(measure(case)[feature.names.index(name)])


class TestTheTable:
    def test_a_name_is_given_once(self) -> None:
        table = FeatureTable[int, int]()
        table("twice")(lambda number: 2 * number)
        with pytest.raises(ValueError, match="two features are called 'twice'"):
            table("twice")(lambda number: 3 * number)

    def test_a_number_for_what_is_not_measured_is_refused(self) -> None:
        with pytest.raises(ValueError, match=r"the model names what is not measured: \['luck'\]"):
            feature.numbers({"luck": 1.0})

    def test_directions_are_what_their_meaning_demands(self) -> None:
        speaks = {each.name: each.speaks for each in feature.features}
        assert speaks["gap closed"] is AGAINST
        assert speaks["opposite words"] is AGAINST
        assert speaks["same id"] is FOR

    def test_every_written_feature_gives_its_reason(self) -> None:
        assert all(each.reason for each in pair_feature.features)
        assert all(each.reason for each in context_feature.features)


class TestTheModel:
    def test_what_ships_fits_the_features(self) -> None:
        models = fitted()
        assert set(models) == set(Situation)
        for model in models.values():
            assert len(model.ranking.pairs) == len(pair_feature.names)
            assert len(model.gone.coefficients) == len(feature.names)

    def test_no_number_goes_against_its_features_meaning(self) -> None:
        for model in fitted().values():
            for each, weight in zip(pair_feature.features, model.ranking.pairs, strict=True):
                assert weight * each.speaks >= 0.0, each.name

    def test_another_format_is_refused(self) -> None:
        with pytest.raises(ValueError, match=f"wanted a model of '{MODEL_FORMAT}'"):
            read_models({"format": "holdfast-matcher/2", "situations": {}})

    def test_a_tree_about_nothing_is_refused(self) -> None:
        empty = {"coefficients": {}, "intercept": 0.0}
        part = {
            "threshold": 0.5,
            "ranking": {"null": 1.0, "pairs": {}, "contexts": {}},
            "gone": empty,
            "trees": [["luck", 0.5, -1.0, 1.0]],
        }
        with pytest.raises(ValueError, match="what is not measured: 'luck'"):
            read_models({"format": MODEL_FORMAT, "situations": {"page": part}})


class TestWhatTheySay:
    def test_a_gap_that_closed_is_seen(self) -> None:
        case = a_case(SHOP, SHOP.replace("<a href=/sale>Sale</a>", ""), "nav a", 1)
        assert value(case, "gap closed") == 1.0
        assert value(a_case(SHOP, SHOP, "nav a", 1), "gap closed") == 0.0

    def test_a_key_that_contradicts_is_told_from_one_that_is_missing(self) -> None:
        other = a_case(SHOP, SHOP.replace("href=/sale", "href=/outlet"), "nav a", 1)
        assert value(other, "href contradicts") == 1.0
        gone = a_case(SHOP, SHOP.replace("<a href=/sale", "<a"), "nav a", 1)
        assert value(gone, "href contradicts") == 0.0

    def test_opposites_speak_against(self) -> None:
        old = "<p>Draft</p><button>Save</button><p>End</p>"
        case = a_case(old, old.replace("Save", "Delete"), "button")
        assert value(case, "opposite words") == 1.0
        assert value(a_case(old, old.replace("Save", "Store"), "button"), "opposite words") == 0.0

    def test_an_empty_shell_fell_silent(self) -> None:
        old = "<p>One</p><a role=tab class=tab>Current</a><p>Two</p>"
        case = a_case(old, old.replace("Current", ""), "a")
        assert value(case, "falls silent") == 1.0

    def test_every_feature_is_a_number_within_bounds(self) -> None:
        matcher = a_match(SHOP, SHOP.replace("card", "tile").replace("Sale", "Offers"))
        for target in range(len(matcher.old)):
            found = shortlist_for(matcher, target)
            if found.best is not None:
                numbers = measure(found.best)
                assert np.isfinite(numbers).all()
                assert numbers.min() >= -1.0
                assert numbers.max() <= 1.5


def test_two_keys_are_never_outvoted() -> None:
    old = "<ul><li><a id=cal href=/c class=x>Calendar</a><li><a href=/y>Why</a></ul>"
    new = f"<ul><li><a href=/t>Tables</a><li><a href=/y>Why</a></ul>{old[8:46]}"
    matcher = a_match(old, new)
    found = shortlist_for(matcher, index_of(matcher.old.snapshot, "a"))
    assert found.best is not None
    assert best_case(found.best.assignment, found.best.row).named == 2
    assert found.ranked[0][0] == index_of(matcher.new.snapshot, "a", 2)
