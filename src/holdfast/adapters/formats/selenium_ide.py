"""Selenium IDE: makes a recording from a test (``.side``), with an account of every command."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from holdfast.adapters.formats.recording_draft import RecordingDraft
from holdfast.adapters.formats.selenium_commands import READERS, act, assert_that
from holdfast.adapters.formats.selenium_flow import Command, Flow
from holdfast.adapters.formats.selenium_words import (
    ACTS,
    BLOCK_ENDS,
    BLOCKS,
    IN_A_BLOCK,
    find_check,
    reason_of,
)
from holdfast.errors import ForeignFormat, UsageError
from holdfast.model.conversion import Imported
from holdfast.model.json_fields import find_field, get_field
from holdfast.model.recording import Recording, StepAction

Json = dict[str, Any]

_WANTED = "a project of Selenium IDE (.side)"
_SWITCHED_OFF = "//"
_LEADING = frozenset(
    {
        StepAction.CLICK,
        StepAction.DBLCLICK,
        StepAction.SUBMIT,
        StepAction.PRESS,
        StepAction.DRAG,
    }
)


def read_side(
    document: object, *, created_at: datetime, test: str | None = None, secrets: Sequence[str] = ()
) -> Imported:
    """Return the recording of a test; raises ``ForeignFormat`` for a damaged or foreign project.

    ``test`` names the one that is meant; a project with several needs it (``UsageError``).
    """
    if not isinstance(document, dict):
        raise ForeignFormat(_WANTED, f"a {type(document).__name__}")
    try:
        chosen = _choose(get_field(document, "tests", list), test)
        base = find_field(document, "url", str) or ""
        commands = get_field(chosen, "commands", list)
        flow = Flow(draft=RecordingDraft(secrets=secrets), base=base)
        for number, given in enumerate(commands, 1):
            _read(flow, number, Command.of(number, given))
    except (TypeError, ValueError) as exc:
        raise ForeignFormat(_WANTED, f"a damaged one ({exc})", "save it in the IDE again") from exc
    recording = Recording(
        name=get_field(chosen, "name", str),
        start_url=flow.start_url or base,
        created_at=created_at,
        viewport=flow.viewport,
        steps=tuple(flow.draft.steps),
    )
    return Imported(recording=recording, account=tuple(flow.draft.account))


def _choose(tests: Sequence[object], wanted: str | None) -> Json:
    named: dict[str, Json] = {}
    for test in tests:
        if not isinstance(test, dict):
            raise TypeError(f"a test must be an object, got {test!r:.80}")
        named[get_field(test, "name", str)] = test
    if not named:
        raise ValueError("it holds no test")
    if wanted is None and len(named) == 1:
        return next(iter(named.values()))
    if wanted is None or wanted not in named:
        listed = ", ".join(repr(name[:40]) for name in list(named)[:20])
        seen = "several" if wanted is None else f"no {wanted[:80]!r} among them"
        raise UsageError(
            f"the project holds {len(named)} tests, {seen}: {listed}\n  next: --test NAME"
        )
    return named[wanted]


def _read(flow: Flow, number: int, command: Command) -> None:
    """Take one command over, or say why not."""
    before = len(flow.draft.steps)
    _take(flow, command)
    if len(flow.draft.steps) > before:
        _follow(flow, command)
        if any(step.action in _LEADING for step in flow.draft.steps[before:]):
            flow.url = ""  # the file does not tell whether this led to another page
    flow.draft.close(number, command.name[:40] or "(a comment)")


def _take(flow: Flow, command: Command) -> None:
    name = command.name.strip()
    if name in BLOCKS or flow.depth:
        flow.depth += (name in BLOCKS) - (name in BLOCK_ENDS)
        flow.draft.note(IN_A_BLOCK)
    elif not name or name.startswith(_SWITCHED_OFF):
        flow.draft.note("only a comment" if not name else "it is switched off in the file")
    elif name in READERS:
        READERS[name](flow, command)
    elif name in ACTS:
        act(flow, ACTS[name], command)
    elif (check := find_check(name)) is not None:
        assert_that(flow, *check, command)
    else:
        flow.draft.note(reason_of(name))


def _follow(flow: Flow, command: Command) -> None:
    """Add what comes of a command: a dialog that is to be answered, a window that opens."""
    if flow.answer is not None and flow.draft.steps[-1].action is not StepAction.DIALOG:
        flow.dialog(**flow.answer)
        flow.answer = None
    if command.opens is not None:
        tab, flow.opened = flow.opened, flow.opened + 1
        flow.windows[command.opens] = tab
        flow.draft.add(StepAction.NEW_TAB, tab=tab, extra={"openedByPage": True})
