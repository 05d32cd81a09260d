"""Pytest code: writes a recording as a test with Playwright, with an account of every step."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from holdfast.app.export.editor_text import with_additions
from holdfast.app.export.helper_code import PLAYWRIGHT_HELPERS, after_imports, helpers_for, says
from holdfast.app.export.pytest_effects import brings
from holdfast.app.export.pytest_layout import INDENT, fit
from holdfast.app.export.pytest_locators import page_name
from holdfast.app.export.pytest_steps import StepCode, code_of
from holdfast.app.export.pytest_values import value_code
from holdfast.app.offers import Offer, find_offer
from holdfast.app.recorded_device import emulated
from holdfast.model.conversion import Carried, Exported, Fate
from holdfast.model.origin import origin_of
from holdfast.model.recording import AssertCheck, EffectKind, Recording, Step, StepAction
from holdfast.selectors.playwright_code import as_shown, literal

_UNNAMEABLE = re.compile(r"[^a-z0-9]+")
LONGEST_NAME = 60
_MODULES = {"os": ("os.environ[",), "re": ("re.compile(", "re.sub(")}
SECOND_DIALOG = "a second dialog of one act has to be answered by hand"


def write_pytest(recording: Recording) -> Exported:
    """Return the recording as a module with one test; it wants a fixture ``page``."""
    origin = origin_of(recording.start_url)
    recording = with_additions(on_base(recording, origin))
    script = _Script(steps=recording.steps)
    body = [*_opening(recording), *script.iter_lines()]
    uses = "\n".join(body)
    head = [f"# Exported by Holdfast from the recording {as_shown(recording.name)!r}."]
    head += [f"# Run it with: pytest --base-url {origin}", ""] if origin else [""]
    helpers = helpers_for(uses, PLAYWRIGHT_HELPERS)
    uses = "\n".join([*helpers, uses])
    imports = [name for name, calls in _MODULES.items() if any(call in uses for call in calls)]
    head += [*(f"import {name}" for name in imports), ""] if imports else []
    imported = ["import pytest"] * bool(emulated(recording.extra))
    names = {"Dialog": "Dialog,", "Locator": "Locator,", "Page": "", "expect": "expect("}
    words = [name for name, used in names.items() if used in uses]
    head += [
        *imported,
        f"from playwright.sync_api import {', '.join(words)}",
        *after_imports(helpers),
    ]
    head += _device_mark(recording)
    head += [f"def test_{slug(recording.name)}(page: Page) -> None:"]
    lines = [line for code in body for line in fit(code)]
    return Exported(text="\n".join([*head, *lines]) + "\n", account=tuple(script.account))


def on_base(recording: Recording, origin: str) -> Recording:
    """Return the recording with the addresses of its own site as paths, for any base URL."""
    if not origin:
        return recording
    steps = tuple(_step_on_base(step, origin) for step in recording.steps)
    return replace(recording, start_url=_path_of(recording.start_url, origin), steps=steps)


def _step_on_base(step: Step, origin: str) -> Step:
    effect = step.effect
    if effect is not None and effect.kind is EffectKind.URL:
        step = replace(
            step, effect=replace(effect, expected=_path_of(str(effect.expected), origin))
        )
    if step.action is StepAction.NAVIGATE or step.check is AssertCheck.URL:
        return replace(step, value=_path_of(step.value or step.url, origin))
    return step


def _path_of(url: str, origin: str) -> str:
    return url[len(origin) :] or "/" if url.startswith(origin) else url


def slug(name: str) -> str:
    slug = _UNNAMEABLE.sub("_", name.lower()).strip("_")[:LONGEST_NAME].strip("_")
    return slug or "recording"


def _device_mark(recording: Recording) -> list[str]:
    """Return the lines by which pytest-playwright pretends to be the recorded device."""
    said = [f"{name}={_plain(value)}" for name, value in emulated(recording.extra).items()]
    return fit(f"@pytest.mark.browser_context_args({', '.join(said)})") if said else []


def _plain(value: object) -> str:
    return literal(value) if isinstance(value, str) else f"{value!r}"


def _opening(recording: Recording) -> Iterator[str]:
    size, steps = recording.viewport, recording.steps
    if size is not None:
        sides = f'{{"width": {int(size.width)}, "height": {int(size.height)}}}'
        yield f"{INDENT}page.set_viewport_size({sides})"
    if not steps or steps[0].action is not StepAction.NAVIGATE:
        yield f"{INDENT}page.goto({value_code(recording.start_url)})"


@dataclass(slots=True)
class _Script:
    """The lines of a test, step by step, and what became of each step."""

    steps: Sequence[Step]
    account: list[Carried] = field(default_factory=list)
    _known: set[int] = field(default_factory=lambda: {0})  # tabs that have a name

    def iter_lines(self) -> Iterator[str]:
        """Yield the lines; what a step brings about is prepared before it, or awaited with it."""
        number = 0
        while number < len(self.steps):
            step = self.steps[number]
            brought = self._brought(number + 1)
            code = code_of(step, self._offer(number))
            self.account.append(account_for(number, step, code))
            yield from self._named(step)
            yield from self._with_brought(step, code, brought)
            self._known.update(self.steps[n].tab for n in brought)
            number += 1 + len(brought)

    def _offer(self, number: int) -> Offer | None:
        return find_offer(self.steps[number - 1], self.steps[number]) if number else None

    def _named(self, step: Step) -> Iterator[str]:
        """Yield the name of a tab that no step opens: it must be there already."""
        if step.tab not in self._known and step.action is not StepAction.NEW_TAB:
            yield f"{INDENT}{page_name(step.tab)} = page.context.pages[{step.tab}]"
        self._known.add(step.tab)

    def _brought(self, start: int) -> list[int]:
        """Return the dialogs and tabs that a step brings about: they follow it in the recording."""
        if self.steps[start - 1].action in _BROUGHT_ABOUT:
            return []
        numbers: list[int] = []
        while start < len(self.steps) and _is_brought_about(self.steps[start]):
            numbers.append(start)
            start += 1
        return numbers

    def _with_brought(self, step: Step, code: StepCode, brought: Sequence[int]) -> Iterator[str]:
        dialogs = [n for n in brought if self.steps[n].action is StepAction.DIALOG]
        tabs = [n for n in brought if self.steps[n].action is StepAction.NEW_TAB]
        page = page_name(step.tab)
        if dialogs:
            yield f"{INDENT}{page}.once({_answer(self.steps[dialogs[0]])})"
        for number in brought:
            left = StepCode(left=SECOND_DIALOG) if number in dialogs[1:] else StepCode()
            self.account.append(account_for(number, self.steps[number], left))
        awaited = [f"{page}.expect_popup() as popup{self.steps[n].tab}" for n in tabs[:1]]
        said = [literal(said) for n in dialogs[:1] if (said := self.steps[n].message)]
        awaited += [f'{page}.expect_event("dialog"){" as asked" * bool(said)}'] * bool(dialogs)
        download, look = brings(step.effect, page)
        awaited += [download] if download else []
        if awaited:
            yield f"{INDENT}with {', '.join(awaited)}:"
        inner = INDENT * 2 if awaited else INDENT
        yield from (f"{inner}{line}" for line in code.comments)
        yield from (f"{inner}{line}" for line in code.lines or (["pass"] if awaited else []))
        asked = [f"assert {says('asked.value.message', words)}" for words in said]
        yield from (f"{INDENT}{line}" for line in [*asked, look, *code.after] if line)
        yield from _entered(self.steps, tabs)
        for number in dialogs[1:]:
            yield f"{INDENT}# not taken over: step {number + 1}, {SECOND_DIALOG}"


def account_for(number: int, step: Step, code: StepCode) -> Carried:
    """Return what became of a step."""
    what = step.action.value if step.check is None else f"assert {step.check.value}"
    fate = Fate.LEFT if code.left else Fate.TAKEN
    why = code.left or "; ".join(code.notes)
    return Carried(number=number + 1, what=what, fate=fate, why=why, steps=(step.id,))


_BROUGHT_ABOUT = frozenset({StepAction.DIALOG, StepAction.NEW_TAB})


def _is_brought_about(step: Step) -> bool:
    if step.action is StepAction.NEW_TAB:
        return step.extra.get("openedByPage") is True
    return step.action is StepAction.DIALOG


def _answer(step: Step) -> str:
    if step.accept is False:
        return '"dialog", lambda dialog: dialog.dismiss()'
    said, words = "" if step.value is None else value_code(step.value), step.message or ""
    if words:
        more = f", {said}" if said else ""
        return f'"dialog", lambda dialog: agree(dialog, {literal(words)}{more})'
    return f'"dialog", lambda dialog: dialog.accept({said})'


def _entered(steps: Sequence[Step], tabs: Sequence[int]) -> Iterator[str]:
    for place, number in enumerate(tabs):
        tab = steps[number].tab
        opened = f"page.context.pages[{tab}]" if place else f"popup{tab}.value"
        yield f"{INDENT}{page_name(tab)} = {opened}"
