"""Calls: one use of a written locator is one step of a run: what it asserts, and how it went."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from holdfast.app.asserted import (
    CLASSES,
    DESCRIPTION,
    NAME,
    NOTHING,
    ROLE,
    SHOWN,
    STATE,
    TEXT,
    VALUE,
    Asserted,
    attributes,
)
from holdfast.app.healing import Judged
from holdfast.app.written import Written
from holdfast.model.replay_result import StepOutcome, StepResult

# What a step does with its element.
READS, ACTS, PRESSES = "reads", "acts", "presses"
LONGEST_TITLE = 200
# What is asserted: by the name of the question that Playwright's driver is asked …
_EXPECTED: Mapping[str, Asserted] = {
    "to.have.text": TEXT,
    "to.have.value": VALUE,
    "to.have.values": VALUE,
    "to.have.class": CLASSES,
    "to.contain.class": CLASSES,
    "to.have.css": CLASSES,
    "to.have.id": attributes("id"),
    "to.have.role": ROLE,
    "to.have.accessible.name": NAME,
    "to.have.accessible.description": DESCRIPTION,
    "to.have.accessible.error.message": DESCRIPTION,
    "to.match.aria": NAME,
    "to.be.empty": TEXT,
    "to.be.visible": SHOWN,
    "to.be.in.viewport": SHOWN,
    "to.be.attached": NOTHING,
}
# … and by what is read: whoever reads something is going to ask whether it is right.
_READ: Mapping[str, Asserted] = {
    "inner_text": TEXT,
    "text_content": TEXT,
    "inner_html": TEXT,
    "aria_snapshot": NAME,
    "input_value": VALUE,
    "is_checked": STATE,
    "is_disabled": STATE,
    "is_enabled": STATE,
    "is_editable": STATE,
    "evaluate": TEXT | VALUE | STATE,
    "evaluate_handle": TEXT | VALUE | STATE,
    "element_handle": TEXT | VALUE | STATE,
}
_PROPERTIES = {"textContent": TEXT, "innerText": TEXT, "innerHTML": TEXT, "value": VALUE}


def asserted_by(expression: str, argument: object = None) -> Asserted:
    """Return what an assertion asks about; ``argument`` names its attribute or property."""
    if expression.startswith("to.have.attribute"):
        return attributes(str(argument))
    if expression == "to.have.property":
        return _PROPERTIES.get(str(argument)) or attributes(str(argument)) | STATE
    return _EXPECTED.get(expression.removesuffix(".array"), STATE)


def asserted_by_reading(
    name: str, given: Sequence[object], named: Mapping[str, object]
) -> Asserted:
    """Return what a call reads of its element; nothing for one that does something with it."""
    if name == "get_attribute":
        return attributes(str(named.get("name", *given[:1])))
    return _READ.get(name, NOTHING)


@dataclass(slots=True, kw_only=True)
class Call:
    """One use of a written locator; ``judged`` when its element was lost."""

    written: Written
    place: str
    number: int
    verb: str
    does: str
    asserted: Asserted = NOTHING
    timeout_ms: float | None = None  # None: as long as it takes
    judged: Judged | None = None
    _started: float = field(default_factory=time.perf_counter)

    @property
    def waited_ms(self) -> float:
        """Return how long the step has taken so far."""
        return 1000 * (time.perf_counter() - self._started)

    def left_ms(self, at_least: float) -> float:
        """Return how long the step may still take; 0, Playwright's for ever, without an end."""
        if self.timeout_ms is None:
            return 0.0
        return max(self.timeout_ms - self.waited_ms, at_least)

    def result(self, error: str | None) -> StepResult:
        """Return how it went; ``error`` is what Playwright said in its first line, if it failed."""
        judged = self.judged
        if judged is None or (error is None and not judged.applies):
            outcome = StepOutcome.HELD if error is None else StepOutcome.FAILED
            reason = error or ""
        elif judged.applies:
            outcome = StepOutcome.HEALED if error is None else StepOutcome.FAILED
            reason = error or judged.reason
        else:
            outcome, reason = StepOutcome.REFUSED, judged.reason
        return StepResult(
            number=self.number,
            step_id=self.place,
            title=f"{self.verb} {self.written.expression}"[:LONGEST_TITLE],
            outcome=outcome,
            reason=reason,
            duration_ms=self.waited_ms,
            url=str(self.written.page.url),
            decision=None if judged is None else judged.decision,
        )
