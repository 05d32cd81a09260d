"""Where an element is now: the engine, for programs of any language."""

from fastapi import APIRouter
from fastapi.responses import Response

from holdfast.app.inquiry import ask_where
from holdfast.app.wiring import MEASURE_SOURCE, effective_settings, parse
from holdfast.doors.cli import holdfast_version
from holdfast.doors.given_page import GivenPage, read_given
from holdfast.doors.healing_run import chosen_here
from holdfast.doors.location_json import asked_to_json, selectors_to_json
from holdfast.doors.portal.api.record_shapes import (
    FingerprintIn,
    FingerprintOut,
    LocateIn,
    LocationOut,
    PageIn,
)
from holdfast.doors.portal.desk import CurrentDesk
from holdfast.doors.portal.problems import PortalProblem
from holdfast.doors.portal.sign_in import CurrentViewer
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.snapshot import MEASUREMENT_FORMAT, Snapshot
from holdfast.page.wording import describe_element
from holdfast.selectors.describe import describe
from holdfast.selectors.other_spellings import spellings_of

router = APIRouter(tags=["locate"])
open_router = APIRouter()
MOST_ELEMENTS = 50_000  # of a page: a search then takes some seconds


@router.post("/locate", response_model=LocationOut)
def locate(desk: CurrentDesk, wanted: LocateIn) -> object:
    """Return where an element of an old page is on a new one: where, how sure, why, what to do.

    Give `fingerprint`, or `oldHtml` and `target`; and the new page as one of `html`, `snapshot`
    and `measurement`. Use the element only if `decision.applies`. Nothing is kept.
    """
    fingerprint, page = _read_wanted(wanted), _read_page(wanted)
    settings = effective_settings(
        desk.project,
        desk.store,
        user_id=desk.viewer.name,
        flags=chosen_here(wanted.mode, {}, ""),
        now=desk.now,
    )
    asked = ask_where(fingerprint, page.snapshot, settings.thresholds, presses=wanted.presses)
    called = wanted.target or describe_element(fingerprint.page, fingerprint.target)
    used = asked.location.node if asked.applies else None
    return asked_to_json(called, asked) | {"way": page.way_to(used)}


@router.post("/fingerprint", response_model=FingerprintOut)
def fingerprint(_: CurrentViewer, wanted: FingerprintIn) -> object:
    """Return all that is worth recording about an element, with its whole page. Nothing is kept.

    Give the page as one of `html`, `snapshot` and `measurement`; and `target`, or `way`.
    """
    page = _read_page(wanted)
    if (wanted.target is None) is (wanted.way is None):
        raise PortalProblem(422, "not-usable", "give target, or way, and not both")
    if wanted.target is not None:
        made = describe(page.snapshot, wanted.target)
    else:
        made = describe(page.snapshot, page.snapshot.nodes[_index(page, wanted.way or [])])
    return {
        "element": describe_element(made.page, made.target),
        "fingerprint": made.stored_json(),
        "selectors": selectors_to_json(made.node),
        "code": spellings_of(made.node),
    }


def _index(page: GivenPage, way: list[int]) -> int:
    if page.measured is None:
        raise PortalProblem(422, "not-usable", "a way leads into a measurement: give one")
    try:
        return page.measured.index_at(way)
    except LookupError as exc:
        raise PortalProblem(422, "not-usable", f"way: {exc}") from exc


def _read_wanted(wanted: LocateIn) -> Fingerprint:
    if wanted.fingerprint is not None:
        try:
            recorded = fingerprint_from_json(wanted.fingerprint)
            _ = recorded.page.index.text
        except (ArithmeticError, LookupError, TypeError, ValueError) as exc:
            raise PortalProblem(422, "not-usable", "fingerprint: is damaged") from exc
    elif wanted.old_html is None or wanted.target is None:
        raise PortalProblem(422, "not-usable", "give fingerprint, or oldHtml and target")
    else:
        recorded = describe(parse(wanted.old_html), wanted.target)
    _check_size(recorded.page)
    return recorded


def _read_page(given: PageIn) -> GivenPage:
    page = read_given(html=given.html, snapshot=given.snapshot, measurement=given.measurement)
    _check_size(page.snapshot)
    return page


def _check_size(page: Snapshot) -> None:
    if len(page) > MOST_ELEMENTS:
        raise PortalProblem(
            413, "too-large", f"a page here may have at most {MOST_ELEMENTS} elements"
        )


@open_router.get("/static/measure.js")
def measure_script() -> Response:
    """Return the script that measures a page: an expression whose value has `measure()`."""
    version = f"{MEASUREMENT_FORMAT}; holdfast {holdfast_version()}"
    return Response(
        f"// {version}\n{MEASURE_SOURCE}",
        media_type="text/javascript",
        headers={"X-Holdfast-Measurement": version},
    )
