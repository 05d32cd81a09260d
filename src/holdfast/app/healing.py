"""Healing: an element that is lost is found, decided on, written down; who asked acts, and tells.

Every door comes in here: replay, ``heal(page)``, the pytest plugin, ``evaluate_healing`` and the
adviser's bench. They differ in who waits for the page and in who acts.
"""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeAlias

from holdfast.app.consulting import ENGINE, Consulted
from holdfast.app.finding import Finder, Found
from holdfast.app.journal import Journal
from holdfast.app.judging import Circumstances, decide_on, is_hollow, lacks_words
from holdfast.app.locator_proof import proved, spell_first
from holdfast.app.page_picture import PictureBudget, hidden_places, keep_small
from holdfast.app.proposing import (
    MOST_NEAR_MISSES,
    fingerprint_id,
    found_again,
    near_misses,
    propose,
    renew,
    why_not,
)
from holdfast.deciding.gates import a_gate
from holdfast.engine import locate
from holdfast.errors import HoldfastError
from holdfast.history.log import StepContext
from holdfast.history.outcomes import history_of, waits_for_answer
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.healing_decision import Decision, Gate
from holdfast.model.privacy import is_field
from holdfast.model.redaction import Redactor
from holdfast.model.replay_result import NearMiss, Screen, Usability
from holdfast.model.search_settings import WEIGHTS
from holdfast.model.secret_fields import is_secret_field
from holdfast.model.snapshot import Node
from holdfast.model.thresholds import Thresholds
from holdfast.page.keys import label_of
from holdfast.page.url_pattern import url_pattern
from holdfast.ports import LivePage, LiveTarget, Store

