"""Settings as pages show them: a value as it is written in a file, and where it comes from."""

from collections.abc import Iterable
from typing import NamedTuple

from holdfast.doors.portal.desk import Desk
from holdfast.doors.portal.pages.figures import NOTHING
from holdfast.doors.portal.views import SettingRow


class ShownSetting(NamedTuple):
    """A setting in a table."""

    key: str
    value: str
    place: str


def show_rows(desk: Desk, rows: Iterable[SettingRow]) -> tuple[ShownSetting, ...]:
    """Return the settings in words; where the project is on its machine is nobody's business."""
    root = f"{desk.project.root}/"
    return tuple(
        ShownSetting(row.key, _written(row.value).replace(root, ""), row.place.replace(root, ""))
        for row in rows
    )


def _written(value: object) -> str:
    if value is None or value in {"", "-"}:
        return NOTHING
    return str(value).lower() if isinstance(value, bool) else str(value)
