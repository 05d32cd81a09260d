"""Gates: what may only lower an action, whatever the confidence says.

They look at healed steps only. Without them the score alone would apply a healing at probability
0.10: its label, type, place and selector bring 45 points, and three boosters 15 more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from holdfast.deciding.risky_words import find_risky_word
from holdfast.model.healing_decision import Gate, HealingAction

GONE_FROM = 0.5  # more likely gone than not
MARGIN_FLOOR = 0.2  # nearer than this, which of two is a guess
# Margins are differences of binary fractions: 0.6 - 0.4 is a hair under 0.2.
_HAIR = 1e-9

# Gate -> the most that is still done, from the strictest.
AT_MOST: Mapping[str, HealingAction] = MappingProxyType(
    {
        "excluded": HealingAction.REJECT,
        "gone": HealingAction.REJECT,
        "other_origin": HealingAction.REJECT,
        "other_frame": HealingAction.SUGGEST_ONLY,
        "unlikely": HealingAction.SUGGEST_ONLY,
        "ambiguous": HealingAction.SUGGEST_ONLY,
        "unsettled": HealingAction.SUGGEST_ONLY,
        "unactionable": HealingAction.SUGGEST_ONLY,
        "hollow": HealingAction.SUGGEST_ONLY,
        "reworded": HealingAction.SUGGEST_ONLY,
        "opposite": HealingAction.SUGGEST_ONLY,
        "turned_risky": HealingAction.SUGGEST_ONLY,
        "advised_against": HealingAction.SUGGEST_ONLY,
        "equivalent": HealingAction.APPLY_WITH_FLAG,
        "risky_step": HealingAction.APPLY_WITH_FLAG,
        "by_place": HealingAction.APPLY_WITH_FLAG,
        "unanswered": HealingAction.APPLY_WITH_FLAG,
    }
)
# The same for what only the one who asks can know.
ASKERS_AT_MOST: Mapping[str, HealingAction] = MappingProxyType(
    {
        "torn": HealingAction.SUGGEST_ONLY,
        "other_page": HealingAction.SUGGEST_ONLY,
        "unwritable": HealingAction.SUGGEST_ONLY,
        "finds_one": HealingAction.SUGGEST_ONLY,
        "observing": HealingAction.SUGGEST_ONLY,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFacts:
    """What the gates need to know about a healing.

    ``margin`` is taken to the best candidate that is neither an equivalent twin nor part of the
    same control; None when there is no such candidate. ``default_threshold`` is the engine's own.
    ``advised_against``: an adviser was asked and took none of the candidates for the element.
    ``wording``: what the step says it does, its label first. ``excluded``: a person said that it is
    another element. ``hollow``: it holds what the element was, and is not that itself; or nothing.
    ``reworded``: it does not say what the locator asks for. ``opposite``: it says the opposite of
    what the element said. ``was_worded``: what that was. ``unanswered``: this healing was flagged
    before. ``among``: how many elements a written locator found, of which it picked one by its
    place.
    """

    p_gone: float
    probability: float
    default_threshold: float
    margin: float | None = None
    other_origin: bool = False
    other_frame: bool = False
    unsettled: bool = False
    unactionable: bool = False
    equivalent: bool = False
    hollow: bool = False
    reworded: bool = False
    opposite: bool = False
    advised_against: bool = False
    wording: str = ""
    was_worded: str | None = None
    risky_allowed: bool = False
    excluded: bool = False
    unanswered: bool = False
    among: int = 1


def a_gate(name: str, reason: str) -> Gate:
    """Return a gate that is down, for this reason."""
    at_most = ASKERS_AT_MOST.get(name) or AT_MOST[name]
    return Gate(name=name, at_most=at_most, reason=reason)


def find_gates(facts: GateFacts) -> tuple[Gate, ...]:
    """Return the gates that are down, strictest first; none for a healing without doubt."""
    reasons = {name: _reason(name, why, facts) for name, why in _REASONS.items()}
    return tuple(a_gate(name, reason) for name, reason in reasons.items() if reason is not None)


def _reason(
    name: str, why: str | Callable[[GateFacts], str | None], facts: GateFacts
) -> str | None:
    if callable(why):
        return why(facts)
    return why if getattr(facts, name) else None


def _gone(facts: GateFacts) -> str | None:
    if facts.p_gone >= GONE_FROM:
        return f"the element is probably gone (probability {facts.p_gone:.2f})"
    return None


def _unlikely(facts: GateFacts) -> str | None:
    if facts.probability < facts.default_threshold:
        floor = facts.default_threshold
        return f"the probability {facts.probability:.2f} is below {floor:.2f}"
    return None


def _ambiguous(facts: GateFacts) -> str | None:
    if facts.margin is not None and facts.margin < MARGIN_FLOOR - _HAIR:
        return f"another element is nearly as likely (margin {facts.margin:.2f} is below 0.20)"
    return None


def _turned_risky(facts: GateFacts) -> str | None:
    word = find_risky_word(facts.wording)
    was = facts.was_worded
    if word is None or was is None or find_risky_word(was) is not None:
        return None
    return f"it says {word!r}, which the recorded element did not"


def _risky_step(facts: GateFacts) -> str | None:
    word = None if facts.risky_allowed else find_risky_word(facts.wording)
    return None if word is None else f"the step may not be undone (it says {word!r})"


def _by_place(facts: GateFacts) -> str | None:
    if facts.among < 2:
        return None
    return f"the locator picked one of {facts.among} elements by its place"


# Gate -> its reason while it is down; a fact of the same name is a reason by itself.
_REASONS: Mapping[str, str | Callable[[GateFacts], str | None]] = MappingProxyType(
    {
        "excluded": "a person said that this is another element",
        "gone": _gone,
        "other_origin": "it is in a frame of another origin than the recorded one",
        "other_frame": "it is in another frame than the recorded one",
        "unlikely": _unlikely,
        "ambiguous": _ambiguous,
        "unsettled": "the page was still loading or changing",
        "unactionable": "the element is hidden, disabled or covered",
        "hollow": "it is an empty wrapper around something else",
        "reworded": "it does not say what the locator asks for",
        "opposite": "it says the opposite of what the recorded element said",
        "turned_risky": _turned_risky,
        "advised_against": "the adviser takes none of the candidates for it",
        "equivalent": "another element has the same link and name",
        "risky_step": _risky_step,
        "by_place": _by_place,
        "unanswered": "it was flagged before, and nobody has answered yet",
    }
)
