"""Robot Framework: a plug-in for SeleniumLibrary, whose lost elements are found again.

    Library    SeleniumLibrary    plugins=holdfast.robot.HealingPlugin;heal

How far it may go comes behind the semicolon, or in ``HOLDFAST_EXTENT``; else it observes.
"""

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from robot.api import logger
from selenium.webdriver.common.by import By
from SeleniumLibrary.base import LibraryComponent
from SeleniumLibrary.errors import ElementNotFound
from SeleniumLibrary.locators import ElementFinder

from holdfast.app.call_site import Span, place_of
from holdfast.app.wiring import load_project
from holdfast.doors.playwright.extent import Extent, HealSettings, read_extent
from holdfast.doors.playwright.heal import start_run
from holdfast.doors.playwright.suite import Suite
from holdfast.doors.playwright.summary import summary_lines
from holdfast.doors.selenium.asking import Asked, WantedElement
from holdfast.doors.selenium.driver_run import DriverRun
from holdfast.page.url_pattern import kind_of_page

if TYPE_CHECKING:
    from types import FrameType

    from holdfast.app.written import Healed

# Waits that end when an element is there; all others are never healed.
_WAITS = frozenset(
    "wait_until_page_contains_element wait_until_element_is_visible "
    "wait_until_element_is_enabled wait_until_element_contains".split()
)
_CONTAINS = "page_should_contain_"  # an element: a text of the page is its own locator
_NOT_ELEMENTS = "is_text_present"
# Who is around a keyword and expects it to fail, or asks whether it does.
_EXPECTING = frozenset(
    "runkeywordandexpecterror runkeywordandignoreerror runkeywordandreturnstatus "
    "runkeywordandwarnonfailure".split()
)
_RETRYING = "waituntilkeywordsucceeds"
_POLL_S = 0.2  # how often SeleniumLibrary's waits look
_FOR_EVER_S = 1e9
_PREFIXES: dict[str, str] = {By.CSS_SELECTOR: "css", By.XPATH: "xpath", By.LINK_TEXT: "link"}


@dataclass(frozen=True, slots=True)
class KeywordSite:
    """Where a keyword is called: its line, and the test or keyword that it stands in."""

    file: str
    function: str
    line: int

    @property
    def span(self) -> Span:
        """Return the line; its cells are looked at by whoever patches it."""
        return Span(self.line, None, None, None)


@dataclass(frozen=True, slots=True)
class WantedByKeyword(WantedElement):
    """One element that a keyword asks for, by a locator of SeleniumLibrary."""

    again: Callable[[], Sequence[Any]] = tuple[Any, ...]

    @property
    def call(self) -> str:
        """Return the locator."""
        return self.value

    @property
    def expression(self) -> str:
        """Return what stands in the source."""
        return self.value

    def written(self, by: str, value: str) -> str:
        """Return another locator as it would stand in the source."""
        return f"{_PREFIXES[by]}:{value}"

    def find_all(self, *_: Any) -> Sequence[Any]:
        """Return what SeleniumLibrary itself finds."""
        return self.again()


