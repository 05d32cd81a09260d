"""Secret places: remembers what a test types into fields for secrets, and says where it may go."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from holdfast.app.healing import Judged
from holdfast.deciding.origins import SecretOrigins
from holdfast.errors import ActRefused
from holdfast.model.origin import origin_of
from holdfast.model.secret_fields import is_secret_field
from holdfast.model.snapshot import Node
from holdfast.page.keys import label_of

# A function of one element: its attributes and what it is called, as the page says: by labels,
# by other elements, or by what stands right before it when nothing else names it.
FIELD_SOURCE = """own => {
  const ids = (own.getAttribute("aria-labelledby") ?? "").split(/\\s+/).filter(Boolean);
  const root = own.getRootNode();
  const called = [...own.labels ?? [], ...ids.map(id => root.getElementById?.(id))];
  let label = called.map(one => one?.textContent ?? "").join(" ").trim();
  const near = label || own.getAttribute("aria-label") ? 0 : 3;
  for (let at = own, up = 0; at && label === "" && up < near; at = at.parentElement, up++)
    label = at.previousElementSibling?.textContent.trim().slice(0, 200) ?? "";
  return [Object.fromEntries([...own.attributes].map(one => [one.name, one.value])), label];
}"""
SHORTEST_SECRET = 4  # shorter texts stand on every page


@dataclass(slots=True)
class TypedSecrets:
    """The secrets of one run, and the addresses that the test itself opened."""

    texts: set[str] = field(default_factory=set)
    _opened: set[str] = field(default_factory=set)

    def opens(self, url: str) -> None:
        """Remember an address that the test opened: its author means this site."""
        self._opened.add(url)

    def types(self, text: str, seen: Sequence[Any] | None, url: str, healed: Judged | None) -> None:
        """Remember a secret; raises ``ActRefused`` when it may not go to where it was found again.

        ``seen`` is what ``FIELD_SOURCE`` returns, None when the page gave no answer; ``url`` the
        address of the field's document, which no page may have a say in, "" when it is not known.
        """
        recorded = None if healed is None else healed.location.fingerprint
        is_said = seen is not None and is_secret_field(*seen)
        if not is_said and not (recorded and _is_secret(recorded.node)):
            return
        if len(text) >= SHORTEST_SECRET:
            self.texts.add(text)
        if recorded is None or url in self._opened or url == recorded.page.url:
            return
        home, allowed = recorded.page.url, [*filter(None, map(origin_of, self._opened))]
        origins = SecretOrigins(recorded={"": origin_of(home)}, allowed=allowed)
        if origins.refuses("", url) is not None:
            here = origin_of(url) or "a document without an origin"
            raise ActRefused(
                f"what is typed into this field belongs to {origin_of(home) or 'no origin'}, and "
                f"it was found again at {here}, which the test did not open: nothing was typed"
            )


def _is_secret(node: Node) -> bool:
    return is_secret_field(node.attributes, label_of(node.snapshot, node.index))
