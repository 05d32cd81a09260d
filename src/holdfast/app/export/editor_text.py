"""Editor text: what a step adds to what is edited in place, where one before it wrote there."""

from dataclasses import replace

from holdfast.model.recording import Recording, Step, StepAction
from holdfast.page.kinds import FIELD_TAGS

# In the ``extra`` of a step: type only this, where the cursor is. Where it is all that is written,
# the editor is emptied first: what is put in at once can leave the cursor within the last line.
ADDED = "added"
# After these the cursor is where it was when the step was recorded.
_KEEPS_CURSOR = frozenset({StepAction.TYPE, StepAction.PRESS, StepAction.CLICK, StepAction.ASSERT})


def with_additions(recording: Recording) -> Recording:
    """Return the recording with what its steps add to an editor: all anew would lose its dress."""
    steps = list(recording.steps)
    known: dict[int, int] = {}  # the step that wrote into the editor of a tab
    for number, step in enumerate(recording.steps):
        before = known.get(step.tab)
        editor = None if before is None else steps[before]
        if step.action not in _KEEPS_CURSOR or _is_click_into(step, editor):
            known.pop(step.tab, None)
        if step.action is StepAction.TYPE and _is_editor(step):
            added = "" if editor is None or step.tab not in known else _added(editor, step)
            known[step.tab] = number
            if added and editor is not None and before is not None:
                steps[before] = _adding(editor, editor.value or "")
                steps[number] = _adding(step, added)
    return replace(recording, steps=tuple(steps))


def _adding(step: Step, text: str) -> Step:
    return replace(step, extra={ADDED: text, **step.extra})


def _is_editor(step: Step) -> bool:
    return step.fingerprint is not None and step.fingerprint.node.tag not in FIELD_TAGS


def _xpath(step: Step | None) -> str:
    return "" if step is None or step.fingerprint is None else step.fingerprint.node.xpath


def _is_click_into(step: Step, editor: Step | None) -> bool:
    if step.action is not StepAction.CLICK or editor is None:
        return False
    one, other = step.fingerprint, editor.fingerprint
    is_here = one is not None and other is not None and one.node.frame == other.node.frame
    return is_here and f"{_xpath(step)}/".startswith(f"{_xpath(editor)}/")


def _added(editor: Step, step: Step) -> str:
    """Return what was put into a text in one place, "" where more than that was done to it."""
    before, after = editor.value or "", step.value or ""
    same = 0
    while same < len(before) and before[same] == after[same : same + 1]:
        same += 1
    fits = len(after) > len(before) and after.endswith(before[same:])
    if _xpath(editor) != _xpath(step) or not fits:
        return ""
    return after[same : len(after) - len(before) + same]