class HealingPlugin(LibraryComponent):  # type: ignore[misc]  # SeleniumLibrary has no types
    """The plug-in, which also hears which test and keyword is running."""

    ROBOT_LISTENER_API_VERSION = 3

    def __init__(self, ctx: Any, extent: str = "") -> None:
        LibraryComponent.__init__(self, ctx)
        word = extent or os.environ.get("HOLDFAST_EXTENT") or Extent.OBSERVE
        self._settings = HealSettings(
            root=load_project(None).root, extent=read_extent(word, "plugins")
        )
        self._runs: dict[int, DriverRun] = {}
        self._around: list[Any] = []
        self._name = ""
        self._told: list[Healed] = []
        if self._settings.extent is not Extent.OFF:
            ctx.ROBOT_LIBRARY_LISTENER = [ctx.ROBOT_LIBRARY_LISTENER, self]
            self.element_finder = HealingFinder(ctx, self)

    @cached_property
    def _suite(self) -> Suite:
        return Suite(self._settings.root)

    @property
    def _run(self) -> DriverRun:
        """Return the run of this test with the driver that is in use."""
        driver = self.driver
        if id(driver) not in self._runs:
            _, run = start_run(driver, self._suite, self._settings, name=self._name)
            run.opens(driver.current_url)
            self._runs[id(driver)] = run
        return self._runs[id(driver)]

    # ----------------------------------------------------------------------------------- listening

    def start_suite(self, data: Any, _: Any) -> None:
        """Note whose keywords run until a test begins."""
        self._finish(passed=True)
        self._name = data.longname

    def start_test(self, data: Any, _: Any) -> None:
        """Begin a run."""
        self.start_suite(data, _)

    def end_test(self, _: Any, result: Any) -> None:
        """End the run: what a green test saw is kept."""
        self._finish(passed=result.passed)

    def end_suite(self, _: Any, result: Any) -> None:
        """End what ran after the tests."""
        self._finish(passed=result.passed)

    def start_body_item(self, data: Any, _: Any) -> None:
        """Note a keyword or a branch that begins."""
        self._around.append(data)

    def end_body_item(self, *_: Any) -> None:
        """Note that it is over."""
        self._around.pop()

    def close(self) -> None:
        """Wait until all is written, and say what was healed."""
        self._suite.close(sweep=True)
        results = [one.to_json() for one in self._told]
        lines = [*summary_lines(results, kept=self._suite.written, root=self._settings.root)]
        for line in [*lines, *self._suite.problems]:
            print(f"holdfast: {line}" if not line.startswith(" ") else line, file=sys.__stdout__)

    def _finish(self, *, passed: bool) -> None:
        for run in self._runs.values():
            run.finish(passed=passed)
            self._told += [*run.healed, *run.suggested]
        self._runs.clear()

    # ------------------------------------------------------------------------------------- finding

    def wanted(self, locator: str, *, required: bool, again: Callable[[], Any]) -> Any:
        """Return the element that a keyword asks for; None when it asks for something else."""
        asking, patience = _asking_functions()
        if _NOT_ELEMENTS in asking or not self._around:
            return None
        waits = any(name.startswith("wait_") for name in asking)
        heals = any(name in _WAITS or name.startswith(_CONTAINS) for name in asking)
        heals = heals or (required and not waits)
        names = [_plain_name(one) for one in self._around]
        absent = not heals or not _EXPECTING.isdisjoint(names) or "TRY" in self._branches()
        if _RETRYING in names:
            patience = _FOR_EVER_S
        asked = Asked(self._site(), patience, absent)
        place = place_of(asked.site, locator, self._settings.root)
        kind = kind_of_page(self.driver.current_url)
        return WantedByKeyword("locator", locator, asked, place, kind, again=again)

    def _branches(self) -> set[str]:
        return {one.type for one in self._around}

    def _site(self) -> KeywordSite:
        """Return where the keyword that runs stands."""
        call = self._around[-1]
        holder = call.parent
        while type(holder).__name__ not in _HOLDERS:
            holder = holder.parent
        return KeywordSite(str(call.source), holder.name, call.lineno or 0)

    def found(self, wanted: WantedByKeyword, element: Any) -> None:
        """Look at an element that was found by itself."""
        self._run.note(wanted, element)

    def find(self, wanted: WantedByKeyword) -> Any | None:
        """Return the element where it is now; what was healed is told in Robot's log."""
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            element = self._run.find(wanted)
        for one in said:
            logger.warn(str(one.message))
        return element

    def refusal(self, wanted: WantedByKeyword) -> str:
        """Return why nothing was healed, "" if that was not tried."""
        return self._run.refusal(wanted) or ""


_HOLDERS = ("TestCase", "UserKeyword", "TestSuite", "NoneType")


class HealingFinder(ElementFinder):  # type: ignore[misc]  # SeleniumLibrary has no types
    """SeleniumLibrary's own way to find elements, for one element with healing."""

    def __init__(self, ctx: Any, healing: HealingPlugin) -> None:
        ElementFinder.__init__(self, ctx)
        self._healing = healing

    def _find(
        self,
        locator: Any,
        tag: str | None = None,
        first_only: bool = True,
        required: bool = True,
        parent: Any = None,
    ) -> Any:
        def again(first_only: bool = False, required: bool = False) -> Any:
            return ElementFinder._find(self, locator, tag, first_only, required, parent)

        wanted = None
        if first_only and isinstance(locator, str):
            wanted = self._healing.wanted(locator, required=required, again=again)
        if wanted is None:
            return again(first_only, required)
        element = again(True, False)
        if element is not None:
            self._healing.found(wanted, element)
            return element
        return self._healing.find(wanted) or self._missing(wanted, again, required=required)

    def _missing(
        self, wanted: WantedByKeyword, again: Callable[..., Any], *, required: bool
    ) -> Any:
        """Return what SeleniumLibrary returns for nothing, or raise what it raises."""
        told = self._healing.refusal(wanted)
        if not required and told:
            logger.info(told)
        try:
            return again(True, required)
        except ElementNotFound as exc:
            raise ElementNotFound(f"{exc}\n{told}".rstrip()) from None


def _asking_functions() -> tuple[set[str], float]:
    """Return the names of SeleniumLibrary's functions that ask, and how long they wait."""
    frame: FrameType | None = sys._getframe(2)
    names, patience = set[str](), 0.0
    while frame is not None:
        if frame.f_globals["__name__"].startswith("SeleniumLibrary."):
            names.add(frame.f_code.co_name)
            if frame.f_code.co_name == "_wait_until_worker":
                patience = max(0.01, frame.f_locals["timeout"] - _POLL_S)
        frame = frame.f_back
    return names, patience


def _plain_name(item: Any) -> str:
    """Return the name of a keyword as Robot compares names; "" for what is none."""
    name = getattr(item, "name", None) or ""
    return str(name).rpartition(".")[2].casefold().replace(" ", "").replace("_", "")
