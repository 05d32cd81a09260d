"""A shop before and after its redesign, as a project with runs, healings, answers and experiments.

The healings are real: two pages, every element looked for by the engine and decided on. Only the
long history behind the report and the experiments is drawn by lot, always by the same one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from playwright.sync_api import Browser
from tests.browser.live_page import PlaywrightPage

from holdfast import Snapshot, fingerprint, locate, parse
from holdfast.adapters.recording_files import ProjectRecordings
from holdfast.adapters.sql.queued_runs import QueuedRunTables
from holdfast.app.journal import Journal
from holdfast.app.judging import Circumstances, decide_on
from holdfast.app.page_picture import hidden_places, keep_small
from holdfast.app.proposing import fingerprint_id, found_again, propose, why_not
from holdfast.app.reviewing import Reviewer
from holdfast.app.step_results import blank_result
from holdfast.history.log import RunContext, StepContext
from holdfast.model.healing_decision import ConfidenceFactors, ConfidenceLogEntry, HealingAction
from holdfast.model.job import Ended, Job
from holdfast.model.queued_run import QueueWorker, RunState
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.redaction import Redactor
from holdfast.model.remembered import Outcome, RecordingEntry
from holdfast.model.replay_result import Screen, StepOutcome, StepResult
from holdfast.model.snapshot import Point, Size
from holdfast.model.thresholds import (
    ExperimentStatus,
    ExperimentUnit,
    RecordingHealingConfig,
    Thresholds,
    Variant,
)
from holdfast.model.thresholds import ThresholdExperiment as Experiment
from holdfast.ports import Store
from holdfast.testing import FixedClock

NOW = datetime(2026, 11, 12, 9, 30, tzinfo=UTC)
PAGES = Path(__file__).parent / "shop_pages"
URL = "https://shop.example/basket"
ORGANIZATION = "default"
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
BOLD = Thresholds(auto_apply=70, apply_with_flag=50, suggest_only=30)
PATH = "recordings/buy-a-stove.json"
NEWEST_RUN = "run-2026-11-12-c3"
OTHER_PATH = "recordings/sign-up.json"
# What the recorded person did: the element's id in the old shop, the act, the value.
ACTS = (
    ("q", StepAction.TYPE, "stove"),
    ("nav-help", StepAction.HOVER, None),
    ("add-lighter", StepAction.CLICK, None),
    ("rm-2", StepAction.CLICK, None),
    ("email", StepAction.TYPE, "ann@example.org"),
    ("post", StepAction.TYPE, "LA22 9BU"),
    ("news", StepAction.CHECK, None),
    ("voucher", StepAction.TYPE, "SPRING"),
    ("apply-voucher", StepAction.CLICK, None),
    ("gift", StepAction.CLICK, None),
    ("track", StepAction.HOVER, None),
    ("place-order-btn", StepAction.CLICK, None),
)
WINDOW = {"width": 1180, "height": 760}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The two pages as they were captured, and pictures of elements by their place in them."""

    old: Snapshot
    new: Snapshot
    old_pictures: Mapping[int, bytes]
    new_pictures: Mapping[int, bytes]
    screen: Screen | None = None


def read_pages() -> Seen:
    """Return the pages without a browser: no boxes, no pictures."""
    old, new = (parse((PAGES / f"{name}.html").read_text("utf-8")) for name in ("before", "after"))
    return Seen(old=old, new=new, old_pictures={}, new_pictures={})


def look_at_pages(browser: Browser) -> Seen:
    """Return the pages as a browser shows them, with pictures of all that can be acted on."""
    found = []
    for name in ("before", "after"):
        page = browser.new_page(viewport=WINDOW, locale="en-GB")  # type: ignore[arg-type] # a dict
        page.set_content((PAGES / f"{name}.html").read_text("utf-8"))
        live = PlaywrightPage(page)
        snapshot = live.capture()
        wanted = snapshot.select("button, input, a")
        screen = Screen(picture=page.screenshot(full_page=True), scale=1.0, corner=Point(0, 0))
        found.append((snapshot, {node.index: live.element(node).screenshot() for node in wanted}))
        page.close()
    (old, old_pictures), (new, new_pictures) = found
    small = keep_small(screen, hidden_places(new, Redactor()), [])
    return Seen(
        old=old, new=new, old_pictures=old_pictures, new_pictures=new_pictures, screen=small
    )


def fill(root: Path, store: Store, seen: Seen) -> None:
    """Write recordings into the project and all that happened with them into its store."""
    _record(root, store, seen)
    _sign_up(root, store)
    first = _replay(root, store, seen, "run-2026-11-10-a1", NOW - timedelta(days=2, hours=3))
    _answer(root, store, first)
    _replay(root, store, seen, NEWEST_RUN, NOW - timedelta(minutes=42))
    _plain_runs(store)


