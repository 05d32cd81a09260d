"""Known looks: tells what the element of a written locator looked like on pages of this kind."""

from dataclasses import dataclass, field

from holdfast.app.call_site import in_any_function
from holdfast.doors.playwright.calls import Call
from holdfast.doors.playwright.suite import Suite
from holdfast.model.fingerprint import Fingerprint
from holdfast.page.url_pattern import kind_of_page

FINDS_ONE = "the locator finds an element by itself, and it is not sure that another is meant"
FOUND_BY_IT = "what was healed before is another element than all but what is asserted leads to"


@dataclass(slots=True)
class KnownLooks:
    """The looks that one run has asked for: a file is read once."""

    suite: Suite
    _known: dict[tuple[str, str], list[Fingerprint]] = field(default_factory=dict)
    _elsewhere: set[tuple[str, str]] = field(default_factory=set)

    def of(self, call: Call) -> list[Fingerprint]:
        """Return what the element looked like on pages of this kind.

        If it was never seen there: what the same expression found there elsewhere in the file (a
        function may have been renamed), else what it found on other pages.
        """
        key = place, kind = _key(call)
        if key not in self._known:
            files = self.suite.files
            known = files.looks(place, kind) or files.looks(in_any_function(place), kind)
            self._known[key] = known or files.looks(place)
            if not known:
                self._elsewhere.add(key)
        return self._known[key]

    def are_of_another_page(self, call: Call) -> bool:
        """Return whether the element is known only from pages of another kind."""
        return _key(call) in self._elsewhere


def _key(call: Call) -> tuple[str, str]:
    return call.place, kind_of_page(call.written.page.url)
