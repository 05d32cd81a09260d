"""Replay: a recording done again from start to end, each step held, healed or refused."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from holdfast.app.effects import EffectCheck
from holdfast.app.finding import Found
from holdfast.app.half_done import HalfDone
from holdfast.app.healing import Healer, Intent, Judged
from holdfast.app.offers import Offer, find_offer
from holdfast.app.page_check import Whereabouts
from holdfast.app.permissions import Permissions, texts_of
from holdfast.app.pointing import check_absent, see
from holdfast.app.reading import Seen
from holdfast.app.step_results import blank_result, failed_result, judged_result, redacted
from holdfast.app.steps import LOOKING, PRESSING, REPEATABLE, StepDoer
from holdfast.app.values import Values, secret_names, uses_secrets
from holdfast.engine import find_primary, still_selects
from holdfast.errors import (
    ActFailed,
    CaptureFailed,
    EffectMissing,
    EnvironmentFailure,
    HoldfastError,
    PageChanged,
)
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.origin import origin_of
from holdfast.model.recording import STANDS_FOR, AssertCheck, Pointer, Recording, Step, StepAction
from holdfast.model.recording_json import recording_from_json, recording_to_json
from holdfast.model.replay_result import Replay, StepOutcome, StepResult
from holdfast.ports import Clock, LiveTarget, Stage

TAB_STEPS = frozenset({StepAction.NEW_TAB, StepAction.CLOSE_TAB})
OFFER_POLL_MS = 50.0
STOPPED = "an earlier step was not done"
HANDED_OVER = "refused, and done by the agent"
SHOWN = "refused, and done with the element that a person chose"
CHANGED_SINCE = "the element that a person chose is not as it was shown any more: nothing was done"
Helper: TypeAlias = Callable[[Step, StepResult], Awaitable["bool | Step"]]
_FOUND = frozenset({StepOutcome.HELD, StepOutcome.HEALED})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How a run behaves."""

    healing_enabled: bool = True
    keep_going: bool = False
    trace: str | None = None
    base_url: str | None = None
    permissions: Permissions = field(default_factory=Permissions)


