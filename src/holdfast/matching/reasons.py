"""Reasons: tells in words what speaks for and against a candidate, and for being gone."""

from collections.abc import Iterator
from functools import lru_cache

from holdfast.matching.case import Case
from holdfast.matching.columns import PageColumns, stable_key
from holdfast.matching.pictures import icons_of
from holdfast.matching.unit_words import KEYS
from holdfast.matching.view import PageView
from holdfast.matching.words import relate
from holdfast.model.candidate import Evidence
from holdfast.page.wording import describe_element, quote

NAME = "similarity"
_CLEARLY = 0.9  # a share from which "the same" is fair to say

# Features worth telling a person, strongest first; keys are told apart, with their values.
_TOLD = {
    "same icon": "shows the same icon",
    "row words": "its row says the same, word for word",
    "same classes": "same classes",
    "inside the same": "stands inside the same part of the page",
    "same heading": "under the same heading",
    "words before": "same text before it",
    "same height on the screen": "at the same height on the screen",
    "near": "at the same place of the screen",
}
_KEY_WORDS = {
    "id": "id", "name": "field name", "href": "address", "label": "label", "picture": "picture",
}  # fmt: skip
_MOST = 5  # reasons that still can be read
_AROUND = 0.6  # of its neighbours: enough to say that they came along


def tell(case: Case, view: PageView) -> tuple[Evidence, ...]:
    """Return the reasons for and against one candidate."""
    old, new = int(case.matchup.old.at[case.row]), int(case.matchup.new.at[case.column])
    return (
        *_keys(case, view, old, new),
        *_features(case),
        *_taken(case, view, old, new),
    )


def _keys(case: Case, view: PageView, old: int, new: int) -> Iterator[Evidence]:
    for place, key in enumerate(KEYS):
        mine, yours = case.keys[0][place], case.keys[1][place]
        if not mine or not yours:
            continue
        was, now = key_value(view.here, key, old), key_value(view.there, key, new)
        if mine == yours:
            reason = f"same {_KEY_WORDS[key]} {quote(was)}"
        else:
            reason = f"different {_KEY_WORDS[key]}: {quote(now)}, was {quote(was)}"
            if key == "label" and case.contradicts[place] < 1.0:
                reason += f" ({_said_now(was, now)})"
        score = 1.0 - float(case.contradicts[place])
        yield Evidence(strategy=NAME, score=min(max(score, 0.0), 1.0), reason=reason)


@lru_cache(maxsize=256)  # few: a label can be a long text
def _said_now(was: str, now: str) -> str:
    """Return how two labels relate; the same ones meet on many rows of a page."""
    return relate(was, now).in_words()


def _features(case: Case) -> Iterator[Evidence]:
    told = [(words, case.pair(name)) for name, words in _TOLD.items()]
    around = float(case.assignment.contexts[0, case.row, case.column])
    if around >= _AROUND:
        told.insert(0, ("stands next to the same elements", around))
    clear = [(words, value) for words, value in told if value >= _CLEARLY or value == around > 0]
    for words, value in clear[:_MOST]:
        yield Evidence(strategy=NAME, score=min(value, 1.0), reason=words)


def _taken(case: Case, view: PageView, old: int, new: int) -> Iterator[Evidence]:
    chances = case.chances[:, case.column]
    origin = int(view.origin[new])
    if chances[case.row] < 0.5 and chances.max() > 0.5:
        origin = int(case.matchup.old.at[int(chances.argmax())])
    if origin >= 0 and origin != old:
        other = describe_element(view.here.snapshot, origin)
        yield Evidence(strategy=NAME, score=0.0, reason=f"it is what became of {other}")


def tell_absence(case: Case | None) -> tuple[str, ...]:
    """Return what speaks for the element's being gone; ``case`` is the best candidate."""
    reasons = list[str]()
    if case is None:
        return ("nothing of its kind is on the page",)
    first, last = case.gap
    if 0 <= first == last - 1 and last < case.chances.shape[1]:
        reasons.append("its neighbours were found again, with nothing left between them")
    elif float(case.chances[:, case.column].sum()) > _CLEARLY:
        reasons.append("what stands where it stood is something else from the old page")
    keys = case.matchup.new.keys
    lost = [
        _KEY_WORDS[key]
        for place, key in enumerate(KEYS)
        if case.keys[0][place] and not (keys[place] == case.keys[0][place]).any()
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
        return " ".join(sorted(icons_of(page.snapshot, index, int(page.end[index]))))
    return stable_key(attributes) if key == "id" else attributes.get(key, "")
