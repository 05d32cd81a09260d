"""Calls: one use of a written locator is one step of a run, and how it went."""

import time
from dataclasses import dataclass, field

from holdfast.app.healing import Judged
from holdfast.app.written import Written
from holdfast.model.replay_result import StepOutcome, StepResult

# What a step does with its element.
READS, ACTS, PRESSES = "reads", "acts", "presses"
LONGEST_TITLE = 200


@dataclass(slots=True, kw_only=True)
class Call:
    """One use of a written locator; ``judged`` when its element was lost."""

    written: Written
    place: str
    number: int
    verb: str
    does: str
    judged: Judged | None = None
    _started: float = field(default_factory=time.perf_counter)

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
            duration_ms=1000 * (time.perf_counter() - self._started),
            url=str(self.written.page.url),
            decision=None if judged is None else judged.decision,
        )
