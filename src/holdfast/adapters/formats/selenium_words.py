"""The commands of Selenium IDE: what each becomes, or why it is left behind."""

import re
from collections.abc import Mapping

from holdfast.model.recording import AssertCheck, StepAction

ACTS: Mapping[str, StepAction] = {
    "click": StepAction.CLICK,
    "clickAt": StepAction.CLICK,
    "doubleClick": StepAction.DBLCLICK,
    "doubleClickAt": StepAction.DBLCLICK,
    "mouseOver": StepAction.HOVER,
    "check": StepAction.CHECK,
    "uncheck": StepAction.UNCHECK,
    "submit": StepAction.SUBMIT,
}

SEEN_TOO = "it must be there and be seen; Selenium IDE asks only the first"
_CHECKS: Mapping[str, tuple[AssertCheck, str]] = {
    "Text": (AssertCheck.TEXT, ""),
    "Value": (AssertCheck.VALUE, ""),
    "SelectedValue": (AssertCheck.VALUE, ""),
    "ElementPresent": (AssertCheck.VISIBLE, SEEN_TOO),
    "ElementNotPresent": (AssertCheck.COUNT, ""),
    "ElementVisible": (AssertCheck.VISIBLE, ""),
    "ElementNotVisible": (AssertCheck.HIDDEN, ""),
}
_ASKING = re.compile(r"(assert|verify|waitFor)(\w+)")
STOPS = "a verify that fails ends the run here, and does not in Selenium IDE"


def find_check(command: str) -> tuple[AssertCheck, tuple[str, ...]] | None:
    """Return the check that an assertion becomes, with notes; None for other commands."""
    asked = _ASKING.fullmatch(command)
    if asked is None or asked[2] not in _CHECKS:
        return None
    check, note = _CHECKS[asked[2]]
    return check, tuple(filter(None, (note, STOPS if asked[1] == "verify" else "")))


BLOCKS = frozenset({"if", "while", "times", "forEach", "do"})
BLOCK_ENDS = frozenset({"end", "repeatIf"})
IN_A_BLOCK = "it stands in a block that is done on a condition or several times"

SCRIPT = "a script; Holdfast runs none that stands in a file"
_SAYS_NOTHING = "it changes nothing on the page"
_READS = "a recording reads nothing from the page: give the value with --var"
_MOUSE = "single moves of the mouse have no step"
_NO_CHECK = "an assertion of this kind has no step"
_REASONS: Mapping[str, str] = {
    **dict.fromkeys(("runScript", "executeScript", "executeAsyncScript"), SCRIPT),
    **dict.fromkeys(("assert", "verify", "storeJson"), SCRIPT),
    **dict.fromkeys(("echo", "setSpeed", "debugger"), _SAYS_NOTHING),
    **dict.fromkeys(("mouseOut", "mouseDown", "mouseUp", "mouseMoveAt"), _MOUSE),
    **dict.fromkeys(("mouseDownAt", "mouseUpAt"), _MOUSE),
    **dict.fromkeys(("addSelection", "removeSelection"), "one of several options has no step"),
    "run": "it runs another test: import that by itself",
}


def reason_of(command: str) -> str:
    """Return why a command is not taken over."""
    if command.startswith("store"):
        return _REASONS.get(command, _READS)
    if _ASKING.fullmatch(command):
        return _REASONS.get(command, _NO_CHECK)
    return _REASONS.get(command, f"no such command is known: {command[:80]!r}")


MODIFIERS: Mapping[str, str] = {
    **dict.fromkeys(("CTRL", "CONTROL"), "Control"),
    **dict.fromkeys(("META", "COMMAND"), "Meta"),
    "SHIFT": "Shift",
    "ALT": "Alt",
}
KEYS: Mapping[str, str] = {
    **dict.fromkeys(("ENTER", "RETURN"), "Enter"),
    **dict.fromkeys(("ESC", "ESCAPE"), "Escape"),
    **dict.fromkeys(("BACKSPACE", "BKSP", "BACK_SPACE"), "Backspace"),
    **dict.fromkeys(("DELETE", "DEL"), "Delete"),
    **dict.fromkeys(("PAGE_UP", "PGUP"), "PageUp"),
    **dict.fromkeys(("PAGE_DOWN", "PGDN"), "PageDown"),
    **{f"F{number}": f"F{number}" for number in range(1, 13)},
    **{
        name: f"Arrow{side.title()}"
        for side in ("UP", "DOWN", "LEFT", "RIGHT")
        for name in (side, f"ARROW_{side}")
    },
    "TAB": "Tab",
    "SPACE": "Space",
    "HOME": "Home",
    "END": "End",
    "INSERT": "Insert",
}
_KEY = re.compile(r"\$\{KEY_(\w+)\}")


def split_keys(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return what is typed first and the keys pressed after it; None for another order.

    A key that is held goes with all that follow, as in Selenium.
    """
    pieces = _KEY.split(text)
    typed, keys, held = pieces[0], list[str](), list[str]()
    for name, more in zip(pieces[1::2], pieces[2::2], strict=True):
        if name in MODIFIERS:
            held.append(MODIFIERS[name])
        elif name in KEYS:
            keys.append("+".join((*held, KEYS[name])))
        else:
            return None
        if more and not held:
            return None
        keys += ["+".join((*held, letter)) for letter in more]
    return typed, tuple(keys)
