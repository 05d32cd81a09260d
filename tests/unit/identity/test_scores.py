"""Every number of the formula, with values worked out by hand."""

import pytest
from tests.unit.identity.builders import a_text

from holdfast.identity.scores import (
    MAX_ANCHOR_LEVELS,
    MAX_PATH_DEPTH,
    anchor_score,
    band_of,
    identity_confidence,
    node_score,
)
from holdfast.model.element_identity import IdentityNode, NodeSemantics, SvgFingerprint

LABELLED = NodeSemantics(attributes=(("aria-label", "Sign in"),))
LABELLED_BY = NodeSemantics(attributes=(("aria-labelledby", "title"),))


def test_the_limits() -> None:
    assert (MAX_ANCHOR_LEVELS, MAX_PATH_DEPTH) == (10, 10)


@pytest.mark.parametrize(
    ("tag", "semantics", "is_unique", "level", "expected"),
    [
        pytest.param("form", NodeSemantics(), False, 1, 0.5, id="a semantic tag"),
        pytest.param("form", LABELLED, False, 1, 0.7, id="with aria-label"),
        pytest.param("form", LABELLED_BY, False, 1, 0.7, id="with aria-labelledby"),
        pytest.param("form", NodeSemantics(role="search"), False, 1, 0.65, id="with role"),
        pytest.param("form", NodeSemantics(), True, 1, 0.6, id="unique"),
        pytest.param("form", NodeSemantics(id="login"), False, 1, 0.55, id="with stable id"),
        pytest.param("div", NodeSemantics(role="main"), True, 1, 0.25, id="a div with role"),
        pytest.param("form", NodeSemantics(), False, 5, 0.5, id="five levels cost nothing"),
        pytest.param("form", NodeSemantics(), False, 6, 0.45, id="the sixth costs"),
        pytest.param("form", NodeSemantics(), False, 10, 0.25, id="the tenth"),
        pytest.param("div", NodeSemantics(), False, 10, 0.0, id="never below nothing"),
    ],
)
def test_the_score_of_an_anchor(
    tag: str, semantics: NodeSemantics, is_unique: bool, level: int, expected: float
) -> None:
    assert anchor_score(tag, semantics, is_unique=is_unique, level=level) == expected


def test_an_anchor_with_everything_scores_one() -> None:
    everything = NodeSemantics(id="login", role="form", attributes=(("aria-label", "Sign in"),))
    assert anchor_score("form", everything, is_unique=True, level=1) == 1.0


@pytest.mark.parametrize(
    ("semantics", "expected"),
    [
        pytest.param(NodeSemantics(), 0.5, id="a tag"),
        pytest.param(NodeSemantics(id="save"), 0.7, id="stable id"),
        pytest.param(NodeSemantics(role="tab"), 0.65, id="role"),
        pytest.param(NodeSemantics(classes=("buy", "now")), 0.55, id="classes are one feature"),
        pytest.param(NodeSemantics(text=a_text("Save")), 0.55, id="text"),
        pytest.param(NodeSemantics(label="Email"), 0.55, id="label"),
        pytest.param(NodeSemantics(svg=SvgFingerprint(shape="svg")), 0.55, id="drawing"),
        pytest.param(
            NodeSemantics(attributes=(("name", "q"), ("type", "text"))), 0.6, id="name and type"
        ),
        pytest.param(
            NodeSemantics(
                classes=("buy",),
                text=a_text("Save"),
                attributes=(("name", "q"), ("title", "x"), ("type", "text")),
            ),
            0.65,
            id="no more than three features",
        ),
        pytest.param(
            NodeSemantics(
                id="save",
                role="button",
                text=a_text("Save"),
                attributes=(("name", "q"), ("type", "text")),
            ),
            1.0,
            id="everything",
        ),
    ],
)
def test_the_score_of_a_node(semantics: NodeSemantics, expected: float) -> None:
    assert node_score(semantics) == expected


def a_path(*scores: float) -> list[IdentityNode]:
    return [IdentityNode(tag="div", score=score) for score in scores]


@pytest.mark.parametrize(
    ("anchor", "path", "target", "bonus", "expected"),
    [
        # 0.4 · 0.75 + 0.3 · (0.55 + 0.65)/2 + 0.2 · 0.7 + 0.1 · 1
        pytest.param(0.75, [0.55, 0.65], 0.7, 1.0, 0.72, id="unique"),
        # 0.4 · 0.75 + 0.3 · 0.6 + 0.2 · 0.7 + 0.1 · 0.5
        pytest.param(0.75, [0.55, 0.65], 0.7, 0.5, 0.67, id="resolved by constraints"),
        pytest.param(0.75, [0.55, 0.65], 0.7, 0.0, 0.62, id="degraded"),
        # 0.4 · 0.75 + 0.3 · 0.5 + 0.2 · 0.7 + 0.1
        pytest.param(0.75, [], 0.7, 1.0, 0.69, id="an empty path counts 0.5"),
        # 0.4 · 0.3 + 0.3 · 0.5 + 0.2 · 0.5
        pytest.param(0.3, [], 0.5, 0.0, 0.37, id="the whole page"),
        pytest.param(1.0, [1.0], 1.0, 1.0, 1.0, id="the weights sum to one"),
    ],
)
def test_the_confidence_of_an_identity(
    anchor: float, path: list[float], target: float, bonus: float, expected: float
) -> None:
    assert identity_confidence(anchor, a_path(*path), target, bonus) == expected


@pytest.mark.parametrize(
    ("confidence", "band"),
    [
        (0.0, "critical"),
        (0.2999, "critical"),
        (0.3, "low"),
        (0.5999, "low"),
        (0.6, "medium"),
        (0.7999, "medium"),
        (0.8, "high"),
        (1.0, "high"),
    ],
)
def test_the_bands_of_confidence(confidence: float, band: str) -> None:
    assert band_of(confidence) == band
