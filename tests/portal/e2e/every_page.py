"""The address of every page, with a name for its picture."""

from tests.portal.e2e import shop

PAGES = {
    "review": "/review",
    "healing": "/review/{healing}",
    "answered": "/review/{answered}",
    "bulk": "/review/bulk",
    "runs": "/runs",
    "run": "/runs/run-2026-11-12-c3",
    "recordings": "/recordings",
    "recording": f"/recordings/{shop.PATH}",
    "element": f"/recordings/{shop.PATH}/steps/s6",
    "confidence": "/confidence",
    "experiments": "/experiments",
    "experiment": "/experiments/bolder",
    "settings": "/settings",
    "missing": "/nowhere",
}
# These are seen by strangers.
OPEN_PAGES = {"login": "/login"}
EVERY = PAGES | OPEN_PAGES
