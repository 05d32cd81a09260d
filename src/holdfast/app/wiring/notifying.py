"""Notifying: makes who tells people of healings, from the settings of a project and a person."""

from collections.abc import Iterator
from dataclasses import replace

from holdfast.adapters.notify.background import BackgroundNotifier, Route
from holdfast.adapters.notify.channels import MailChannel, MailServer, SlackChannel
from holdfast.app.who_is_told import (
    ADDRESS,
    WEBHOOK,
    Settings,
    check_address,
    mailed_actions,
    with_own_choices,
)
from holdfast.app.wiring.project import Project
from holdfast.errors import UsageError
from holdfast.model.thresholds import HealingAction, UserHealingConfig
from holdfast.ports import Notifier


def make_notifier(project: Project, user: UserHealingConfig | None = None) -> Notifier | None:
    """Return who tells people of healings, None when nobody wants to be told.

    An address that is missing ends no run: it is among what could not be delivered.
    """
    settings = with_own_choices(project.plain, user, project.user_id, project.environment)
    complaints = []
    try:
        check_address(settings)
    except UsageError as exc:
        complaints.append(f"e-mail: {str(exc).partition(chr(10))[0]}")
    webhook = settings[WEBHOOK]
    if webhook.value and not str(webhook.value).startswith(("https://", "http://")):
        complaints.append(f"Slack: {webhook.place} names a variable that holds no http address")
        settings = {**settings, WEBHOOK: replace(webhook, value=None)}
    routes = [*_mail_routes(settings), *_slack_routes(settings)]
    return BackgroundNotifier(routes, complaints=complaints) if routes or complaints else None


def _mail_routes(settings: Settings) -> Iterator[Route]:
    actions, recipients = mailed_actions(settings), settings[ADDRESS].value
    if not actions or not recipients:
        return
    plain = {key: found.value for key, found in settings.items()}
    user, password = plain["notifications.smtpUser"], plain["notifications.smtpPassword"]
    server = MailServer(
        host=str(plain["notifications.smtpHost"]),
        port=int(plain["notifications.smtpPort"] or 0),
        security=str(plain["notifications.smtpSecurity"]),
        user=None if user is None else str(user),
        password=None if password is None else str(password),
    )
    sender = str(plain["notifications.emailFrom"])
    yield Route(channel=MailChannel(server, sender, str(recipients)), actions=actions)


def _slack_routes(settings: Settings) -> Iterator[Route]:
    webhook = settings[WEBHOOK].value
    if webhook:
        flagged = frozenset({HealingAction.APPLY_WITH_FLAG})
        yield Route(channel=SlackChannel(str(webhook)), actions=flagged)
