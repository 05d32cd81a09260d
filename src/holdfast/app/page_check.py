"""Is a run still on the page that a step was recorded on: asked once a step before was not done."""

import time
from dataclasses import dataclass, field

from holdfast.model.recording import Step, StepAction
from holdfast.page.url_pattern import kind_of_page, url_pattern
from holdfast.ports import LivePage

POLL_MS = 100.0
_LONGEST = 80  # characters of a page that are told
# These lead to a page, or belong to no page.
ANYWHERE = frozenset(
    {
        StepAction.NAVIGATE,
        StepAction.NEW_TAB,
        StepAction.CLOSE_TAB,
        StepAction.DIALOG,
        StepAction.WAIT,
    }
)


@dataclass(slots=True)
class Whereabouts:
    """Which pages of the site stand for which recorded ones, learned from the steps that worked.

    A site that was rebuilt has other addresses. Until all goes well that is nobody's business;
    afterwards a page that is neither the recorded one nor known to stand for it is another page.
    """

    _known: dict[str, set[str]] = field(default_factory=dict)
    _in_vain: str = ""  # where the step before waited for its page, and it did not come

    def note(self, recorded: str, now: str) -> None:
        """Take note that a step of the recorded page was done on this one."""
        if recorded:
            self._known.setdefault(url_pattern(recorded), set()).add(url_pattern(now))

    async def find_astray(
        self, step: Step, recorded: str, page: LivePage, wait_ms: float
    ) -> str | None:
        """Return why the step is not to be done here; waits a while for a page that is coming."""
        in_vain, self._in_vain = self._in_vain, ""  # a step that is done may lead somewhere
        if not recorded or step.action in ANYWHERE:
            return None
        wait = 0.0 if page.url == in_vain else wait_ms / 1000
        deadline = time.monotonic() + wait
        while not self._is_there(recorded, page.url):
            if time.monotonic() >= deadline:
                self._in_vain = page.url
                there, here = _told_apart(recorded, page.url)
                return f"it belongs to the page {there!r}, and this is {here!r}"
            await page.pause(POLL_MS)
        return None

    def _is_there(self, recorded: str, now: str) -> bool:
        wanted, seen = url_pattern(recorded), url_pattern(now)
        return wanted == seen or seen in self._known.get(wanted, ())


def _told_apart(recorded: str, now: str) -> tuple[str, str]:
    """Return two pages as people tell them apart: by path and route, else with the host."""
    by = url_pattern if kind_of_page(recorded) == kind_of_page(now) else kind_of_page
    return by(recorded)[:_LONGEST], by(now)[:_LONGEST]
