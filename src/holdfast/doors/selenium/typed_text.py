"""Typed text: what a driver types, and whether a frame that it types into is foreign."""

from typing import Any

from selenium.webdriver.remote.command import Command

from holdfast.model.origin import NO_ORIGIN, origin_of


def typed_text(command: Any, params: Any) -> str:
    """Return what a command types, "" for none."""
    text = ""
    if command == Command.SEND_KEYS_TO_ELEMENT:
        text = str(params.get("text", ""))
    elif command == Command.W3C_ACTIONS:
        acts = [act for device in params["actions"] for act in device.get("actions", ())]
        text = "".join(str(act["value"]) for act in acts if act["type"] == "keyDown")
    return text


def foreign_to(document_url: str, page_url: str) -> str:
    """Return the origin of a frame that is foreign to its page, "" for one of the page's own."""
    origin = origin_of(document_url)
    is_own = document_url == page_url or origin == origin_of(page_url) != NO_ORIGIN
    return "" if is_own else origin or "opaque"