@dataclass(slots=True, kw_only=True)
class Runner:
    """Replays a recording on a stage. ``on_step`` hears of every step as it ends.

    ``helper`` is handed what was refused, and says whether it did that in its own way, or returns
    the step to do instead.
    ``before_act`` is called before a step does anything to a page; what it raises ends the run.
    """

    stage: Stage
    healer: Healer
    clock: Clock
    settings: RunSettings = field(default_factory=RunSettings)
    values: Values = field(default_factory=Values)
    on_step: Callable[[StepResult], None] | None = None
    helper: Helper | None = None
    run_id: str = ""
    before_act: Callable[[], None] | None = None
    _learned: list[Step] = field(default_factory=list, init=False)
    _places: Whereabouts = field(default_factory=Whereabouts, init=False)
    _half_done: HalfDone = field(default_factory=HalfDone, init=False)
    _rebuilt: bool = field(default=False, init=False)  # a step had to be healed

    async def play(self, recording: Recording) -> Replay:
        """Return how it went; raises ``UsageError`` when a variable or secret is not known."""
        texts = [text for step in recording.steps for text in texts_of(step)]
        self.values.check(texts)
        self.healer.keep_secret(self.values.secrets[name] for name in secret_names(texts))
        started = self.clock.now()
        tracing = self.settings.trace is not None and not uses_secrets(texts)
        if self.healer.journal is not None:
            self.healer.journal.start()
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
                try:
                    doer.look_ahead(step, steps[number:])
                    await self._await_offer(steps[:number])
                    result = await self.step(number, step, doer, lost=stopped)
                    if result.outcome is StepOutcome.REFUSED and self.helper is not None:
                        result = await self._hand_over(step, result, doer, self.helper)
                except ActFailed as exc:
                    result = failed_result(number, step, exc)
                except (Exception, KeyboardInterrupt) as exc:  # noqa: BLE001 - a run always ends orderly
                    error = _told(exc)
                    result = blank_result(number, step, StepOutcome.FAILED, error)
            else:
                result = blank_result(number, step, StepOutcome.NOT_RUN, STOPPED)
            result = redacted(result, self.healer.redactor)
            results.append(result)
            stopped = stopped or not result.outcome.is_good
            self._half_done.note(step, result)
            error = self._tell(result) or error
        return results, error

    async def _await_offer(self, steps: Sequence[Step]) -> None:
        """Wait for what the last of the steps chooses from by a key, as long as for an element."""
        offer = None if len(steps) < 2 else find_offer(*steps[-2:])
        if offer is None:
            return
        finder, page, seen = self.healer.finder, self.stage.page, Seen(fingerprint=offer.element)
        if offer.is_shown and not offer.css:
            await finder.find(page, seen, heal=False)
            return
        target, waited = finder.presume(page, seen), 0.0
        while target is not None and not await self._is_ready(offer, target):
            if waited >= finder.heal_after_ms:
                return
            await page.pause(OFFER_POLL_MS)
            waited += OFFER_POLL_MS

    async def _is_ready(self, offer: Offer, target: LiveTarget) -> bool:
        if offer.css:
            return await self.stage.find_beside(target, offer.css) is not None
        return not await self.stage.is_seen(target)

    async def _hand_over(
        self, step: Step, result: StepResult, doer: StepDoer, helper: Helper
    ) -> StepResult:
        """Return the result of a refused step after somebody else had a try at it."""
        answer = await helper(step, redacted(result, self.healer.redactor))
        if isinstance(answer, Step):
            return await self._do_chosen(result.number, answer, doer)
        if not answer:
            return result
        return replace(result, outcome=StepOutcome.DONE, reason=f"{HANDED_OVER}: {result.reason}")

    async def _do_chosen(self, number: int, step: Step, doer: StepDoer) -> StepResult:
        """Return how a step went with the element that a person chose: that one and no other."""
        settings, stays = self.settings, await self._still_stands(step)
        self.settings = replace(settings, healing_enabled=stays)
        try:
            done = await self.step(number, step, doer)
        finally:
            self.settings = settings
        told = {StepOutcome.HELD: SHOWN, StepOutcome.REFUSED: CHANGED_SINCE}.get(done.outcome)
        return done if told is None else replace(done, reason=told)

    async def _still_stands(self, step: Step) -> bool:
        """Return whether a chosen element that is known by its place alone is still there.

        No place holds by itself; with the page as it was shown, the search finds it there.
        """
        if step.fingerprint is None or find_primary(step.fingerprint) is not None:
            return False
        found = await self.healer.finder.find(self.stage.page, Seen(fingerprint=step.fingerprint))
        return found.location is not None and still_selects(found.location)

    def _tell(self, result: StepResult) -> str | None:
        """Write a step and say how it went; return why that could not be written."""
        if self.on_step is not None:
            self.on_step(result)
        if self.healer.journal is not None:
            try:
                self.healer.journal.write_steps([result])
            except EnvironmentFailure as exc:
                return str(exc).partition("\n")[0]
        return None

    def doer(self, steps: Sequence[Step]) -> StepDoer:
        """Return what does these steps, the first of which opens the recorded site."""
        origin = origin_of(self.values.fill(steps[0].value or steps[0].url)) if steps else ""
        return StepDoer(
            stage=self.stage,
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
        self.stage.begin_step()
        try:
            result = await self._step(number, step, doer, lost=lost)
        except ActFailed as exc:
            result = failed_result(number, step, exc)
        except (CaptureFailed, PageChanged) as exc:
            if not self.stage.is_open:
                raise self._ended() or exc from exc
            # The page never came to rest, or never answered: it may with the next step.
            result = blank_result(number, step, StepOutcome.FAILED, _told(exc))
        if self.stage.was_interrupted:
            result = blank_result(number, step, StepOutcome.FAILED, HUNG)
        elapsed = 1000 * (time.perf_counter() - start)
        return replace(result, duration_ms=elapsed, url=self.stage.page.url)

    def _ended(self) -> CaptureFailed | None:
        """Return why there is no page any more, if that is our doing: it hung again and again."""
        return CaptureFailed("doing a step", ENDED) if self.stage.was_interrupted else None

    async def _step(self, number: int, step: Step, doer: StepDoer, *, lost: bool) -> StepResult:
        if step.action not in TAB_STEPS:
            await self.stage.enter_tab(step.tab)
        page, recorded = self.stage.page, doer.rebase(step.url)
        wait_ms = self.healer.finder.heal_after_ms
        if lost and (
            why := self._half_done.find_lack(step)
            or await self._places.find_astray(step, recorded, page, wait_ms)
        ):
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
            done = await self._do(step, doer)
            return blank_result(number, step, StepOutcome.DONE, effect_seen=done)
        seen = Seen(
            fingerprint=step.fingerprint,
            picture=step.picture,
            point=step.point,
            action=step.action.value,
        )
        return await self._use_element(number, step, doer, seen, absent=absent)

    async def _use_element(
        self, number: int, step: Step, doer: StepDoer, seen: Seen, *, absent: bool
    ) -> StepResult:
        start = time.perf_counter()
        done, effect_seen = await self._do_at_once(step, seen, doer)
        if done:
            return blank_result(number, step, StepOutcome.HELD, effect_seen=effect_seen)
        found = await self.healer.finder.find(
            self.stage.page,
            seen,
            heal=self.settings.healing_enabled and not absent,
            waited_ms=1000 * (time.perf_counter() - start),
        )
        if found.is_held or absent:
            return await self._act(number, step, doer, found.target)
        if found.location is None:
            return blank_result(number, step, StepOutcome.REFUSED, SWITCHED_OFF)
        judged = await self._heal(number, step, found)
        if not judged.applies:
            return judged_result(blank_result(number, step, StepOutcome.REFUSED), step, judged)
        return await self._act(number, step, doer, judged.target, judged)

    async def _heal(self, number: int, step: Step, found: Found) -> Judged:
        """Return what was decided about the step's element; it is written down."""
        intent = Intent(
            step_id=step.id,
            number=number,
            presses=step.action in PRESSING,
            excluded=step.excluded,
            before=step.picture,
            is_secret=uses_secrets(texts_of(step)),
        )
        return await self.healer.heal(self.stage.page, [found], intent)

    async def _act(
        self,
        number: int,
        step: Step,
        doer: StepDoer,
        target: LiveTarget | None,
        judged: Judged | None = None,
    ) -> StepResult:
        """Return how the act went; healings hear whether what was done with them worked."""
        healed = [] if judged is None else [judged]
        try:
            end = None if step.to is None else await self._find_end(number, step.to, healed)
            seen = await self._do(step, doer, target, end, rebuilt=bool(healed))
        except ActFailed as exc:
            self._done(healed, worked=False)
            failed = failed_result(number, step, exc)
            return judged_result(failed, step, healed[0]) if healed else failed
        self._done(healed, worked=True)
        outcome = StepOutcome.HEALED if healed else StepOutcome.HELD
        result = blank_result(number, step, outcome, effect_seen=seen)
        return judged_result(result, step, healed[0]) if healed else result

    async def _do(
        self,
        step: Step,
        doer: StepDoer,
        target: LiveTarget | None = None,
        end: LiveTarget | None = None,
        *,
        rebuilt: bool = False,
    ) -> bool | None:
        """Do a step and return whether its effect was seen; raises ``ActFailed``."""
        self._rebuilt = self._rebuilt or rebuilt
        check = EffectCheck(stage=self.stage, values=self.values, rebase=doer.rebase)
        watched = await check.watch(step, target, end)
        if self.before_act is not None and step.action not in LOOKING:
            self.before_act()
        await doer.do(step, target, end)
        seen = await check.confirm(step, watched, rebuilt=self._rebuilt)
        check.nothing_declined()
        return seen

    def _done(self, healed: Sequence[Judged], *, worked: bool) -> None:
        for one in healed:
            self.healer.done(one, worked=worked)

    async def _find_end(self, number: int, end: Fingerprint, healed: list[Judged]) -> LiveTarget:
        """Return where a drag ends; a healing of it is added. Raises ``ActFailed``.

        Its decision names no step: what a person accepts replaces the element that is dragged.
        """
        page, enabled = self.stage.page, self.settings.healing_enabled
        found = await self.healer.finder.find(page, Seen(fingerprint=end), heal=enabled)
        if found.target is not None and found.is_held:
            return found.target
        if found.location is None:
            raise ActFailed(f"the place to drag to: {SWITCHED_OFF}")
        judged = await self.healer.heal(page, [found], Intent(number=number))
        if judged.target is None or not judged.applies:
            raise ActFailed(f"the place to drag to was refused: {judged.reason}")
        healed.append(judged)
        return judged.target

    async def _do_at_once(self, step: Step, seen: Seen, doer: StepDoer) -> tuple[bool, bool | None]:
        """Return whether the step held and was done in one go, and whether its effect was seen.

        Only some are tried so.
        """
        target = None
        # Where a secret goes is looked at first.
        is_repeatable = step.action in REPEATABLE and STANDS_FOR not in step.extra
        if is_repeatable and not uses_secrets(texts_of(step)):
            target = self.healer.finder.presume(self.stage.page, seen)
        if target is None:
            return False, None
        try:
            return True, await self._do(step, doer, target)
        except EffectMissing:
            raise
        except ActFailed:
            return False, None  # it does not hold, or cannot be used: a closer look will tell

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
        done = replace(seen.step, value=step.value)
        result = await self._act(number, done, doer, seen.target)
        self._learned.append(self._private(self._placed(seen.step)))
        return replace(result, details=seen.notes)

    def _private(self, step: Step) -> Step:
        """Return a step without what was typed as a secret, as it may be kept."""
        alone = Recording(name="", start_url="", created_at=self.clock.now(), steps=(step,))
        data = self.healer.redactor.data(recording_to_json(alone))
        return recording_from_json(data).steps[0]

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
        journal, entries = self.healer.journal, self.healer.entries
        if journal is None:
            return
        kept = {entry for step in replay.kept for entry in entries[step.number]}
        journal.finish(
            passed=replay.passed,
            steps=len(replay.steps),
            held_steps=replay.count(StepOutcome.HELD),
            kept=kept,
        )


def _told(exc: BaseException) -> str:
    """Return what ended a run, in one line."""
    if isinstance(exc, HoldfastError):
        return str(exc).partition("\n")[0]
    if isinstance(exc, KeyboardInterrupt):
        return "somebody interrupted it"
    return f"unexpected {type(exc).__name__}: {exc}".partition("\n")[0][:300]


HUNG = "the page did not answer any more, and what it was doing was interrupted"
ENDED = "the page did not answer any more, again when it was interrupted, and was ended"
SWITCHED_OFF = "its recorded selector finds it no more, and healing is switched off"
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
