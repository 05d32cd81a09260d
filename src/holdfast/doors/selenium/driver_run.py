"""Driver run: one run of a test with a driver of Selenium, whose lost elements are found again."""

import contextlib
import sys
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson
from selenium.common.exceptions import NoSuchElementException, WebDriverException
from selenium.webdriver.remote.command import Command

from holdfast.app.asserted import NOTHING, STATE, TEXT, VALUE, Asserted
from holdfast.app.call_site import place_of
from holdfast.app.healing import Healer, Intent, Judged
from holdfast.app.reading import Seen
from holdfast.app.same_page import of_this_page
from holdfast.app.wiring import SeleniumTab, SeleniumTarget, SystemClock
from holdfast.app.written import Healed
from holdfast.deciding.gates import a_gate
from holdfast.doors.element_place import WAY_SOURCE, LocatorPlace, find_node
from holdfast.doors.playwright.extent import Extent, HealSettings
from holdfast.doors.playwright.suite import Note, Suite
from holdfast.doors.secret_places import FIELD_SOURCE, SHORTEST_SECRET, TypedSecrets
from holdfast.doors.selenium.answer_limit import answered_in_time
from holdfast.doors.selenium.asking import WantedElement, ask_all, who_asks
from holdfast.doors.selenium.by_pairs import as_written, pairs_of
from holdfast.doors.selenium.held_elements import HeldElements
from holdfast.doors.selenium.typed_text import foreign_to, typed_text
from holdfast.doors.suite_healing import (
    OBSERVING,
    OTHER_ORIGIN,
    OTHER_PAGE,
    healed_at,
    healing_run,
    start_healer,
    tell_refused,
    warn_healed,
)
from holdfast.errors import HoldfastError
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.redaction import Redactor
from holdfast.model.thresholds import HealingAction
from holdfast.page.kinds import PRESS, is_field, kind_of
from holdfast.page.url_pattern import kind_of_page
from holdfast.ports import LivePage, LiveTarget, run_now

IN_ROOT = Command.FIND_ELEMENT_FROM_SHADOW_ROOT
FINDING = frozenset({Command.FIND_ELEMENT, Command.FIND_CHILD_ELEMENT, IN_ROOT})


class _Instead(NamedTuple):
    """What a lost locator was healed to in this run."""

    judged: Judged
    healed: Healed