def _record(root: Path, store: Store, seen: Seen) -> None:
    steps = [Step(id="s1", action=StepAction.NAVIGATE, url=URL, value=URL)]
    for at, (element, act, value) in enumerate(ACTS, start=2):
        node = seen.old.select(f"#{element}")[0]
        steps.append(
            Step(
                id=f"s{at}",
                action=act,
                url=URL,
                value=value,
                fingerprint=fingerprint(seen.old, node),
                picture=seen.old_pictures.get(node.index),
            )
        )
    recording = Recording(
        name="Buy a stove",
        start_url=URL,
        created_at=NOW - timedelta(days=90),
        viewport=Size(1180, 760),
        steps=tuple(steps),
    )
    (root / "recordings").mkdir(parents=True, exist_ok=True)
    recording.save(root / PATH)
    entry = RecordingEntry(
        id=PATH, name=recording.name, path=PATH, start_url=URL, updated_at=NOW - timedelta(days=2)
    )
    store.save_recording(entry)


def _sign_up(root: Path, store: Store) -> None:
    recording = Recording(
        name="Sign up",
        start_url="https://shop.example/join",
        created_at=NOW - timedelta(days=60),
        steps=(Step(id="s1", action=StepAction.NAVIGATE, value="https://shop.example/join"),),
    )
    recording.save(root / OTHER_PATH)
    entry = RecordingEntry(
        id=OTHER_PATH, name="Sign up", path=OTHER_PATH, start_url=recording.start_url
    )
    store.save_recording(entry)
    strict = Thresholds(auto_apply=90, apply_with_flag=75, suggest_only=50)
    store.save_recording_config(
        RecordingHealingConfig(recording_id=OTHER_PATH, custom_thresholds=strict)
    )


def _replay(root: Path, store: Store, seen: Seen, run_id: str, start: datetime) -> dict[str, int]:
    """Write a run in the new shop; return the numbers of its healings by step."""
    recording = Recording.load(root / PATH)
    clock = FixedClock(start)
    context = RunContext(
        run_id=run_id, organization_id=ORGANIZATION, user_id="ci", recording_id=PATH
    )
    journal = Journal(store=store, clock=clock, run=context, name=recording.name)
    journal.start()
    held, used = 0, []
    for number, step in enumerate(recording.steps, start=1):
        clock.advance(timedelta(seconds=2))
        if step.fingerprint is None:
            journal.write_steps([blank_result(number, step, StepOutcome.DONE)])
            continue
        location = locate(step.fingerprint, seen.new)
        if location.best is not None and location.held:
            held += 1
            journal.write_steps([_went(number, step, StepOutcome.HELD)])
            continue
        decision = decide_on(location, Circumstances(thresholds=BALANCED))
        offered = propose(location, step_id=step.id, url=URL)
        best = None if location.best is None else location.best.node.index
        pictures = replace(
            offered.evidence,
            before=step.picture,
            after=None if best is None else seen.new_pictures.get(best),
            page=seen.screen,
        )
        told = StepContext(
            step_number=number,
            fingerprint_id=fingerprint_id(step.fingerprint),
            probability=location.probability,
            margin=location.margin,
        )
        entry_id, result = journal.write(decision, told, replace(offered, evidence=pictures))
        journal.step_worked(entry_id, worked=True)
        outcome = StepOutcome.HEALED if result.applied else StepOutcome.REFUSED
        reason = found_again(location) if result.applied else why_not(location, decision)
        went = _went(number, step, outcome)
        journal.write_steps([replace(went, reason=reason, decision=decision)])
        used += [entry_id] if result.applied else []
    # Some steps were refused: the run failed, but what was used worked.
    journal.finish(passed=False, steps=len(recording.steps), held_steps=held, kept=used)
    return {
        healing.step_id or "": healing.number
        for healing in store.iter_healings()
        if healing.run_id == run_id
    }


def _went(number: int, step: Step, outcome: StepOutcome) -> StepResult:
    """Return a step that took as long as such steps do."""
    result = blank_result(number, step, outcome)
    return replace(result, duration_ms=180.0 if outcome is StepOutcome.HELD else 2640.0)


def _answer(root: Path, store: Store, numbers: Mapping[str, int]) -> None:
    clock = FixedClock(NOW - timedelta(days=1, hours=20))
    ben = Reviewer(store=store, files=ProjectRecordings(root), clock=clock, name="ben")
    ben.accept(numbers["s2"])
    clock.advance(timedelta(minutes=3))
    ben.accept(numbers["s6"], reason="same field, shorter label")
    clock.advance(timedelta(minutes=1))
    ben.reject(numbers["s9"], reason="gift cards are another field")


def _plain_runs(store: Store) -> None:
    """Write runs that needed little or no healing."""
    for at, (name, recording_id, passed, held) in enumerate(
        (
            ("Sign up", OTHER_PATH, True, 6),
            ("test_checkout[chromium]", None, True, 11),
            ("test_voucher[chromium]", None, False, 4),
            ("Sign up", OTHER_PATH, True, 6),
        )
    ):
        clock = FixedClock(NOW - timedelta(hours=5 + 9 * at))
        context = RunContext(
            run_id=f"run-plain-{at}",
            organization_id=ORGANIZATION,
            user_id="ci",
            recording_id=recording_id,
        )
        journal = Journal(store=store, clock=clock, run=context, name=name)
        journal.start()
        clock.advance(timedelta(seconds=7 + at))
        journal.finish(passed=passed, steps=held if passed else held + 3, held_steps=held)


