"""Suite healing: what runs of suites do alike, whichever driver they have."""

import warnings
from collections.abc import Callable
from datetime import datetime
from typing import Any

from holdfast.app.call_site import SourceSite
from holdfast.app.healing import Healer, Judged, Spell
from holdfast.app.proposing import told
from holdfast.app.written import Healed
from holdfast.doors.healing_run import HealingRun, chosen_here
from holdfast.doors.playwright.extent import HealSettings
from holdfast.doors.playwright.notice import HealedWarning
from holdfast.doors.playwright.suite import Suite
from holdfast.model.snapshot import Node
from holdfast.selectors.writing import selectors_of

OTHER_PAGE = "this is another page than the one that it was fingerprinted on"
OTHER_ORIGIN = "it is in a frame of another origin than the recorded one"
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


def healed_at(site: SourceSite, judged: Judged, **written: Any) -> Healed:
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


def warn_healed(site: SourceSite, healed: Healed, judged: Judged) -> None:
    """Warn, at the line in the test, of a locator that was healed."""
    warnings.warn_explicit(
        f"{healed.expression} was healed to {healed.instead} "
        f"(confidence {healed.confidence}: {judged.location.reason})",
        HealedWarning,
        site.file,
        site.line,
    )


def warn_renewed(site: SourceSite) -> None:
    """Warn, at the line in the test, of an element that the page made anew."""
    told = "the page had made this element anew: it was found again by its own locator"
    warnings.warn_explicit(told, HealedWarning, site.file, site.line)


def code_to_paste(node: Node) -> str:
    """Return code for Playwright that finds this element and no other of its page."""
    return selectors_of(node)[0].playwright


def tell_refused(
    judged: Judged, spell: Callable[[Node], str] = code_to_paste, proved: str | None = None
) -> str:
    """Return why nothing was used, what came nearest and why not, with code for each to paste.

    ``proved`` finds the first of them and nothing else; by default what was spelled for it.
    """
    lines = [f"holdfast: {judged.decision.action.word}: {judged.reason}"]
    first = judged.code if proved is None else proved
    for place, near in enumerate(judged.nearest):
        code = (place == 0 and first) or spell(judged.location.candidates[place].node)
        lines.append(f"  {place + 1}. {near.likely:>2} %  {near.element:<28}  {near.why}".rstrip())
        lines.append(f"           {code}")
    if judged.nearest:
        lines.append("  next: if one of these is meant, write its locator instead")
    return "\n".join(lines)
