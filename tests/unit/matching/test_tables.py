"""The fitted numbers: which names they may use, which signs they must have."""

from importlib.resources import files
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.matching.pages import a_match, index_of

from holdfast.matching.comparison import KEYS, TRAITS
from holdfast.matching.doubt import DOUBTS, SPEAKS_AGAINST, SPEAKS_EITHER_WAY
from holdfast.matching.tables import (
    MODEL_FORMAT,
    Logistic,
    Regime,
    Situation,
    cautious,
    fitted,
    read_tables,
    regime_of,
)


def a_model(**changes: Any) -> dict[str, object]:
    probability = {"intercept": 0.5, "coefficients": {"lead": 1.0}}
    table: dict[str, object] = {
        "threshold": 0.6,
        "weights": {"same id": 2.0},
        "right": {regime.value: probability for regime in Regime},
        "trees": [["share", 0.5, -0.25, ["lead", 0.1, 0.0, 1.5]], 0.5],
        "gone": probability,
    }
    return {"situations": {"page": table | changes}}


class TestReading:
    def test_what_the_file_does_not_name_counts_nothing(self) -> None:
        weights = read_tables(a_model())[Situation.PAGE].weights
        assert weights[TRAITS.index("same id")] == 2.0
        assert weights.sum() == 2.0

    def test_a_weight_for_what_is_not_measured_is_refused_by_name(self) -> None:
        with pytest.raises(ValueError, match="same shoe size"):
            read_tables(a_model(weights={"same shoe size": 1.0}))

    def test_a_coefficient_for_what_is_not_measured_is_refused_by_name(self) -> None:
        with pytest.raises(ValueError, match="full moon"):
            read_tables(a_model(gone={"intercept": 0, "coefficients": {"full moon": 1.0}}))

    def test_an_unknown_situation_is_refused(self) -> None:
        with pytest.raises(ValueError, match="smell"):
            read_tables({"situations": {"smell": a_model()["situations"]}})


class TestTrees:
    def believed(self, share: float, lead: float) -> float:
        """Return what a made-up model believes of the only link of a page."""
        matcher = a_match("<a href=/a>One</a>", "<a href=/b>Two</a>")
        forward = matcher.look(index_of(matcher.old.snapshot, "a"), np.ones(len(TRAITS)))
        inputs = np.zeros(len(DOUBTS))
        inputs[DOUBTS.index("share")], inputs[DOUBTS.index("lead")] = share, lead
        return read_tables(a_model())[Situation.PAGE].believe(inputs, forward, 0)

    @pytest.mark.parametrize(
        ("share", "lead", "odds"),
        [
            # coefficients: 0.5 + lead; trees: by share and lead, and 0.5 always; odds: halfway
            (0.2, 0.0, (0.5 + (-0.25 + 0.5)) / 2),
            (0.8, 0.1, (0.6 + (0.0 + 0.5)) / 2 - 1.2 * (0.55 - 0.4) / 2.1),
            (0.8, 0.2, (0.7 + (1.5 + 0.5)) / 2 - 1.2 * (1.35 - 0.4) / 2.1),  # and the discount
        ],
    )
    def test_two_opinions_meet_halfway(self, share: float, lead: float, odds: float) -> None:
        assert self.believed(share, lead) == pytest.approx(1 / (1 + np.exp(-odds)))

    def test_a_tree_over_what_is_not_measured_is_refused(self) -> None:
        with pytest.raises(ValueError, match="full moon"):
            read_tables(a_model(trees=[["full moon", 0.5, 0.0, 1.0]]))

    @pytest.mark.parametrize("situation", list(Situation))
    def test_no_tree_goes_against_what_its_inputs_mean(self, situation: Situation) -> None:
        tables, random = fitted()[situation], np.random.default_rng(5)
        matcher = a_match("<a href=/a>One</a>", "<a href=/b>Two</a>")
        forward = matcher.look(index_of(matcher.old.snapshot, "a"), np.ones(len(TRAITS)))
        for _ in range(20):
            inputs = random.random(len(DOUBTS))
            before = tables.believe(inputs, forward, 0)
            for place, name in enumerate(DOUBTS):
                if name in SPEAKS_EITHER_WAY:
                    continue
                more = inputs.copy()
                more[place] = 0.0 if name in SPEAKS_AGAINST else 1.0
                assert tables.believe(more, forward, 0) >= before - 1e-9, name


