"""A verdict in words: keys that agree or contradict, who took the candidate, what closed up."""

from collections.abc import Iterator

from holdfast.matching.columns import PageColumns, stable_key
from holdfast.matching.comparison import KEYS, TRAIT
from holdfast.matching.looks import icons
from holdfast.matching.matcher import Verdict
from holdfast.model.candidate import Evidence
from holdfast.selectors.wording import describe_element, quote

NAME = "similarity"
_CLEARLY = 0.9  # a share from which "the same" is fair to say

# Traits worth telling a person, strongest first; keys are told apart, with their values.
_TOLD = {
    "same icon": "shows the same icon",
    "same own text": "says the same",
    "as its peers became": "looks like what became of the elements that looked like it",
    "same classes": "same classes",
    "same neighbours": "stands next to the same elements",
    "between neighbours": "stands between the same elements",
    "inside the same": "stands inside the same part of the page",
    "same heading": "under the same heading",
    "text before": "same text before it",
    "text after": "same text after it",
    "same row": "at the same height on the screen",
    "same column": "in the same column of the screen",
}
_KEY_WORDS = {
    "id": "id", "name": "field name", "href": "address", "label": "label", "picture": "picture",
}  # fmt: skip
_MOST = 5  # reasons that still can be read


def tell(verdict: Verdict, old: PageColumns, new: PageColumns, row: int) -> tuple[Evidence, ...]:
    """Return the reasons for and against one candidate of the shortlist."""
    return (
        *_keys(verdict, old, new, row),
        *_row(verdict, row),
        *_traits(verdict, row),
        *_taken(verdict, old, row),
    )


def _row(verdict: Verdict, row: int) -> Iterator[Evidence]:
    if verdict.forward.candidates[row] == verdict.forward.row_twin:
        yield Evidence(strategy=NAME, score=1.0, reason="its row says the same, word for word")


def _keys(verdict: Verdict, old: PageColumns, new: PageColumns, row: int) -> Iterator[Evidence]:
    forward = verdict.forward
    here = int(forward.candidates[row])
    for place, key in enumerate(KEYS):
        word = _KEY_WORDS[key]
        if forward.agreements[row, place]:
            value = quote(key_value(old, key, forward.target))
            yield Evidence(strategy=NAME, score=1.0, reason=f"same {word} {value}")
        elif forward.contradictions[row, place]:
            was, now = key_value(old, key, forward.target), key_value(new, key, here)
            words = f"other {word}: {quote(now)}, recorded was {quote(was)}"
            yield Evidence(strategy=NAME, score=0.0, reason=words)


def _traits(verdict: Verdict, row: int) -> Iterator[Evidence]:
    traits = verdict.forward.traits[row]
    told = 0
    for trait, words in _TOLD.items():
        value = float(traits[TRAIT[trait]])
        if value >= _CLEARLY and told < _MOST:
            told += 1
            yield Evidence(strategy=NAME, score=min(value, 1.0), reason=words)


def _taken(verdict: Verdict, old: PageColumns, row: int) -> Iterator[Evidence]:
    origin = int(verdict.forward.origins[row])
    if origin >= 0 and origin != verdict.forward.target:
        other = describe_element(old.snapshot, origin)
        yield Evidence(strategy=NAME, score=0.0, reason=f"it is what became of {other}")


def tell_absence(verdict: Verdict) -> tuple[str, ...]:
    """Return what speaks for the element's being gone."""
    around, reasons = verdict.around, list[str]()
    first, last = around.window
    if first >= last and around.certainty >= _CLEARLY:
        reasons.append("its neighbours were found again, with nothing left between them")
    elif not len(around.free) and around.certainty >= _CLEARLY:
        reasons.append("everything of its kind where it stood is something else from the old page")
    lost = [
        _KEY_WORDS[key]
        for key, known, holders in zip(KEYS, around.known_here, around.holders, strict=True)
        if known and not len(holders)
    ]
    if lost:
        reasons.append(f"nothing on the page has its {' or '.join(lost)} any more")
    return tuple(reasons)


def key_value(page: PageColumns, key: str, index: int) -> str:
    """Return a key as it stands on the page, for people."""
    attributes = page.snapshot.attributes[index]
    if key == "label":
        return (
            page.snapshot.names[index] or page.snapshot.index.text_of(index) or page.labels[index]
        )
    if key == "href":
        return page.hrefs[index]
    if key == "picture":
        return " ".join(sorted(icons(page, index)))
    return stable_key(attributes) if key == "id" else attributes.get(key, "")
