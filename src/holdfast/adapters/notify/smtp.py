"""SMTP: sends notices by e-mail."""

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage

from holdfast.adapters.notify.notices import Notice

TIMEOUT_S = 10.0


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
