"""One replay from start to end: each step found, decided, written down, done."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from holdfast.app.finding import Finder
from holdfast.app.journal import Journal
from holdfast.app.page_check import Whereabouts
from holdfast.app.permissions import texts_of
from holdfast.app.pointing import check_absent, see
from holdfast.app.reading import Seen
from holdfast.app.step_healing import Healer, RunSettings, blank_result
from holdfast.app.steps import REPEATABLE, StepDoer
from holdfast.app.values import Values, uses_secrets
from holdfast.errors import ActFailed, ActRefused, EnvironmentFailure, HoldfastError
from holdfast.model.origin import origin_of
from holdfast.model.recording import AssertCheck, Pointer, Recording, Step, StepAction
from holdfast.model.replay import Replay, StepOutcome, StepResult
from holdfast.ports import Clock, Stage

TAB_STEPS = frozenset({StepAction.NEW_TAB, StepAction.CLOSE_TAB})
STOPPED = "an earlier step was not done"
_FOUND = frozenset({StepOutcome.HELD, StepOutcome.HEALED})


@dataclass(slots=True, kw_only=True)
class Runner:
    """Replays a recording on a stage. ``on_step`` hears of every step as it ends."""

    stage: Stage
    finder: Finder
    clock: Clock
    settings: RunSettings
    values: Values = field(default_factory=Values)
    journal: Journal | None = None
    on_step: Callable[[StepResult], None] | None = None
    run_id: str = ""
    _healer: Healer = field(init=False)
    _learned: list[Step] = field(default_factory=list, init=False)
    _places: Whereabouts = field(default_factory=Whereabouts, init=False)

    def __post_init__(self) -> None:
        """Have somebody for what does not hold."""
        self._healer = Healer(stage=self.stage, settings=self.settings, journal=self.journal)

    async def play(self, recording: Recording) -> Replay:
        """Return how it went; raises ``UsageError`` when a variable or secret is not known."""
        texts = [text for step in recording.steps for text in texts_of(step)]
        self.values.check(texts)
        started = self.clock.now()
        tracing = self.settings.trace is not None and not uses_secrets(texts)
        if self.journal is not None:
            self.journal.start()
        if tracing:
            await self.stage.start_trace()
        results, error = await self._run(with_start(recording))
        replay = self._replay(recording, started, results, error)
        if tracing:
            replay = await self._end_trace(replay)
        self._remember(replay)
        return replay

    async def _run(self, steps: Sequence[Step]) -> tuple[list[StepResult], str | None]:
        """Return the results of all steps, and what ended the run before its time."""
        doer = self.doer(steps)
        results: list[StepResult] = []
        error: str | None = None
        stopped = False
        for number, step in enumerate(steps, 1):
            if error is None and (self.settings.keep_going or not stopped):
                doer.look_ahead(steps[number:])
                try:
                    result = await self.step(number, step, doer, lost=stopped)
                except EnvironmentFailure as exc:
                    error = str(exc).partition("\n")[0]
                    result = blank_result(number, step, StepOutcome.FAILED, error)
            else:
                result = blank_result(number, step, StepOutcome.NOT_RUN, STOPPED)
            results.append(result)
            stopped = stopped or not result.outcome.is_good
            if self.on_step is not None:
                self.on_step(result)
        return results, error

    def doer(self, steps: Sequence[Step]) -> StepDoer:
        """Return what does these steps, the first of which opens the recorded site."""
        origin = origin_of(self.values.fill(steps[0].value or steps[0].url)) if steps else ""
        return StepDoer(
            stage=self.stage,
            finder=self.finder,
            values=self.values,
            recorded_origin=origin,
            base_url=self.settings.base_url,
            permissions=self.settings.permissions,
        )

    async def step(
        self, number: int, step: Step, doer: StepDoer, *, lost: bool = False
    ) -> StepResult:
        """Return how one step went, and how long it took.

        ``lost``: an earlier step was not done, so this may be another page than the recorded one.
        """
        start = time.perf_counter()
        try:
            result = await self._step(number, step, doer, lost=lost)
        except ActFailed as exc:
            refused = isinstance(exc, ActRefused)
            outcome = StepOutcome.REFUSED if refused else StepOutcome.FAILED
            result = blank_result(number, step, outcome, exc.reason)
        elapsed = 1000 * (time.perf_counter() - start)
        return replace(result, duration_ms=elapsed)

    async def _step(self, number: int, step: Step, doer: StepDoer, *, lost: bool) -> StepResult:
        if step.action not in TAB_STEPS:
            await self.stage.enter_tab(step.tab)
        page, recorded = self.stage.page, doer.rebase(step.url)
        wait_ms = self.finder.heal_after_ms
        if lost and (why := await self._places.find_astray(step, recorded, page, wait_ms)):
            return blank_result(number, step, StepOutcome.NOT_RUN, f"{STOPPED}: {why}")
        before = page.url
        result = await self._find_and_do(number, step, doer)
        if result.outcome in _FOUND:
            self._places.note(recorded, before)
        return result

    async def _find_and_do(self, number: int, step: Step, doer: StepDoer) -> StepResult:
        # What must be hidden, or is only counted, need not be there.
        absent = step.check in {AssertCheck.HIDDEN, AssertCheck.COUNT}
        if step.fingerprint is None and step.pointer is not None:
            return await self._point(number, step, step.pointer, doer, absent=absent)
        if step.fingerprint is None:
            await doer.do(step)
            return blank_result(number, step, StepOutcome.DONE)
        seen = Seen(
            fingerprint=step.fingerprint,
            picture=step.picture,
            point=step.point,
            action=step.action.value,
        )
        start = time.perf_counter()
        if await self._do_at_once(step, seen, doer):
            return blank_result(number, step, StepOutcome.HELD)
        found = await self.finder.find(
            self.stage.page,
            seen,
            heal=self.settings.healing_enabled and not absent,
            waited_ms=1000 * (time.perf_counter() - start),
        )
        if found.is_held or absent:
            await doer.do(step, found.target)
            return blank_result(number, step, StepOutcome.HELD)
        if found.location is None:
            why = "its recorded selector finds it no more, and healing is switched off"
            return blank_result(number, step, StepOutcome.REFUSED, why)
        return await self._healer.heal(number, step, found, found.location, doer)

    async def _do_at_once(self, step: Step, seen: Seen, doer: StepDoer) -> bool:
        """Return whether the step held and was done in one go; only some are tried so."""
        # Where a secret goes is looked at first.
        at_once = step.action in REPEATABLE and not uses_secrets(texts_of(step))
        target = self.finder.presume(self.stage.page, seen) if at_once else None
        if target is None:
            return False
        try:
            await doer.do(step, target)
        except ActFailed:
            return False  # it does not hold, or cannot be used: a closer look will tell
        return True

    async def _point(
        self, number: int, step: Step, pointer: Pointer, doer: StepDoer, *, absent: bool
    ) -> StepResult:
        """Return how a step of an imported recording went, whose element nobody has seen yet."""
        if absent:
            await check_absent(self.stage.page, step, pointer, self.values.fill(step.value or ""))
            return blank_result(number, step, StepOutcome.HELD)
        seen = await see(self.stage.page, step, pointer)
        if seen is None:
            return blank_result(number, step, StepOutcome.REFUSED, NEVER_SEEN)
        await doer.do(replace(seen.step, value=step.value), seen.target)
        self._learned.append(self._placed(seen.step))
        return replace(blank_result(number, seen.step, StepOutcome.HELD), details=seen.notes)

    def _placed(self, step: Step) -> Step:
        """Return a step with the address of its page, which files of other programs rarely tell."""
        if self.settings.base_url is not None or step.fingerprint is None:
            return step
        return replace(step, url=step.fingerprint.page.url)

    # -------------------------------------------------------------------------------------- the end

    def _replay(
        self,
        recording: Recording,
        started: datetime,
        results: Sequence[StepResult],
        error: str | None,
    ) -> Replay:
        return Replay(
            run_id=self.run_id,
            name=recording.name,
            started_at=started,
            ended_at=self.clock.now(),
            steps=tuple(results),
            error=error,
            learned=tuple(self._learned),
        )

    async def _end_trace(self, replay: Replay) -> Replay:
        path = None if replay.passed else self.settings.trace
        try:
            await self.stage.stop_trace(path)
        except HoldfastError as exc:
            note = f"the trace could not be written: {str(exc).partition(chr(10))[0]}"
            return replace(replay, notes=(*replay.notes, note))
        return replace(replay, trace=path)

    def _remember(self, replay: Replay) -> None:
        if self.journal is None:
            return
        kept = {self._healer.entries[step.number] for step in replay.kept}
        self.journal.finish(
            passed=replay.passed,
            steps=len(replay.steps),
            held_steps=replay.count(StepOutcome.HELD),
            kept=kept,
        )


NEVER_SEEN = "no selector of the imported step finds it, and it was never seen: nothing to heal by"


def with_start(recording: Recording) -> Sequence[Step]:
    """Return the steps, the first of which opens the page that the recording starts on."""
    steps = recording.steps
    if steps and steps[0].action is StepAction.NAVIGATE:
        return steps
    start = Step(
        id="start",
        action=StepAction.NAVIGATE,
        value=recording.start_url,
        url=recording.start_url,
    )
    return (start, *steps)
