"""Healed here: the locators that were healed in one run, and what each was found without."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from holdfast.app.asserted import NOTHING, Asserted, changes, says
from holdfast.app.call_site import Span
from holdfast.app.expression import follow
from holdfast.app.healing import Judged
from holdfast.app.written import Healed, Written
from holdfast.doors.playwright.calls import Call
from holdfast.doors.playwright.deadlines import with_deadline
from holdfast.doors.suite_healing import healed_at, warn_healed
from holdfast.model.fingerprint import Fingerprint
from holdfast.ports import ready


def healed_by(call: Call, judged: Judged, test: str, *, used: bool) -> Healed:
    """Return what a step was healed to, or would have been."""
    among = judged.location.fingerprint.extra.get("among", 1)
    return healed_at(
        call.written.site,
        judged,
        place=call.place,
        expression=call.written.expression,
        calls=call.written.calls,
        among=among if isinstance(among, int) else 1,
        instead=judged.code,
        used=used,
        test=test,
    )


@dataclass(slots=True)
class HealedHere:
    """What one run healed, by the places of written locators."""

    test: str
    told: list[Healed] = field(default_factory=list)
    worked: set[str] = field(default_factory=set)
    _instead: dict[str, Judged] = field(default_factory=dict)
    _left_out: dict[str, Asserted] = field(default_factory=dict)

    def at(self, place: str) -> Judged | None:
        """Return what a place was healed to, None if it was not."""
        return self._instead.get(place)

    @with_deadline
    async def found_before(self, written: Written) -> Any:
        """Return the locator to ask whether its element is gone: what was healed has to be, too.

        It is the same wherever the expression stands in the source.
        """
        places = [one.place for one in self.told if one.expression == written.expression]
        if not places or await ready(written.plain.count()) != 0:
            return written.plain
        return follow(written.page, self._instead[places[-1]].code)

    def use(self, call: Call, judged: Judged, code: str) -> None:
        """Note a healing, and warn of it; what was asserted then is no evidence for it.

        ``code`` is what is read of it, which may stand in its shadow root.
        """
        read, before = replace(judged, code=code), self.at(call.place)
        healed = healed_by(call, read, self.test, used=True)
        if before is None or before.code != judged.code:
            warn_healed(call.written.site, healed, judged)
        self.told[:] = [one for one in self.told if one.place != call.place] + [healed]
        self._instead[call.place] = judged
        self._left_out[call.place] = call.asserted | changes(judged.location.fingerprint)

    def again(self, place: str, span: Span, code: str) -> None:
        """Note another place in the source where a healed expression stands."""
        first = next(one for one in self.told if one.place == place)
        again = replace(first, line=span.line, span=span, instead=code)
        if again not in self.told:
            self.told.append(again)

    def is_evidence(self, call: Call, looks: Sequence[Fingerprint]) -> bool:
        """Return whether an element was found by what is asserted of it, as far as is known."""
        left_out = self._left_out.get(call.place, NOTHING)
        if left_out | call.asserted == left_out:
            return False
        return any(says(call.asserted, look) for look in looks)

    def to_keep(self, *, passed: bool) -> Iterator[Healed]:
        """Yield what is worth keeping of a run: all of a green one, else what worked."""
        for healed in self.told:
            if passed or healed.place in self.worked:
                yield replace(healed, succeeded=passed)
