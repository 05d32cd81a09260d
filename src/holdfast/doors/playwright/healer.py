"""One run with healing: does a written locator hold, what is noted, and where is what it lost."""

import uuid
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from holdfast.adapters.browser.live import LiveTab
from holdfast.adapters.browser.sync_or_async import ready
from holdfast.app.call_site import Span, in_any_function, place_of
from holdfast.app.expression import follow
from holdfast.app.healing import told
from holdfast.app.written import Healed, Written
from holdfast.doors.playwright.extent import HealSettings
from holdfast.doors.playwright.judging import Judged, Judging, same_element
from holdfast.doors.playwright.notice import HealedWarning
from holdfast.doors.playwright.noting import Noting, kind_of_page
from holdfast.doors.playwright.suite import Suite
from holdfast.engine import looks_same
from holdfast.errors import CaptureFailed, ElementMissing, HoldfastError, PageChanged
from holdfast.model.candidate import Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.replay import Glimpse
from holdfast.model.snapshot import Snapshot
from holdfast.model.thresholds import HealingAction

# What a step does with its element.
READS, ACTS, PRESSES = "reads", "acts", "presses"


@dataclass(slots=True, kw_only=True)
class Healer:
    """One run: a test, or what a script does between ``heal(page)`` and its end."""

    suite: Suite
    settings: HealSettings
    name: str = ""
    run_id: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    ends_with_page: bool = False  # nobody else says when the run ends, and how
    on_healed: Callable[[Healed], None] | None = None
    healed: list[Healed] = field(default_factory=list)
    suggested: list[Healed] = field(default_factory=list)
    _tabs: dict[int, tuple[Any, LiveTab]] = field(default_factory=dict)
    _known: dict[tuple[str, str], list[Fingerprint]] = field(default_factory=dict)
    _field: Mapping[str, str] | None = None  # what was just looked at
    _instead: dict[str, str] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _lost: set[str] = field(default_factory=set)
    _held: set[str] = field(default_factory=set)
    _judging: Judging | None = None
    _noting: Noting = field(init=False)
    _finished: bool = False

    def __post_init__(self) -> None:
        """Begin with no notes."""
        self._noting = Noting(self.suite)

    def tab(self, page: Any) -> LiveTab:
        """Return the page as the engine uses it; listens to it from the first time on."""
        if id(page) not in self._tabs:
            self._tabs[id(page)] = page, LiveTab(page)
        return self._tabs[id(page)][1]

    @property
    def judging(self) -> Judging:
        """Return who decides."""
        if self._judging is None:
            self._judging = Judging(self.suite, self.settings, self.run_id, self.name)
        return self._judging

    def place(self, written: Written) -> str:
        """Return the name under which the element of a written locator is kept."""
        return place_of(written.site, written.expression, self.settings.root)

    # ------------------------------------------------------------------------------------- finding

    async def find(self, written: Written, *, does: str, wait_ms: float | None = None) -> Any:
        """Return the locator to use: Playwright's own if it finds something, else a healed one.

        What cannot be healed is left to Playwright's own, which fails as it would have.
        """
        looks = self._looks(written)
        if not looks:
            await self.note(written)
            return written.plain
        glimpse = await self._look(written)
        if glimpse.count == 0:
            before = await self._as_before(written)
            if before is not None:
                return before
            if not await self._appears(written, wait_ms):
                return await self.heal(written, does=does) or written.plain
            glimpse = await self._look(written)
        return await self._check(written, looks, glimpse, does=does)

    async def _check(
        self, written: Written, looks: list[Fingerprint], glimpse: Glimpse, *, does: str
    ) -> Any:
        """Return the locator if what it finds is what was kept; several are Playwright's affair."""
        element = glimpse.element
        if glimpse.count != 1 or element is None:
            return written.plain
        if any(looks_same(look, element, 0) for look in looks):
            self._holds(written)
        elif does == PRESSES and not written.goes_by_place:
            return await self._something_else(written, element) or written.plain
        await self.note(written)
        return written.plain

    async def _look(self, written: Written) -> Glimpse:
        glimpse, _ = await self.tab(written.page).look(written.plain)
        self._field = None if glimpse.element is None else glimpse.element.attributes[0]
        return glimpse

    def _looks(self, written: Written) -> list[Fingerprint]:
        """Return what the element looked like on pages of this kind.

        If it was never seen there: what the same expression found there elsewhere in the file (a
        function may have been renamed), else what it found on other pages.
        """
        key = place, kind = self.place(written), kind_of_page(written.page.url)
        if key not in self._known:
            files = self.suite.files
            known = files.looks(place, kind) or files.looks(in_any_function(place), kind)
            self._known[key] = known or files.looks(place)
        return self._known[key]

    async def _as_before(self, written: Written) -> Any | None:
        """Return the locator that was healed before in this run, if it finds one element now."""
        place = self.place(written)
        code = self._instead.get(place)
        if code is None:
            return None
        locator = follow(written.page, code)
        if await ready(locator.count()) != 1:
            return None
        self._again(place, written.site.span)
        return locator

    def _again(self, place: str, span: Span) -> None:
        """Note another place in the source where a healed expression stands."""
        first = next(one for one in self.healed if one.place == place)
        again = replace(first, line=span.line, span=span)
        if again not in self.healed:
            self.healed.append(again)

    async def _appears(self, written: Written, wait_ms: float | None) -> bool:
        wait = self.settings.heal_after_ms if wait_ms is None else wait_ms
        try:
            await ready(written.plain.wait_for(state="attached", timeout=max(1.0, wait)))
        except PlaywrightTimeout:
            return False
        except PlaywrightError:
            return True  # several: Playwright's own error says so best
        return True

    def _holds(self, written: Written) -> None:
        place = self.place(written)
        if place not in self._held:
            self._held.add(place)
            self.suite.forget_healed(place)

    # ------------------------------------------------------------------------------------- healing

    async def heal(self, written: Written, *, does: str) -> Any | None:
        """Return a locator that finds the element where it is now; None when that is refused."""
        try:
            judged = await self._judge(written, does=does)
        except (CaptureFailed, PageChanged):
            return None  # the page moves on, or is closed: Playwright knows best what to say
        if judged is None:
            return None
        if judged.applies:
            return self._use(written, judged)
        place = self.place(written)
        self._refused[place] = judged.told
        if judged.settled:
            self._lost.add(place)
        return None

    async def find_again(self, written: Written, *, does: str) -> Any | None:
        """Return a healed locator for one that was asked for long enough, and finds nothing."""
        if await ready(written.plain.count()) != 0:
            return None
        return await self._as_before(written) or await self.heal(written, does=does)

    async def _judge(self, written: Written, *, does: str) -> Judged | None:
        """Return where the element is now, judged; None when the locator finds something again."""
        tab = self.tab(written.page)
        looks = self._looks(written)
        if not looks or await ready(written.plain.count()) != 0:
            return None
        settled = await tab.settled()
        if await ready(written.plain.count()) != 0:
            return None
        return await self.judging.judge(
            tab, looks, place=self.place(written), settled=settled, presses=does == PRESSES
        )

    def _use(self, written: Written, judged: Judged) -> Any | None:
        """Return the healed locator: written down, warned of, and only then used."""
        place = self.place(written)
        try:
            self.judging.write(judged, written.expression, place)
        except HoldfastError as exc:
            self._refused[place] = f"the decision could not be written: {exc}"
            return None
        healed = self._healed(written, judged, used=True)
        warnings.warn_explicit(
            f"{healed.expression} was healed to {healed.instead} (confidence {healed.confidence})",
            HealedWarning,
            written.site.file,
            written.site.line,
        )
        self.healed.append(healed)
        self._instead[place] = judged.code
        if self.on_healed is not None:
            self.on_healed(healed)
        return follow(written.page, judged.code)

    def _healed(self, written: Written, judged: Judged, *, used: bool) -> Healed:
        fingerprint, best = judged.location.fingerprint, judged.location.best
        among = fingerprint.extra.get("among", 1)
        site = written.site
        return Healed(
            place=self.place(written),
            file=site.file,
            function=site.function,
            line=site.span.line,
            span=site.span,
            expression=written.expression,
            calls=written.calls,
            among=among if isinstance(among, int) else 1,
            instead=judged.code,
            confidence=judged.decision.confidence,
            action=judged.decision.action,
            was=told(fingerprint.node),
            now="" if best is None else told(best.node),
            reason=judged.location.reason,
            used=used,
            test=self.name,
        )

    async def _something_else(self, written: Written, element: Snapshot) -> Any | None:
        """Return a healed locator if it is sure that another element was meant; None to go on.

        A locator that finds one element is its author's word. It is overruled only by certainty,
        and a step is stopped only if an id was given to another element and its own is gone.
        """
        place = self.place(written)
        looks = self.suite.files.looks(place, kind_of_page(written.page.url))
        if not looks or place in self._held:
            return None
        tab = self.tab(written.page)
        settled = await tab.settled()
        judged = await self.judging.judge(tab, looks, place=place, settled=settled, presses=True)
        if judged.location.refusal is Refusal.GONE and written.goes_by_identity:
            now = told(element.nodes[0])
            raise ElementMissing(
                written.expression, f"it finds {now} now, which is another element", judged.nearest
            )
        is_same = judged.target is not None and await same_element(written.plain, judged.target)
        if is_same:
            self._held.add(place)
        elif judged.decision.action is HealingAction.AUTO_APPLY and judged.applies:
            return self._use(written, judged)
        return None

    # ------------------------------------------------------------------------------------- telling

    async def suggest(self, written: Written) -> str | None:
        """Return what was probably meant by a locator that finds nothing; None without an idea."""
        try:
            judged = await self._judge(written, does=READS)
        except (HoldfastError, PlaywrightError):
            return None  # the page is closed, or moves on: there is nothing to say
        if judged is None:
            return None
        if judged.decision.action >= HealingAction.SUGGEST_ONLY and judged.code:
            self.suggested.append(self._healed(written, judged, used=False))
        return judged.told

    def refusal(self, written: Written) -> str | None:
        """Return why a locator was not healed, None if it was not tried."""
        return self._refused.get(self.place(written))

    def is_lost(self, written: Written) -> bool:
        """Return whether an element was looked for on a settled page, and refused."""
        return self.place(written) in self._lost

    def done(self, written: Written, *, worked: bool) -> None:
        """Note whether a step with a healed locator worked."""
        if self._judging is not None:
            self._judging.worked(self.place(written), worked=worked)

    # ------------------------------------------------------------------------------------- keeping

    async def note(self, written: Written) -> None:
        """Look at the element that a locator finds, if that is due; kept when the run is green."""
        if self.settings.extent.keeps:
            await self._noting.note(written, self.place(written), self.tab)

    async def types(self, locator: Any, text: object) -> None:
        """Remember a text that is typed into a field for secrets: no page that shows it is kept."""
        if self.settings.extent.keeps:
            await self._noting.types(locator, text, self._field)
        self._field = None

    # ----------------------------------------------------------------------------------------- end

    def finish(self, *, passed: bool) -> None:
        """Keep what a green run saw and healed; of another one, only that it was not."""
        if self._finished:
            return
        self._finished = True
        if passed:
            self.suite.keep(self._noting.notes)
            for healed in self.healed:
                self.suite.save_healed(healed)
        if self._judging is not None:
            self._judging.finish(passed=passed)

    def close(self, *, passed: bool) -> None:
        """End the run with its page, if nobody else does."""
        if self.ends_with_page:
            self.finish(passed=passed)
            self.suite.close(sweep=True)