# Returns code that finds the best candidate and nothing else, "" when there is none.
Spell: TypeAlias = Callable[[LivePage, Location, LiveTarget, Location | None], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What is to be done with an element, as far as healing must know.

    ``step_id`` is the recording's step, or the place of a written locator; ``number`` counts the
    steps of the run. ``presses``: something may happen that cannot be undone; ``reads``: nothing
    is done with it. ``written`` is the
    locator in somebody's source, ``words`` what it says the element has to say, if that is read.
    ``excluded`` are elements that the step never means. ``gates``
    are what the door itself knows. ``is_secret``: no picture may be taken.
    """

    step_id: str | None = None
    number: int = 0
    presses: bool = True
    reads: bool = False
    written: str = ""
    words: tuple[re.Pattern[str], ...] = ()
    excluded: tuple[Fingerprint, ...] = ()
    gates: tuple[Gate, ...] = ()
    before: bytes | None = None
    is_secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Where an element is now, and what may be done about it.

    ``code`` finds it and nothing else; "" when there is no such code. ``entry_id`` is the decision
    in the log, None before it is written. ``after`` is a picture of what was found, ``seen`` one of
    its page. ``weighed`` is the location by what is not asserted, if something is: it decided, and
    it is spelled.
    """

    location: Location
    decision: Decision
    weighed: Location | None = None
    target: LiveTarget | None = None
    code: str = ""
    renewed: Fingerprint | None = None
    consulted: Consulted | None = None
    entry_id: str | None = None
    after: bytes | None = None
    seen: Screen | None = None

    @property
    def applies(self) -> bool:
        """Return whether it may be used."""
        return self.target is not None and self.decision.action.applies

    @property
    def reason(self) -> str:
        """Return why it was used, or why not."""
        if self.applies:
            return found_again(self.location)
        return why_not(self.location, self.decision)

    @property
    def nearest(self) -> tuple[NearMiss, ...]:
        """Return the best candidates in words."""
        return near_misses(self.location)


@dataclass(slots=True, kw_only=True)
class Healer:
    """Heals in one run. ``store`` knows what was before, ``journal`` writes; both may be missing.

    ``spell`` writes code for what was found; what cannot be written is not used.
    """

    finder: Finder
    thresholds: Thresholds
    risky_allowed: bool = False
    store: Store | None = None
    journal: Journal | None = None
    spell: Spell = spell_first
    pictures: bool = False  # also without a journal
    weights: Mapping[str, Decimal] = field(default_factory=lambda: WEIGHTS)
    redactor: Redactor = field(default_factory=Redactor)
    entries: dict[int, list[str]] = field(default_factory=dict, init=False)
    _attempts: Counter[int] = field(default_factory=Counter, init=False)
    _budget: PictureBudget = field(default_factory=PictureBudget, init=False)

    async def heal(self, page: LivePage, found: Sequence[Found], intent: Intent) -> Judged:
        """Return what was decided about a search, or several for the same element.

        It is written down when this returns, used or not; nothing may be done before.
        """
        judged = await self.judge(page, found, intent)
        return await self.write(page, judged, intent)

    async def judge(
        self,
        page: LivePage,
        found: Sequence[Found],
        intent: Intent,
        *,
        ai_confidence: float | None = None,
    ) -> Judged:
        """Return the best that the searches lead to, and what may be done; nothing is written."""
        judged = [await self._judge(page, one, intent, ai_confidence) for one in found]
        best = max(judged, key=lambda one: (one.decision.action, one.decision.confidence))
        gates = [*intent.gates]
        if _is_torn(judged):
            gates.append(a_gate("torn", "its earlier looks lead to different elements"))
        if best.target is not None:
            code = await self.spell(page, best.location, best.target, best.weighed)
            best = replace(best, code=code)
            if not best.code:
                gates.append(a_gate("unwritable", "no locator finds it and nothing else"))
        return with_gates(best, *gates)

    async def _judge(
        self, page: LivePage, found: Found, intent: Intent, ai_confidence: float | None
    ) -> Judged:
        location, target = found.location, found.target
        assert location is not None, "only what was searched for is judged"
        renewed = renew(location)
        if renewed is not None and target is not None:
            renewed = await proved(page.proof(target), renewed) or renewed
        seen = Circumstances(
            thresholds=self.thresholds,
            settled=found.settled,
            usability=Usability() if target is None else await target.usability(),
            ai_confidence=ai_confidence,
            acts=intent.presses,
            reads=intent.reads,
            risky_allowed=self.risky_allowed,
            weights=self.weights,
            excluded=self._is_excluded(location, renewed, intent),
            hollow=is_hollow(location),
            reworded=lacks_words(location, intent.words),
        )
        seen = self._with_history(seen, location, renewed, page.url)
        return Judged(
            location=location,
            decision=decide_on(found.weighed or location, seen.advised(found.advised)),
            target=target,
            weighed=found.weighed,
            renewed=renewed,
            consulted=found.consulted,
        )

    def _with_history(
        self, seen: Circumstances, location: Location, renewed: Fingerprint | None, url: str
    ) -> Circumstances:
        """Return the same with what earlier healings to this very element say."""
        if self.store is None or renewed is None:
            return seen
        recorded = fingerprint_id(location.fingerprint)
        past = list(self.store.iter_past(recorded, fingerprint_id(renewed)))
        return replace(
            seen,
            element_history=history_of(past),
            page_history=self.store.history_at(url_pattern(url)),
            unanswered=waits_for_answer(past),
        )

    def _is_excluded(self, location: Location, renewed: Fingerprint | None, intent: Intent) -> bool:
        """Return whether a person said that what was found is another element."""
        best = location.best
        if best is None or renewed is None:
            return False
        wrong = list(intent.excluded)
        if self.store is not None:
            recording = None if self.journal is None else self.journal.run.recording_id
            known = fingerprint_id(location.fingerprint)
            rejected = self.store.iter_excluded(known, recording, intent.step_id)
            wrong += [fingerprint_from_json(dict(one)) for one in rejected]
        found_id, node = fingerprint_id(renewed), best.node
        return any(
            fingerprint_id(one) == found_id or locate(one, node.snapshot).node == node
            for one in wrong
        )

    # ------------------------------------------------------------------------------------- writing

    async def write(self, page: LivePage, judged: Judged, intent: Intent) -> Judged:
        """Return the decision as it was written, for good; raises when that cannot be.

        The picture is taken before the act, which may take the element away.
        """
        after = await self._picture(judged, intent)
        judged = replace(judged, after=after, seen=await self._page_picture(page, judged, intent))
        if self.journal is None:
            return judged
        self._attempts[intent.number] += 1
        location, consulted = judged.location, judged.consulted
        context = StepContext(
            step_number=intent.number,
            attempt=self._attempts[intent.number],
            fingerprint_id=fingerprint_id(location.fingerprint),
            probability=location.probability,
            margin=location.margin,
            proposer=ENGINE if consulted is None else consulted.proposer,
            advice=None if consulted is None else consulted.consultation.to_json(),
        )
        proposal = propose(location, step_id=intent.step_id, url=page.url, renewed=judged.renewed)
        shown = replace(
            proposal.evidence, before=intent.before, after=judged.after, page=judged.seen
        )
        proposal = replace(
            proposal,
            old_selector=intent.written or proposal.old_selector,
            new_selector=judged.code,
            evidence=shown,
        )
        entry_id, _ = self.journal.write(judged.decision, context, proposal)
        self.entries.setdefault(intent.number, []).append(entry_id)
        return replace(judged, entry_id=entry_id)

    async def _picture(self, judged: Judged, intent: Intent) -> bytes | None:
        """Return what was found for those who judge the healing; never one that holds a secret."""
        best, wanted = judged.location.best, self.pictures or self.journal is not None
        if judged.target is None or best is None or not wanted or intent.is_secret:
            return None
        if is_secret_field(best.node.attributes, label_of(best.node.snapshot, best.node.index)):
            return None
        if self.redactor.shows(best.node.text) or (self.redactor.secrets and _has_field(best.node)):
            return None
        return await judged.target.picture()

    async def _page_picture(self, page: LivePage, judged: Judged, intent: Intent) -> Screen | None:
        """Return the page around what came nearest, with what is secret hidden; None without."""
        found = [one.node for one in judged.location.candidates[: MOST_NEAR_MISSES + 1]]
        wanted = self.pictures or self.journal is not None
        if not found or not wanted or intent.is_secret or self._budget.left <= 0:
            return None
        try:
            screen = await page.screen()
            hidden = hidden_places(found[0].snapshot, self.redactor)
            if self.redactor.secrets:  # what appeared since the page was read is hidden, too
                hidden += hidden_places(await page.capture(), self.redactor)
        except HoldfastError:
            return None  # it only adorns
        around = [node.box for node in found if node.box is not None]
        return self._budget.take(keep_small(screen, hidden, around))

    def keep_secret(self, secrets: Iterable[str]) -> None:
        """From now on, mask these in all that is kept, shown, or told to an adviser."""
        self.redactor = Redactor.of(secrets)
        if self.journal is not None:
            self.journal.redactor = self.redactor
        if self.finder.consultant is not None:
            self.finder.consultant.redactor = self.redactor

    def done(self, judged: Judged, *, worked: bool) -> None:
        """Note whether what was done with a healed element worked; written at the run's end."""
        if self.journal is not None and judged.entry_id is not None:
            self.journal.step_worked(judged.entry_id, worked)


def _has_field(node: Node) -> bool:
    """Return whether an element is a field or holds one: what stands in it is in no snapshot."""
    inner = (one for one in node.iter_descendants() if is_field(one.tag, one.attributes))
    return is_field(node.tag, node.attributes) or next(inner, None) is not None


def with_gates(judged: Judged, *gates: Gate) -> Judged:
    """Return the same with more reasons to be careful."""
    decision = judged.decision
    return replace(judged, decision=replace(decision, gates=(*decision.gates, *gates)))


def _is_torn(judged: Sequence[Judged]) -> bool:
    """Return whether several looks are healed, to different elements."""
    found = [one.location.best for one in judged if one.decision.action.applies]
    return len({best.node.xpath for best in found if best is not None}) > 1
