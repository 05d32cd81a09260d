"""Where a lost element is now, whether it may be used, and what is written about that."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from holdfast.adapters.browser.live import LiveTab, Target
from holdfast.adapters.browser.sync_or_async import ready
from holdfast.app.adviser_choice import make_consultant
from holdfast.app.advising.advice_effect import Followed
from holdfast.app.consulting import ENGINE, Consultant, Consulted
from holdfast.app.expression import follow
from holdfast.app.finding import Finder, Found
from holdfast.app.healing import (
    Circumstances,
    decide_on,
    fingerprint_id,
    near_misses,
    propose,
)
from holdfast.app.journal import Journal
from holdfast.app.reading import Seen
from holdfast.app.wiring import SystemClock, effective_settings
from holdfast.deciding.effective_settings import MODE, Choice, EffectiveSettings, Source
from holdfast.doors.playwright.extent import HealSettings
from holdfast.doors.playwright.suite import Suite
from holdfast.engine import locate
from holdfast.history.log import RunContext, StepContext
from holdfast.history.outcomes import url_pattern
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.healing import Decision, Gate, HealingAction, History, ReviewState
from holdfast.model.replay import Usability
from holdfast.selectors.writing import selectors_of

NEAREST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Where an element is now, and what may be done about it.

    ``code`` makes a locator that finds it and nothing else; "" when there is none.
    """

    location: Location
    decision: Decision
    url: str
    target: Target | None = None
    code: str = ""
    stopped: str = ""
    settled: bool = True
    consulted: Consulted | None = None

    @property
    def applies(self) -> bool:
        """Return whether it may be used."""
        return self.decision.action.applies and bool(self.code) and not self.stopped

    @property
    def nearest(self) -> list[tuple[int, str, str]]:
        """Return the near misses: how likely, which element, why."""
        return [(near.likely, near.element, near.why) for near in near_misses(self.location)]

    @property
    def told(self) -> str:
        """Return why it was not used, with what came nearest."""
        decision = self.decision
        why = self.stopped or (decision.gates[0].reason if decision.gates else self.location.reason)
        lines = [f"holdfast: confidence {decision.confidence} ({decision.action.value}): {why}"]
        for number, (likely, element, reason) in enumerate(self.nearest[:NEAREST], 1):
            lines.append(f"  {number}. {likely:>2}  {element:<28}  {reason}".rstrip())
        if self.code and decision.action >= HealingAction.SUGGEST_ONLY:
            lines.append(f"  next: if the first is meant, write {self.code}")
        return "\n".join(lines)


