"""Frames: which document of the current page is the one that an element was recorded in."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from urllib.parse import urlsplit

from holdfast.model.origin import NO_ORIGIN, origin_of
from holdfast.model.snapshot import Snapshot
from holdfast.page.stability import is_generated

NAMING_ATTRIBUTES = ("name", "id", "title", "aria-label", "data-testid")


def find_frame(recorded: Snapshot, index: int, now: Snapshot) -> int | None:
    """Return the scope of the document that the recorded element was in, None when it is gone.

    The page itself is the page itself. A frame is known by what its element is called, then by the
    address of its document, and a page's only frame by being the only one.
    """
    then = recorded.frame_of(index)
    if recorded.scopes[then].kind == "document":
        return 0
    current = _frames(now)
    for trait in (_names, _address):
        wanted = trait(recorded, then)
        same = [frame for frame in current if wanted and trait(now, frame) == wanted]
        if len(same) == 1:
            return same[0]
    return current[0] if len(current) == len(_frames(recorded)) == 1 else None


class Crossing(StrEnum):
    """Where a found element is, seen from the frame that it was recorded in."""

    NONE = "none"
    FRAME = "other_frame"  # another document of the same origin
    ORIGIN = "other_origin"


def find_crossing(recorded: Snapshot, target: int, now: Snapshot, found: int) -> Crossing:
    """Return whether a match crosses into another frame, or even into another origin.

    The page itself may stand at another address than the recorded one: a frame is judged by
    whether it belongs to its page, or else by its own origin.
    """
    then = frame_origin(recorded, recorded.frame_of(target))
    here = frame_origin(now, now.frame_of(found))
    if then != here:
        return Crossing.ORIGIN
    home = find_frame(recorded, target, now)
    return Crossing.NONE if now.frame_of(found) == home else Crossing.FRAME


def frame_origin(snapshot: Snapshot, frame: int) -> str:
    """Return the origin of a frame that is foreign to its page, "" for one of the page's own."""
    top = origin_of(snapshot.scopes[0].url or snapshot.url)
    while frame > 0:
        url = snapshot.scopes[frame].url
        if url and not url.startswith("about:"):
            origin = origin_of(url)
            return "" if origin == top != NO_ORIGIN else origin or OPAQUE
        # A blank document is of the origin of whoever made it.
        frame = snapshot.frame_of(snapshot.scopes[frame].owner)
    return ""


def foreign_origin(document_url: str, page_url: str) -> str:
    """Return the origin of a live document that is foreign to its page, "" for the page's own."""
    origin = origin_of(document_url)
    return "" if origin == origin_of(page_url) != NO_ORIGIN else origin or OPAQUE


OPAQUE = "opaque"  # the origin of a data: document and its like: nobody's


def _frames(snapshot: Snapshot) -> Sequence[int]:
    return [place for place, scope in enumerate(snapshot.scopes) if scope.kind == "frame"]


Trait = Callable[[Snapshot, int], object]


def _names(snapshot: Snapshot, frame: int) -> object:
    owner = snapshot.scopes[frame].owner
    attributes = snapshot.attributes[owner] if owner >= 0 else {}
    values = {name: attributes.get(name, "") for name in NAMING_ATTRIBUTES}
    return tuple((n, value) for n, value in values.items() if value and not is_generated(value))


def _address(snapshot: Snapshot, frame: int) -> object:
    try:
        url = urlsplit(snapshot.scopes[frame].url)
    except ValueError:
        return ""
    return url.netloc + url.path
