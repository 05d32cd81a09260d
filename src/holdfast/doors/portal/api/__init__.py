"""The JSON API under /api/v1: the same desk as the pages, for programs of any language."""

from fastapi import APIRouter, Depends
from fastapi.security import HTTPBearer

from holdfast.doors.portal.api import (
    analysis,
    experiments_api,
    healings_api,
    locating,
    recordings_api,
    runs_api,
    viewing,
)
from holdfast.doors.portal.needed_roles import API as PREFIX

# Only says in the description how to sign in; limits.Fence does the work.
_bearer = HTTPBearer(auto_error=False, description="A token of `holdfast token add USER`.")

router = APIRouter(prefix=PREFIX, dependencies=[Depends(_bearer)])
for part in (healings_api, runs_api, recordings_api, analysis, experiments_api, viewing, locating):
    router.include_router(part.router)
