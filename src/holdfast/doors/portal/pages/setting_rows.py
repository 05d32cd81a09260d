"""Settings as pages show them: a value as it is written in a file, and where it comes from."""

from collections.abc import Iterable

from holdfast.doors.portal.desk import Desk
from holdfast.doors.portal.pages.figures import NOTHING
from holdfast.doors.portal.pages.page_rendering import Shown
from holdfast.doors.portal.views import SettingRow


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