class TestShippedModel:
    def test_its_format_is_the_one_that_is_read(self) -> None:
        file = files("holdfast.matching").joinpath("model.json")
        data = orjson.loads(file.read_bytes())
        assert data["format"] == MODEL_FORMAT

    def test_every_situation_and_every_regime_has_numbers(self) -> None:
        assert set(fitted()) == set(Situation)
        for tables in fitted().values():
            assert set(tables.right) == set(Regime)

    @pytest.mark.parametrize("situation", list(Situation))
    def test_agreement_never_speaks_against_an_element(self, situation: Situation) -> None:
        weights = fitted()[situation].weights
        assert [n for n, w in zip(TRAITS, weights, strict=True) if w < 0] == []

    @pytest.mark.parametrize("situation", list(Situation))
    @pytest.mark.parametrize("regime", list(Regime))
    def test_every_coefficient_has_the_sign_of_its_meaning(
        self, situation: Situation, regime: Regime
    ) -> None:
        coefficients = fitted()[situation].right[regime].coefficients
        wrong = [
            name
            for name, value in zip(DOUBTS, coefficients, strict=True)
            if name not in SPEAKS_EITHER_WAY
            and (value > 0 if name in SPEAKS_AGAINST else value < 0)
        ]
        assert wrong == []

    def test_without_the_page_more_is_asked(self) -> None:
        assert fitted()[Situation.ELEMENT].threshold >= fitted()[Situation.PAGE].threshold

    def test_names_of_inputs_are_known_and_stand_once(self) -> None:
        assert len(set(DOUBTS)) == len(DOUBTS)
        assert len(set(TRAITS)) == len(TRAITS)
        assert set(DOUBTS) >= SPEAKS_AGAINST | SPEAKS_EITHER_WAY
        assert not SPEAKS_AGAINST & SPEAKS_EITHER_WAY


class TestProbability:
    def test_it_is_the_logistic_of_the_weighted_sum(self) -> None:
        # 2 · 1 + (-1) · 0.5 + 0.5 = 2; 1 / (1 + e^-2) = 0.880797
        model = Logistic(np.array([2.0, -1.0]), 0.5)
        assert model(np.array([1.0, 0.5])) == pytest.approx(0.880797, abs=1e-6)

    @given(st.floats(-1e6, 1e6))
    def test_it_is_never_certain(self, value: float) -> None:
        assert 0.0 < Logistic(np.array([1.0]), 0.0)(np.array([value])) < 1.0

    @given(st.floats(1e-6, 1 - 1e-6), st.floats(1e-6, 1 - 1e-6))
    def test_caution_keeps_the_order_and_never_adds(self, one: float, other: float) -> None:
        low, high = sorted((one, other))
        assert cautious(low) <= cautious(high) + 1e-12
        assert cautious(high) <= high + 1e-12


OLD = "<p>Hello</p><a id=pay href=/pay>Pay</a>"


@pytest.mark.parametrize(
    ("new", "regime"),
    [
        pytest.param("<p>Hi</p><a id=pay href=/pay>Pay</a>", Regime.AGREE, id="agree"),
        pytest.param("<p>Hi</p><a id=pay href=/new>Pay</a>", Regime.MIXED, id="mixed"),
        pytest.param("<p>Hi</p><a id=buy href=/buy>Buy</a>", Regime.CONTRADICT, id="contradict"),
        pytest.param("<p>Hi</p><button></button>", Regime.SILENT, id="silent"),
    ],
)
def test_regimes_say_what_the_keys_say(new: str, regime: Regime) -> None:
    matcher = a_match(OLD, new)
    forward = matcher.look(index_of(matcher.old.snapshot, "a"), np.ones(len(TRAITS)))
    row = forward.candidates.tolist().index(index_of(matcher.new.snapshot, "a, button"))
    assert regime_of(forward, row) is regime
    assert forward.agreements.shape[1] == len(KEYS)
