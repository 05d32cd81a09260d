"""Asking: who asks a driver for an element: from which line, how patiently, expecting what."""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

import selenium
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.command import Command
from selenium.webdriver.support.wait import WebDriverWait

from holdfast.app.call_site import CallSite, SourceSite
from holdfast.doors.selenium.by_pairs import css_of, find_call
from holdfast.model.snapshot import Node

Plain: TypeAlias = Callable[[Any, Any], Any]
_THEIRS = (str(Path(selenium.__file__).parent), str(Path(__file__).parent))
# What is met by an element that is not there, by the names of Selenium's functions.
_ABSENT = ("invisibility_of", "staleness_of", "none_of", "WebDriverWait.until_not")
MISSING = frozenset({"NoSuchElementException", "NotFoundException", "WebDriverException"})
STALE = frozenset({"StaleElementReferenceException", "WebDriverException"})
_CATCHING = frozenset({"raises", "suppress", "assertRaises"})
_DEEPEST = 30
_FARTHEST = 8  # frames of a test, its page objects and helpers


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to a driver: where it is written, and how long the one who asks will wait."""

    site: SourceSite
    patience_s: float
    expects_absence: bool


@dataclass(frozen=True, slots=True)
class WantedElement:
    """One element that is asked for: the author's words, and where they stand."""

    by: str
    value: str
    asked: Asked
    place: str
    kind: str
    root: str = ""  # the driver's name for the shadow root that is asked

    @property
    def call(self) -> str:
        """Return the call as code."""
        return find_call(self.by, self.value)

    @property
    def expression(self) -> str:
        """Return what stands in the source."""
        return f"driver.{self.call}"

    def written(self, by: str, value: str) -> str:
        """Return another locator as it would stand in the source."""
        return f"driver.{find_call(by, value)}"

    def code_to_paste(self, node: Node) -> str:
        """Return code that finds this element and no other of its page."""
        return self.written(By.CSS_SELECTOR, css_of(node))

    def converted(self, driver: Any) -> dict[str, str]:
        """Return the author's words as the driver is asked for them."""
        by, value = type(driver.locator_converter)().convert(self.by, self.value)
        return {"using": by, "value": value}

    def find_all(self, driver: Any, plain: Plain) -> Sequence[Any]:
        """Return all elements that the author's words find, asked of the driver itself."""
        return ask_all(plain, self.root, self.converted(driver))


def ask_all(plain: Plain, root: str, converted: dict[str, str]) -> Sequence[Any]:
    """Return all elements of the page, or of a shadow root, that are asked for."""
    if root:
        named = {**converted, "shadowId": root}
        return plain(Command.FIND_ELEMENTS_FROM_SHADOW_ROOT, named)["value"] or ()
    return plain(Command.FIND_ELEMENTS, converted)["value"] or ()


def who_asks(caught: frozenset[str] = MISSING) -> Asked:
    """Return who asks, from the frames that lead here; ``caught`` is what they may expect."""
    asker, patience, absent = None, 0.0, False
    for frame in _iter_frames(sys._getframe(1)):
        code = frame.f_code
        if code.co_filename.startswith(_THEIRS):
            absent = absent or code.co_qualname.startswith(_ABSENT)
            wait = frame.f_locals.get("self")
            if isinstance(wait, WebDriverWait):
                patience = max(0.01, wait._timeout - wait._poll)
        elif asker is None:
            asker = frame
    assert asker is not None, "somebody asks"
    site = CallSite(asker.f_code, asker.f_lasti, asker.f_lineno)
    return Asked(site, patience, absent or _is_expected(asker, caught))


def _iter_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frames from here to the test."""
    for _ in range(_DEEPEST):
        if frame is None:
            return
        yield frame
        frame = frame.f_back


def _is_expected(frame: FrameType | None, caught: frozenset[str]) -> bool:
    """Return whether somebody around the call waits for such an exception."""
    for _ in range(_FARTHEST):
        if frame is None or "site-packages" in frame.f_code.co_filename:
            return False
        if frame.f_lineno in _guarded_lines(frame.f_code.co_filename, caught):
            return True
        frame = frame.f_back
    return False


@lru_cache(maxsize=256)
def _guarded_lines(file: str, caught: frozenset[str]) -> frozenset[int]:
    """Return the lines of a source on which such an exception is expected."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return frozenset()
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and any(_names_it(one.type, caught) for one in node.handlers):
            lines.update(range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1))
        elif isinstance(node, ast.With) and any(_catches(one, caught) for one in node.items):
            lines.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return frozenset(lines)


def _catches(item: ast.withitem, caught: frozenset[str]) -> bool:
    call = item.context_expr
    if not isinstance(call, ast.Call) or not call.args:
        return False
    name = ast.unparse(call.func).rpartition(".")[2]
    return name in _CATCHING and _names_it(call.args[0], caught)


def _names_it(kind: ast.expr | None, caught: frozenset[str]) -> bool:
    """Return whether one of the exceptions that are named is such an exception."""
    if kind is None:
        return True
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(ast.unparse(one).rpartition(".")[2] in {*caught, "Exception"} for one in parts)
