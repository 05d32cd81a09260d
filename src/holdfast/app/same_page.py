"""Same page: tells whether a fingerprint was taken on the page that is shown now, or on another.

Different applications can stand behind one address or one line of a page object. What a page says
and how its elements are named stays for the most part, even when it is redesigned.
"""

import re
from collections.abc import Sequence

from holdfast.app.finding import Found
from holdfast.model.snapshot import Snapshot
from holdfast.page.page_cache import once_per_page

_WORD = re.compile(r"[^\W\d_]{3,}")
_FEWEST = 5  # with less to go by, nothing is said
_LEAST = 0.15  # of what was there; after redesigns in one language more than half stays
_CLEARLY = 0.25
UNKNOWN = 0.5


def likeness(old: Snapshot, new: Snapshot) -> float:
    """Return how much of an old page is on a new one, 0 to 1; one half when it says too little.

    Names can all be given anew at once: where there are few words, those that stay speak for it,
    half as loud.
    """
    (words, names), (words_now, names_now) = _said(old), _said(new)
    said = len(words & words_now) / max(1, len(words))
    named = len(names & names_now) / max(1, len(names))
    if len(words) >= _FEWEST:
        return max(said, named) if len(names) >= _FEWEST else said
    return max(said * UNKNOWN, named) if len(names) >= _FEWEST else UNKNOWN


@once_per_page
def _said(page: Snapshot) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a page, and the names that its author gave to elements."""
    words = _WORD.findall(f"{page.title} {page.index.page_text}".casefold())
    named = (given.get(key) for given in page.attributes for key in ("id", "name", "data-testid"))
    return frozenset(words), frozenset(name for name in named if name)


def of_this_page(found: Sequence[Found], *, elsewhere: bool) -> list[Found]:
    """Return the searches whose fingerprints were taken on this page, as far as can be told.

    ``elsewhere``: they were taken on pages with another address, so more is asked of them.
    """
    alike = [_likeness(one) for one in found]
    least = UNKNOWN if elsewhere else max(_LEAST, max(alike, default=0.0) - _CLEARLY)
    return [one for one, share in zip(found, alike, strict=True) if share >= least]


def _likeness(found: Found) -> float:
    location = found.location
    if location is None or location.best is None:
        return UNKNOWN
    return likeness(location.fingerprint.page, location.best.node.snapshot)