@dataclass(slots=True, kw_only=True)
class DriverRun:
    """One run: a test, or what a script does between ``heal(driver)`` and its end."""

    suite: Suite
    settings: HealSettings
    driver: Any
    name: str = ""
    ends_with_driver: bool = False
    healed: list[Healed] = field(default_factory=list)
    suggested: list[Healed] = field(default_factory=list)
    run_id: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    _began: datetime = field(default_factory=lambda: SystemClock().now())
    _plain: Callable[..., Any] = field(init=False)
    _held: HeldElements = field(init=False)
    _words: tuple[str, str] = ("", "")
    _root: str = ""  # the shadow root that is asked now
    _notes: list[Note] = field(default_factory=list)
    _failing: dict[str, float] = field(default_factory=dict)
    _instead: dict[str, _Instead] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _typed: TypedSecrets = field(default_factory=TypedSecrets)
    _found_again: dict[str, Judged] = field(default_factory=dict)
    _steps: int = 0
    _healer: Healer | None = None
    _at_end: list[Callable[[], None]] = field(default_factory=list)
    _finished: bool = False

    def __post_init__(self) -> None:
        """Listen to the driver's questions for elements, and to the author's words for them."""
        driver, converter = self.driver, self.driver.locator_converter
        self._plain, convert, leave = driver.execute, converter.convert, driver.quit

        def heard(by: str, value: str) -> Any:
            self._words = by, value
            return convert(by, value)

        def quit_driver() -> None:
            self.finish(passed=sys.exc_info()[1] is None)
            leave()

        heals = self.settings.extent is Extent.HEAL
        self._held = HeldElements(driver, self._plain, self._healed_before, heals=heals)
        converter.convert, driver.execute = heard, self._execute
        self._at_end += [lambda: vars(driver).pop("execute", None)]
        self._at_end += [lambda: vars(converter).pop("convert", None)]
        if self.ends_with_driver:
            driver.quit = quit_driver
            self._at_end += [lambda: vars(driver).pop("quit", None)]

    def _execute(self, command: Any, params: Any = None) -> Any:
        if command in FINDING:
            return self._finding(command, params)
        text = typed_text(command, params)
        if len(text) >= (1 if self._found_again else SHORTEST_SECRET):
            self._types(text, params, is_acted=command == Command.W3C_ACTIONS)
        answer = self._held.ask(command, params)
        if command == Command.FIND_ELEMENTS and self._instead and not answer["value"]:
            one = self._still_there(self._wanted({}))
            answer = {"value": [] if one is None else [one]}
        if command == Command.GET:
            self.opens(params["url"])
        self._held.switch(command, params)
        return answer

    def _finding(self, command: Any, params: Any) -> Any:
        wanted = self._wanted(params if command == IN_ROOT else {})
        try:
            answer = self._held.ask(command, params)
        except NoSuchElementException as exc:
            element = self.find(wanted)
            if element is None:
                self._tell(exc, wanted)
                raise
            answer = {"value": element}
        else:
            self.note(wanted, answer["value"])
        if not wanted.root:
            self._held.keep(answer["value"], wanted, params.get("id"))
        return answer

    def _tell(self, exc: NoSuchElementException, wanted: WantedElement) -> None:
        """Say why nothing was healed, where it is read: a wait keeps only the stack trace."""
        told = self.refusal(wanted)
        if told is None:
            return
        if wanted.asked.patience_s > 0:
            exc.stacktrace = [told, *(exc.stacktrace or [])]
        else:
            exc.add_note(told)

    def refusal(self, wanted: WantedElement) -> str | None:
        """Return why a locator was not healed, None if it was not tried."""
        return self._refused.get(wanted.place)

    def opens(self, url: str) -> None:
        """Remember an address that the test opened."""
        self._typed.opens(url)

    def _wanted(self, in_root: Mapping[str, str]) -> WantedElement:
        """Return what is asked for; a shadow root does not say it in the author's words."""
        asked, self._root = who_asks(), in_root.get("shadowId", "")
        by, value = as_written(in_root["using"], in_root["value"]) if in_root else self._words
        kind = kind_of_page(self.driver.current_url)
        wanted = WantedElement(by, value, asked, "", kind, self._root)
        return replace(
            wanted, place=place_of(asked.site, f"page.{wanted.call}", self.settings.root)
        )

    # ------------------------------------------------------------------------------------- secrets

    def _types(self, text: str, params: Any, *, is_acted: bool) -> None:
        """Remember a secret that is typed, unless it may not go there: then nothing is typed."""
        if is_acted:  # into what the keys go by themselves
            active = self._plain(Command.W3C_GET_ACTIVE_ELEMENT)["value"].id
            fields = [*self._held.named_in(params), active]
        else:  # however it was found: as one of many, or in a shadow root
            fields = [params["id"]]
        for one in self._held.current(fields):
            element, healed = self.driver.create_web_element(one), self._found_again.get(one)
            # No page can change its location; all else that it tells may be made up.
            url = "" if healed is None else self._ask_page("return location.href") or ""
            seen = self._ask_page(f"return ({FIELD_SOURCE})(arguments[0])", element)
            self._typed.types(text, seen, url, healed)
        if self._healer is not None:
            self._healer.keep_secret(self._typed.texts)

    def _ask_page(self, script: str, *given: Any) -> Any:
        """Return what a script answers in the page, None when it does not."""
        asked = {"script": script, "args": [*given]}
        with contextlib.suppress(WebDriverException), answered_in_time(self.driver):
            return self._plain(Command.W3C_EXECUTE_SCRIPT, asked)["value"]
        return None

    # ------------------------------------------------------------------------------------- finding

    def find(self, wanted: WantedElement) -> Any | None:
        """Return the element where it is now; None when it is too early, or refused."""
        if wanted.asked.expects_absence:
            return self._still_there(wanted)
        if wanted.place in self._instead:
            self._note_again(wanted)
            return self._healed_before(wanted.place)
        if not self._waited(wanted) or wanted.place in self._refused:
            return None  # once per locator, not at every poll
        try:
            with answered_in_time(self.driver):
                return run_now(self._heal(wanted))
        except (HoldfastError, WebDriverException) as exc:
            self._refused[wanted.place] = f"holdfast: refused: {str(exc).partition(chr(10))[0]}"
            return None

    def _still_there(self, wanted: WantedElement) -> Any | None:
        """Return what the same locator was healed to: only when that is gone is it absent."""
        told = (
            place
            for place, one in self._instead.items()
            if one.healed.expression == wanted.expression
        )
        return self._healed_before(next(told, ""))

    def _waited(self, wanted: WantedElement) -> bool:
        """Return whether it was asked for long enough."""
        since = self._failing.setdefault(wanted.place, time.monotonic())
        patience = min(self.settings.heal_after_ms / 1000, wanted.asked.patience_s)
        return time.monotonic() - since >= patience

    def _note_again(self, wanted: WantedElement) -> None:
        """Note another place in the source where a healed locator stands."""
        first, span = self._instead[wanted.place].healed, wanted.asked.site.span
        again = replace(first, line=span.line, span=span)
        if again not in self.healed:
            self.healed.append(again)

    def _healed_before(self, place: str) -> Any | None:
        """Return the element of a locator that was healed in this run, as it is now."""
        if place not in self._instead:
            return None
        judged = self._instead[place].judged
        return self._handed(self._only(judged.code), judged)

    def _only(self, code: str) -> Any | None:
        by, value = orjson.loads(code)
        found = ask_all(self._plain, self._root, {"using": by, "value": value})
        return found[0] if len(found) == 1 else None

    def _handed(self, element: Any | None, judged: Judged) -> Any | None:
        """Return an element that is used in the place of a lost one, and remember that it is."""
        if element is not None:
            self._found_again[element.id] = judged
        return element

    async def _heal(self, wanted: WantedElement) -> Any | None:
        looks = self.suite.files.looks(wanted.place, wanted.kind)
        healer = self._get_healer() if looks else None
        if healer is None:
            return None
        tab = SeleniumTab(self.driver)
        settled = await tab.settled()
        again = wanted.find_all(self.driver, self._plain)
        if again:
            return again[0]
        seen = [Seen(fingerprint=look, asserted=_readable(look)) for look in looks]
        found = [await healer.finder.search(tab, one, settled=settled) for one in seen]
        own = of_this_page(found, elsewhere=False)
        gates = [] if own else [a_gate("other_page", OTHER_PAGE)]
        if self.settings.extent is not Extent.HEAL:
            gates.append(a_gate("observing", OBSERVING))
        if any(look.extra.get("foreign", "") != self._foreign() for look in looks):
            gates.append(a_gate("other_origin", OTHER_ORIGIN))
        self._steps += 1
        intent = Intent(
            step_id=wanted.place,
            number=self._steps,
            written=wanted.call,
            gates=tuple(gates),
            is_secret=bool(self._typed.texts),
        )
        judged = await healer.heal(tab, own or found[:1], intent)
        return self._use(wanted, judged)

    def _foreign(self) -> str:
        """Return the origin of the frame that the driver is in, "" for the page's own."""
        script = {"script": "return document.URL", "args": []}
        url = self._plain(Command.W3C_EXECUTE_SCRIPT, script)["value"]
        return foreign_to(str(url), str(self.driver.current_url))

    def _use(self, wanted: WantedElement, judged: Judged) -> Any | None:
        """Return the element that was found: written down, warned of, and only then used."""
        if not judged.applies or not isinstance(judged.target, SeleniumTarget):
            proved = wanted.written(*orjson.loads(judged.code)) if judged.code else ""
            self._refused[wanted.place] = tell_refused(judged, wanted.code_to_paste, proved)
            if judged.decision.action >= HealingAction.SUGGEST_ONLY and judged.code:
                self.suggested.append(self._healed(wanted, judged, used=False))
            if judged.location.best is not None and judged.code:
                self.suite.save_offer(self._healed(wanted, judged, used=False))
            return None
        healed = self._healed(wanted, judged, used=True)
        warn_healed(wanted.asked.site, healed, judged)
        self.healed.append(healed)
        self._instead[wanted.place] = _Instead(judged, healed)
        return self._handed(judged.target.handle, judged)

    def _healed(self, wanted: WantedElement, judged: Judged, *, used: bool) -> Healed:
        by, value = orjson.loads(judged.code)
        return healed_at(
            wanted.asked.site,
            judged,
            place=wanted.place,
            expression=wanted.expression,
            calls=(wanted.call,),
            instead=wanted.written(by, value),
            used=used,
            test=self.name,
        )

    async def _spell(
        self, _: LivePage, location: Location, target: LiveTarget, weighed: Location | None
    ) -> str:
        """Return a locator, as JSON, that finds the element and nothing else."""
        best = location.best
        assert best is not None, "there is a target"
        assert isinstance(target, SeleniumTarget), "it was found with this driver"
        node = best.node if weighed is None else weighed.candidates[0].node
        for by, value in pairs_of(best.node, node):
            code = orjson.dumps([by, value]).decode()
            with contextlib.suppress(WebDriverException):
                if self._only(code) == target.handle:
                    return code
        return ""

    def _get_healer(self) -> Healer | None:
        if self._healer is None:
            run = healing_run(
                self.suite, self.settings, run_id=self.run_id, name=self.name, began=self._began
            )
            self._healer = start_healer(run, self._spell)
            if self._healer is not None:
                self._healer.keep_secret(self._typed.texts)
        return self._healer

    # ------------------------------------------------------------------------------------- keeping

    def note(self, wanted: WantedElement, element: Any) -> None:
        """Look at an element that was found, if that is due; kept when the run is green."""
        self._failing.pop(wanted.place, None)
        due = self.suite.is_due(wanted.place, wanted.kind)
        if not self.settings.extent.keeps or not due:
            return
        with (
            contextlib.suppress(WebDriverException, HoldfastError),
            answered_in_time(self.driver),
        ):
            script = f"return ({WAY_SOURCE})([arguments[0]])"
            answer = self._plain(Command.W3C_EXECUTE_SCRIPT, {"script": script, "args": [element]})[
                "value"
            ]
            seen = orjson.loads(answer)
            state = (*seen["way"], *seen["state"], hash(seen["said"]))
            if not self.suite.is_new(wanted.place, wanted.kind, state):
                return
            spot = LocatorPlace(count=1, ways=(tuple(seen["way"]),), tag=seen["tag"])
            node = find_node(run_now(SeleniumTab(self.driver).capture()), spot)
            if node is not None:
                source = {"file": wanted.place.rsplit("/", 2)[0], "expression": wanted.call}
                source["function"] = wanted.asked.site.function
                shown = MappingProxyType[str, object](source)
                self._notes.append(
                    Note(
                        place=wanted.place,
                        kind=wanted.kind,
                        node=node,
                        among=1,
                        source=shown,
                        foreign=self._foreign(),
                    )
                )

    def finish(self, *, passed: bool) -> None:
        """Keep what a green run saw and healed, and leave the driver as it was."""
        if self._finished:
            return
        self._finished = True
        while self._at_end:
            self._at_end.pop()()
        if passed:
            hidden = Redactor.of(self._typed.texts)
            shown = [one for one in self._notes if not hidden.shows(one.page_text)]
            self.suite.keep(shown if self._typed.texts else self._notes)
            for healed in self.healed:
                self.suite.save_healed(healed)
        self.suite.now(lambda: self._write(passed))
        if self.ends_with_driver:
            self.suite.close(sweep=True)

    def _write(self, passed: bool) -> None:
        """Write how the run ended, if something was healed in it or refused."""
        journal = None if self._healer is None else self._healer.journal
        if journal is not None:
            journal.finish(passed=passed, steps=self._steps, held_steps=0)


def _readable(look: Fingerprint) -> Asserted:
    """Return what a test may read of an element and assert: nobody says so when it asks for it."""
    kind = kind_of(look.page, look.target)
    if kind == PRESS:
        return NOTHING
    return VALUE | STATE if is_field(kind) else TEXT
