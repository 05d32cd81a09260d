"""The pages that say what went wrong: in words, without a path of the machine or a stack."""

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from holdfast.doors.portal.pages.page_rendering import render_alone
from holdfast.doors.portal.pages.shown_words import Link

_TITLES: Mapping[int, str] = {
    401: "Please sign in",
    403: "That is not allowed",
    404: "There is no such page",
    405: "That cannot be done here",
    409: "Somebody was faster",
    413: "That is too large",
    422: "That cannot be used",
    429: "Too many tries",
    503: "The store cannot be reached",
}
_WORDS: Mapping[int, str] = {
    404: "The address may be mistyped, or what was here is gone.",
    500: "This is our fault, not yours. Nothing was changed halfway; try it again.",
}


def error_page(request: Request, status: int, problem: str) -> Response:
    """Return the page that says what went wrong, and where to go from here."""
    said = "" if problem == HTTPStatus(status).phrase.lower() else problem
    words = said[:1].upper() + said[1:]
    back = Link("Sign in", "/login") if status == 401 else Link("Go to the queue", "/review")
    return render_alone(
        request,
        "error.html",
        status=status,
        title=_TITLES.get(status, "Something went wrong"),
        words=words or _WORDS.get(status, ""),
        links=[back],
    )


def login_redirect(request: Request) -> Response:
    """Send a stranger to sign in, and back afterwards."""
    wanted = request.scope["path"] if request.method == "GET" else "/"
    if request.method == "GET" and request.url.query:
        wanted = f"{wanted}?{request.url.query}"
    return RedirectResponse(f"/login?next={quote(wanted, safe='/')}", 303)
