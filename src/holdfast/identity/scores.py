"""How telling an anchor, a node and a whole identity are: every number, in one place."""

from collections.abc import Sequence

from holdfast.identity.semantics import SEMANTIC_TAGS
from holdfast.model.element_identity import ConfidenceBand, IdentityNode, NodeSemantics

MAX_ANCHOR_LEVELS = 10  # meaningful levels to climb; farther is another part of the page
MAX_PATH_DEPTH = 10  # nodes between anchor and target; a longer way breaks at its first change

# An anchor's score: what makes a part of a page recognisable.
ANCHOR_SEMANTIC_TAG = 0.5  # form, main, nav…: it is a part of the page, not a box
ANCHOR_LABEL = 0.2  # aria-label or aria-labelledby: it has a name
ANCHOR_ROLE = 0.15  # somebody said what it is for
ANCHOR_UNIQUE = 0.1  # nothing else on the page is described like it
ANCHOR_STABLE_ID = 0.05  # renamed at will
NEAR_LEVELS = 5  # up to here distance costs nothing
ANCHOR_LEVEL_COST = 0.05  # each level beyond: more that can change in between
PAGE_ANCHOR_SCORE = 0.3  # the whole page: always there, says nothing

# A path node's and a target's score.
NODE_BASE = 0.5  # its tag
NODE_STABLE_ID = 0.2
NODE_ROLE = 0.15
NODE_FEATURE = 0.05  # each further thing known of it…
NODE_FEATURES_MOST = 0.15  # …of which three are enough

# Confidence in an identity.
ANCHOR_WEIGHT = 0.4  # a lost anchor loses everything below it
PATH_WEIGHT = 0.3
TARGET_WEIGHT = 0.2
UNIQUENESS_WEIGHT = 0.1  # that it worked when it was made
EMPTY_PATH_SCORE = 0.5  # no node between: neither good nor bad
UNIQUE_BONUS, CONSTRAINED_BONUS, DEGRADED_BONUS = 1.0, 0.5, 0.0

_BANDS = (
    (0.3, ConfidenceBand.CRITICAL),  # describe it anew
    (0.6, ConfidenceBand.LOW),  # works, and breaks easily
    (0.8, ConfidenceBand.MEDIUM),
)
_LABELS = frozenset({"aria-label", "aria-labelledby"})


def anchor_score(tag: str, semantics: NodeSemantics, *, is_unique: bool, level: int) -> float:
    """Return how good an anchor is that stands so many meaningful levels above the target."""
    score = ANCHOR_SEMANTIC_TAG if tag in SEMANTIC_TAGS else 0.0
    score += ANCHOR_LABEL if any(name in _LABELS for name, _ in semantics.attributes) else 0.0
    score += ANCHOR_ROLE if semantics.role else 0.0
    score += ANCHOR_UNIQUE if is_unique else 0.0
    score += ANCHOR_STABLE_ID if semantics.id else 0.0
    score -= ANCHOR_LEVEL_COST * max(0, level - NEAR_LEVELS)
    return _tidy(score)


def node_score(semantics: NodeSemantics) -> float:
    """Return how telling a node of the path, or the target, is."""
    features = len(semantics.attributes) + sum(
        map(
            bool,
            (
                semantics.classes,
                semantics.label,
                semantics.text,
                semantics.svg,
                semantics.contains,
                semantics.has,
            ),
        )
    )
    score = NODE_BASE
    score += NODE_STABLE_ID if semantics.id else 0.0
    score += NODE_ROLE if semantics.role else 0.0
    score += min(NODE_FEATURE * features, NODE_FEATURES_MOST)
    return _tidy(score)


def identity_confidence(
    anchor: float, path: Sequence[IdentityNode], target: float, bonus: float
) -> float:
    """Return the confidence in an identity, 0-1."""
    mean = sum(node.score for node in path) / len(path) if path else EMPTY_PATH_SCORE
    weighed = ANCHOR_WEIGHT * anchor + PATH_WEIGHT * mean + TARGET_WEIGHT * target
    return _tidy(weighed + UNIQUENESS_WEIGHT * bonus)


def band_of(confidence: float) -> ConfidenceBand:
    """Return the confidence in words."""
    for below, band in _BANDS:
        if confidence < below:
            return band
    return ConfidenceBand.HIGH


def _tidy(score: float) -> float:
    """Return a score that is written the same on every machine."""
    return round(min(max(score, 0.0), 1.0), 4)
