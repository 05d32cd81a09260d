"""Recorder bar: says in the recorded windows what is recorded, and keeps what a person wants."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from holdfast.app.locator_proof import proved, write_locator
from holdfast.app.steps import title_of
from holdfast.app.wiring import Told, prove
from holdfast.doors.recorded_tab import RecordedTab
from holdfast.model.recording import Step
from holdfast.page.kinds import control_of
from holdfast.selectors.describe import describe

SHOWN_STEPS = 3
NO_UNDO = "A tab that was opened or closed stays: nothing to undo"
IS_PAUSED = "Paused: nothing is recorded until you resume"


@dataclass(slots=True)
class RecorderBar:
    """What the bar shows beside the steps; ``event`` brings it news, without it there is none."""

    event: str = ""
    is_paused: bool = False
    is_stopped: bool = False
    asserting: str = ""  # what the next click in a window asserts
    note: str = ""
    addresses: dict[int, str] = field(default_factory=dict)  # of the tabs when it was paused
    place: tuple[float, float] | None = None  # its left and lower edge, where a person put it

    @property
    def is_silent(self) -> bool:
        """Return whether what is done now is no part of the recording."""
        return self.is_paused or self.is_stopped

    def point(self, wanted: str) -> None:
        """Let the next click assert something; "" leaves it."""
        self.asserting = "" if self.is_paused else wanted

    async def show(self, tabs: Sequence[RecordedTab], steps: Sequence[Step]) -> None:
        """Bring all windows up to date."""
        state = {
            "kind": "state",
            "steps": [step_line(step) for step in steps[-SHOWN_STEPS:]],
            "count": len(steps),
            "paused": self.is_paused,
            "mode": self.asserting,
            "note": IS_PAUSED if self.is_paused else self.note,
            "place": self.place,
        }
        for tab in tabs:
            await tab.tell_bar({"kind": "end"} if self.is_stopped else state)

    async def mark(self, tab: RecordedTab, told: Told) -> None:
        """Show what would be recorded where the mouse is, with its locator."""
        corner = tab.corner(told)
        if not self.event or self.is_silent or corner is None:
            return
        locator = await _locator(tab, told)
        if locator:
            element = 0 if told.way else told.data["element"]
            box = [*corner, *told.data["box"][2:]]
            await tab.tell_bar({"kind": "mark", "element": element, "box": box, "locator": locator})


async def _locator(tab: RecordedTab, told: Told) -> str:
    """Return the locator of what is pointed at, "" if the page is not known."""
    looked = tab.look_at(told)
    if looked is None or told.data["target"] < 0:
        return ""
    snapshot, placed = looked
    index = control_of(snapshot, placed.indices[told.data["target"]])
    known = describe(snapshot, index)
    proof: Any = None if told.way else await prove(tab.page, snapshot.nodes[index])
    true = None if proof is None else await proved(proof, known)
    return write_locator(true or known).code.removeprefix("page.")


def step_line(step: Step) -> str:
    """Return a step in one line: its id, what it does, and with what."""
    value = "" if step.value is None else f"  {step.value!r:.60}"
    return f"{step.id:>4}  {title_of(step)}{value}"
