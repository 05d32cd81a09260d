"""Healings of the store as cases: the element as it was recorded, and the page it was found on."""

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.errors import ForeignFormat, HoldfastError, ResolutionError, UsageError
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import Healing
from holdfast.model.snapshot_json import snapshot_from_json
from holdfast.ports import RecordingFiles, Store

_AGAIN = "replay the recording once more"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCase:
    """A healing with both pages. ``is_right`` is None while nobody knows whether it was."""

    healing: Healing
    action: str
    recorded: Fingerprint
    found: Fingerprint

    @property
    def is_right(self) -> bool | None:
        """Return whether the healing found the element: a person's word, else a good run's."""
        if self.healing.state is not ReviewState.PENDING:
            return self.healing.state is ReviewState.ACCEPTED
        return True if self.healing.succeeded else None


def get_case(files: RecordingFiles, store: Store, number: int) -> StoredCase:
    """Return the healing of a number as a case; raises when it, or its recording, is not there."""
    healing = store.find_healing(number)
    if healing is None:
        raise ResolutionError(
            f"there is no healing {number}\n  next: holdfast review list --all shows them"
        )
    return _case(files, store, healing)


def iter_cases(files: RecordingFiles, store: Store) -> Iterator[StoredCase]:
    """Yield the healings that can be looked at again, newest first; others are left out."""
    for healing in store.iter_healings():
        try:
            yield _case(files, store, healing)
        except HoldfastError:
            continue


def _case(files: RecordingFiles, store: Store, healing: Healing) -> StoredCase:
    if healing.fingerprint is None:
        raise UsageError(f"healing {healing.number} found no element\n  next: {_AGAIN}")
    known = None if healing.recording_id is None else store.find_recording(healing.recording_id)
    if known is None:
        raise UsageError(
            f"the recording of healing {healing.number} is not known here\n  next: {_AGAIN}"
        )
    document = files.load(known.path)
    step = _find(document.get("steps"), "id", healing.step_id)
    # What was accepted has replaced what was recorded; the history has that.
    before = _find(document.get("history"), "healingId", healing.entry_id) or step
    if step is None or before is None or before.get("fingerprint") is None:
        raise ForeignFormat(f"step {healing.step_id!r} in {known.path!r}", "no such step", _AGAIN)
    stored = document.get("pages")
    named = stored if isinstance(stored, dict) else {}
    pages = {name: snapshot_from_json(page) for name, page in named.items()}
    return StoredCase(
        healing=healing,
        action=str(step.get("action")),
        recorded=fingerprint_from_json(before["fingerprint"], pages=pages),
        found=fingerprint_from_json(dict(healing.fingerprint), pages=pages),
    )


def _find(entries: object, key: str, value: object) -> dict[str, object] | None:
    listed = entries if isinstance(entries, list) else []
    return next((one for one in listed if isinstance(one, dict) and one.get(key) == value), None)
