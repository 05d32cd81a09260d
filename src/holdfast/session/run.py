"""One replay from start to end: each step found, decided, written down, done."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from holdfast.advising.following import Followed
from holdfast.engine import locate
from holdfast.errors import ActFailed, EnvironmentFailure, HoldfastError
from holdfast.journal import Journal
from holdfast.model.candidate import Location
from holdfast.model.healing import Decision, History
from holdfast.model.recording import AssertCheck, Pointer, Recording, Step, StepAction
from holdfast.model.replay import Replay, StepOutcome, StepResult, Usability
from holdfast.model.thresholds import Thresholds
from holdfast.ports import Clock, Stage
from holdfast.recording.selectors import selectors_of
from holdfast.remembering.log import StepContext
from holdfast.remembering.outcomes import url_pattern
from holdfast.session.consulting import ENGINE
from holdfast.session.finding import Finder, Found
from holdfast.session.healing import (
    Circumstances,
    decide_on,
    fingerprint_id,
    near_misses,
    old_selector,
    propose,
    told,
)
from holdfast.session.pointing import check_absent, see
from holdfast.session.reading import Seen
from holdfast.session.steps import PRESSING, REPEATABLE, StepDoer, origin_of, title_of
from holdfast.session.values import Values, uses_secrets
from holdfast.session.whereabouts import Whereabouts

TAB_STEPS = frozenset({StepAction.NEW_TAB, StepAction.CLOSE_TAB})
MOST_REASONS = 3  # in one line; all of them stand in the details
STOPPED = "an earlier step was not done"
_FOUND = frozenset({StepOutcome.HELD, StepOutcome.HEALED})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How a run behaves."""

    thresholds: Thresholds
    healing_enabled: bool = True
    risky_allowed: bool = False
    keep_going: bool = False
    pictures: bool = False
    trace: str | None = None
    base_url: str | None = None
    folders: tuple[str, ...] = (".",)  # where files to upload are looked for


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
    _entries: dict[int, str] = field(default_factory=dict, init=False)
    _learned: list[Step] = field(default_factory=list, init=False)
    _places: Whereabouts = field(default_factory=Whereabouts, init=False)

    async def play(self, recording: Recording) -> Replay:
        """Return how it went; raises ``UsageError`` when a variable or secret is not known."""
        texts = [text for step in recording.steps for text in _texts(step)]
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
                    result = _blank(number, step, StepOutcome.FAILED, error)
            else:
                result = _blank(number, step, StepOutcome.NOT_RUN, STOPPED)
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
            folders=self.settings.folders,
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
            result = _blank(number, step, StepOutcome.FAILED, exc.reason)
        elapsed = 1000 * (time.perf_counter() - start)
        return replace(result, duration_ms=elapsed)

    async def _step(self, number: int, step: Step, doer: StepDoer, *, lost: bool) -> StepResult:
        if step.action not in TAB_STEPS:
            await self.stage.enter_tab(step.tab)
        page, recorded = self.stage.page, doer.rebase(step.url)
        wait_ms = self.finder.heal_after_ms
        if lost and (why := await self._places.find_astray(step, recorded, page, wait_ms)):
            return _blank(number, step, StepOutcome.NOT_RUN, f"{STOPPED}: {why}")
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
            return _blank(number, step, StepOutcome.DONE)
        seen = Seen(
            fingerprint=step.fingerprint,
            picture=step.picture,
            point=step.point,
            action=step.action.value,
        )
        start = time.perf_counter()
        if await self._do_at_once(step, seen, doer):
            return _blank(number, step, StepOutcome.HELD)
        found = await self.finder.find(
            self.stage.page,
            seen,
            heal=self.settings.healing_enabled and not absent,
            waited_ms=1000 * (time.perf_counter() - start),
        )
        if found.is_held or absent:
            await doer.do(step, found.target)
            return _blank(number, step, StepOutcome.HELD)
        if found.location is None:
            why = "its recorded selector finds it no more, and healing is switched off"
            return _blank(number, step, StepOutcome.REFUSED, why)
        return await self._heal(number, step, found, found.location, doer)

    async def _do_at_once(self, step: Step, seen: Seen, doer: StepDoer) -> bool:
        """Return whether the step held and was done in one go; only some are tried so."""
        target = self.finder.presume(self.stage.page, seen) if step.action in REPEATABLE else None
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
            return _blank(number, step, StepOutcome.HELD)
        seen = await see(self.stage.page, step, pointer)
        if seen is None:
            return _blank(number, step, StepOutcome.REFUSED, NEVER_SEEN)
        await doer.do(replace(seen.step, value=step.value), seen.target)
        self._learned.append(self._placed(seen.step))
        return replace(_blank(number, seen.step, StepOutcome.HELD), details=seen.notes)

    def _placed(self, step: Step) -> Step:
        """Return a step with the address of its page, which files of other programs rarely tell."""
        if self.settings.base_url is not None or step.fingerprint is None:
            return step
        return replace(step, url=step.fingerprint.page.url)

    # --------------------------------------------------------------------------------- one healing

    async def _heal(
        self, number: int, step: Step, found: Found, location: Location, doer: StepDoer
    ) -> StepResult:
        usability = Usability() if found.target is None else await found.target.usability()
        decision = decide_on(location, self._circumstances(step, found, location, usability))
        if self._is_excluded(step, location):
            return self._refused(number, step, location, decision, EXCLUDED)
        after = await self._picture(step, found)
        entry = self._write(number, step, found, decision, after)
        if found.target is None or not decision.action.applies:
            return self._refused(number, step, location, decision, _why_not(location, decision))
        try:
            await doer.do(step, found.target)
        except ActFailed as exc:
            self._worked(entry, worked=False)
            failed = self._judged(number, step, StepOutcome.FAILED, location, decision)
            return replace(failed, reason=exc.reason, after=after)
        self._worked(entry, worked=True)
        healed = self._judged(number, step, StepOutcome.HEALED, location, decision)
        return replace(healed, reason=_found_again(location), after=after)

    def _circumstances(
        self, step: Step, found: Found, location: Location, usability: Usability
    ) -> Circumstances:
        store = None if self.journal is None else self.journal.store
        advised = None if found.consulted is None else found.consulted.advised
        element, page = History(), History()
        if store is not None:
            element = store.history_of(fingerprint_id(location.fingerprint))
            page = store.history_at(url_pattern(self.stage.page.url))
        return Circumstances(
            thresholds=self.settings.thresholds,
            settled=found.settled,
            usability=usability,
            element_history=element,
            page_history=page,
            ai_confidence=None if advised is None else advised.ai_confidence,
            advised_against=advised is not None and advised.followed is Followed.AGAINST,
            acts=step.action in PRESSING,
            risky_allowed=self.settings.risky_allowed,
        )

    def _is_excluded(self, step: Step, location: Location) -> bool:
        """Return whether a person said that this step is not to be healed to this element."""
        best = location.best
        return best is not None and any(
            locate(wrong, best.node.snapshot).node == best.node for wrong in step.excluded
        )

    async def _picture(self, step: Step, found: Found) -> bytes | None:
        """Return the found element for those who judge the healing; never one that holds a secret.

        It is taken before the act, which may take the element away.
        """
        wanted = self.settings.pictures or self.journal is not None
        if found.target is None or not wanted or uses_secrets(_texts(step)):
            return None
        return await found.target.picture()

    def _write(
        self,
        number: int,
        step: Step,
        found: Found,
        decision: Decision,
        after: bytes | None,
    ) -> str | None:
        """Write the decision, for good, before anything is done."""
        location = found.location
        if self.journal is None or location is None:
            return None
        context = StepContext(
            step_number=number,
            fingerprint_id=fingerprint_id(location.fingerprint),
            probability=location.probability,
            margin=location.margin,
            proposer=ENGINE if found.consulted is None else found.consulted.proposer,
            advice=None if found.consulted is None else found.consulted.consultation.to_json(),
        )
        proposal = propose(location, step_id=step.id, url=self.stage.page.url)
        shown = replace(proposal.evidence, before=step.picture, after=after)
        proposal = replace(proposal, evidence=shown)
        entry_id, _ = self.journal.write(decision, context, proposal)
        self._entries[number] = entry_id
        return entry_id

    def _worked(self, entry_id: str | None, *, worked: bool) -> None:
        if self.journal is not None and entry_id is not None:
            self.journal.step_worked(entry_id, worked)

    def _judged(
        self,
        number: int,
        step: Step,
        outcome: StepOutcome,
        location: Location,
        decision: Decision,
    ) -> StepResult:
        best = location.best
        return replace(
            _blank(number, step, outcome),
            url=self.stage.page.url,
            was=told(location.fingerprint.node),
            old_selector=old_selector(location.fingerprint),
            before=step.picture,
            now="" if best is None else told(best.node),
            new_selector="" if best is None else selectors_of(best.node)[0].playwright,
            probability=location.probability,
            decision=decision,
            details=(location.reason, *location.notes),
            nearest=near_misses(location),
        )

    def _refused(
        self, number: int, step: Step, location: Location, decision: Decision, why: str
    ) -> StepResult:
        judged = self._judged(number, step, StepOutcome.REFUSED, location, decision)
        return replace(judged, reason=why)

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
        kept = {self._entries[step.number] for step in replay.kept}
        self.journal.finish(
            passed=replay.passed,
            steps=len(replay.steps),
            held_steps=replay.count(StepOutcome.HELD),
            kept=kept,
        )


NEVER_SEEN = "no selector of the imported step finds it, and it was never seen: nothing to heal by"
EXCLUDED = "a person said that this step does not mean the element that was found"


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


def _texts(step: Step) -> list[str]:
    """Return what may name variables and secrets."""
    opened = [step.url] if step.action is StepAction.NAVIGATE else []
    return [text for text in (step.value, *(step.values or ()), *opened) if text]


def _blank(number: int, step: Step, outcome: StepOutcome, reason: str = "") -> StepResult:
    return StepResult(
        number=number, step_id=step.id, title=title_of(step), outcome=outcome, reason=reason
    )


def _found_again(location: Location) -> str:
    best = location.best
    assert best is not None  # only what was found is used
    reasons = "; ".join(evidence.reason for evidence in best.evidence[:MOST_REASONS])
    return f"found again as {told(best.node)}: {reasons or location.reason}"


def _why_not(location: Location, decision: Decision) -> str:
    """Return why nothing was done, the strictest reason first."""
    if decision.gates:
        return f"{location.reason} ({decision.gates[0].name})"
    return (
        f"confidence {decision.confidence} is below {decision.thresholds.apply_with_flag} "
        f"({decision.action.value}): {location.reason}"
    )
