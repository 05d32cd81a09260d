"""Selenium flow: knows a command of Selenium IDE, and what its test did before."""

import re
from dataclasses import dataclass, field
from typing import Any

from holdfast.adapters.formats.recording_draft import RecordingDraft
from holdfast.adapters.formats.selenium_locators import iter_locators
from holdfast.model.json_fields import find_field, get_field
from holdfast.model.recording import Pointer, StepAction
from holdfast.model.snapshot import Size

Json = dict[str, Any]

_VARIABLE = re.compile(r"\$\{(?!KEY_)([A-Za-z_]\w*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One line of a test."""

    name: str
    target: str
    value: str
    alternatives: object
    opens: str | None  # the name of the window that it opens

    @classmethod
    def of(cls, number: int, given: object) -> "Command":
        if not isinstance(given, dict):
            raise TypeError(f"command {number} must be an object, got {given!r:.80}")
        try:
            opens = find_field(given, "opensWindow", bool) is True
            return cls(
                name=get_field(given, "command", str),
                target=find_field(given, "target", str) or "",
                value=find_field(given, "value", str) or "",
                alternatives=given.get("targets"),
                opens=(find_field(given, "windowHandleName", str) or "") if opens else None,
            )
        except ValueError as exc:
            raise ValueError(f"command {number}: {exc}") from exc


@dataclass(slots=True)
class Flow:
    """What is known after the commands so far."""

    draft: RecordingDraft
    base: str
    start_url: str = ""
    url: str = ""
    viewport: Size | None = None
    frames: tuple[int | str, ...] = ()
    tab: int = 0
    opened: int = 1
    windows: dict[str, int] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    answer: Json | None = None  # to the next dialog
    message: str | None = None  # of the next dialog
    depth: int = 0

    # ------------------------------------------------------------------------------- what is meant

    def fill(self, text: str) -> str:
        """Return a text with what is known put in, and our variables for what is not."""
        return _VARIABLE.sub(self._named, text)

    def _named(self, found: re.Match[str]) -> str:
        if found[1] in self.constants:
            return self.constants[found[1]]
        self.draft.hint(f"{found[1]} is not known before the run: give it with --var {found[1]}=…")
        return f"{{{{{found[1]}}}}}"

    def pointer(self, command: Command) -> Pointer | None:
        """Return where a command is done; None, with a note, when its locator says nothing."""
        found = iter_locators(self.fill(command.target), command.alternatives)
        selectors = tuple((selector,) for selector in found)
        if not selectors:
            self.draft.note(f"no such locator is known: {command.target[:80]!r}")
            return None
        return Pointer(selectors=selectors, frames=self.frames)

    @property
    def place(self) -> Json:
        """Return tab and address of a step, as far as that is known."""
        return {"tab": self.tab, "url": self.url}

    def dialog(self, *, accept: bool, value: str | None = None, message: str | None = None) -> None:
        """Add the answer to a dialog."""
        told = message if message is not None else self.message
        self.message = None
        self.draft.add(StepAction.DIALOG, accept=accept, value=value, message=told, **self.place)
