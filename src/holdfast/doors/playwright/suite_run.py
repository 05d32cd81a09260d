"""One run with healing: does a written locator hold, what is noted, and where is what it lost."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import playwright.sync_api as sync_interface
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from holdfast.app.asserted import NOTHING, Asserted
from holdfast.app.call_site import place_of
from holdfast.app.expression import follow
from holdfast.app.finding import Found
from holdfast.app.gone_classes import Renamed, find_renamed, locate_renamed
from holdfast.app.healing import Healer, Intent, Judged, with_gates
from holdfast.app.locator_proof import spell_unique
from holdfast.app.proposing import told
from holdfast.app.reading import Seen
from holdfast.app.same_page import of_this_page
from holdfast.app.wiring import LiveTab, SystemClock
from holdfast.app.written import Healed, Written
from holdfast.deciding.gates import a_gate
from holdfast.doors.healing_run import HealingRun
from holdfast.doors.playwright.calls import PRESSES, READS, Call
from holdfast.doors.playwright.deadlines import with_deadline
from holdfast.doors.playwright.elements import finds_another, listening_tab, same_element
from holdfast.doors.playwright.extent import HealSettings
from holdfast.doors.playwright.healed_here import HealedHere, healed_by
from holdfast.doors.playwright.known_looks import FINDS_ONE, FOUND_BY_IT, KnownLooks
from holdfast.doors.playwright.list_members import (
    LIST,
    LIST_UNKNOWN,
    NO_MEMBER,
    first_member,
    iter_members,
)
from holdfast.doors.playwright.noting import Noting
from holdfast.doors.playwright.shadow_text import SAYS_NOTHING, code_to_read
from holdfast.doors.playwright.suite import Suite
from holdfast.doors.suite_healing import (
    OBSERVING,
    OTHER_PAGE,
    healing_run,
    start_healer,
    tell_refused,
)
from holdfast.engine import looks_same
from holdfast.errors import CaptureFailed, ElementMissing, HoldfastError, PageChanged
from holdfast.model.candidate import Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.healing_decision import Gate
from holdfast.model.replay_result import Glimpse, StepOutcome, StepResult
from holdfast.model.snapshot import Snapshot
from holdfast.model.thresholds import HealingAction
from holdfast.page.url_pattern import kind_of_page
from holdfast.ports import ready

SWITCHED_OFF = "holdfast: refused: healing is switched off"


@dataclass(slots=True, kw_only=True)
class SuiteRun:
    """One run: a test, or what a script does between ``heal(page)`` and its end."""

    suite: Suite
    settings: HealSettings
    name: str = ""
    run_id: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    ends_with_page: bool = False  # nobody else says when the run ends, and how
    at_end: list[Callable[[], None]] = field(default_factory=list)
    suggested: list[Healed] = field(default_factory=list)
    steps: list[StepResult] = field(default_factory=list)
    _began: datetime = field(default_factory=lambda: SystemClock().now())
    _calls: int = 0
    _tabs: dict[int, tuple[Any, LiveTab]] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _lost: set[str] = field(default_factory=set)
    _held: set[str] = field(default_factory=set)
    _healer: Healer | None = None
    noting: Noting = field(init=False)
    _looks: KnownLooks = field(init=False)
    here: HealedHere = field(init=False)
    _finished: bool = False

    def __post_init__(self) -> None:
        """Begin with no notes, and nothing read."""
        self.noting, self._looks = Noting(self.suite), KnownLooks(self.suite)
        self.here = HealedHere(self.name)

    @property
    def healed(self) -> list[Healed]:
        """Return what was healed in this run."""
        return self.here.told

    def tab(self, page: Any) -> LiveTab:
        """Return the page as the engine uses it; listens to it until the run ends."""
        if id(page) not in self._tabs:
            self._tabs[id(page)] = page, listening_tab(page, self.at_end)
        return self._tabs[id(page)][1]

    def place(self, written: Written) -> str:
        """Return the name under which the element of a written locator is kept."""
        return place_of(written.site, written.expression, self.settings.root)

    def begin(
        self,
        written: Written,
        verb: str,
        does: str,
        asserted: Asserted = NOTHING,
        timeout_ms: float | None = None,
    ) -> Call:
        """Return a step that begins now; ``timeout_ms`` is when Playwright would give up."""
        self._calls += 1
        self.noting.looked_at(None)  # what was seen of another element says nothing of this one
        return Call(
            written=written,
            place=self.place(written),
            number=self._calls,
            verb=verb,
            does=does,
            asserted=asserted,
            timeout_ms=timeout_ms,
        )

    def end(self, call: Call, error: str | None = None) -> None:
        """Note how a step went; a healing hears whether what was done with it worked."""
        healed = call.judged if call.judged is not None and call.judged.applies else None
        if healed is not None and self._healer is not None:
            self._healer.done(healed, worked=error is None)
            if error is None:
                self.here.worked.add(call.place)
        self.steps.append(call.result(error))

    # ------------------------------------------------------------------------------------- finding

    async def find(self, call: Call) -> Any:
        """Return the locator to use: Playwright's own if it finds something, else a healed one.

        What cannot be healed is left to Playwright's own, which fails as it would have.
        """
        written, looks = call.written, self._looks.of(call)
        if not looks:
            await self.note_in_time(call)
            return written.plain
        glimpse = await self._look(written)
        if glimpse.count == 0:
            before = await self._as_before(call)
            if before is not None:
                return before
            patience = self.settings.heal_after_ms
            if not await self._appears(call, min(patience, call.timeout_ms or patience)):
                return await self.heal(call) or written.plain
            glimpse = await self._look(written)
        return await self._check(call, looks, glimpse)

    async def _check(self, call: Call, looks: list[Fingerprint], glimpse: Glimpse) -> Any:
        """Return the locator if what it finds is what was kept; several are Playwright's affair."""
        written, element = call.written, glimpse.element
        if glimpse.count != 1 or element is None:
            return written.plain
        if any(looks_same(look, element, 0) for look in looks):
            self._holds(call.place)
        elif call.does == PRESSES and not written.goes_by_place:
            return await self._overrule(call, element) or written.plain
        await self.note(written)
        return written.plain

    @with_deadline
    async def _look(self, written: Written) -> Glimpse:
        glimpse, _ = await self.tab(written.page).look(written.plain)
        seen = None if glimpse.element is None else glimpse.element.attributes[0]
        self.noting.looked_at(seen)
        return glimpse

    @with_deadline
    async def _as_before(self, call: Call) -> Any | None:
        """Return the locator that was healed before in this run, if it finds one element now.

        Not if what it was healed by is asserted now.
        """
        judged = self.here.at(call.place)
        if judged is None or self.here.is_evidence(call, self._looks.of(call)):
            return None
        code = await code_to_read(call, judged.code)
        locator = follow(call.written.page, code or judged.code)
        if not code or await ready(locator.count()) != 1:
            return None
        self.here.again(call.place, call.written.site.span, code)
        call.judged = judged
        return locator

    async def _appears(self, call: Call, wait_ms: float) -> bool:
        try:
            await ready(call.written.plain.wait_for(state="attached", timeout=max(1.0, wait_ms)))
        except PlaywrightTimeout:
            return False
        except PlaywrightError:
            return True  # several: Playwright's own error says so best
        return True

    def _holds(self, place: str) -> None:
        if place not in self._held:
            self._held.add(place)
            self.suite.forget_healed(place)

    # ------------------------------------------------------------------------------------- healing

    async def heal(self, call: Call) -> Any | None:
        """Return a locator that finds the element where it is now; None when that is refused."""
        try:
            judged = await self._judge(call)
        except (CaptureFailed, PageChanged):
            return None  # the page moves on, or is closed: Playwright knows best what to say
        except HoldfastError as exc:
            # What cannot be written down is not done.
            self._refused[call.place] = f"holdfast: refused: {exc}"
            return None
        if judged is None:
            return None
        if judged.applies:
            return await self._use(call, judged)
        self._refused[call.place] = tell_refused(judged)
        self._offer(call, judged)
        if "unsettled" not in {gate.name for gate in judged.decision.gates}:
            self._lost.add(call.place)
        return None

    @with_deadline
    async def find_again(self, call: Call) -> Any | None:
        """Return a healed locator for one that was asked for long enough, and finds nothing."""
        if await ready(call.written.plain.count()) != 0:
            return None
        return await self._as_before(call) or await self.heal(call)

    @with_deadline
    async def find_list(self, call: Call) -> Any | None:
        """Return a locator for the members of a list, where it is now; None when it is refused."""
        page, place = call.written.page, call.place
        looks = self.suite.files.looks(place + LIST, kind_of_page(page.url))
        if await ready(call.written.plain.count()) != 0:
            return None
        if not looks:
            self._refused[place] = f"holdfast: refused: {LIST_UNKNOWN}"
            return None
        renamed = await self._renamed(call, looks)
        if renamed and renamed.nodes and self._get_healer(page) is not None:
            first = await self._decide_renamed(call, first_member(looks[0]), renamed)
            return await self._use(call, first) if first.applies else None
        judged = await self._judge(call, looks=looks)
        if judged is None or not judged.applies or judged.location.best is None:
            self._refused[place] = SWITCHED_OFF if judged is None else tell_refused(judged)
            return None
        look, container = judged.location.fingerprint, judged.location.best.node
        for code in iter_members(look, container, judged.code, call.written.calls[-1]):
            if await ready(follow(page, code).count()) != 0:
                return await self._use(call, replace(judged, code=code))
        self._refused[place] = f"holdfast: refused: {NO_MEMBER}, in {told(container)}"
        return None

    @with_deadline
    async def _judge(
        self, call: Call, *gates: Gate, looks: Sequence[Fingerprint] = ()
    ) -> Judged | None:
        """Return what was decided, and written; None when the locator finds something again."""
        tab, looks = self.tab(call.written.page), looks or self._looks.of(call)
        plain = call.written.plain
        if not looks or await ready(plain.count()) != 0:
            return None
        healer = self._get_healer(call.written.page)
        if healer is None:
            self._refused[call.place] = SWITCHED_OFF
            return None
        settled = await tab.settled(call.left_ms(QUIET_ENOUGH_MS) or SETTLE_MS)
        if await ready(plain.count()) != 0:
            return None
        if (renamed := await self._renamed(call, looks)) and len(renamed.nodes) == 1:
            return await self._decide_renamed(call, looks[0], renamed, *gates)
        searched = await self._search(healer, tab, looks, call, settled=settled)
        elsewhere = self._looks.are_of_another_page(call)
        found = of_this_page(searched, elsewhere=elsewhere) or searched[:1]
        before = self.here.at(call.place)
        if before is not None and await finds_another(
            follow(call.written.page, before.code), found
        ):
            gates = (*gates, a_gate("torn", FOUND_BY_IT))
        return await self._decide(call, found, *gates)

    async def _decide(
        self, call: Call, found: Sequence[Found], *gates: Gate, code: str = ""
    ) -> Judged:
        """Return what was decided about what was found, and written; ``code`` if it is known."""
        tab, healer = self.tab(call.written.page), self._get_healer(call.written.page)
        assert healer is not None, "what is searched for may be healed"
        if not of_this_page(found, elsewhere=self._looks.are_of_another_page(call)):
            gates = (*gates, a_gate("other_page", OTHER_PAGE))
        intent = replace(self._intent(call), gates=gates)
        judged = await healer.judge(tab, found, intent)
        call.judged = await healer.write(tab, replace(judged, code=code or judged.code), intent)
        return call.judged

    async def _renamed(self, call: Call, looks: Sequence[Fingerprint]) -> Renamed | None:
        """Return what is found without classes that the whole page has lost; None otherwise."""
        if call.written.is_framed:
            return None
        now = await self.tab(call.written.page).capture()
        found = [find_renamed(call.written.calls, look.page, now) for look in looks]
        asks = "class" in call.asserted.attributes  # then it is no evidence
        return found[0] if all(one and not (asks and one.by_class) for one in found) else None

    async def _decide_renamed(
        self, call: Call, look: Fingerprint, renamed: Renamed, *gates: Gate
    ) -> Judged:
        """Return what was decided about the first of such elements, and written."""
        first = renamed.nodes[0]
        target = await self.tab(call.written.page).target(first)
        found = Found(target=target, location=locate_renamed(look, first))
        return await self._decide(call, [found], *gates, code=renamed.code)

    async def _search(
        self,
        healer: Healer,
        tab: LiveTab,
        looks: Sequence[Fingerprint],
        call: Call,
        *,
        settled: bool,
    ) -> list[Found]:
        """Return where each of the element's looks leads to."""
        action = "click" if call.does == PRESSES else "use"
        seen = [Seen(fingerprint=look, action=action, asserted=call.asserted) for look in looks]
        return [await healer.finder.search(tab, one, settled=settled) for one in seen]

    def _intent(self, call: Call) -> Intent:
        return Intent(
            step_id=call.place,
            number=call.number,
            presses=call.does == PRESSES,
            reads=call.does == READS,
            written=call.written.expression,
            words=call.written.words if call.does == READS else (),
            is_secret=self.noting.has_secrets,
        )

    def _get_healer(self, page: Any) -> Healer | None:
        """Return who heals in this run, made when it is needed; None when that is switched off."""
        if self._healer is None:
            is_async = not isinstance(page, sync_interface.Page)
            self._healer = start_healer(self._run(is_async=is_async), spell_unique)
        if self._healer is not None:
            self._healer.keep_secret(self.noting.secrets)
        return self._healer

    def _run(self, *, is_async: bool = False) -> HealingRun:
        run = healing_run(
            self.suite, self.settings, run_id=self.run_id, name=self.name, began=self._began
        )
        return replace(run, is_async=is_async)

    async def _use(self, call: Call, judged: Judged) -> Any | None:
        """Return the healed locator: it was written down, is warned of, and only then used."""
        code = await code_to_read(call, judged.code)
        if not code:
            self._refused[call.place] = f"holdfast: refused: {SAYS_NOTHING}"
            return None
        self.here.use(call, judged, code)
        return follow(call.written.page, code)

    async def _overrule(self, call: Call, element: Snapshot) -> Any | None:
        """Return a healed locator if it is sure that another element was meant; None to go on.

        A locator that finds one element is its author's word. It is overruled only by certainty,
        and a step is stopped only if an id was given to another element and its own is gone.
        """
        try:
            return await self._something_else(call, element)
        except ElementMissing:
            raise
        except HoldfastError:
            return None  # the page moves on, or nothing can be written: the author's word stands

    async def _something_else(self, call: Call, element: Snapshot) -> Any | None:
        written = call.written
        looks = self.suite.files.looks(call.place, kind_of_page(written.page.url))
        if not looks or call.place in self._held:
            return None
        tab, healer = self.tab(written.page), self._get_healer(written.page)
        if healer is None:
            return None
        found = await self._search(healer, tab, looks, call, settled=await tab.settled())
        intent = self._intent(call)
        judged = await healer.judge(tab, found, intent)
        is_gone = judged.location.refusal is Refusal.GONE and written.goes_by_identity
        if not is_gone and await same_element(written.plain, judged.target):
            self._held.add(call.place)
            return None
        if not is_gone and judged.decision.action is not HealingAction.AUTO_APPLY:
            judged = with_gates(judged, a_gate("finds_one", FINDS_ONE))
        call.judged = await healer.write(tab, judged, intent)
        if is_gone:
            why = f"it finds {told(element.nodes[0])} now, which is another element"
            nearest = [(near.likely, near.element, near.why) for near in judged.nearest]
            raise ElementMissing(written.expression, why, nearest)
        return await self._use(call, call.judged) if judged.applies else None

    # ------------------------------------------------------------------------------------- telling

    async def suggest(self, call: Call) -> str | None:
        """Return what was probably meant by a locator that finds nothing; None without an idea."""
        try:
            judged = await self._judge(call, a_gate("observing", OBSERVING))
        except (HoldfastError, PlaywrightError):
            return None  # the page is closed, or moves on: there is nothing to say
        if judged is None:
            return self.refusal(call.written)
        self._offer(call, judged)
        if judged.decision.action >= HealingAction.SUGGEST_ONLY and judged.code:
            self.suggested.append(healed_by(call, judged, self.name, used=False))
        return tell_refused(judged)

    def _offer(self, call: Call, judged: Judged) -> None:
        """Keep where in the source an element was refused: a person may say which one it is."""
        if judged.location.best is not None:
            self.suite.save_offer(healed_by(call, judged, self.name, used=False))

    def refusal(self, written: Written) -> str | None:
        """Return why a locator was not healed, None if it was not tried."""
        return self._refused.get(self.place(written))

    def is_lost(self, written: Written) -> bool:
        """Return whether an element was looked for on a settled page, and refused."""
        return self.place(written) in self._lost

    # ------------------------------------------------------------------------------------- keeping

    async def note(self, written: Written) -> bool:
        """Look at what a locator finds, if due, for a green run; return whether nothing was."""
        if not self.settings.extent.keeps:
            return False
        return await self.noting.note(written, self.place(written), self.tab)

    async def note_list(self, written: Written) -> None:
        """Look at the list that a locator finds, if that is due."""
        if self.settings.extent.keeps:
            await self.noting.note_list(written, self.place(written), self.tab)

    async def note_in_time(self, call: Call) -> None:
        """Look at the element before the step does something with it, once it is there."""
        if await self.note(call.written) and await self._appears(call, call.left_ms(1.0)):
            await self.note(call.written)

    @with_deadline
    async def types(self, written: Written, locator: Any, text: object) -> None:
        """Remember a secret that is typed: no page that shows it is kept, and it stays at home."""
        found_again = None if locator is written.plain else self.here.at(self.place(written))
        at = self.place(written), kind_of_page(written.page.url)
        await self.noting.types(locator, text, found_again, at)

    # ----------------------------------------------------------------------------------------- end

    def finish(self, *, passed: bool) -> None:
        """Keep what a green run saw and healed; of another one, only how its steps went."""
        if self._finished:
            return
        self._finished = True
        while self.at_end:
            self.at_end.pop()()
        if passed:
            self.suite.keep(self.noting.notes, self.noting.unkept)
        for healed in self.here.to_keep(passed=passed):
            self.suite.save_healed(healed)
        if self._healer is not None:
            self.suite.now(lambda: self._write(passed))
        elif self.steps and self.settings.extent.keeps:
            self.suite.put_off(lambda: self._write(passed))

    def _write(self, passed: bool) -> None:
        """Write how the run ended, and each of its steps."""
        journal = None if self._healer is None else self._healer.journal
        if journal is None:
            journal = self._run().journal()
            assert journal is not None, "a suite has a store"
            journal.start()
        journal.write_steps(self.steps)
        held = sum(step.outcome is StepOutcome.HELD for step in self.steps)
        journal.finish(passed=passed, steps=len(self.steps), held_steps=held)

    def close(self, *, passed: bool) -> None:
        """End the run with its page, if nobody else does."""
        if self.ends_with_page:
            self.finish(passed=passed)
            self.suite.close(sweep=True)


SETTLE_MS = 5_000.0
QUIET_ENOUGH_MS = 1_000.0  # for a page to show that it is quiet, whatever time is left
