"""Messages arrive at a real mail server and a real web server, on this machine."""

from __future__ import annotations

import json
import socket
import threading
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, ClassVar

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from tests.contract.made_up import NOON
from tests.serving import serving

from holdfast.adapters.notify.background import BackgroundNotifier, Route
from holdfast.adapters.notify.channels import MailChannel, MailServer, SlackChannel
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import Notification

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

    from aiosmtpd.smtp import SMTP, Envelope, Session

FLAGGED = Notification(
    entry_id="run-1/4/1",
    run_id="run-1",
    step_number=4,
    created_at=NOON,
    confidence=72,
    action=HealingAction.APPLY_WITH_FLAG,
    old_selector="#pay",
    new_selector='role=button[name="Pay <now> & go"]',
)
BOTH = frozenset({HealingAction.APPLY_WITH_FLAG, HealingAction.SUGGEST_ONLY})


class Mailbox:
    """What a mail server got; refuses the first few messages if it is told to."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.refuse = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - theirs
        if self.refuse:
            self.refuse -= 1
            return "451 try again later"
        assert isinstance(envelope.content, bytes)
        self.messages.append(message_from_bytes(envelope.content))
        return "250 OK"


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


def a_free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@pytest.fixture
def mail_server(mailbox: Mailbox) -> Iterator[MailServer]:
    controller = Controller(mailbox, hostname="127.0.0.1", port=a_free_port())
    controller.start()
    yield MailServer(host="127.0.0.1", port=controller.port)
    controller.stop()


class Hook(BaseHTTPRequestHandler):
    """A webhook; answers with the status it is told to."""

    posted: ClassVar[list[dict[str, str]]] = []
    statuses: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        self.posted.append(json.loads(self.rfile.read(size)))
        self.send_response(self.statuses.pop(0) if self.statuses else 200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def webhook() -> Iterator[str]:
    Hook.posted, Hook.statuses = [], []
    with serving(HTTPServer(("127.0.0.1", 0), Hook)) as server:
        yield f"http://127.0.0.1:{server.server_port}/hook/hunter2"


def a_notifier(*channels: MailChannel | SlackChannel) -> BackgroundNotifier:
    routes = [Route(channel=channel, actions=BOTH) for channel in channels]
    return BackgroundNotifier(routes, retry_after_s=(0.001, 0.001))


def test_a_mail_holds_the_numbers_and_the_selectors(
    mail_server: MailServer, mailbox: Mailbox
) -> None:
    notifier = a_notifier(MailChannel(mail_server, "holdfast@example.org", "a@b.c, d@e.f"))
    notifier.send(FLAGGED)
    assert notifier.close() == ()
    (message,) = mailbox.messages
    assert message["Subject"] == "AI Healing Applied - Review Required"
    assert (message["From"], message["To"]) == ("holdfast@example.org", "a@b.c, d@e.f")
    payload = message.get_payload(decode=True)
    assert isinstance(payload, bytes)
    assert payload.decode().replace("\r\n", "\n") == (
        "A healing was applied with 72% confidence.\n"
        "\n"
        "Run: run-1\n"
        "Step: 4\n"
        "Old selector: #pay\n"
        'New selector: role=button[name="Pay <now> & go"]\n'
        "\n"
        "Please review in the portal, or with: holdfast review list\n"
    )


def test_a_server_that_refuses_at_first_is_asked_again(
    mail_server: MailServer, mailbox: Mailbox
) -> None:
    mailbox.refuse = 2
    notifier = a_notifier(MailChannel(mail_server, "a@b.c", "d@e.f"))
    notifier.send(FLAGGED)
    assert notifier.close() == ()
    assert len(mailbox.messages) == 1


def test_a_mail_that_cannot_be_delivered_is_told_at_the_end(
    mail_server: MailServer, mailbox: Mailbox
) -> None:
    mailbox.refuse = 3
    notifier = a_notifier(MailChannel(mail_server, "a@b.c", "d@e.f"))
    notifier.send(FLAGGED)
    (failure,) = notifier.close()
    assert "e-mail: AI Healing Applied" in failure
    assert "try again later" in failure


def test_a_server_that_is_not_there_fails_nothing() -> None:
    notifier = a_notifier(MailChannel(MailServer(host="127.0.0.1", port=1), "a@b.c", "d@e.f"))
    notifier.send(FLAGGED)
    (failure,) = notifier.close()
    assert "ConnectionRefusedError" in failure


def test_slack_gets_the_same_words_with_its_own_characters_escaped(webhook: str) -> None:
    notifier = a_notifier(SlackChannel(webhook))
    notifier.send(FLAGGED)
    assert notifier.close() == ()
    (posted,) = Hook.posted
    assert "A healing was applied with 72% confidence." in posted["text"]
    assert "Pay &lt;now&gt; &amp; go" in posted["text"]


def test_slack_is_asked_again_and_its_address_is_never_told(webhook: str) -> None:
    Hook.statuses = [500, 429, 503, 500]
    notifier = a_notifier(SlackChannel(webhook))
    notifier.send(FLAGGED)
    (failure,) = notifier.close()
    assert len(Hook.posted) == 3
    assert "503" in failure
    assert "hunter2" not in failure


def test_a_suggestion_is_told_as_one_and_only_to_those_who_want_it(
    mail_server: MailServer, mailbox: Mailbox, webhook: str
) -> None:
    flagged_only = frozenset({HealingAction.APPLY_WITH_FLAG})
    notifier = BackgroundNotifier(
        [
            Route(channel=MailChannel(mail_server, "a@b.c", "d@e.f"), actions=BOTH),
            Route(channel=SlackChannel(webhook), actions=flagged_only),
        ]
    )
    notifier.send(
        Notification(
            entry_id="run-1/5/1",
            run_id="run-1",
            step_number=5,
            created_at=NOON,
            confidence=50,
            action=HealingAction.SUGGEST_ONLY,
        )
    )
    assert notifier.close() == ()
    (message,) = mailbox.messages
    assert message["Subject"] == "AI Healing Suggested - Review Required"
    assert Hook.posted == []


class Stuck:
    """A channel that never comes back while the test runs."""

    name = "stuck"

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def deliver(self, notice: object) -> None:
        self.let_go.wait()


def test_a_channel_that_hangs_keeps_nobody_waiting() -> None:
    stuck = Stuck()
    notifier = BackgroundNotifier([Route(channel=stuck, actions=BOTH)], patience_s=0.01)
    notifier.send(FLAGGED)
    notifier.send(FLAGGED)
    left = notifier.close()
    assert [one.endswith("(no answer in time)") for one in left] == [True, True]
    stuck.let_go.set()


def test_a_notifier_that_was_never_used_ends_at_once() -> None:
    assert a_notifier().close() == ()


def test_a_server_does_not_show_its_password() -> None:
    assert "hunter2" not in repr(MailServer(host="a", port=1, user="ann", password="hunter2"))


def test_a_webhook_must_be_an_address() -> None:
    with pytest.raises(ValueError, match="http address"):
        SlackChannel("file:///etc/passwd")


@pytest.mark.filterwarnings("ignore:Session.login_data is deprecated")  # the server's own affair
@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")  # on loopback
def test_a_server_that_wants_an_account_gets_it(mailbox: Mailbox) -> None:
    seen: list[LoginPassword] = []

    def check(_: object, __: object, ___: object, ____: object, login: LoginPassword) -> AuthResult:
        seen.append(login)
        return AuthResult(success=True)

    controller = Controller(
        mailbox,
        hostname="127.0.0.1",
        port=a_free_port(),
        authenticator=check,
        auth_required=True,
        auth_require_tls=False,
    )
    controller.start()
    server = MailServer(host="127.0.0.1", port=controller.port, user="ann", password="hunter2")
    notifier = a_notifier(MailChannel(server, "a@b.c", "d@e.f"))
    notifier.send(FLAGGED)
    assert notifier.close() == ()
    controller.stop()
    assert seen == [LoginPassword(b"ann", b"hunter2")]
    assert len(mailbox.messages) == 1


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_what_should_be_encrypted_is_never_sent_in_the_clear(
    mail_server: MailServer, mailbox: Mailbox, security: str
) -> None:
    server = MailServer(
        host=mail_server.host,
        port=mail_server.port,
        security=security,
        user="ann",
        password="hunter2",
    )
    notifier = a_notifier(MailChannel(server, "a@b.c", "d@e.f"))
    notifier.send(FLAGGED)
    (failure,) = notifier.close()
    assert "STARTTLS" in failure or "SSL" in failure
    assert mailbox.messages == []
