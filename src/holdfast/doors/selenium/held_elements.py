"""Held elements: what a test has in its hands, to be found again when the page made it anew."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.webelement import WebElement

from holdfast.doors.selenium.asking import STALE, Plain, WantedElement, who_asks
from holdfast.doors.suite_healing import warn_renewed
from holdfast.page.url_pattern import kind_of_page

_WHETHER_SHOWN = "/* isDisplayed */"  # how Selenium asks whether an element is shown


@dataclass(frozen=True, slots=True)
class HeldElement:
    """How an element was found: asked for in which words, inside which other, in which frame."""

    wanted: WantedElement
    within: str | None
    frame: tuple[str, ...]


class HeldElements:
    """The elements that were found in one run, by the driver's names for them.

    ``before`` returns the element of a place that was healed before; ``heals`` says whether
    elements that the page made anew are found again.
    """

    def __init__(
        self, driver: Any, plain: Plain, before: Callable[[str], Any | None], *, heals: bool
    ) -> None:
        self._driver, self._plain, self._before, self._heals = driver, plain, before, heals
        self._found: dict[str, HeldElement] = {}
        self._renewed: dict[str, Any] = {}
        self._frame: tuple[str, ...] = ()

    def ask(self, command: Any, params: Any) -> Any:
        """Return what the driver says; what the page made anew is asked for by its own locator."""
        try:
            return self._plain(command, self.current(params))
        except StaleElementReferenceException:
            if not self._renew(params):
                raise
            return self._plain(command, self.current(params))

    def _renew(self, params: Any) -> bool:
        """Return whether all elements that a question is about were found again."""
        asked, named = who_asks(STALE), list(self.named_in(params))
        if not self._heals or asked.expects_absence or not named:
            return False
        if str(params.get("script", "")).startswith(_WHETHER_SHOWN):
            return False  # whether it is there is the question
        again = {one: self._again(one) for one in named}
        if None in again.values():
            return False
        self._renewed.update(again)
        warn_renewed(asked.site)
        return True

    def _again(self, element_id: str) -> Any | None:
        """Return the only element that the locator of a stale one finds now; None for no such."""
        held = self._found.get(element_id)
        if held is None or held.frame != self._frame:
            return None
        if held.wanted.kind != kind_of_page(self._driver.current_url):
            return None
        command, params = Command.FIND_ELEMENTS, held.wanted.converted(self._driver)
        if held.within is not None:
            command, params["id"] = Command.FIND_CHILD_ELEMENTS, held.within
        try:
            found = self._plain(command, self.current(params))["value"]
        except StaleElementReferenceException:
            around = None if held.within is None else self._again(held.within)
            if around is None:
                return None
            found = self._plain(command, {**params, "id": around.id})["value"]
        if not found:
            return self._before(held.wanted.place)
        return found[0] if len(found) == 1 else None

    def keep(self, element: WebElement, wanted: WantedElement, within: str | None) -> None:
        """Remember how an element was found."""
        self._found[element.id] = HeldElement(wanted, within, self._frame)

    def switch(self, command: Any, params: Any) -> None:
        """Follow the driver into frames and windows: an element belongs to where it was found."""
        if command == Command.SWITCH_TO_FRAME:
            frame = params.get("id")
            self._frame = () if frame is None else (*self._frame, str(getattr(frame, "id", frame)))
        elif command == Command.SWITCH_TO_PARENT_FRAME:
            self._frame = self._frame[:-1]
        elif command == Command.SWITCH_TO_WINDOW:
            self._frame = (str(params),)

    def current(self, params: Any) -> Any:
        """Return a question's parameters with the elements as they are now."""
        if isinstance(params, WebElement):
            return self._renewed.get(params.id, params)
        if isinstance(params, str):
            renewed = self._renewed.get(params)
            return params if renewed is None else renewed.id
        if isinstance(params, dict):
            return {key: self.current(value) for key, value in params.items()}
        return [self.current(one) for one in params] if isinstance(params, list) else params

    def named_in(self, params: Any) -> Iterator[str]:
        """Yield the elements that a question is about."""
        if isinstance(params, WebElement):
            yield params.id
        elif isinstance(params, str) and params in self._found:
            yield params
        elif isinstance(params, dict | list):
            for one in params.values() if isinstance(params, dict) else params:
                yield from self.named_in(one)