# ------------------------------------------------------------------------------------ long history


def add_history(store: Store, *, days: int = 30) -> None:
    """Write some hundred decisions of the last days, with outcomes that fit their confidence."""
    lot = Random(8)
    entries = []
    for day in range(days):
        for at in range(lot.randint(9, 24)):
            confidence = min(100, max(12, round(lot.gauss(74 + day / 6, 15))))
            entries.append(
                _entry(
                    run=f"past-{day}-{at}",
                    confidence=confidence,
                    when=NOW - timedelta(days=days - day, minutes=7 * at),
                    element=f"element-{lot.randint(1, 9)}",
                )
            )
    _write(store, entries, lot)


def add_experiments(store: Store) -> None:
    """Write an experiment that is over and one that is going on, with what they have shown."""
    over = Experiment(
        id="flag-less",
        name="flag less",
        control=BALANCED,
        treatment=Thresholds(auto_apply=80, apply_with_flag=70, suggest_only=40),
        allocation=20,
        start_date=NOW - timedelta(days=70),
        end_date=NOW - timedelta(days=40),
        status=ExperimentStatus.COMPLETED,
        unit=ExperimentUnit.RUN,
    )
    active = Experiment(
        id="bolder",
        name="bolder",
        control=BALANCED,
        treatment=BOLD,
        allocation=50,
        start_date=NOW - timedelta(days=12),
    )
    store.save_experiment(over)
    store.save_experiment(active)
    lot = Random(21)
    entries = []
    for at in range(360):
        variant = Variant.TREATMENT if lot.random() < 0.5 else Variant.CONTROL
        confidence = min(100, max(30, round(lot.gauss(78, 13))))
        entry = _entry(
            run=f"trial-{at}",
            confidence=confidence,
            when=NOW - timedelta(hours=0.7 * (360 - at)),
            element=f"element-{at % 11}",
            thresholds=BOLD if variant is Variant.TREATMENT else BALANCED,
        )
        user = f"{variant.value}-{lot.randint(1, 40)}"
        entries.append(replace(entry, experiment_id="bolder", variant=variant, user_id=user))
    _write(store, entries, lot)


def fill_queue(queue: QueuedRunTables) -> None:
    """Let two workers take the runs of a night: some have ended, two go on, the rest waits."""
    names = ("Buy a stove", "Sign up", "Track an order", "Return a tent", "Search", "Gift card")
    jobs = [Job(run_id=f"night-{n}", name=one, recording_id=PATH) for n, one in enumerate(names)]
    queue.add(jobs, "2.0.0", NOW - timedelta(minutes=9))
    ends = (RunState.PASSED, RunState.FAILED, RunState.LOST)
    for number, job in enumerate(jobs[:5]):
        worker, at = f"night-{number % 2 + 1}:4711", NOW - timedelta(minutes=8 - number)
        queue.take(job.run_id, job.run_id, worker, at)
        if number < len(ends):
            ended = Ended.without_run(job, "it was so", exit_code=1, at=at)
            queue.end(job.run_id, job.run_id, ended, ends[number], at + timedelta(seconds=41))
    for number in (1, 2):
        began, seen = NOW - timedelta(hours=3), NOW - timedelta(seconds=20 * number)
        host = f"night-{number}"
        worker_of = QueueWorker(
            id=f"{host}:4711", host=host, version="2.0.0", concurrency=2,
            started_at=began, seen_at=seen,
        )  # fmt: skip
        queue.greet(worker_of)


def _write(store: Store, entries: list[ConfidenceLogEntry], lot: Random) -> None:
    store.write_decisions(entries)
    store.write_outcomes(
        [
            Outcome(entry.id, lot.random() < min(0.985, entry.final_confidence / 100 + 0.08))
            for entry in entries
            if entry.applied and lot.random() < 0.93
        ]
    )


def _entry(
    *,
    run: str,
    confidence: int,
    when: datetime,
    element: str,
    thresholds: Thresholds = BALANCED,
) -> ConfidenceLogEntry:
    action: HealingAction = thresholds.action_for(confidence)
    return ConfidenceLogEntry(
        run_id=run,
        step_number=1,
        timestamp=when,
        raw_ai_confidence=float(confidence),
        calculated_confidence=confidence,
        final_confidence=confidence,
        factors=ConfidenceFactors(
            ai_confidence=confidence,
            label_similarity=85,
            type_similarity=100,
            position_proximity=75,
            selector_uniqueness=100,
        ),
        boosters_applied=(),
        penalties_applied=(),
        action=action,
        threshold_used=thresholds,
        organization_id=ORGANIZATION,
        user_id="ci",
        recording_id=PATH,
        fingerprint_id=element,
        probability=confidence / 100,
        margin=0.4,
    )
