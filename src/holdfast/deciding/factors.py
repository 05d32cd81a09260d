"""The factors of confidence: how well a proposed element answers what was recorded, 0 to 100."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType

from holdfast.model.healing_decision import ConfidenceFactors, History
from holdfast.model.snapshot import Box

EXACT_LABEL = 100
CONTAINED_LABEL = 85  # "Save" in "Save changes": nearly always the same thing, said longer
SAME_TYPE = 100
UNKNOWN_TYPE = 50  # speaks neither for nor against
OTHER_TYPE = 25  # low enough for the type_mismatch penalty
UNKNOWN_POSITION = 50
FAR_AWAY = 25
MANY_MATCHES = 25

# Distance of the centres in CSS pixels -> factor, for distances *under* the limit.
POSITION_STEPS = ((50, 100), (200, 75), (500, 50))
# Number of elements the selector finds -> factor, for numbers *up to* the limit.
UNIQUENESS_STEPS = ((0, 0), (1, 100), (3, 75), (10, 50))


class TypeGroup(StrEnum):
    """Elements that do the same job for a person, whatever tag they are written with."""

    CLICKABLE = "clickable"
    INPUT = "input"
    SELECT = "select"
    CHECKBOX = "checkbox"
    RADIO = "radio"


_BY_TAG: Mapping[str, TypeGroup] = MappingProxyType(
    {
        "button": TypeGroup.CLICKABLE,
        "a": TypeGroup.CLICKABLE,
        "summary": TypeGroup.CLICKABLE,
        "textarea": TypeGroup.INPUT,
        "select": TypeGroup.SELECT,
    }
)
# Every other type of input is something to type into.
_BY_INPUT_TYPE: Mapping[str, TypeGroup] = MappingProxyType(
    {
        "submit": TypeGroup.CLICKABLE,
        "button": TypeGroup.CLICKABLE,
        "reset": TypeGroup.CLICKABLE,
        "image": TypeGroup.CLICKABLE,
        "checkbox": TypeGroup.CHECKBOX,
        "radio": TypeGroup.RADIO,
    }
)
_BY_ROLE: Mapping[str, TypeGroup] = MappingProxyType(
    {
        "button": TypeGroup.CLICKABLE,
        "link": TypeGroup.CLICKABLE,
        "textbox": TypeGroup.INPUT,
        "searchbox": TypeGroup.INPUT,
        "listbox": TypeGroup.SELECT,
        "combobox": TypeGroup.SELECT,
        "checkbox": TypeGroup.CHECKBOX,
        "switch": TypeGroup.CHECKBOX,
        "radio": TypeGroup.RADIO,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementType:
    """What kind of element it is: tag, ``type`` of an input, explicit ``role``."""

    tag: str
    input_type: str | None = None
    role: str | None = None

    @property
    def word(self) -> str:
        """Return the one word that names the type; an explicit role decides before the tag."""
        role = (self.role or "").lower().split()
        if role:
            return f"role={role[0]}"
        tag = self.tag.lower()
        return f"input[type={(self.input_type or 'text').lower()}]" if tag == "input" else tag

    @property
    def group(self) -> TypeGroup | None:
        """Return the group, None for a type that belongs to none."""
        role = (self.role or "").lower().split()
        if role:
            return _BY_ROLE.get(role[0])
        if self.tag.lower() == "input":
            return _BY_INPUT_TYPE.get((self.input_type or "").lower(), TypeGroup.INPUT)
        return _BY_TAG.get(self.tag.lower())


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """An element as far as the factors compare it; None is what is not known."""

    label: str | None = None
    type: ElementType | None = None
    box: Box | None = None


def measure_factors(  # noqa: PLR0913 — one argument for each thing that is measured elsewhere
    *,
    ai_confidence: float,
    recorded: Appearance,
    proposed: Appearance,
    matches: int | None,
    stable_parts: Sequence[bool] = (),
    element_history: History | None = None,
    page_history: History | None = None,
) -> ConfidenceFactors:
    """Return the eight factors of a proposed element.

    ``matches``: how many elements the proposed selector finds, None when it cannot be asked.
    ``stable_parts``: for each part of the selector, whether a person wrote it.
    """
    return ConfidenceFactors(
        ai_confidence=ai_confidence,
        label_similarity=label_similarity(recorded.label, proposed.label),
        type_similarity=type_similarity(recorded.type, proposed.type),
        position_proximity=position_proximity(recorded.box, proposed.box),
        selector_uniqueness=selector_uniqueness(matches),
        selector_stability=_percent(sum(stable_parts), len(stable_parts)),
        cache_success_rate=(element_history or History()).rate,
        page_pattern_confidence=(page_history or History()).rate,
    )


def ai_confidence_of(probability: float) -> float:
    """Return the engine's probability on the scale from 0 to 100."""
    # Through its decimal form: 0.285 * 100 is 28.499999999999996 in binary, and would round down.
    return float(Decimal(repr(float(probability))) * 100)


def label_similarity(expected: str | None, found: str | None) -> int:
    """Return 100 for the same label, 85 when one contains the other, else how alike they are."""
    wanted, seen = (expected or "").strip().casefold(), (found or "").strip().casefold()
    if not wanted or not seen:
        return 0
    if wanted == seen:
        return EXACT_LABEL
    if wanted in seen or seen in wanted:
        return CONTAINED_LABEL
    return _dice_percent(wanted, seen)


def type_similarity(expected: ElementType | None, found: ElementType | None) -> int:
    """Return 100 for the same type or group, 25 for two known groups, 50 if either is unknown."""
    if expected is None or found is None:
        return UNKNOWN_TYPE
    if expected.word == found.word:
        return SAME_TYPE
    if expected.group is None or found.group is None:
        return UNKNOWN_TYPE
    return SAME_TYPE if expected.group is found.group else OTHER_TYPE


def position_proximity(expected: Box | None, found: Box | None) -> int:
    """Return how near the centres are, in four steps; 50 when a place is not known."""
    if expected is None or found is None:
        return UNKNOWN_POSITION
    distance = math.dist(expected.centre, found.centre)
    return next((factor for limit, factor in POSITION_STEPS if distance < limit), FAR_AWAY)


def selector_uniqueness(matches: int | None) -> int:
    """Return 100 for one match, less for more; 0 for none and for a selector that fails."""
    if matches is None:
        return 0
    return next((factor for limit, factor in UNIQUENESS_STEPS if matches <= limit), MANY_MATCHES)


def _dice_percent(one: str, other: str) -> int:
    """Return the Dice coefficient of the bigrams, white space left out, as a percentage."""
    left, right = _bigrams(one), _bigrams(other)
    if not left or not right:
        return 0
    return _percent(2 * (left & right).total(), left.total() + right.total())


def _bigrams(text: str) -> Counter[str]:
    packed = "".join(text.split())
    return Counter(packed[at : at + 2] for at in range(len(packed) - 1))


def _percent(part: int, whole: int) -> int:
    """Return the percentage, halves rounded up exactly; 0 of nothing is 0."""
    return (200 * part + whole) // (2 * whole) if whole else 0
