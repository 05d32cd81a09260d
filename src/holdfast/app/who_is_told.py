"""Who is told: a person's own choices about notifications, put before the project's."""

from collections.abc import Mapping

from holdfast.app.setting_table import Effective, resolve_reference
from holdfast.errors import UsageError
from holdfast.model.thresholds import HealingAction, NotificationSettings, UserHealingConfig

SECTION = "notifications."
WEBHOOK = SECTION + "slackWebhook"
ADDRESS = SECTION + "emailTo"
# Action -> the setting that says whether it is told by e-mail.
MAILED = {
    HealingAction.APPLY_WITH_FLAG: SECTION + "emailOnFlagged",
    HealingAction.SUGGEST_ONLY: SECTION + "emailOnSuggestion",
}
Settings = Mapping[str, Effective]


def with_own_choices(
    plain: Settings,
    config: UserHealingConfig | None,
    user: str,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Return the settings as they hold for one person: what they chose, else the project's.

    Without the environment, which is that of the person's runs, a webhook stays its variable.
    """
    own = NotificationSettings() if config is None else config.notifications
    place = f"user {user[:80]!r}"
    chosen = {SECTION + key: value for key, value in own.to_json().items() if value is not None}
    mine = {key: Effective(value=value, place=place) for key, value in chosen.items()}
    if own.slack_webhook is not None and environment is not None:
        held = resolve_reference(WEBHOOK, own.slack_webhook, place, environment)
        mine[WEBHOOK] = Effective(value=held or None, place=place, secret=True)
    return {**plain, **mine}


def mailed_actions(settings: Settings) -> frozenset[HealingAction]:
    """Return the actions that somebody wants to be told of by e-mail."""
    return frozenset(action for action, key in MAILED.items() if settings[key].value)


def check_address(settings: Settings) -> None:
    """Raise ``UsageError`` when e-mail is wanted and nobody said where it goes."""
    wanted = [key for key in MAILED.values() if settings[key].value]
    if wanted and not settings[ADDRESS].value:
        raise UsageError(
            f"{wanted[0]} is true ({settings[wanted[0]].place}), "
            "but there is no address to send to\n"
            f"  next: set {ADDRESS} in holdfast.toml, or give a person an address of their own: "
            "holdfast config set emailTo ann@example.org --user ann"
        )
