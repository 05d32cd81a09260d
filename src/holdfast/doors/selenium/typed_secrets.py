"""Typed secrets: what a driver types into fields for secrets, and whether it may go there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from selenium.webdriver.remote.command import Command

from holdfast.app.healing import Judged
from holdfast.deciding.origins import SecretOrigins
from holdfast.errors import ActRefused
from holdfast.model.origin import NO_ORIGIN, origin_of
from holdfast.model.secret_fields import is_secret_field
from holdfast.model.snapshot import Node
from holdfast.page.keys import label_of

FIELD_SOURCE = """const own = arguments[0];
return [Object.fromEntries([...own.attributes].map(one => [one.name, one.value])),
  [...own.labels || []].map(one => one.textContent).join(" "), own.ownerDocument.URL]"""
_SHORTEST_SECRET = 4  # shorter texts stand on every page


@dataclass(slots=True)
class TypedSecrets:
    """The secrets of one run, and the addresses that the test itself opened."""

    texts: set[str] = field(default_factory=set)
    _opened: set[str] = field(default_factory=set)

    def opens(self, url: str) -> None:
        """Remember an address that the test opened: its author means this site."""
        self._opened.add(url)

    def types(self, text: str, seen: Sequence[Any], healed: Judged | None) -> None:
        """Remember a secret; raises ``ActRefused`` when it may not go to where it was found again.

        ``seen`` are the field's attributes, its label, and the address of its document.
        """
        attributes, label, url = seen
        recorded = None if healed is None else healed.location.fingerprint
        if not is_secret_field(attributes, label) and not (recorded and _is_secret(recorded.node)):
            return
        self.texts.add(text)
        if recorded is None or url in self._opened:
            return
        home, allowed = recorded.page.url, [*filter(None, map(origin_of, self._opened))]
        origins = SecretOrigins(recorded={"": origin_of(home)}, allowed=allowed)
        if origins.refuses("", url) is not None:
            here = origin_of(url) or "a document without an origin"
            raise ActRefused(
                f"what is typed into this field belongs to {origin_of(home) or 'no origin'}, and "
                f"it was found again at {here}, which the test did not open: nothing was typed"
            )


def typed_text(command: Any, params: Any) -> str:
    """Return what a command types, "" for none or for too little to be a secret."""
    text = ""
    if command == Command.SEND_KEYS_TO_ELEMENT:
        text = str(params.get("text", ""))
    elif command == Command.W3C_ACTIONS:
        acts = [act for device in params["actions"] for act in device.get("actions", ())]
        text = "".join(str(act["value"]) for act in acts if act["type"] == "keyDown")
    return text if len(text) >= _SHORTEST_SECRET else ""


def foreign_to(document_url: str, page_url: str) -> str:
    """Return the origin of a frame that is foreign to its page, "" for one of the page's own."""
    origin = origin_of(document_url)
    is_own = document_url == page_url or origin == origin_of(page_url) != NO_ORIGIN
    return "" if is_own else origin or "opaque"


def _is_secret(node: Node) -> bool:
    return is_secret_field(node.attributes, label_of(node.snapshot, node.index))
