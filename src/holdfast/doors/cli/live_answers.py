"""Live answers: asks about a step that a replay refuses, so that the same run goes on with it."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import typer

from holdfast.app.same_change import SameChange
from holdfast.app.wiring import Project, make_reviewer
from holdfast.doors.cli.fix_command import answer_change, ask_key, show_change
from holdfast.model.archive import HealingEvidence
from holdfast.model.healing_decision import ReviewState
from holdfast.model.recording import Recording, Step
from holdfast.model.remembered import Healing
from holdfast.model.replay_result import StepResult
from holdfast.ports import Store


@dataclass(slots=True, kw_only=True)
class LiveAnswers:
    """Somebody at the terminal of a replay. What they answer is written at once, as by `fix`."""

    project: Project
    store: Store
    path: Path
    run_id: str
    counted: Counter[str] = field(default_factory=Counter)
    _is_quiet: bool = field(default=False, init=False)  # somebody wants to be asked no more

    async def __call__(self, step: Step, result: StepResult) -> bool | Step:
        """Return the step with the element that was chosen, False when none was."""
        healing = None if self._is_quiet else self._find(step)
        if healing is None:
            return False
        change = SameChange((healing,))
        evidence = self.store.find_evidence(healing.entry_id) or HealingEvidence()
        show_change(self.project, self.store, change, evidence, f"step {result.number}")
        key = ask_key(len(evidence.runners_up) + 1)
        if key == "q":
            self._is_quiet = True
            return False
        reviewer = make_reviewer(self.project, self.store)
        word, count = answer_change(reviewer, change, evidence, key)
        self.counted[word] += count
        if word != "accepted" or not count:
            return False
        answered = Recording.load(self.path)
        return next((one for one in answered.steps if one.id == step.id), False)

    def _find(self, step: Step) -> Healing | None:
        """Return what this run could not decide about a step; None without anything to take."""
        known = self.project.recording_id(self.path)
        for one in self.store.iter_healings(ReviewState.PENDING, known):
            if (one.run_id, one.step_id) == (self.run_id, step.id):
                return one if one.has_offer else None
        return None

    def tell(self) -> None:
        """Print how many were answered, if any was."""
        told = ", ".join(f"{count} {words}" for words, count in self.counted.items())
        if told:
            typer.echo(f"answered: {told}")
