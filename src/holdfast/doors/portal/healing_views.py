"""Healing views: one healing as people judge it, and what accepting it would change."""

from collections.abc import Mapping

from holdfast.app.healing_pictures import read_offer
from holdfast.app.replay import with_start
from holdfast.app.steps import title_of
from holdfast.deciding.decision_words import explain
from holdfast.doors.healing_json import decision_of
from holdfast.doors.portal.views import AcceptChange, ChangeRow, HealingView
from holdfast.errors import HoldfastError, UsageError
from holdfast.history.calibration import Calibrator
from holdfast.history.review import accept
from holdfast.model.archive import HealingEvidence
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.healing_decision import ReviewState
from holdfast.model.recording import Recording
from holdfast.model.recording_json import recording_from_json
from holdfast.model.remembered import Healing, RecordingEntry
from holdfast.page.keys import label_of
from holdfast.ports import Clock, RecordingFiles, Store
from holdfast.selectors.writing import selectors_of

TEST_IDS = ("data-testid", "data-test-id", "data-test", "data-qa", "data-cy")


def healing_view(
    store: Store,
    files: RecordingFiles,
    clock: Clock,
    healing: Healing,
    recorded: Fingerprint | None = None,
) -> HealingView:
    """Return a healing with its decision, its evidence, its step, and what accepting changes.

    ``recorded`` is the element as it was recorded, if that is known.
    """
    entry = store.find_entry(healing.entry_id)
    decision = None if entry is None else decision_of(entry)
    stored = store.find_calibrator()
    recording = None
    if healing.recording_id is not None:
        recording = store.find_recording(healing.recording_id)
    evidence = store.find_evidence(healing.entry_id) or HealingEvidence()
    review = healing.review
    picked = [] if review is None else [o for o in evidence.runners_up if o.target == review.picked]
    document = _load(files, recording)
    return HealingView(
        healing=healing,
        entry=entry,
        decision=decision,
        sentences=() if decision is None else tuple(explain(decision)),
        chance=None
        if stored is None
        else Calibrator.from_json(stored).probability(healing.confidence),
        step_title=_title(healing, document),
        recording=recording,
        evidence=evidence,
        change=_change(healing, recording, document, clock),
        picked=picked[0] if picked else None,
        has_page_before=recorded is not None and recorded.node.box is not None,
        has_page_after=_is_placed(healing),
    )


def _is_placed(healing: Healing) -> bool:
    found = read_offer(healing)
    return found is not None and found.node.box is not None


def _load(files: RecordingFiles, recording: RecordingEntry | None) -> dict[str, object] | None:
    if recording is None:
        return None
    try:
        return files.load(recording.path)
    except HoldfastError:
        return None  # the file is gone or damaged: the healing is still worth looking at


def _read(document: Mapping[str, object] | None) -> Recording | None:
    try:
        return None if document is None else recording_from_json(document)
    except HoldfastError:
        return None


def _title(healing: Healing, document: Mapping[str, object] | None) -> str:
    recording = _read(document)
    if recording is not None:
        for step in with_start(recording):
            if step.id == healing.step_id:
                return title_of(step)
    return f"use {healing.label!r}" if healing.label else f"step {healing.step_number}"


def _change(
    healing: Healing,
    recording: RecordingEntry | None,
    document: dict[str, object] | None,
    clock: Clock,
) -> AcceptChange | None:
    """Return what accepting would change, found by doing it on a copy; None once answered."""
    if healing.state is not ReviewState.PENDING:
        return None
    path, problem = None, ""
    rows: tuple[ChangeRow, ...] = ()
    if healing.fingerprint is None:
        problem = "nothing is offered that could be accepted: record the step again"
    elif recording is None or healing.step_id is None:
        problem = "no recording's file knows this step: accepting is only written down"
        rows = _rows(None, _fingerprint(healing.fingerprint))
    elif document is None:
        path, problem = recording.path, "the recording's file cannot be read"
    else:
        path = recording.path
        try:
            changed = accept(document, healing, clock.now())
            rows = _rows(_step_fingerprint(document, healing), _step_fingerprint(changed, healing))
        except HoldfastError as exc:
            problem = str(exc).partition("\n")[0]
    return AcceptChange(path=path, step_id=healing.step_id, rows=rows, problem=problem)


def _step_fingerprint(document: Mapping[str, object], healing: Healing) -> Fingerprint | None:
    recording = recording_from_json(document)
    found = [step.fingerprint for step in recording.steps if step.id == healing.step_id]
    if not found:
        raise UsageError("the step is not in the recording any more")
    return found[0]


def _fingerprint(data: Mapping[str, object] | None) -> Fingerprint | None:
    try:
        return fingerprint_from_json(data)
    except HoldfastError:
        return None


def _rows(before: Fingerprint | None, after: Fingerprint | None) -> tuple[ChangeRow, ...]:
    old, new = _traits(before), _traits(after)
    return tuple(
        ChangeRow(what=what, before=old.get(what, ""), after=new.get(what, ""))
        for what in dict.fromkeys([*old, *new])
        if old.get(what, "") != new.get(what, "") or what == "selector"
    )


def _traits(fingerprint: Fingerprint | None) -> dict[str, str]:
    """Return what people would name about an element."""
    if fingerprint is None:
        return {}
    node = fingerprint.node
    test_ids = [value for name in TEST_IDS if (value := node.get(name))]
    return {
        "selector": selectors_of(node)[0].playwright,
        "label": label_of(fingerprint.page, fingerprint.target),
        "tag": node.tag,
        "role": node.role or "",
        "id": node.get("id") or "",
        "test id": test_ids[0] if test_ids else "",
        "page": fingerprint.page.url,
    }
