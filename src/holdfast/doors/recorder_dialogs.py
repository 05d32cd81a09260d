"""Recorder dialogs: makes steps of a page's dialogs and of how they were answered."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from holdfast.app.wiring import AnyPage
from holdfast.model.recording import Effect, EffectKind, Step, StepAction
from holdfast.ports import ready

_ASKS_FOR_SECRET = re.compile(r"passw|\bcode\b|\bpin\b|secret|token", re.IGNORECASE)


async def watch_dialogs(page: AnyPage, add: Callable[[Step], object]) -> None:
    """Add a step for each dialog once it is answered; only Chromium tells.

    Nothing listens to Playwright's own event: a listener there would have to answer the dialog.
    """
    context: Any = page.context
    try:
        session = await ready(context.new_cdp_session(page))
        await ready(session.send("Page.enable"))
    except PlaywrightError:
        return
    opened: list[dict[str, Any]] = []

    def opening(event: dict[str, Any]) -> None:
        opened.append(event)

    def closed(event: dict[str, Any]) -> object:
        dialog = opened.pop() if opened else {"type": "beforeunload"}
        return None if dialog["type"] == "beforeunload" else add(_step(page.url, dialog, event))

    session.on("Page.javascriptDialogOpening", opening)
    session.on("Page.javascriptDialogClosed", closed)


def _step(url: str, dialog: dict[str, Any], answer: dict[str, Any]) -> Step:
    said = str(dialog["message"])
    text: str | None = None
    if dialog["type"] == "prompt" and answer["result"]:
        is_secret = _ASKS_FOR_SECRET.search(said) is not None
        text = "${PROMPT}" if is_secret else str(answer.get("userInput", ""))
    return Step(
        id="",
        action=StepAction.DIALOG,
        url=url,
        message=said,
        accept=bool(answer["result"]),
        value=text,
        effect=Effect(kind=EffectKind.DIALOG, expected=said),
        extra={"dialog": dialog["type"]},
    )
