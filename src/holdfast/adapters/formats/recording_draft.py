"""A recording in the making: steps of another program come in, and what became of each is told."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from holdfast.model.conversion import Carried, Fate
from holdfast.model.foreign_locators import PointerKind, read_aria, split_part
from holdfast.model.placeholders import PLACEHOLDERS, as_text
from holdfast.model.privacy import mask_url
from holdfast.model.recording import Pointer, Step, StepAction
from holdfast.model.redaction import mask_patterns
from holdfast.model.secret_fields import names_a_secret, variable_name

MASKED = "a secret in the address is masked"
_WORDS = re.compile(r"[^\W\d][\w-]*")
# The last element that a CSS selector or an XPath names; what is around it is another field.
_LAST = re.compile(r"""(?:"[^"]*"|'[^']*'|\[[^\]]*\]|[^\s>+~/"'\[])+$""")


@dataclass(slots=True)
class RecordingDraft:
    """A recording in the making. ``secrets`` are fields that somebody named besides ours."""

    secrets: Sequence[str] = ()
    steps: list[Step] = field(default_factory=list)
    account: list[Carried] = field(default_factory=list)
    _made: list[str] = field(default_factory=list)
    _notes: list[str] = field(default_factory=list)
    _hints: list[str] = field(default_factory=list)
    _is_kept: bool = False
    _references: set[str] = field(default_factory=set)

    def add(self, action: StepAction, **given: Any) -> Step:
        """Add a step and return it; what it stands for is told by the next ``close``."""
        for key in ("value", "url"):
            if given.get(key) and given[key] not in self._references:
                given[key] = as_text(given[key])  # what another program wrote names no secret
        step = Step(id=f"s{len(self.steps) + 1}", action=action, **given)
        self.steps.append(step)
        self._made.append(step.id)
        return step

    def replace_last(self, step: Step) -> None:
        """Put a changed step in the place of the last one."""
        self.steps[-1] = step

    def note(self, why: str) -> None:
        """Say what of the step that is being taken over is lost."""
        if why not in self._notes:
            self._notes.append(why)

    def hint(self, what: str) -> None:
        """Say something about the step of which nothing is lost."""
        if what not in self._hints:
            self._hints.append(what)

    def keep(self, of: str = "") -> None:
        """Say that it is kept without a step of its own: as part of one, or of the recording."""
        self._made += [of] if of else []
        self._is_kept = True

    def close(self, number: int, what: str) -> None:
        """Enter a step of the source in the account; one that made nothing was not taken over."""
        is_kept = self._is_kept or bool(self._made)
        fate = Fate.LEFT if not is_kept else Fate.IN_PART if self._notes else Fate.TAKEN
        why, made = "; ".join((*self._notes, *self._hints)), tuple(self._made)
        self.account.append(Carried(number=number, what=what, fate=fate, why=why, steps=made))
        self._made, self._notes, self._hints, self._is_kept = [], [], [], False

    # --------------------------------------------------------------------------- what is not kept

    def secret(self, name: str) -> str:
        """Return what stands for a secret that the other program knew by name only."""
        reference = f"${{{variable_name(name)}}}"
        self._references.add(reference)
        self.hint(f"set {variable_name(name)} when you replay")
        return reference

    def typed(
        self, pointer: Pointer, value: str, *, names_known: bool = False, called: str = ""
    ) -> str:
        """Return what a step may hold of a typed value: itself, or the name of a secret.

        ``names_known``: what reads like the name of a variable is one, for we wrote it. What the
        other program wrote is text. ``called`` is what it calls the field.
        """
        name = self._secret_name(pointer) or (
            variable_name(called)
            if names_a_secret(called) or mask_patterns(value) != value
            else None
        )
        if name is not None and not (names_known and PLACEHOLDERS.fullmatch(value)):
            self.hint(f"the value is secret, and not written: set {name} when you replay")
            self._references.add(f"${{{name}}}")
            return f"${{{name}}}"
        if not names_known and PLACEHOLDERS.search(as_text(value).replace("$${", "")):
            self.hint("the value holds what Holdfast reads as the name of a variable")
        return value

    def address(self, url: str) -> str:
        """Return an address without what opens doors."""
        masked = mask_url(url)
        if masked != url:
            self.note(MASKED)
        return masked

    def _secret_name(self, pointer: Pointer) -> str | None:
        named = {name.casefold() for name in self.secrets}
        parts = [selector[-1] for selector in pointer.selectors]
        if any(part.casefold() in named for part in parts):
            return variable_name(next(iter(_iter_names(parts)), ""))
        for name in _iter_names(parts):
            if names_a_secret(name) or name.casefold() in named:
                return variable_name(name)
        return None


def _iter_names(parts: Iterable[str]) -> Iterable[str]:
    """Yield what selectors call the element: names, and the words of CSS and XPath."""
    for part in parts:
        kind, asked = split_part(part)
        if kind is PointerKind.ARIA:
            yield read_aria(asked).name
        elif kind is PointerKind.ROLE:
            yield asked.partition("/")[2]
        elif kind is PointerKind.TEXT:
            yield asked
        else:
            last = _LAST.search(asked[-500:])
            yield from _WORDS.findall(last[0] if last else asked)
