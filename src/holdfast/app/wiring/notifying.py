"""Notifying: makes who tells people of healings, from the settings of a project and a person."""

from collections.abc import Iterator

from holdfast.adapters.notify.background import BackgroundNotifier, Route
from holdfast.adapters.notify.slack import SlackChannel
from holdfast.adapters.notify.smtp import MailChannel, MailServer
from holdfast.app.setting_table import SETTINGS, resolve_reference
from holdfast.app.wiring.project import Project
from holdfast.errors import SettingInvalid
from holdfast.model.thresholds import HealingAction, NotificationSettings, UserHealingConfig
from holdfast.ports import Notifier


def make_notifier(project: Project, user: UserHealingConfig | None = None) -> Notifier | None:
    """Return who tells people of healings, None when nobody wants to be told.

    What a person chose for notifications stands before what the project's file says.
    """
    chosen = NotificationSettings() if user is None else user.notifications
    routes = [*_mail_routes(project, chosen), *_slack_routes(project, chosen)]
    return BackgroundNotifier(routes) if routes else None


def _mail_routes(project: Project, chosen: NotificationSettings) -> Iterator[Route]:
    plain = {key: found.value for key, found in project.plain.items()}
    wanted = {
        HealingAction.APPLY_WITH_FLAG: chosen.email_on_flagged
        or plain["notifications.emailOnFlagged"],
        HealingAction.SUGGEST_ONLY: chosen.email_on_suggestion
        or plain["notifications.emailOnSuggestion"],
    }
    actions = frozenset(action for action, on in wanted.items() if on)
    recipients = str(plain["notifications.emailTo"] or "")
    if not actions:
        return
    if not recipients:
        allowed = SETTINGS["notifications.emailTo"].allowed
        raise SettingInvalid("notifications.emailTo", "nothing", allowed, "any place")
    user, password = plain["notifications.smtpUser"], plain["notifications.smtpPassword"]
    server = MailServer(
        host=str(plain["notifications.smtpHost"]),
        port=int(plain["notifications.smtpPort"] or 0),
        security=str(plain["notifications.smtpSecurity"]),
        user=None if user is None else str(user),
        password=None if password is None else str(password),
    )
    sender = str(plain["notifications.emailFrom"])
    yield Route(channel=MailChannel(server, sender, recipients), actions=actions)


def _slack_routes(project: Project, chosen: NotificationSettings) -> Iterator[Route]:
    key = "notifications.slackWebhook"
    webhook = project.plain[key].value
    if webhook is None and chosen.slack_webhook is not None:
        place = f"user {project.user_id[:80]!r}"
        webhook = resolve_reference(key, chosen.slack_webhook, place, project.environment)
    if webhook:
        flagged = frozenset({HealingAction.APPLY_WITH_FLAG})
        yield Route(channel=SlackChannel(str(webhook)), actions=flagged)
