"""What an answer to a healing changes: the recording's steps and history, and the outcome cache.

Recordings are plain data here, so that fields which this version does not know are kept.
"""

import copy
from collections.abc import Mapping, Sequence
from datetime import datetime

from holdfast.errors import ResolutionError
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import CacheChange, Healing

Document = dict[str, object]


def cache_change(
    outcome: bool | None, before: ReviewState, after: ReviewState, *, picked: bool = False
) -> CacheChange:
    """Return what an answer adds to the histories: a person's word stands before the outcome.

    ``picked``: another element is, or was, accepted, so what was proposed was wrong.
    """
    was, now = _counted(outcome, before, picked), _counted(outcome, after, picked)
    return CacheChange(
        successes=int(now is True) - int(was is True),
        tries=int(now is not None) - int(was is not None),
    )


def _counted(outcome: bool | None, state: ReviewState, picked: bool) -> bool | None:
    answers = {ReviewState.ACCEPTED: not picked, ReviewState.REJECTED: False}
    return answers.get(state, outcome)


def accept(document: Mapping[str, object], healing: Healing, at: datetime) -> Document:
    """Return the recording with the new fingerprint; the old one goes into its history.

    Doing it twice changes nothing more.
    """
    changed = copy.deepcopy(dict(document))
    step = _get_step(changed, healing)
    history = _list_of(changed, "history")
    if _find(history, healing) is None:
        history.append(
            {
                "healingId": healing.entry_id,
                "stepId": healing.step_id,
                "replacedAt": at.isoformat(),
                "fingerprint": step.get("fingerprint"),
            }
        )
        step["fingerprint"] = copy.deepcopy(dict(healing.fingerprint or {}))
    return changed


def take_back(document: Mapping[str, object], healing: Healing) -> Document:
    """Return the recording with the fingerprint that the healing had replaced."""
    changed = copy.deepcopy(dict(document))
    step = _get_step(changed, healing)
    history = _list_of(changed, "history")
    entry = _find(history, healing)
    if entry is None:
        return dict(document)
    later = [one for one in history[history.index(entry) + 1 :] if _is_of_step(one, healing)]
    if later:
        raise ResolutionError(
            f"cannot undo healing {healing.number}: step {healing.step_id!r} was healed again "
            f"since\n  next: undo the later healing first (holdfast review list --all)"
        )
    step["fingerprint"] = entry["fingerprint"]
    history.remove(entry)
    _leave_out_if_empty(changed, "history")
    return changed


def exclude(document: Mapping[str, object], healing: Healing, at: datetime) -> Document:
    """Return the recording whose step is never again healed to this element."""
    changed = copy.deepcopy(dict(document))
    excluded = _list_of(_get_step(changed, healing), "excluded")
    if _find(excluded, healing) is None and healing.fingerprint is not None:
        excluded.append(
            {
                "healingId": healing.entry_id,
                "rejectedAt": at.isoformat(),
                "fingerprint": copy.deepcopy(dict(healing.fingerprint)),
            }
        )
    return changed


def include(document: Mapping[str, object], healing: Healing) -> Document:
    """Return the recording whose step may be healed to this element again."""
    changed = copy.deepcopy(dict(document))
    step = _get_step(changed, healing)
    excluded = _list_of(step, "excluded")
    excluded[:] = [one for one in excluded if not _is_of(one, healing)]
    _leave_out_if_empty(step, "excluded")
    return changed


def _get_step(document: Document, healing: Healing) -> Document:
    steps: Sequence[object] = _list_of(document, "steps")
    for step in steps:
        if isinstance(step, dict) and str(step.get("id")) == healing.step_id:
            return step
    raise ResolutionError(
        f"step {str(healing.step_id)[:80]!r} of healing {healing.number} is not in the recording\n"
        "  next: the recording was changed since; run it again to get a new healing"
    )


def _list_of(document: Document, key: str) -> list[Document]:
    """Return a list of the document, made if there is none."""
    found = document.setdefault(key, [])
    if not isinstance(found, list):
        raise ResolutionError(f"{key} of the recording is no list\n  next: holdfast validate")
    return found


def _leave_out_if_empty(document: Document, key: str) -> None:
    """Take away a list that nothing is left in: a recording that was never answered has none."""
    if not document[key]:
        del document[key]


def _find(entries: list[Document], healing: Healing) -> Document | None:
    return next((entry for entry in entries if _is_of(entry, healing)), None)


def _is_of(entry: object, healing: Healing) -> bool:
    return isinstance(entry, dict) and entry.get("healingId") == healing.entry_id


def _is_of_step(entry: object, healing: Healing) -> bool:
    return isinstance(entry, dict) and entry.get("stepId") == healing.step_id
