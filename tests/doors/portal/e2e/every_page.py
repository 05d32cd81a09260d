"""The address of every page, with a name for its picture."""

from tests.doors.portal.e2e import shop
from tests.doors.portal.e2e.conftest import Portal

from holdfast.model.archive import DOUBTFUL
from holdfast.model.healing_decision import ReviewState

PAGES = {
    "review": "/review",
    "healing": "/review/{waiting}",
    "pages": "/review/{waiting}/page",
    "answered": "/review/{answered}?state=accepted",
    "bulk": "/review/bulk",
    "runs": "/runs",
    "run": f"/runs/{shop.NEWEST_RUN}",
    "queue": "/queue",
    "recordings": "/recordings",
    "recording": f"/recordings/{shop.PATH}",
    "element": f"/recordings/{shop.PATH}/steps/s6",
    "confidence": "/confidence",
    "experiments": "/experiments",
    "experiment": "/experiments/bolder",
    "settings": "/settings",
    "audit": "/audit",
    "missing": "/nowhere",
}
# These are seen by strangers.
OPEN_PAGES = {"login": "/login"}
EVERY = PAGES | OPEN_PAGES


def address(portal: Portal, name: str) -> str:
    """Return where a page is."""
    healings = list(portal.store.iter_healings())
    doubtful = [one for one in healings if one.action in DOUBTFUL]
    waiting = next(one for one in doubtful if one.state is ReviewState.PENDING)
    answered = next(one for one in healings if one.state is ReviewState.ACCEPTED)
    return EVERY[name].format(waiting=waiting.number, answered=answered.number)
