"""Errors as people and programs read them: one sentence, no path, no stack."""

import logging
from collections.abc import Mapping
from http import HTTPStatus

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from holdfast.errors import AnsweredAlready, EnvironmentFailure, HoldfastError, ResolutionError

API = "/api/"
MEDIA_TYPE = "application/problem+json"
_LOG = logging.getLogger("holdfast.portal")
_UNAVAILABLE = "the store or a file cannot be used now; the server's own output says why"
_BROKEN = "something went wrong here; the server's own output says what"

# First that fits; without words of its own, our message is told.
_ANSWERS: Mapping[type[HoldfastError], tuple[int, str, str]] = {
    AnsweredAlready: (409, "answered-already", ""),
    EnvironmentFailure: (503, "unavailable", _UNAVAILABLE),
    ResolutionError: (404, "not-found", ""),
    HoldfastError: (422, "not-usable", ""),
}


class PortalProblem(HTTPException):
    """A request that is answered with an error: its status, its kind, and one sentence."""

    def __init__(
        self, status: int, kind: str, detail: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(status, detail, headers)
        self.kind = kind


def problem_of(exc: Exception, root: str) -> PortalProblem:
    """Return what is told about an error; where files are is nobody's business."""
    if isinstance(exc, PortalProblem):
        return exc
    if isinstance(exc, HTTPException):
        kind = "-".join(HTTPStatus(exc.status_code).phrase.lower().split())
        headers = None if exc.headers is None else dict(exc.headers)
        return PortalProblem(exc.status_code, kind, str(exc.detail).lower(), headers)
    if isinstance(exc, RequestValidationError):
        return PortalProblem(422, "not-usable", _first_error(exc))
    for kind_of_error, (status, kind, told) in _ANSWERS.items():
        if isinstance(exc, kind_of_error):
            return PortalProblem(status, kind, told or _told(exc, root))
    return PortalProblem(500, "broken", _BROKEN)


def _told(exc: Exception, root: str) -> str:
    """Return the first line of our message: the next step in it is for the command line."""
    return str(exc).partition("\n")[0].replace(root, "…")


def _first_error(exc: RequestValidationError) -> str:
    errors = exc.errors()
    if not errors:
        return "the request cannot be read"
    place = ".".join(str(part) for part in errors[0].get("loc", ()))
    words = str(errors[0].get("msg", "cannot be read")).lower()
    return f"{place}: {words}"[:300]


def as_json(problem: PortalProblem) -> Response:
    """Return the problem for programs (RFC 9457)."""
    body = {
        "type": f"urn:holdfast:problem:{problem.kind}",
        "title": HTTPStatus(problem.status_code).phrase,
        "status": problem.status_code,
        "detail": problem.detail,
    }
    headers = dict(problem.headers or {})
    return Response(orjson.dumps(body), problem.status_code, headers, MEDIA_TYPE)


def add_handlers(app: FastAPI) -> None:
    """Let every error of the app be told in our shape."""
    for kind in (HoldfastError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, answer)


async def answer(request: Request, exc: Exception) -> Response:
    """Return the answer to a request that failed."""
    problem = problem_of(exc, str(request.app.state.settings.project.root))
    if problem.status_code >= 500:
        _LOG.error("%s %r failed", request.method, request.scope["path"], exc_info=exc)
    if problem.status_code == 401:
        problem.headers = {**(problem.headers or {}), "WWW-Authenticate": "Bearer"}
    if request.scope["path"].startswith(API):
        return as_json(problem)
    # Imported here: pages need the app's parts.
    from holdfast.doors.portal.pages import error_page, login_redirect

    if problem.status_code == 401:
        return login_redirect(request)
    page = error_page(request, problem.status_code, problem.detail)
    page.headers.update(problem.headers or {})
    return page
