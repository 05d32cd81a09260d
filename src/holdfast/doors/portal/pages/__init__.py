"""Pages: all that the portal shows."""

from fastapi import APIRouter

from holdfast.doors.portal.pages import (
    bulk,
    confidence_page,
    element,
    entrance,
    experiments_page,
    jobs_page,
    own_settings,
    recordings_page,
    review_page,
    runs_page,
)
from holdfast.doors.portal.pages.error_pages import error_page, login_redirect

__all__ = ["error_page", "login_redirect", "open_router", "router"]

# For everybody, and for those who have signed in.
open_router = entrance.open_router
router = APIRouter()
for part in (
    entrance,
    bulk,
    review_page,
    runs_page,
    jobs_page,
    element,
    recordings_page,
    confidence_page,
    experiments_page,
    own_settings,
):
    router.include_router(part.router)
