"""What people are told of a healing: numbers and selectors, no other text of the page."""

import re
from dataclasses import dataclass

from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import Notification

_LONGEST = 200
# A selector comes from a page: nothing in it may end a line, a header or a field.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A message in words: a subject and the lines of its body."""

    subject: str
    lines: tuple[str, ...]


def word_notice(notification: Notification) -> Notice:
    """Return the message about a healing that was applied and flagged, or only suggested."""
    applied = notification.action is HealingAction.APPLY_WITH_FLAG
    return Notice(
        subject=f"AI Healing {'Applied' if applied else 'Suggested'} - Review Required",
        lines=(
            f"A healing was {'applied' if applied else 'suggested'} "
            f"with {notification.confidence}% confidence.",
            "",
            f"Run: {_one_line(notification.run_id)}",
            f"Step: {notification.step_number}",
            f"Old selector: {_one_line(notification.old_selector)}",
            f"New selector: {_one_line(notification.new_selector)}",
            "",
            "Please review in the portal, or with: holdfast review list",
        ),
    )


def _one_line(text: str) -> str:
    plain = _UNPRINTABLE.sub(" ", text).strip()
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…"
