"""Selenium code: writes a recording as a test with Selenium, with an account of every step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from holdfast.app.export.editor_text import with_additions
from holdfast.app.export.helper_code import (
    SELENIUM_HELPERS,
    after_imports,
    helpers_for,
    lines_code,
    says,
)
from holdfast.app.export.pytest_code import account_for, on_base, slug
from holdfast.app.export.pytest_effects import (
    FIELDS,
    PASSING,
    STATES,
    address_pattern,
    counted_by,
    drawn_around,
    is_whole,
    item_tag,
    list_of,
)
from holdfast.app.export.pytest_layout import INDENT, LONGEST_LINE, fit
from holdfast.app.export.pytest_locators import NOT_SEEN
from holdfast.app.export.pytest_steps import StepCode, lacks_secret, loses_dress, needs_names
from holdfast.app.export.pytest_values import names_in, value_code
from holdfast.app.export.selenium_elements import (
    DRIVER,
    LONGEST_TEXT,
    SeleniumElement,
    element_of,
    root_of,
)
from holdfast.app.export.selenium_steps import (
    WAIT,
    address_code,
    is_picked,
    on_element,
    until,
    without_element,
)
from holdfast.app.offers import find_offer
from holdfast.app.recorded_device import emulated
from holdfast.app.steps import PRESSING
from holdfast.model.conversion import Carried, Exported
from holdfast.model.origin import origin_of
from holdfast.model.recording import Effect, EffectKind, Recording, Step, StepAction
from holdfast.model.snapshot import Node
from holdfast.selectors.playwright_code import as_shown, literal

_SELENIUM = {
    "from selenium.webdriver import ActionChains": "ActionChains(",
    "from selenium.webdriver.common.by import By": "By.",
    "from selenium.webdriver.common.keys import Keys": "Keys.",
    "from selenium.webdriver.remote.webdriver import WebDriver": "",
    "from selenium.webdriver.remote.webelement import WebElement": "WebElement",
    "from selenium.webdriver.support import expected_conditions as ec": "ec.",
}
_WAITING = {"Select": "Select(", "WebDriverWait": "WebDriverWait("}


def write_selenium(recording: Recording) -> Exported:
    """Return the recording as a module with one test; it wants ``driver`` and ``base_url``."""
    origin = origin_of(recording.start_url)
    recording = with_additions(on_base(recording, origin))
    script = _Script(steps=recording.steps)
    body = [*_opening(recording), *script.iter_lines()]
    uses = "\n".join(body)
    helpers = helpers_for(uses, SELENIUM_HELPERS)
    uses = "\n".join([*helpers, uses])
    head = [f"# Exported by Holdfast from the recording {as_shown(recording.name)!r}."]
    head += [f"# Run it with: pytest --base-url {origin}", ""] if origin else [""]
    own = [f"import {name}" for name in ("os", "re", "tempfile", "time") if f"{name}." in uses]
    own += ["from pathlib import Path"] * ("Path(" in uses)
    head += [*own, ""] if own else []
    head += [line for line, used in _SELENIUM.items() if used in uses]
    waits = [name for name, used in _WAITING.items() if used in uses]
    head += [f"from selenium.webdriver.support.ui import {', '.join(waits)}"] if waits else []
    takes = "driver: WebDriver, base_url: str" if "base_url" in uses else "driver: WebDriver"
    head += after_imports(helpers)
    head += fit(f"def test_{slug(recording.name)}({takes}) -> None:")
    lines = [line for code in body for line in fit(f"{INDENT}{code}")]
    return Exported(text="\n".join([*head, *lines]) + "\n", account=tuple(script.account))


def _opening(recording: Recording) -> Iterator[str]:
    yield f"{DRIVER}.implicitly_wait(10)"
    device = emulated(recording.extra)
    if recording.viewport is not None:
        wide, high = map(int, recording.viewport)
        scale, mobile = device.get("device_scale_factor", 1), device.get("is_mobile", False)
        size = f"width={wide}, height={high}, deviceScaleFactor={scale}, mobile={mobile}"
        plain = f"set_viewport({DRIVER}, {wide}, {high})"
        yield f'emulate({DRIVER}, "setDeviceMetricsOverride", {size})' if device else plain
    if "user_agent" in device:
        agent = literal(device["user_agent"])
        yield f'emulate({DRIVER}, "setUserAgentOverride", userAgent={agent})'
    if device.get("has_touch"):
        yield f'emulate({DRIVER}, "setTouchEmulationEnabled", enabled=True)'
    steps = recording.steps
    if not steps or steps[0].action is not StepAction.NAVIGATE:
        yield f"{DRIVER}.get({address_code(recording.start_url)})"


@dataclass(slots=True)
class _Script:
    """The lines of a test, step by step, and what became of each step."""

    steps: Sequence[Step]
    account: list[Carried] = field(default_factory=list)
    _tab: int = 0

    def iter_lines(self) -> Iterator[str]:
        """Yield the lines: a step, in its tab and its frame, and then what it did."""
        if any(step.tab for step in self.steps):
            yield f"tabs = {{0: {DRIVER}.current_window_handle}}"
        is_inside = False
        for number, step in enumerate(self.steps):
            found = None if step.fingerprint is None else element_of(step.fingerprint)
            code = self._code(step, found)
            self.account.append(account_for(number, step, code))
            yield from self._in_tab(step)
            frames = () if found is None or code.left else found.frames
            yield from (f"{DRIVER}.switch_to.frame({frame})" for frame in frames)
            yield from self._offered(number)
            yield from (*code.comments, *code.lines, *code.after)
            # While a dialog is open there is no way out of a frame.
            is_asked = any(one.action is StepAction.DIALOG for one in self.steps[number + 1 :][:1])
            is_inside = bool(frames) or (is_inside and step.action is StepAction.DIALOG)
            yield from [f"{DRIVER}.switch_to.default_content()"] * (is_inside and not is_asked)

    def _offered(self, number: int) -> list[str]:
        """Return what waits for that from which a key chooses."""
        offer = find_offer(self.steps[number - 1], self.steps[number]) if number else None
        if offer is None:
            return []
        if offer.css:
            marked = f"(By.CSS_SELECTOR, {literal(offer.css)})"
            return [f"{WAIT}(ec.visibility_of_element_located({marked}))"]
        found = element_of(offer.element)
        gone = f"not any(one.is_displayed() for one in {found.many})"
        return until(f"{found.code}.is_displayed()" if offer.is_shown else gone)

    def _in_tab(self, step: Step) -> Iterator[str]:
        """Yield what goes to the tab of a step; one that is opened now is entered at once."""
        if step.tab != self._tab and step.action is not StepAction.NEW_TAB:
            yield f"{DRIVER}.switch_to.window(tabs[{step.tab}])"
        self._tab = step.tab

    def _code(self, step: Step, found: SeleniumElement | None) -> StepCode:
        is_unseen = step.pointer is not None and found is None
        if is_unseen or (step.to is None and step.to_pointer is not None):
            return StepCode(left=NOT_SEEN)
        if step.action in _AROUND:
            return StepCode(lines=tuple(_AROUND[step.action](step)))
        code = without_element(step) if found is None else on_element(step, found)
        after = () if code.left else tuple(_expected(step, found))
        code = replace(code, lines=(*_said(step, found), *_before(step), *code.lines))
        notes = [*needs_names(step), *lacks_secret(step), *loses_dress(step)]
        notes += [found.note] if found is not None and found.note and not code.left else []
        return replace(code, after=after, notes=(*code.notes, *notes))


def _said(step: Step, found: SeleniumElement | None) -> list[str]:
    """Return the line that makes sure of what is pressed where only its place in a root is known.

    In a shadow root Selenium finds nothing by its words.
    """
    node = None if step.fingerprint is None else step.fingerprint.node
    if found is None or node is None or not found.note or found.root == DRIVER:
        return []
    words = " ".join(node.text.split())
    is_told = step.action in PRESSING and 0 < len(words) <= LONGEST_TEXT
    said = until('" ".join(pressed.text.split()).lower()', literal(words.lower()))
    return [f"pressed = {found.code}", *said] if is_told else []  # styles may write it larger


def _before(step: Step) -> list[str]:
    """Return the lines that look at what a step is about to change."""
    kind = None if step.effect is None else step.effect.kind
    if kind is EffectKind.DOWNLOAD:
        return [f"folder = downloads_of({DRIVER})"]
    items = _items(step) if kind is EffectKind.COUNT else ""
    return [f"count = len({items})"] if items else []


def _new_tab(step: Step) -> Iterator[str]:
    if step.extra.get("openedByPage") is True:
        yield f"{WAIT}(lambda _: set({DRIVER}.window_handles) - {{*tabs.values()}})"
        yield f"tabs[{step.tab}] = ({{*{DRIVER}.window_handles}} - {{*tabs.values()}}).pop()"
        yield f"{DRIVER}.switch_to.window(tabs[{step.tab}])"
    else:
        yield f'{DRIVER}.switch_to.new_window("tab")'
        yield f"tabs[{step.tab}] = {DRIVER}.current_window_handle"


def _close_tab(step: Step) -> Iterator[str]:
    yield f"{DRIVER}.close()"
    yield f"{DRIVER}.switch_to.window(tabs.pop({step.tab}) and next(iter(tabs.values())))"


def _dialog(step: Step) -> Iterator[str]:
    yield f"dialog = {WAIT}(ec.alert_is_present())"
    if step.message is not None:
        yield f"assert {says('dialog.text', literal(step.message))}"
    if step.value is not None:
        yield f"dialog.send_keys({value_code(step.value)})"
    yield "dialog.dismiss()" if step.accept is False else "dialog.accept()"


_AROUND = {
    StepAction.NEW_TAB: _new_tab,
    StepAction.CLOSE_TAB: _close_tab,
    StepAction.DIALOG: _dialog,
}


def _items(step: Step) -> str:
    """Return the call that finds the items of the list of a step, "" where it has none."""
    if step.effect is not None and step.effect.of and step.fingerprint is not None:
        root = root_of(step.fingerprint, step.effect.of)
        return f"{root}.find_elements(By.CSS_SELECTOR, {literal(counted_by(step.effect.of))})"
    around = list_of(step)
    if around is None:
        return ""
    return f'{element_of(around).code}.find_elements(By.XPATH, "./{item_tag(around)}")'


def _expected(step: Step, found: SeleniumElement | None) -> Iterator[str]:
    """Yield the lines that look at what a step did, as far as Selenium does not make sure of it."""
    effect = step.effect
    if effect is None or found is None or step.fingerprint is None:
        return
    node = step.fingerprint.node
    match effect.kind:
        case EffectKind.URL:
            route = address_pattern(str(effect.expected))
            to = f"ec.url_matches({literal(route)})" if route else ""
            yield f"{WAIT}({to or f'ec.url_to_be({address_code(str(effect.expected))})'})"
        case EffectKind.DOWNLOAD:
            named = says("one.name", literal(str(effect.expected)))
            yield from until(f"any({named} for one in folder.iterdir())")
        case EffectKind.VALUE:
            yield from _value(step, str(effect.expected), node.tag, found)
        case EffectKind.SELECTED if isinstance(effect.expected, tuple):
            yield from _chosen(effect, found, root_of(step.fingerprint, effect.of))
        case EffectKind.CHECKED | EffectKind.SELECTED if step.action is StepAction.CLICK:
            yield from _states(effect, node, found)
        case EffectKind.CHECKED:
            yield f"assert {'' if effect.expected else 'not '}{found.code}.is_selected()"
        case _:
            yield from _listed(step)


def _states(effect: Effect, node: Node, found: SeleniumElement) -> Iterator[str]:
    """Yield the lines that look at what a page says of a switch or an option of its own."""
    is_so = literal(str(effect.expected).lower())
    for name in (literal(name) for name in STATES if name in node.attributes):
        if node.role in PASSING:  # it may be gone with its list before anybody looks
            each = f"one.get_attribute({name}) == {is_so}"
            yield from until(f"all({each} for one in {found.many})")
        else:
            yield from until(f"{found.code}.get_attribute({name})", is_so)


def _value(step: Step, expected: str, tag: str, found: SeleniumElement) -> list[str]:
    """Return the lines that look at what is in a field; what fails would say a secret."""
    if names_in(expected):
        return []
    if (drawn := drawn_around(step)) is not None:
        return until(f"shown_in({element_of(drawn).code})", value_code(" ".join(expected.split())))
    if expected == step.value and not is_picked(step):
        return _holds(tag, expected, found)
    if tag not in FIELDS:
        return until(f"lines_of({found.code})", lines_code(expected))
    return until(f'{found.code}.get_property("value")', value_code(expected))


def _chosen(effect: Effect, found: SeleniumElement, root: str) -> list[str]:
    """Return the lines that look at what is chosen, in the list or in one that it stands for."""
    asked = f"{root}.find_element(By.CSS_SELECTOR, {literal(effect.of)})"
    labels = effect.expected if isinstance(effect.expected, tuple) else ()
    texts = ", ".join(map(literal, labels))
    return until(f"chosen_in({asked if effect.of else found.code})", f"[{texts}]")


def _holds(tag: str, expected: str, found: SeleniumElement) -> list[str]:
    """Return the lines that look at what is in a field, or in what is edited in place."""
    if tag not in FIELDS:
        return [f"assert lines_of(field) == {lines_code(expected)}"]
    # Looked for anew: some pages draw it anew with each key.
    seen, wanted = f'{found.code}.get_property("value")', f"== {value_code(expected)}"
    if len(f"{INDENT}assert {seen} {wanted}") <= LONGEST_LINE:
        return [f"assert {seen} {wanted}"]
    fits = len(f"{INDENT * 2}{seen} {wanted}") <= LONGEST_LINE
    inner = [f"{seen} {wanted}"] if fits else [seen, wanted]
    return ["assert (", *(f"{INDENT}{one}" for one in inner), ")"]


def _listed(step: Step) -> Iterator[str]:
    """Yield the lines that look at the items of a list: how many, or in which order."""
    expected, items = step.effect.expected if step.effect else None, _items(step)
    if items and isinstance(expected, int):
        sign = "+" if expected > 0 else "-"
        yield from until(f"len({items})", f"count {sign} {abs(expected)}")
    elif isinstance(expected, tuple) and is_whole(expected) and (around := list_of(step)):
        texts = ", ".join(map(literal, expected))
        yield from until(f"words_in({element_of(around).code})", f"[{texts}]")
