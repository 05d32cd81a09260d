"""A run that heals, put together: settings, store, who reads pages, who advises, who is told."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from holdfast.app.consulting import ask_here
from holdfast.app.finding import HEAL_AFTER_MS, Finder
from holdfast.app.healing import Healer, Spell
from holdfast.app.journal import Journal
from holdfast.app.locator_proof import spell_first
from holdfast.app.reading import PageReading, read_here
from holdfast.app.wiring import Project, SystemClock, effective_settings
from holdfast.app.wiring.chosen_adviser import make_consultant
from holdfast.deciding.effective_settings import MODE, Choice, EffectiveSettings, Source, flag_name
from holdfast.history.log import RunContext
from holdfast.model.search_settings import SearchSettings
from holdfast.model.thresholds import Mode, Variant
from holdfast.ports import Adviser, Notifier, Store, TextReader

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class HealingRun:
    """What one run heals with. Without a store nothing is known, and nothing written.

    ``is_async``: what blocks, such as reading a page, is done in a thread.
    """

    project: Project
    store: Store | None
    run_id: str
    name: str = ""
    recording_id: str | None = None
    choices: Sequence[Choice] = ()
    reader: TextReader | None = None
    adviser: Adviser | None = None
    notifier: Notifier | None = None
    heal_after_ms: float = HEAL_AFTER_MS
    risky_allowed: bool = False
    is_async: bool = False
    started_at: datetime | None = None
    search_settings: SearchSettings | None = None  # without it the project's

    def effective(self) -> EffectiveSettings:
        """Return the thresholds that hold for this run, and whether anything is healed."""
        return effective_settings(
            self.project,
            self.store,
            recording_id=self.recording_id,
            run_id=self.run_id,
            flags=self.choices,
            now=SystemClock().now(),
        )

    def healer(
        self, effective: EffectiveSettings, *, spell: Spell = spell_first, pictures: bool = False
    ) -> tuple[Healer, str | None]:
        """Return who heals in this run, and why an adviser that was chosen is not asked."""
        reader, numbers = self.reader, self.search_settings or self.project.search_settings
        blocking = _in_a_thread if self.is_async else read_here
        consultant, note = make_consultant(
            self.project,
            self.store,
            adviser=self.adviser,
            blocking=_in_a_thread if self.is_async else ask_here,
        )
        finder = Finder(
            heal_after_ms=self.heal_after_ms,
            reading=None
            if reader is None
            else PageReading(reader, blocking=blocking, config=numbers.vision),
            consultant=consultant,
            evidence=numbers.evidence,
        )
        healer = Healer(
            finder=finder,
            thresholds=effective.thresholds,
            risky_allowed=self.risky_allowed,
            store=self.store,
            journal=self.journal(effective),
            spell=spell,
            pictures=pictures,
            weights=numbers.weights,
        )
        return healer, note

    def journal(self, effective: EffectiveSettings | None = None) -> Journal | None:
        """Return what writes the run down, None without a store."""
        if self.store is None:
            return None
        context = RunContext(
            run_id=self.run_id,
            organization_id=self.project.organization_id,
            user_id=self.project.user_id,
            recording_id=self.recording_id,
            experiment_id=None if effective is None else effective.experiment_id,
            variant=Variant.DEFAULT if effective is None else effective.variant,
        )
        return Journal(
            store=self.store,
            clock=SystemClock(),
            run=context,
            name=self.name,
            notifier=self.notifier,
            started_at=self.started_at,
        )


def chosen_here(
    mode: Mode | str | None, thresholds: Mapping[str, int], flags: str = "--"
) -> list[Choice]:
    """Return what was chosen for this run: a mode, single thresholds by the keys of files.

    ``flags`` is how flags begin here, by which they are named when they make no sense.
    """
    given: dict[str, object] = {**thresholds, **({} if mode is None else {MODE: str(mode)})}
    return [
        Choice(key=key, value=value, source=Source.COMMAND_LINE, place=flags + flag_name(key))
        for key, value in given.items()
    ]


async def _in_a_thread(work: Callable[[], T]) -> T:
    return await asyncio.to_thread(work)
