"""Editor text: what a step changes in what is edited in place; the rest keeps its dress."""

from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from holdfast.model.placeholders import PLACEHOLDERS
from holdfast.model.recording import STANDS_FOR, WAS, Recording, Step, StepAction
from holdfast.page.kinds import FIELD_TAGS

# In the ``extra`` of a step: type only this, where the cursor is. Where it is all that is written,
# the editor is emptied first: what is put in at once can leave the cursor within the last line.
ADDED = "added"
CHANGED = "changed"  # put this in the place of that
PLACES_CURSOR = "placesCursor"  # of a click: where in the element it is decides what comes of it
# After these the cursor is where it was when the step was recorded.
_KEEPS_CURSOR = frozenset({StepAction.TYPE, StepAction.PRESS, StepAction.CLICK, StepAction.ASSERT})


class EditedText(NamedTuple):
    """What is put in an editor between two places, counted without the ends of lines.

    ``later``: where two lines, or two dresses, meet, the place is in the second.
    """

    start: int
    end: int
    text: str
    later: bool


def with_additions(recording: Recording) -> Recording:
    """Return the recording with what its steps change in editors: all anew would lose its dress."""
    steps = [_placing(*pair) for pair in zip_longest(recording.steps, recording.steps[1:])]
    known: dict[int, int] = {}  # the step that wrote into the editor of a tab
    for number, step in enumerate(recording.steps):
        before = known.get(step.tab)
        editor = None if before is None else steps[before]
        if step.action not in _KEEPS_CURSOR or _is_click_into(step, editor):
            known.pop(step.tab, None)
        if step.action is StepAction.TYPE and is_editor(step):
            added = "" if editor is None or step.tab not in known else _added(editor, step)
            known[step.tab] = number
            if added and editor is not None and before is not None:
                steps[before] = _adding(editor, editor.value or "")
                steps[number] = _adding(step, added)
            else:
                steps[number] = _changing(step, recording.steps[number - 1] if number else None)
    return replace(recording, steps=tuple(steps))


def _placing(step: Step | None, following: Step | None) -> Step:
    """Return a click that puts the cursor where the next step writes, with that said of it."""
    assert step is not None
    if step.action is not StepAction.CLICK or following is None or following.tab != step.tab:
        return step
    is_writing = following.action in {StepAction.TYPE, StepAction.PRESS}
    into = STANDS_FOR in following.extra or (is_writing and _is_click_into(step, following))
    return replace(step, extra={PLACES_CURSOR: True, **step.extra}) if into else step


def _adding(step: Step, text: str) -> Step:
    is_written = CHANGED in step.extra or STANDS_FOR in step.extra
    return step if is_written else replace(step, extra={ADDED: text, **step.extra})


def is_editor(step: Step) -> bool:
    """Return whether something is edited in place, and not a field."""
    return step.fingerprint is not None and step.fingerprint.node.tag not in FIELD_TAGS


def _xpath(step: Step | None) -> str:
    return "" if step is None or step.fingerprint is None else step.fingerprint.node.xpath


def _is_click_into(step: Step, editor: Step | None) -> bool:
    if step.action is not StepAction.CLICK or editor is None or not is_editor(editor):
        return False
    one, other = step.fingerprint, editor.fingerprint
    is_here = one is not None and other is not None and one.node.frame == other.node.frame
    return is_here and f"{_xpath(step)}/".startswith(f"{_xpath(editor)}/")


def _added(editor: Step, step: Step) -> str:
    """Return what was put into a text in one place, "" where more than that was done to it."""
    before, after = editor.value or "", step.value or ""
    same, _ = _kept(before, after)
    fits = len(after) > len(before) and after.endswith(before[same:])
    if _xpath(editor) != _xpath(step) or not fits or step.extra.get(WAS, before) != before:
        return ""
    return after[same : len(after) - len(before) + same]


def _kept(before: str, after: str) -> tuple[int, int]:
    """Return how much of a text stays at its beginning, and at its end."""
    most, start, end = min(len(before), len(after)), 0, 0
    while start < most and before[start] == after[start]:
        start += 1
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, end


def _changing(step: Step, earlier: Step | None) -> Step:
    """Return the step with what it changes in its editor; as it is where nothing stays there."""
    was, text = step.extra.get(WAS), step.value or ""
    if not isinstance(was, str) or was == text or PLACEHOLDERS.search(text):
        return step
    start, end = _kept(was, text)
    gone, put = was[start : len(was) - end], text[start : len(text) - end]
    if earlier is not None and earlier.action is StepAction.PRESS and was and not gone:
        return _adding(step, put) if _xpath(earlier) == _xpath(step) else step
    before, after = was[max(0, start - 1) : start], was[start : start + 1]
    # An empty line has no place that can be counted to, and ends of lines do not count at all.
    if start + end == 0 or (not gone and {before, after} <= {"", "\n"}) or gone.endswith("\n"):
        return step
    place = start - was.count("\n", 0, start)
    later = after != "\n" if gone else before == "\n"
    change = EditedText(place, place + len(gone.replace("\n", "")), put, later)
    return replace(step, extra={CHANGED: change, **step.extra})
