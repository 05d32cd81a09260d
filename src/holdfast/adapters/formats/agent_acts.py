"""Agent acts: make a recording of what an agent did, whichever program wrote it down."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from holdfast.adapters.formats.recording_draft import RecordingDraft
from holdfast.model.conversion import Imported
from holdfast.model.recording import AssertCheck, MouseButton, Pointer, Recording, StepAction

LOOKS = "it changes nothing: there is nothing to do again"
LEADING = frozenset({StepAction.CLICK, StepAction.DBLCLICK, StepAction.PRESS, StepAction.DRAG})


class SecretName(str):
    """A value that stands for a secret, by its name."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentAct:
    """One act of an agent; without an action it is only told, ``why`` says why it is left out.

    ``called`` is what the agent calls the element, ``url`` the page, if that is known. Neither
    action nor ``why``: it changed nothing.
    """

    what: str
    action: StepAction | None = None
    pointer: Pointer | None = None
    to_pointer: Pointer | None = None
    value: str | None = None
    check: AssertCheck | None = None
    button: MouseButton = MouseButton.LEFT
    called: str = ""
    url: str = ""
    why: str = ""


def write_acts(
    acts: Iterable[AgentAct],
    *,
    name: str,
    created_at: datetime,
    start_url: str = "",
    secrets: Sequence[str] = (),
) -> Imported:
    """Return the recording of the acts, and what became of each."""
    draft = RecordingDraft(secrets=secrets)
    url = draft.address(start_url) if start_url else ""
    for number, act in enumerate(acts, 1):
        url = draft.address(act.url) if act.url else url
        _take(draft, act, url)
        if act.action is StepAction.NAVIGATE and draft.steps:
            url = draft.steps[-1].url
        elif act.action in LEADING and not act.url:
            url = ""  # the file does not tell whether this led to another page
        draft.close(number, act.what[:40])
    steps = tuple(draft.steps)
    first = next((step.url for step in steps if step.url), "")
    recording = Recording(
        name=name[:200] or "agent",
        start_url=draft.address(start_url) if start_url else first,
        created_at=created_at,
        steps=steps,
    )
    return Imported(recording=recording, account=tuple(draft.account))


def _take(draft: RecordingDraft, act: AgentAct, url: str) -> None:
    if act.action is None:
        if act.why:
            draft.note(act.why)
        else:
            draft.keep()
            draft.hint(LOOKS)
        return
    if act.action is StepAction.NAVIGATE:
        address = draft.address(act.value or "")
        draft.add(StepAction.NAVIGATE, value=address, url=address)
        return
    draft.add(
        act.action,
        pointer=act.pointer,
        to_pointer=act.to_pointer,
        value=_value(draft, act),
        check=act.check,
        button=act.button,
        url=url,
    )


def _value(draft: RecordingDraft, act: AgentAct) -> str | None:
    if isinstance(act.value, SecretName):
        return draft.secret(act.value)
    if act.action is StepAction.TYPE and act.pointer is not None:
        return draft.typed(act.pointer, act.value or "", called=act.called)
    return act.value
