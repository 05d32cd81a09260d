"""Suite healing: what runs of suites do alike, whichever driver they have."""

import warnings
from datetime import datetime
from typing import Any

from holdfast.app.call_site import CallSite
from holdfast.app.healing import Healer, Judged, Spell
from holdfast.app.proposing import told
from holdfast.app.written import Healed
from holdfast.doors.healing_run import HealingRun, chosen_here
from holdfast.doors.playwright.extent import HealSettings
from holdfast.doors.playwright.notice import HealedWarning
from holdfast.doors.playwright.suite import Suite

OTHER_PAGE = "this is another page than the one that it was fingerprinted on"
OBSERVING = "this run only observes"


def healing_run(
    suite: Suite, settings: HealSettings, *, run_id: str, name: str, began: datetime
) -> HealingRun:
    """Return what one run of a suite heals with."""
    return HealingRun(
        project=suite.project,
        store=suite.store,
        run_id=run_id,
        name=name,
        choices=chosen_here(settings.mode, settings.thresholds, "--holdfast-"),
        reader=suite.reader,
        notifier=suite.notifier,
        heal_after_ms=settings.heal_after_ms,
        risky_allowed=settings.allow_risky,
        started_at=began,
    )


def start_healer(run: HealingRun, spell: Spell) -> Healer | None:
    """Return who heals in a run, which begins in the store; None when that is switched off."""
    effective = run.effective()
    if not effective.healing_enabled:
        return None
    healer, _ = run.healer(effective, spell=spell)
    assert healer.journal is not None, "a suite has a store"
    healer.journal.start()
    return healer


def healed_at(site: CallSite, judged: Judged, **written: Any) -> Healed:
    """Return a healed locator: where it stands, what was decided, and what its author wrote."""
    best = judged.location.best
    return Healed(
        file=site.file,
        function=site.function,
        line=site.span.line,
        span=site.span,
        confidence=judged.decision.confidence,
        action=judged.decision.action,
        was=told(judged.location.fingerprint.node),
        now="" if best is None else told(best.node),
        reason=judged.reason,
        **written,
    )


def warn_healed(site: CallSite, healed: Healed, judged: Judged) -> None:
    """Warn, at the line in the test, of a locator that was healed."""
    warnings.warn_explicit(
        f"{healed.expression} was healed to {healed.instead} "
        f"(confidence {healed.confidence}: {judged.location.reason})",
        HealedWarning,
        site.file,
        site.line,
    )
