"""Settings: every value that holds, with the place it comes from; and what one chose oneself."""

from collections.abc import Callable, Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Query
from fastapi.responses import RedirectResponse, Response

from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.pages.forms import find_thresholds, show_rows, told
from holdfast.doors.portal.pages.page_rendering import Shown, render
from holdfast.doors.portal.pages.shown_words import MODES
from holdfast.errors import HoldfastError
from holdfast.model.thresholds import THRESHOLD_RANGES, Mode

router = APIRouter()

HERE = "/settings"
AUDIT_SIZE = 50
_HEALING = frozenset({*THRESHOLD_RANGES, "healingEnabled"})


@router.get("/settings")
def show_settings(desk: CurrentDesk, done: str = "") -> Response:
    """Show every setting and where it comes from."""
    return _page(desk, done="Saved. It holds from the next run on." if done else "")


@router.post("/settings")
def configure(
    desk: CurrentDesk,
    mode: Annotated[str, Form()] = "",
    auto_apply: Annotated[str, Form(alias="autoApply")] = "",
    apply_with_flag: Annotated[str, Form(alias="applyWithFlag")] = "",
    suggest_only: Annotated[str, Form(alias="suggestOnly")] = "",
) -> Response:
    """Choose mode and thresholds for all recordings that choose nothing themselves."""
    return _set(
        desk,
        lambda: {
            "mode": mode or None,
            "thresholds": find_thresholds(auto_apply, apply_with_flag, suggest_only),
        },
    )


@router.post("/settings/notifications")
def choose_notifications(
    desk: CurrentDesk,
    email_on_flagged: Annotated[str, Form(alias="emailOnFlagged")] = "",
    email_on_suggestion: Annotated[str, Form(alias="emailOnSuggestion")] = "",
    email_to: Annotated[str, Form(alias="emailTo", max_length=500)] = "",
    slack_webhook: Annotated[str, Form(alias="slackWebhook", max_length=200)] = "",
) -> Response:
    """Choose how one is told of healings oneself, before what the project says."""
    given = {
        "emailOnFlagged": email_on_flagged,
        "emailOnSuggestion": email_on_suggestion,
        "emailTo": email_to.strip(),
        "slackWebhook": slack_webhook.strip(),
    }
    return _set(desk, lambda: {key: value or None for key, value in given.items()})


def _set(desk: Desk, chosen: Callable[[], Mapping[str, str | None]]) -> Response:
    try:
        desk.configure_user(chosen())
    except HoldfastError as exc:
        return _page(desk, **told(desk, exc))
    return RedirectResponse("/settings?done=saved", 303)


@router.get("/audit")
def show_audit(desk: CurrentDesk, page: Annotated[int, Query(ge=1, le=1_000_000)] = 1) -> Response:
    """Show who answered and set what."""
    rows = desk.store.page_audit(page, AUDIT_SIZE)
    return render(desk, "audit.html", here=HERE, view=Shown(base="/audit", rows=rows))


def _page(desk: Desk, *, done: str = "", problem: str = "", status: int = 200) -> Response:
    config = desk.user_config()
    view = Shown(
        done=done,
        problem=problem,
        modes=tuple((mode.value, MODES[mode]) for mode in Mode),
        config=Shown(
            mode="" if config.mode is None else config.mode.value,
            thresholds=config.thresholds,
            told=config.notifications,
        ),
        groups=tuple(_groups(show_rows(desk, desk.settings()))),
    )
    return render(desk, "settings.html", here=HERE, view=view, status=status)


def _groups(rows: tuple[Shown, ...]) -> list[Shown]:
    """Return the settings by kind: what decides healings, who is told, the rest."""
    healing = tuple(row for row in rows if row.key in _HEALING)
    told_to = tuple(row for row in rows if row.key.startswith("notifications."))
    rest = tuple(row for row in rows if row not in healing and row not in told_to)
    groups = {"Healing": healing, "Project": rest, "Notifications": told_to}
    return [Shown(title=title, rows=of_it) for title, of_it in groups.items() if of_it]
