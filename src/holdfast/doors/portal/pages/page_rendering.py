"""Templates into pages: everything is escaped, and every address of a file carries its version."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined

from holdfast.doors.portal.pages.figures import thousands
from holdfast.doors.portal.pages.shown_words import ACTIONS, tone_of
from holdfast.model.harmless import harmless_page

if TYPE_CHECKING:
    from holdfast.doors.portal.desk import Desk

STATIC = files("holdfast.doors.portal") / "static"

# All that a page shows, by the names that its template uses; one that is missing is an error.
Shown = SimpleNamespace


class Section(NamedTuple):
    """One entry of the menu; ``drawing`` is the path of its icon on a field of 20 by 20."""

    href: str
    words: str
    drawing: str


SECTIONS = (
    Section("/review", "Review", "M3.5 5.5h13v9h-13zM6.5 9.8l2.3 2.3 4.7-4.6"),
    Section("/runs", "Runs", "M4 10a6 6 0 1 1 2 4.5M4 16v-3.5h3.5M10 6.8V10l2.4 1.6"),
    Section("/recordings", "Recordings", "M5 3.5h7l3 3v10H5zM12 3.5v3h3M7.5 10.5h5M7.5 13.5h5"),
    Section("/confidence", "Confidence", "M3.5 16.5v-4M8 16.5V8M12.5 16.5v-6M17 16.5v-13"),
    Section(
        "/experiments",
        "Experiments",
        "M8 3.5h4M9 3.5v5l-5 7.5q0 1 1 1h10q1 0 1-1l-5-7.5v-5M6.5 12h7",
    ),
    Section("/settings", "Settings", "M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8M13 4.5v4M7 11.5v4"),
)


def render(  # noqa: PLR0913 - the page, and what is around it
    desk: "Desk",
    template: str,
    *,
    here: str,
    view: object,
    status: int = 200,
    waiting: int | None = None,
) -> Response:
    """Return a page inside the frame; ``here`` is the entry of the menu that it belongs to.

    ``waiting`` is how many changes wait, if that is known.
    """
    page = environment().get_template(template)
    shown = page.render(
        view=view,
        here=here,
        viewer=desk.viewer,
        csrf_token=desk.viewer.csrf_token or "",
        waiting=desk.store.count_waiting() if waiting is None else waiting,
    )
    return HTMLResponse(harmless_page(shown), status)


def render_alone(
    request: Request, template: str, *, status: int = 200, **context: object
) -> Response:
    """Return a page without the frame, for strangers and for errors."""
    viewer = getattr(request.state, "viewer", None)
    token = "" if viewer is None else viewer.csrf_token or ""
    page = environment().get_template(template)
    shown = page.render(csrf_token=token, status=status, **context)
    return HTMLResponse(harmless_page(shown), status)


@cache
def environment() -> Environment:
    """Return the templates' environment; texts of pages and people are only ever shown escaped."""
    made = Environment(
        loader=PackageLoader("holdfast.doors.portal"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "static": static_url,
        "number": thousands,
        "tone": tone_of,
        "action": lambda action: ACTIONS[action].words,
        "short": lambda value: (
            value if len(value) <= 14 else f"{value[:12]}\N{HORIZONTAL ELLIPSIS}"
        ),
        "with_query": with_query,
    }
    made.globals["sections"] = SECTIONS
    return made


@cache
def static_url(name: str) -> str:
    """Return the address of a file; it changes with the file, so that it may be kept for long."""
    digest = blake2b((STATIC / name).read_bytes(), digest_size=5).hexdigest()
    return f"/static/{name}?v={digest}"


def with_query(address: str, **changes: object) -> str:
    """Return the address with some fields of its query set; an empty one is taken away."""
    parts = urlsplit(address)
    query = dict(parse_qsl(parts.query)) | {key: str(value) for key, value in changes.items()}
    return urlunsplit(parts._replace(query=urlencode({k: v for k, v in query.items() if v})))