@dataclass(slots=True)
class Judging:
    """Decides on healings of one run, and writes the decisions."""

    suite: Suite
    settings: HealSettings
    run_id: str
    name: str
    _effective: EffectiveSettings | None = None
    _journal: Journal | None = None
    _consulting: tuple[Consultant | None, str | None] | None = None
    _entries: dict[str, str] = field(default_factory=dict)
    _steps: int = 0

    @property
    def consultant(self) -> Consultant | None:
        """Return who asks the adviser of the settings, one for the run; mostly nobody."""
        if self._consulting is None:
            project = self.suite.project
            shelf = self.suite.store if project.has_store else None
            self._consulting = make_consultant(project, shelf)
        return self._consulting[0]

    @property
    def effective(self) -> EffectiveSettings:
        """Return the thresholds that hold for this run."""
        if self._effective is None:
            flags = []
            if self.settings.mode is not None:
                mode = self.settings.mode.value
                place = "--holdfast-mode"
                flags = [Choice(key=MODE, value=mode, source=Source.COMMAND_LINE, place=place)]
            project = self.suite.project
            self._effective = effective_settings(
                project,
                self.suite.store if project.has_store else None,
                run_id=self.run_id,
                flags=flags,
                now=SystemClock().now(),
            )
        return self._effective

    async def judge(
        self,
        tab: LiveTab,
        looks: Sequence[Fingerprint],
        *,
        place: str,
        settled: bool,
        presses: bool,
    ) -> Judged:
        """Return the best that any of the element's looks leads to."""
        judged = [await self._judge(tab, look, settled=settled, presses=presses) for look in looks]
        best = max(judged, key=lambda one: (one.decision.action, one.decision.confidence))
        if _is_torn(judged):
            best = replace(best, stopped="its looks lead to different elements")
        if not self.effective.healing_enabled:
            best = replace(best, stopped="healing is switched off")
        if best.applies and self._is_excluded(best, place):
            best = replace(best, stopped="a person said that this is another element")
        return best

    async def _judge(
        self, tab: LiveTab, look: Fingerprint, *, settled: bool, presses: bool
    ) -> Judged:
        seen = Seen(fingerprint=look, action="click" if presses else "use")
        found = await Finder(consultant=self.consultant).search(tab, seen, settled=settled)
        location, target = found.location, found.target
        assert location is not None, "a search always says where"
        assert target is None or isinstance(target, Target), "a live tab makes these"
        usability = Usability() if target is None else await target.usability()
        decision = decide_on(location, self._circumstances(tab, found, usability, presses))
        decision = replace(decision, gates=(*decision.gates, *_by_place(look)))
        code = "" if target is None else await _find_code(tab, location, target)
        return Judged(
            location=location,
            decision=decision,
            url=tab.url,
            target=target,
            code=code,
            settled=settled,
            consulted=found.consulted,
        )

    def _circumstances(
        self, tab: LiveTab, found: Found, usability: Usability, presses: bool
    ) -> Circumstances:
        advised = None if found.consulted is None else found.consulted.advised
        element, page = History(), History()
        if self.suite.project.has_store and found.location is not None:
            element = self.suite.store.history_of(fingerprint_id(found.location.fingerprint))
            page = self.suite.store.history_at(url_pattern(tab.url))
        return Circumstances(
            thresholds=self.effective.thresholds,
            settled=found.settled,
            usability=usability,
            element_history=element,
            page_history=page,
            ai_confidence=None if advised is None else advised.ai_confidence,
            advised_against=advised is not None and advised.followed is Followed.AGAINST,
            acts=presses,
            risky_allowed=self.settings.allow_risky,
        )

    def _is_excluded(self, judged: Judged, place: str) -> bool:
        """Return whether a person said that this locator does not mean this element."""
        best = judged.location.best
        if best is None or not self.suite.project.has_store:
            return False
        rejected = self.suite.store.iter_healings(ReviewState.REJECTED)
        wrong = [one.fingerprint for one in rejected if one.step_id == place and one.fingerprint]
        return any(
            locate(fingerprint_from_json(dict(one)), best.node.snapshot).node == best.node
            for one in wrong
        )

    # ------------------------------------------------------------------------------------- writing

    def write(self, judged: Judged, expression: str, place: str) -> None:
        """Write the decision, for good, before anything is done; raises if it cannot be."""
        self._steps += 1
        location = judged.location
        step = StepContext(
            step_number=self._steps,
            fingerprint_id=fingerprint_id(location.fingerprint),
            probability=location.probability,
            margin=location.margin,
            proposer=ENGINE if judged.consulted is None else judged.consulted.proposer,
            advice=None if judged.consulted is None else judged.consulted.consultation.to_json(),
        )
        proposal = propose(location, step_id=place, url=judged.url)
        proposal = replace(proposal, old_selector=expression, new_selector=judged.code)
        entry, _ = self._get_journal().write(judged.decision, step, proposal)
        self._entries[place] = entry

    def _get_journal(self) -> Journal:
        if self._journal is None:
            project, effective = self.suite.project, self.effective
            context = RunContext(
                run_id=self.run_id,
                organization_id=project.organization_id,
                user_id=project.user_id,
                experiment_id=effective.experiment_id,
                variant=effective.variant,
            )
            clock = SystemClock()
            journal = Journal(store=self.suite.store, clock=clock, run=context, name=self.name)
            journal.start()
            self._journal = journal
        return self._journal

    def worked(self, place: str, *, worked: bool) -> None:
        """Note whether a step with a healed locator did what it should."""
        if self._journal is not None and place in self._entries:
            self._journal.step_worked(self._entries[place], worked)

    def finish(self, *, passed: bool) -> None:
        """Write how the run ended, if anything was decided in it."""
        if self._journal is not None:
            self._journal.finish(passed=passed, steps=self._steps)
            self._journal = None


def _is_torn(judged: Sequence[Judged]) -> bool:
    """Return whether several looks are healed, to different elements."""
    found = [one.location.best for one in judged if one.decision.action.applies]
    return len({best.node.xpath for best in found if best is not None}) > 1


def _by_place(look: Fingerprint) -> tuple[Gate, ...]:
    """Return the gate of a locator that picked one of several: never healed without a flag."""
    among = look.extra.get("among", 1)
    if not isinstance(among, int) or among < 2:
        return ()
    reason = f"the locator picked one of {among} elements by its place"
    return (Gate(name="by_place", at_most=HealingAction.APPLY_WITH_FLAG, reason=reason),)


async def _find_code(tab: LiveTab, location: Location, target: Target) -> str:
    """Return code, the most readable first, that finds this element and nothing else."""
    assert location.best is not None, "there is a target"
    for selector in selectors_of(location.best.node):
        try:
            locator = follow(tab.page, selector.playwright)
            if await ready(locator.count()) == 1 and await same_element(locator, target):
                return selector.playwright
        except PlaywrightError:
            continue  # a browser reads the page in another way than we do
    return ""


async def same_element(locator: Any, target: Target) -> bool:
    """Return whether a locator finds this very element."""
    same: bool = await ready(locator.evaluate("(one, other) => one === other", target.handle))
    return same
