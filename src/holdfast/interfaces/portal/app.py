"""The portal as one application."""

from pathlib import Path

from fastapi import APIRouter, Depends, FastAPI
from starlette.staticfiles import StaticFiles

from holdfast.interfaces.portal import pages, pictures
from holdfast.interfaces.portal.access import check_change
from holdfast.interfaces.portal.limits import Fence, LoginLimit
from holdfast.interfaces.portal.problems import add_handlers
from holdfast.interfaces.portal.settings import PortalSettings

STATIC = Path(__file__).parent / "static"


def create_app(settings: PortalSettings) -> FastAPI:
    """Return the portal of a project; it does not close the store."""
    # Their own pages about the API load scripts from elsewhere.
    app = FastAPI(title="Holdfast", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = settings
    app.state.login_limit = LoginLimit(settings.clock)
    app.include_router(pages.open_router)
    # Every page but those knows who is asking, and every change is really asked for.
    _include(app, pages.router)
    _include(app, pictures.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    add_handlers(app)
    app.add_middleware(Fence, hosts=settings.hosts)
    return app


def _include(app: FastAPI, router: APIRouter) -> None:
    app.include_router(router, dependencies=[Depends(check_change)])
