"""Viewing API: who you are here, and which settings hold for you."""

from fastapi import APIRouter

from holdfast.doors.portal.api.record_shapes import (
    AuditShape,
    SettingShape,
    UserConfigIn,
    ViewerOut,
)
from holdfast.doors.portal.api.shapes import PageNumber, PageSize, paged, paged_of
from holdfast.doors.portal.desk import CurrentDesk

router = APIRouter(tags=["settings"])


@router.get("/viewer", response_model=ViewerOut)
def viewer(desk: CurrentDesk) -> object:
    """Return whose token this is."""
    seen = desk.viewer
    return {"user": seen.name, "organization": seen.organization, "role": seen.role}


@router.get("/audit", response_model=paged_of(AuditShape))
def audit(desk: CurrentDesk, page: PageNumber = 1, size: PageSize = 50) -> object:
    """Return who answered and set what, newest first; for admins."""
    return paged(desk.store.page_audit(page, size))


@router.get("/settings", response_model=list[SettingShape])
def settings(desk: CurrentDesk) -> object:
    """Return every setting that holds for you, and where its value came from."""
    return desk.settings()


@router.put("/settings", response_model=list[SettingShape])
def configure(desk: CurrentDesk, config: UserConfigIn) -> object:
    """Set mode and thresholds for yourself."""
    desk.configure_user({"mode": config.mode, "thresholds": config.thresholds})
    return desk.settings()
