"""API description: OpenAPI, with our problems in it."""

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from holdfast.doors.portal.problems import MEDIA_TYPE

_PROBLEM = {
    "title": "Problem",
    "description": "What went wrong (RFC 9457), in one sentence.",
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "example": "urn:holdfast:problem:answered-already"},
        "title": {"type": "string", "example": "Conflict"},
        "status": {"type": "integer", "example": 409},
        "detail": {"type": "string", "example": "healing 7 is accepted already"},
    },
}
_ANSWERS = {
    "401": "no token, or one that nobody has",
    "403": "a change by a browser without its CSRF token",
    "404": "not here, or not yours",
    "409": "somebody else has answered meanwhile",
    "413": "the request is too large",
    "422": "the request cannot be used",
    "503": "the store or a file cannot be used now",
}


def describer(app: FastAPI, version: str) -> Callable[[], dict[str, Any]]:
    """Return the function that describes the API, once."""

    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _with_problems(
                get_openapi(
                    title="Holdfast",
                    version=version,
                    summary="Finds the same web element again after the page has changed.",
                    routes=app.routes,
                )
            )
        return app.openapi_schema

    return describe


def _with_problems(schema: dict[str, Any]) -> dict[str, Any]:
    shapes = schema["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        shapes.pop(unused, None)
    shapes["Problem"] = _PROBLEM
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path in schema["paths"].values():
        for operation in path.values():
            for status, words in _ANSWERS.items():
                operation["responses"][status] = {"description": words, "content": content}
    return schema
