"""Portal: put together as one application."""

from pathlib import Path

from fastapi import APIRouter, Depends, FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from holdfast.doors.cli import holdfast_version
from holdfast.doors.portal import api, pages, picture_api
from holdfast.doors.portal.api import locating
from holdfast.doors.portal.api.description import describer
from holdfast.doors.portal.limits import Fence, LoginLimit
from holdfast.doors.portal.needed_roles import API
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.doors.portal.problems import add_handlers
from holdfast.doors.portal.sign_in import check_change

STATIC = Path(__file__).parent / "static"


def create_app(settings: PortalSettings) -> FastAPI:
    """Return the portal of a project; it does not close the store."""
    # Their own pages about the API load scripts from elsewhere.
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=f"{API}/openapi.json")
    app.state.settings = settings
    shared = settings.store if settings.is_shared else None
    app.state.login_limit = LoginLimit(settings.clock, shared)
    _include(app, api.router)
    _include(app, picture_api.router)
    app.include_router(pages.open_router, include_in_schema=False)
    _include(app, pages.router, in_schema=False)
    app.include_router(locating.open_router, include_in_schema=False)
    # Only these are packed: a packed page would tell of its secrets by its length.
    app.mount("/static", GZipMiddleware(StaticFiles(directory=STATIC)), name="static")
    add_handlers(app)
    app.add_middleware(Fence, hosts=settings.hosts)
    app.openapi = describer(app, holdfast_version())  # type: ignore[method-assign] # their way
    return app


def _include(app: FastAPI, router: APIRouter, *, in_schema: bool = True) -> None:
    """Include routes that know who is asking, and check that every change is really asked for."""
    app.include_router(router, dependencies=[Depends(check_change)], include_in_schema=in_schema)
