"""Channels: put a healing into words and send them, to Slack's incoming webhook or by e-mail.

People are told numbers and selectors, and no other text of the page.
"""

import json
import re
import smtplib
import ssl
import urllib.request
from dataclasses import dataclass
from email.message import EmailMessage

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


TIMEOUT_S = 10.0
# The three characters that mean something in Slack's text.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


class SlackChannel:
    """Posts notices to one webhook."""

    name = "Slack"

    def __init__(self, webhook: str) -> None:
        if not webhook.startswith(("https://", "http://")):
            raise ValueError("a webhook is an http address")
        self._webhook = webhook

    def deliver(self, notice: Notice) -> None:
        """Post the message; raises OSError when that fails."""
        text = "\n".join((notice.subject, "", *notice.lines)).translate(_ESCAPES)
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked above
            self._webhook,
            data=json.dumps({"text": text}).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310 - as above
            answer.read()


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """Where mail is handed over, and how."""

    host: str
    port: int
    security: str = "none"  # starttls, tls or none
    user: str | None = None
    password: str | None = None

    def __repr__(self) -> str:
        """Return the address without the password."""
        return f"MailServer({self.host}:{self.port}, {self.security})"


class MailChannel:
    """Sends notices through one mail server."""

    name = "e-mail"

    def __init__(self, server: MailServer, sender: str, recipients: str) -> None:
        self.server, self.sender, self.recipients = server, sender, recipients

    def deliver(self, notice: Notice) -> None:
        """Hand the message over; raises OSError or SMTPException when that fails."""
        message = EmailMessage()
        message["Subject"] = notice.subject
        message["From"] = self.sender
        message["To"] = self.recipients
        message.set_content("\n".join(notice.lines) + "\n")
        with self._connect() as connection:
            if self.server.security == "starttls":
                connection.starttls(context=ssl.create_default_context())
            if self.server.user is not None:
                connection.login(self.server.user, self.server.password or "")
            connection.send_message(message)

    def _connect(self) -> smtplib.SMTP:
        host, port = self.server.host, self.server.port
        if self.server.security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_S, context=context)
        return smtplib.SMTP(host, port, timeout=TIMEOUT_S)
