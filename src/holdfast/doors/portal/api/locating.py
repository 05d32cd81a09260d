"""Where an element is now: the engine, for programs of any language."""

from fastapi import APIRouter

from holdfast.app.wiring import parse
from holdfast.doors.location_json import location_to_json
from holdfast.doors.portal.api.record_shapes import LocateIn, LocationOut
from holdfast.doors.portal.problems import PortalProblem
from holdfast.doors.portal.sign_in import CurrentViewer
from holdfast.engine import locate as find
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.snapshot import Snapshot
from holdfast.model.snapshot_json import snapshot_from_json
from holdfast.selectors.describe import describe
from holdfast.selectors.wording import describe_element

router = APIRouter(tags=["locate"])
MOST_ELEMENTS = 50_000  # of a page: a search then takes some seconds


@router.post("/locate", response_model=LocationOut)
def locate(_: CurrentViewer, wanted: LocateIn) -> object:
    """Return where an element of an old page is on a new one: where, how sure, why.

    Give `fingerprint`, or `oldHtml` and `target`; and `snapshot`, or `html`. Nothing is kept.
    """
    try:
        fingerprint, page = _read_wanted(wanted), _read_page(wanted)
    except (ArithmeticError, LookupError, TypeError, ValueError) as exc:
        # Foreign data with numbers and shapes that no check of ours has thought of.
        raise PortalProblem(422, "not-usable", "fingerprint or snapshot: is damaged") from exc
    location = find(fingerprint, page)
    asked = wanted.target or describe_element(fingerprint.page, fingerprint.target)
    return location_to_json(asked, location)


def _read_wanted(wanted: LocateIn) -> Fingerprint:
    if wanted.fingerprint is not None:
        return _checked(fingerprint_from_json(wanted.fingerprint))
    if wanted.old_html is None or wanted.target is None:
        raise PortalProblem(422, "not-usable", "give fingerprint, or oldHtml and target")
    return _checked(describe(parse(wanted.old_html), wanted.target))


def _read_page(wanted: LocateIn) -> Snapshot:
    if wanted.snapshot is not None:
        page = snapshot_from_json(wanted.snapshot)
    elif wanted.html is not None:
        page = parse(wanted.html)
    else:
        raise PortalProblem(422, "not-usable", "give snapshot, or html")
    _check(page)
    return page


def _checked(fingerprint: Fingerprint) -> Fingerprint:
    _check(fingerprint.page)
    return fingerprint


def _check(page: Snapshot) -> None:
    if len(page) > MOST_ELEMENTS:
        raise PortalProblem(
            413, "too-large", f"a page here may have at most {MOST_ELEMENTS} elements"
        )
    _ = page.index.text  # read when first asked for; complains if out of order
