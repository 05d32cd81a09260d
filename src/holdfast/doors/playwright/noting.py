"""Noting: notes elements before each step, to be fingerprinted if the run is green."""

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from holdfast.app.healing import Judged
from holdfast.app.wiring import LiveTab
from holdfast.app.written import Written
from holdfast.doors.element_place import LocatorPlace, find_node
from holdfast.doors.playwright.deadlines import with_deadline
from holdfast.doors.playwright.elements import find_place, is_secret
from holdfast.doors.playwright.list_members import LIST, find_container, find_ends
from holdfast.doors.playwright.suite import Note, Suite
from holdfast.doors.secret_places import FIELD_SOURCE, SHORTEST_SECRET, TypedSecrets
from holdfast.errors import HoldfastError
from holdfast.model.redaction import Redactor
from holdfast.model.secret_fields import is_secret_field
from holdfast.model.snapshot import Snapshot
from holdfast.page.url_pattern import kind_of_page
from holdfast.ports import ready

_HERE = ("", "")  # whatever has the focus: nothing is known of it
_COUNTED = re.compile(r"^(?:first|last|nth\()")

Tabs = Callable[[Any], LiveTab]


@dataclass(slots=True)
class Noting:
    """The notes of one run."""

    suite: Suite
    _notes: list[Note] = field(default_factory=list)
    _captures: dict[int, tuple[str, tuple[int, ...], Snapshot]] = field(default_factory=dict)
    typed: TypedSecrets = field(default_factory=TypedSecrets)
    _field: Mapping[str, str] | None = None  # what was just looked at
    _unseen: dict[str, str] = field(default_factory=dict)
    _takes_secrets: dict[tuple[str, str], bool] = field(default_factory=dict)  # by place and kind

    @property
    def notes(self) -> list[Note]:
        """Return the notes on pages that show no secret."""
        shown = [note for note in self._notes if not self._shows_secret(note)]
        return [
            replace(one, secret=self._takes_secrets.get((one.place, one.kind))) for one in shown
        ]

    @property
    def unkept(self) -> dict[str, str]:
        """Return the expressions that were used, and of which there is no note, by place."""
        kept, secret = {note.place for note in self.notes}, Redactor.of(self.secrets)
        hidden = {note.place: str(note.source["expression"]) for note in self._notes}
        every = (self._unseen | hidden).items()
        shown = ((place, said) for place, said in every if not secret.shows(said))
        return {place: said for place, said in shown if place not in kept}

    async def note(self, written: Written, place: str, tab: Tabs) -> bool:
        """Look at the element that a locator finds, if it was not looked at today.

        Return whether it should have been, and there was none.
        """
        kind = kind_of_page(written.page.url)
        if self.suite.is_due(place, kind):
            self._unseen[place] = written.expression
            with contextlib.suppress(PlaywrightError, HoldfastError):  # it moved on: another time
                return await self._look(written, place, kind, tab) == 0
        return False

    @with_deadline
    async def _look(self, written: Written, place: str, kind: str, tab: Tabs) -> int:
        """Note the only element that a locator finds; return how many it finds."""
        spot = await find_place(written.plain, framed=written.is_framed)
        if spot.is_one:
            await self._note(written, place, kind, tab, spot)
        return spot.count

    async def _note(
        self, written: Written, place: str, kind: str, tab: Tabs, spot: LocatorPlace
    ) -> None:
        if not self.suite.is_new(place, kind, (*spot.ways[-1], *spot.state)):
            self._unseen.pop(place, None)
            return
        node = find_node(await self._capture(written.page, spot, tab), spot)
        if node is None:
            return
        self._unseen.pop(place, None)
        among, source = await _among(written), _source(written, place)
        self._notes.append(Note(place=place, kind=kind, node=node, among=among, source=source))

    async def note_list(self, written: Written, place: str, tab: Tabs) -> None:
        """Look at the list that a locator finds, if it was not looked at today."""
        kind = kind_of_page(written.page.url)
        if written.is_framed or not self.suite.is_due(place + LIST, kind):
            return
        with contextlib.suppress(PlaywrightError, HoldfastError):
            await self._look_at_list(written, place, kind, tab)

    @with_deadline
    async def _look_at_list(self, written: Written, place: str, kind: str, tab: Tabs) -> None:
        if await _among_several(written):
            return  # what chooses among them cannot be told from the members
        ends, named = await find_ends(written.plain), place + LIST
        state = tuple(step for end in ends for step in end.ways[0])
        if not ends or not self.suite.is_new(named, kind, state):
            return
        found = find_container(await self._capture(written.page, ends[0], tab), ends)
        if found is not None:
            node, members = found
            source = _source(written, place)
            note = Note(place=named, kind=kind, node=node, among=1, source=source)
            self._notes.append(replace(note, members=tuple(members)))

    async def _capture(self, page: Any, spot: LocatorPlace, tab: Tabs) -> Snapshot:
        """Return the page as it is, from memory if it has not changed since."""
        known = self._captures.get(id(page))
        state = (page.url, spot.state)
        if known is not None and len(spot.ways) == 1 and known[:2] == state:
            return known[2]
        snapshot = await tab(page).capture()
        self._captures[id(page)] = (*state, snapshot)
        return snapshot

    @property
    def secrets(self) -> set[str]:
        """Return the secrets that were typed in this run."""
        return self.typed.texts

    @property
    def has_secrets(self) -> bool:
        """Return whether a secret was typed in this run: a picture may show it from then on."""
        return bool(self.secrets)

    def looked_at(self, field: Mapping[str, str] | None) -> None:
        """Remember the attributes of the element that a step is about to use, if they are known."""
        self._field = field

    async def types(
        self, locator: Any, text: object, healed: Judged | None = None, at: tuple[str, str] = _HERE
    ) -> None:
        """Remember a text that is typed into a field for secrets, which was looked at or is now.

        ``at`` is the field's place and kind of page: what was asked today is not asked again.
        Raises ``ActRefused`` for one that may not go to where the field was found again.
        """
        field, self._field = self._field, None
        if not isinstance(text, str) or (len(text) < SHORTEST_SECRET and healed is None):
            return
        if healed is not None:
            self.typed.types(text, *await _look_at_field(locator), healed)
            return
        is_known = field is not None and is_secret_field(field)
        if is_known or await self._takes_secret(locator, field, at):
            self.secrets.add(text)

    async def _takes_secret(
        self, locator: Any, field: Mapping[str, str] | None, at: tuple[str, str]
    ) -> bool:
        """Return whether a field is one for secrets, though what was seen of it does not say so."""
        known = None if at == _HERE else self.suite.takes_secrets(*at)
        if known is not None:
            return known
        with contextlib.suppress(PlaywrightError):
            # A look tells an element's labels as its aria-label, and nothing of what stands nearby.
            is_named = field is not None and "aria-label" in field
            takes = not is_named and await is_secret(locator)
            self._takes_secrets[at] = takes or self._takes_secrets.get(at, False)
            return takes
        return False

    async def types_keys(self, page: Any, text: object) -> None:
        """Remember a text that is typed into whatever has the focus, if that is for secrets."""
        self._field = None
        for frame in page.frames:
            await self.types(frame.locator(":focus"), text)

    def _shows_secret(self, note: Note) -> bool:
        return bool(self.secrets) and Redactor.of(self.secrets).shows(note.page_text)


def _source(written: Written, place: str) -> MappingProxyType[str, object]:
    return MappingProxyType(
        {
            "file": place.rsplit("/", 2)[0],
            "function": written.site.function,
            "expression": written.expression,
        }
    )


async def _among_several(written: Written) -> bool:
    """Return whether the last call looks inside of more than one element."""
    around = written.base
    if around is None or not around.calls:
        return False
    count: int = await ready(around.plain.count())
    return count > 1


async def _look_at_field(locator: Any) -> tuple[Sequence[Any] | None, str]:
    """Return a field as its page tells it, and the address of its document as the browser does."""
    seen, url = None, ""
    with contextlib.suppress(PlaywrightError):
        handle: Any = await ready(locator.element_handle())
        frame = await ready(handle.owner_frame())
        url = "" if frame is None else frame.url
        seen = await ready(handle.evaluate(FIELD_SOURCE))
    return seen, url


async def _among(written: Written) -> int:
    """Return among how many elements a place was counted; 1 if none was."""
    if written.base is None or not _COUNTED.match(written.calls[-1]):
        return 1
    count: int = await ready(written.base.plain.count())
    return max(1, count)
