"""The steps of a recording as they come in: what belongs together becomes one step."""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from holdfast.model.recording import Step, StepAction

DOUBLE_CLICK_MS = 1_000.0  # twice what systems take for the longest pause between two clicks


@dataclass(slots=True)
class _Entry:
    step: Step
    element: Hashable | None  # the same for acts on the same element
    session: Hashable | None  # the same while somebody types without doing anything else
    at_ms: float


@dataclass(slots=True)
class StepList:
    """Steps in order, each with an id that stays."""

    _entries: list[_Entry] = field(default_factory=list)
    _numbers: int = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the steps so far."""
        return tuple(entry.step for entry in self._entries)

    def add(
        self,
        step: Step,
        *,
        element: Hashable | None = None,
        session: Hashable | None = None,
        at_ms: float = 0.0,
        opened: bool = False,
    ) -> Step:
        """Take up a step and return it as it is kept: numbered, or grown from an earlier one.

        ``opened``: the click before it did nothing but ask for what this step gives.
        """
        if step.action is StepAction.DBLCLICK and self._take_clicks(element, at_ms):
            return self._grow(action=StepAction.DBLCLICK)
        if step.action is StepAction.TYPE:
            if self._continues(session):
                return self._grow(value=step.value)
            if self._is_click_into(element):
                return self._become(step, session)
        if step.action is StepAction.SELECT and self._is_choosing_on(element):
            return self._grow(value=step.value, values=step.values)
        if opened and self._entries and self._entries[-1].step.action is StepAction.CLICK:
            self._entries.pop()
        self._numbers += 1
        kept = replace(step, id=f"s{self._numbers}")
        self._entries.append(_Entry(kept, element, session, at_ms))
        return kept

    def find(self, step_id: str) -> Step | None:
        """Return the step with an id, None when it is no more."""
        return next((step for step in self.steps if step.id == step_id), None)

    def amend(self, step_id: str, **known: Any) -> None:
        """Give a step what became known of it (picture, fingerprint), if it is still there."""
        for entry in self._entries:
            if entry.step.id == step_id:
                entry.step = replace(entry.step, **known)

    def drop(self, step_id: str) -> None:
        """Forget a step."""
        self._entries = [entry for entry in self._entries if entry.step.id != step_id]

    def _grow(self, **changed: Any) -> Step:
        last = self._entries[-1]
        last.step = replace(last.step, **changed)
        return last.step

    def _is_choosing_on(self, element: Hashable | None) -> bool:
        """Return whether the last step chose in the same list: now more or others are chosen."""
        last = self._entries[-1] if self._entries else None
        if last is None or element is None or last.element != element:
            return False
        return last.step.action is StepAction.SELECT

    def _continues(self, session: Hashable | None) -> bool:
        last = self._entries[-1] if self._entries else None
        return last is not None and session is not None and last.session == session

    def _take_clicks(self, element: Hashable | None, at_ms: float) -> bool:
        """Return whether the last step is the first click of a double click; drop the second."""
        clicks = 0
        for entry in reversed(self._entries[-2:]):
            same = entry.element == element and at_ms - entry.at_ms <= DOUBLE_CLICK_MS
            if entry.step.action is not StepAction.CLICK or not same:
                break
            clicks += 1
        if clicks == 2:
            self._entries.pop()
        return clicks > 0

    def _is_click_into(self, element: Hashable | None) -> bool:
        """Return whether the last step only put the cursor into the field."""
        last = self._entries[-1] if self._entries else None
        if last is None or element is None or last.element != element:
            return False
        return last.step.action is StepAction.CLICK

    def _become(self, step: Step, session: Hashable | None) -> Step:
        """Turn that click into the typing: it knows how the mouse came, and what was there."""
        last = self._entries[-1]
        known = last.step
        last.step = replace(
            step,
            id=known.id,
            fingerprint=known.fingerprint or step.fingerprint,
            picture=known.picture,
        )
        last.session = session
        return last.step
