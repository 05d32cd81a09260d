"""Pages: all that the portal shows."""

from fastapi import APIRouter

from holdfast.doors.portal.pages import (
    bulk,
    confidence,
    element,
    entrance,
    experiments,
    own_settings,
    recordings,
    review,
    runs,
)
from holdfast.doors.portal.pages.errors import error_page, login_redirect

__all__ = ["error_page", "login_redirect", "open_router", "router"]

# For everybody, and for those who have signed in.
open_router = entrance.open_router
router = APIRouter()
for part in (
    entrance,
    bulk,
    review,
    runs,
    element,
    recordings,
    confidence,
    experiments,
    own_settings,
):
    router.include_router(part.router)
