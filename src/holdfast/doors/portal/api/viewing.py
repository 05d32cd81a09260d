"""Viewing API: who you are here, and which settings hold for you."""

from fastapi import APIRouter

from holdfast.doors.portal.api.record_shapes import SettingShape, UserConfigIn, ViewerOut
from holdfast.doors.portal.desk import CurrentDesk

router = APIRouter(tags=["settings"])


@router.get("/viewer", response_model=ViewerOut)
def viewer(desk: CurrentDesk) -> object:
    """Return whose token this is."""
    return {"user": desk.viewer.name, "organization": desk.viewer.organization}


@router.get("/settings", response_model=list[SettingShape])
def settings(desk: CurrentDesk) -> object:
    """Return every setting that holds for you, and where its value came from."""
    return desk.settings()


@router.put("/settings", response_model=list[SettingShape])
def configure(desk: CurrentDesk, config: UserConfigIn) -> object:
    """Set mode and thresholds for yourself."""
    desk.configure_user(config.mode, config.thresholds)
    return desk.settings()
