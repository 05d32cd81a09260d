"""Recordings made by hand from a captured page, for tests of the replay."""

from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page

import holdfast
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.selectors.describe import describe


class Journey:
    """Steps on one page, each described as the page is when the step is added."""

    def __init__(self, page: Page, url: str) -> None:
        self._page, self._url = page, url
        page.goto(url)
        self._snapshot = holdfast.capture(page)
        self._steps: list[Step] = []

    def add(self, action: StepAction, css: str | None = None, **given: Any) -> "Journey":
        """Add a step, on the element that a CSS selector finds or on none."""
        made = None if css is None else describe(self._snapshot, css)
        number = len(self._steps) + 1
        step = Step(id=f"s{number}", action=action, url=self._url, fingerprint=made, **given)
        self._steps.append(step)
        return self

    @property
    def recording(self) -> Recording:
        """Return the recording."""
        return Recording(
            name="journey",
            start_url=self._url,
            created_at=datetime.now(UTC),
            steps=tuple(self._steps),
        )
