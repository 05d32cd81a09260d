"""The portal's pages."""

from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response

# For everybody, and for those who have signed in.
open_router = APIRouter()
router = APIRouter()


def error_page(_: Request, status: int, problem: str) -> Response:
    """Return the page that says what went wrong."""
    return PlainTextResponse(problem, status)


def login_redirect(request: Request) -> Response:
    """Send a stranger to sign in, and back afterwards."""
    wanted = request.url.path if request.method == "GET" else "/"
    return RedirectResponse(f"/login?next={quote(wanted)}", 303)
