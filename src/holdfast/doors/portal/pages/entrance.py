"""The door: signing in with a token, signing out, and where one arrives."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from holdfast.doors.portal.pages.page_rendering import render_alone
from holdfast.doors.portal.sign_in import find_viewer, sign_in, sign_out

open_router = APIRouter()
router = APIRouter()

UNKNOWN = "That token is not known. Check that all of it was copied, or make a new one."


@open_router.get("/login")
def show_login(request: Request, next: str = "/") -> Response:  # noqa: A002 - a query's name
    """Ask for a token; who is known already goes on."""
    if find_viewer(request) is not None:
        return RedirectResponse(_local(next), 303)
    return render_alone(request, "login.html", problem="", next=_local(next))


@open_router.post("/login")
def login(
    request: Request,
    token: Annotated[str, Form()] = "",
    next: Annotated[str, Form()] = "/",  # noqa: A002 - a field's name
) -> Response:
    """Let somebody in, or say that the token is not known."""
    response = RedirectResponse(_local(next), 303)
    if sign_in(request, token, response) is None:
        problem = UNKNOWN
        return render_alone(request, "login.html", status=403, problem=problem, next=_local(next))
    return response


@router.post("/logout")
def logout(request: Request) -> Response:
    """End the session."""
    response = RedirectResponse("/login", 303)
    sign_out(request, response)
    return response


@router.get("/")
def arrive() -> Response:
    """Go to what people come for."""
    return RedirectResponse("/review", 303)


def _local(wanted: str) -> str:
    """Return a path of this portal; anything that could lead elsewhere becomes its front page."""
    if not wanted.startswith("/") or wanted.startswith(("//", "/\\")):
        return "/"
    return wanted if wanted.isprintable() else "/"
