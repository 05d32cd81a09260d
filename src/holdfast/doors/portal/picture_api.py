"""Pictures of elements: the only way in which a foreign page's looks are ever shown."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response

from holdfast.doors.portal.desk import CurrentDesk
from holdfast.doors.portal.problems import PortalProblem

router = APIRouter(include_in_schema=False)
PNG = b"\x89PNG\r\n\x1a\n"


@router.get("/healings/{number}/{which}.png")
def healing_picture(
    desk: CurrentDesk, number: Annotated[int, Path(ge=1)], which: Literal["before", "after"]
) -> Response:
    """Return the element as it was recorded, or as it was found."""
    return _picture(desk.picture(number, which))


@router.get("/recordings/{recording_id:path}/steps/{step_id}.png")
def step_picture(desk: CurrentDesk, recording_id: str, step_id: str) -> Response:
    """Return the element of a step as it was recorded."""
    return _picture(desk.step_picture(recording_id, step_id))


@router.get("/healings/{number}/page-{which}.svg")
def page_picture(
    desk: CurrentDesk,
    number: Annotated[int, Path(ge=1)],
    which: Literal["before", "after"],
    whole: bool = False,
) -> Response:
    """Return the page around an element, or the whole page, with the element outlined."""
    drawn = desk.page_picture(number, which, whole=whole)
    if drawn is None:
        raise PortalProblem(404, "not-found", "nothing is known of the page")
    keeping = {"Cache-Control": "private, max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=keeping)


def _picture(picture: bytes | None) -> Response:
    # A recording may come from anywhere: what is no picture is not sent as one.
    if picture is None or not picture.startswith(PNG):
        raise PortalProblem(404, "not-found", "no picture was kept")
    return Response(
        picture, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"}
    )
