"""Two organizations in one store, each with a recording, a run and healings of its own."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from holdfast import fingerprint, locate, parse
from holdfast.app.journal import Journal
from holdfast.app.judging import Circumstances, decide_on
from holdfast.app.proposing import fingerprint_id, propose
from holdfast.history.log import RunContext, StepContext
from holdfast.model.archive import HealingEvidence
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.remembered import RecordingEntry
from holdfast.model.thresholds import Thresholds
from holdfast.ports import Archive
from holdfast.testing import FixedClock

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINE, THEIRS = "default", "acme"
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 32

OLD = """<!doctype html><html><body><main><h1>Basket</h1>
<form><label>Voucher <input id="voucher" name="voucher"></label>
<button id="apply" type="button">Apply voucher</button></form>
<a id="help" href="/help">Help</a>
<button id="pay" class="cta">Place order</button></main></body></html>"""
NEW = """<!doctype html><html><body><div class="shell"><h1>Your basket</h1>
<section><label>Voucher code <input name="code"></label>
<button type="button" class="b1">Use voucher</button>
<button type="button" class="b2">Use voucher later</button></section>
<a href="/support">Help and contact</a>
<button class="main">Place your order</button></div></body></html>"""
STEPS = (("voucher", StepAction.TYPE), ("apply", StepAction.CLICK), ("pay", StepAction.CLICK))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What one organization has: its recording, its run, and the numbers of its healings."""

    organization: str
    recording: str
    run: str
    healings: tuple[int, ...]


def fill(root: Path, store: Archive, organization: str, label: str = "") -> Told:
    """Return what was made for one organization."""
    bound = store.for_organization(organization)
    old, new = parse(OLD), parse(NEW)
    steps = tuple(
        Step(
            id=f"s-{name}",
            action=action,
            value="SPRING" if action is StepAction.TYPE else None,
            fingerprint=fingerprint(old, f"#{name}"),
            picture=PNG,
        )
        for name, action in STEPS
    )
    recording = Recording(
        name=f"Checkout of {organization}{label}",
        start_url="https://shop.example/basket",
        created_at=NOW,
        steps=steps,
    )
    path = f"recordings/{organization}.json"
    (root / "recordings").mkdir(exist_ok=True)
    recording.save(root / path)
    bound.save_recording(RecordingEntry(id=path, name=recording.name, path=path, updated_at=NOW))
    journal = Journal(
        store=bound,
        clock=FixedClock(NOW),
        run=RunContext(
            run_id=f"run-{organization}",
            recording_id=path,
            organization_id=organization,
            user_id=f"user-{organization}",
        ),
        name=recording.name,
    )
    journal.start()
    for number, step in enumerate(steps, 2):
        assert step.fingerprint is not None
        location = locate(step.fingerprint, new)
        proposal = propose(location, step_id=step.id, url="https://shop.example/basket")
        shown = HealingEvidence(
            reason=location.reason,
            runners_up=proposal.evidence.runners_up,
            before=PNG,
            after=PNG,
        )
        context = StepContext(step_number=number, fingerprint_id=fingerprint_id(step.fingerprint))
        decision = decide_on(location, Circumstances(thresholds=BALANCED))
        journal.write(decision, context, replace(proposal, evidence=shown))
    journal.finish(passed=False, steps=4, held_steps=0)
    numbers = tuple(sorted(healing.number for healing in bound.iter_healings()))
    return Told(
        organization=organization, recording=path, run=f"run-{organization}", healings=numbers
    )
