"""Queue filter: which healings are looked at, as it stands in an address."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from holdfast.doors.portal.pages.shown_words import ACTIONS
from holdfast.model.archive import QueueFilter
from holdfast.model.healing_decision import HealingAction, ReviewState

EVERY = "all"
STATES: Mapping[str, ReviewState | None] = {
    "pending": ReviewState.PENDING,
    "accepted": ReviewState.ACCEPTED,
    "rejected": ReviewState.REJECTED,
    EVERY: None,
}
TABS = (
    ("pending", "Waiting"),
    ("accepted", "Accepted"),
    ("rejected", "Rejected"),
    (EVERY, "All"),
)
_ACTIONS = frozenset(action.value for action in ACTIONS)
# What a person can decide comes first: the rest was sure, or has nothing to offer.
ACTION_CHOICES = (
    ("", "to be decided"),
    (EVERY, "anything"),
    *((action.value, said.words) for action, said in ACTIONS.items()),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the address asks for; nonsense in it counts as not said."""

    state: str = "pending"
    text: str = ""
    recording: str = ""
    run: str = ""
    action: str = ""
    least: str = ""

    @classmethod
    def read(cls, query: str | Mapping[str, str]) -> "Wanted":
        """Return what a query string, or one that was taken apart already, asks for."""
        given = dict(parse_qsl(query)) if isinstance(query, str) else query
        state = given.get("state", "")
        action = given.get("action", "")
        least = given.get("min", "")
        return cls(
            state=state if state in STATES else "pending",
            text=given.get("text", "")[:200],
            recording=given.get("recording", ""),
            run=given.get("run", ""),
            action=action if action in dict(ACTION_CHOICES) else "",
            least=least if least.isascii() and least.isdigit() and int(least[:4]) <= 100 else "",
        )

    @property
    def filter(self) -> QueueFilter:
        """Return it as the store understands it."""
        return QueueFilter(
            state=STATES[self.state],
            actions=frozenset({HealingAction(self.action)} if self.action in _ACTIONS else ()),
            waiting=self._is_waiting(),
            recording_id=self.recording or None,
            run_id=self.run or None,
            min_confidence=int(self.least or 0),
            text=self.text,
        )

    def _is_waiting(self) -> bool:
        # Whoever looks at answers, or at one run, wants to see all of them.
        return not self.action and self.state == "pending" and not self.run

    @property
    def is_narrowed(self) -> bool:
        """Return whether more was asked for than a state."""
        return bool(self.text or self.recording or self.run or self.action or self.least)

    @property
    def query(self) -> str:
        """Return it as a query string, only what differs from the usual."""
        said = {
            "state": "" if self.state == "pending" else self.state,
            "text": self.text,
            "recording": self.recording,
            "run": self.run,
            "action": self.action,
            "min": self.least,
        }
        return urlencode({key: value for key, value in said.items() if value})

    def address(self, number: int | None = None, **more: object) -> str:
        """Return where a healing (or the whole queue) is shown with this filter."""
        place = "/review" if number is None else f"/review/{number}"
        query = "&".join(part for part in (self.query, urlencode(more)) if part)
        return f"{place}?{query}" if query else place
