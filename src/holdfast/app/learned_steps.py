"""Learned steps: put what was seen of imported elements into their recording."""

from collections.abc import Sequence
from dataclasses import replace

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import Recording, Step
from holdfast.model.snapshot import Snapshot


def with_learned(recording: Recording, learned: Sequence[Step]) -> Recording:
    """Return the recording with what was learned of imported steps in their place."""
    pages: list[Snapshot] = []
    by_id = {step.id: _sharing(step, pages) for step in learned}
    return replace(recording, steps=tuple(by_id.get(step.id, step) for step in recording.steps))


def _sharing(step: Step, pages: list[Snapshot]) -> Step:
    """Return the step with pages that are there already instead of equal new ones."""
    return replace(step, fingerprint=_on(step.fingerprint, pages), to=_on(step.to, pages))


def _on(fingerprint: Fingerprint | None, pages: list[Snapshot]) -> Fingerprint | None:
    if fingerprint is None:
        return None
    known = next((page for page in pages if is_same_page(page, fingerprint.page)), None)
    if known is None:
        pages.append(fingerprint.page)
        return fingerprint
    return replace(fingerprint, page=known)


def is_same_page(one: Snapshot, other: Snapshot) -> bool:
    """Return whether two pages hold the same elements and words, wherever they stand."""
    return (
        one.url == other.url
        and one.tags == other.tags
        and one.parents == other.parents
        and one.attributes == other.attributes
        and one.runs == other.runs
        and one.scopes == other.scopes
        and one.shown == other.shown
    )
