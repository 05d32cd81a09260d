"""When an adviser is asked: in doubt, and only then."""

from dataclasses import dataclass

from holdfast.model.candidate import Location

GONE_FROM = 0.5  # as the gate `gone`: more likely gone than not


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """The probabilities of the engine that leave a doubt, and the margin that is narrow."""

    low: float = 0.20  # less is hardly worth a question
    high: float = 0.90  # more is sure
    margin: float = 0.20  # as the gate `ambiguous`


def is_in_doubt(location: Location, band: Band) -> bool:
    """Return whether asking may help; never when the element held or nothing resembles it."""
    if location.held or not location.candidates:
        return False
    if band.low <= location.probability < band.high:
        return True
    # Many look-alikes share the probability: each has little, and which one is the question.
    return location.margin < band.margin and location.p_gone < GONE_FROM
