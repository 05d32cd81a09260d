"""Forms: what they send, what is told when it is refused, and the settings that they show."""

from collections.abc import Iterable
from typing import Any

from holdfast.doors.portal.desk import Desk
from holdfast.doors.portal.pages.figures import NOTHING
from holdfast.doors.portal.pages.page_rendering import Shown
from holdfast.doors.portal.problems import problem_of
from holdfast.doors.portal.views import SettingRow
from holdfast.errors import HoldfastError, UsageError


def find_thresholds(auto_apply: str, apply_with_flag: str, suggest_only: str) -> str | None:
    """Return three thresholds as 85/65/45, None when none was given; some alone are refused."""
    given = [value.strip() for value in (auto_apply, apply_with_flag, suggest_only)]
    if not any(given):
        return None
    if not all(given):
        raise UsageError("thresholds of one's own are three numbers, and one is missing")
    return "/".join(given)


def told(desk: Desk, exc: HoldfastError) -> dict[str, Any]:
    """Return why something was refused, as a sentence, and the status of the page that says so."""
    problem = problem_of(exc, str(desk.project.root))
    words = problem.detail[:1].upper() + problem.detail[1:]
    return {"problem": f"{words.removesuffix('.')}.", "status": problem.status_code}


def show_rows(desk: Desk, rows: Iterable[SettingRow]) -> tuple[Shown, ...]:
    """Return the settings in words; where the project is on its machine is nobody's business."""
    root = f"{desk.project.root}/"
    return tuple(
        Shown(
            key=row.key,
            value=_written(row.value).replace(root, ""),
            place=row.place.replace(root, ""),
        )
        for row in rows
    )


def _written(value: object) -> str:
    if value is None or value in {"", "-"}:
        return NOTHING
    return str(value).lower() if isinstance(value, bool) else str(value)
