"""Snapshots survive JSON; what is damaged, foreign or newer is refused with one error."""

import copy
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.errors import ForeignFormat
from holdfast.model.snapshot import SNAPSHOT_FORMAT, Box, Point, Scope, Size, Snapshot, TextRun
from holdfast.model.snapshot_json import snapshot_from_json, snapshot_to_json
from holdfast.page.compact import compact
from holdfast.page.stored import RULES
from holdfast.testing import a_framed_page, a_page

texts = st.text(st.characters(codec="utf-8"), max_size=8)
sides = st.floats(-1e6, 1e6) | st.integers(-5000, 5000).map(float)
boxes = st.none() | st.builds(Box, sides, sides, sides, sides)


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[int], list[TextRun]]:
    """Return parents and text runs, in the order of a document."""
    parents: list[int] = []
    runs: list[TextRun] = []
    line = [-1]
    for index in range(draw(st.integers(1, 12))):
        while len(line) > 1 and draw(st.booleans()):
            line.pop()
            if draw(st.booleans()):
                runs.append(TextRun(line[-1], index, draw(texts)))
        parents.append(line[-1])
        line.append(index)
        if draw(st.booleans()):
            runs.append(TextRun(index, index + 1, draw(texts)))
    return parents, runs


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    parents, runs = draw(trees())
    count = len(parents)

    def column(entries: st.SearchStrategy[Any]) -> tuple[Any, ...]:
        return tuple(draw(st.lists(entries, min_size=count, max_size=count)))

    framed = draw(st.booleans())
    scopes = (Scope("document", -1, draw(texts)), Scope("frame", 0, draw(texts)))
    return Snapshot(
        tags=column(st.sampled_from(["html", "p", "a", "x:y", ""])),
        parents=tuple(parents),
        attributes=column(st.dictionaries(texts, texts, max_size=3)),
        runs=tuple(runs),
        boxes=column(boxes) if draw(st.booleans()) else None,
        shown=column(st.booleans()) if draw(st.booleans()) else None,
        scope_of=(0, *(1 for _ in range(count - 1))) if framed else None,
        scopes=scopes if framed else scopes[:1],
        url=draw(texts),
        title=draw(texts),
        viewport=draw(st.none() | st.builds(Size, sides, sides)),
        scroll=draw(st.builds(Point, sides, sides)),
        device_scale=draw(st.sampled_from([1.0, 1.25, 2.0])),
    )


@settings(max_examples=40)
@given(snapshots())
def test_a_snapshot_survives_json(page: Snapshot) -> None:
    assert snapshot_from_json(orjson.loads(orjson.dumps(snapshot_to_json(page)))) == page


@settings(max_examples=40)
@given(snapshots())
def test_a_compact_snapshot_survives_json(page: Snapshot) -> None:
    small = compact(page)
    assert snapshot_from_json(orjson.loads(orjson.dumps(snapshot_to_json(small)))) == small


def test_a_page_that_came_back_answers_alike() -> None:
    page = a_framed_page("<label>Name <input></label><iframe></iframe>", {"iframe": "<p>x</p>"})
    back = snapshot_from_json(orjson.loads(orjson.dumps(snapshot_to_json(page))))
    assert back.names == page.names
    assert [node.xpath for node in back.nodes] == [node.xpath for node in page.nodes]
    assert [node.index for node in back.select("p", frame=1)] == [
        node.index for node in page.select("p", frame=1)
    ]


def test_deep_nesting_with_texts_on_the_way_out_survives() -> None:
    page = parse("<body>" + "<div>" * 5000 + "x</div>" * 5000)
    assert snapshot_from_json(snapshot_to_json(page)) == page


def test_the_format_is_named() -> None:
    assert snapshot_to_json(a_page("x"))["format"] == SNAPSHOT_FORMAT == "holdfast-snapshot/2"


WHOLE = snapshot_to_json(
    parse("<body><p id=a>x</p><p>y</p>", boxes={"/html": {"x": 0, "y": 0, "w": 1, "h": 1}})
)
NO_NAMES: dict[str, list[str]] = {"at": [], "values": []}
DAMAGED: dict[str, dict[str, Any]] = {
    "no tags": {"tags": None},
    "tags of another kind": {"tags": [1, 2, 3, 4]},
    "fewer tags": {"tags": ["html"]},
    "no places": {"up": None},
    "closed too often": {"up": [0, 0, 0, 9]},
    "negative places": {"up": [0, 0, 0, -1]},
    "attributes as a list": {"attributes": []},
    "attribute outside of the page": {"attributes": {"id": {"at": [9], "values": ["a"]}}},
    "attribute before the page": {"attributes": {"id": {"at": [-1], "values": ["a"]}}},
    "attribute of no text": {"attributes": {"id": {"at": [0], "values": [7]}}},
    "more places than values": {"attributes": {"id": {"at": [0, 1], "values": ["a"]}}},
    "no texts": {"runs": {}},
    "text outside of the page": {"runs": {"at": [9], "up": [0], "texts": ["x"]}},
    "texts backwards": {"runs": {"at": [3, -1], "up": [0, 0], "texts": ["x", "y"]}},
    "text above the page": {"runs": {"at": [1], "up": [99], "texts": ["x"]}},
    "text of another kind": {"runs": {"at": [1], "up": [0], "texts": [1]}},
    "box with three sides": {"boxes": [[1, 2, 3], None, None, None]},
    "box of words": {"boxes": [["a", "b", "c", "d"], None, None, None]},
    "fewer boxes": {"boxes": []},
    "hidden outside of the page": {"hidden": [99]},
    "hidden before the page": {"hidden": [-2]},
    "scope that is not there": {"scopeOf": [0, 0, 0, 5]},
    "scope of another kind": {"scopes": [[1, 2]]},
    "endless scopes": {
        "scopeOf": [0, 1, 1, 1],
        "scopes": [["document", -1, ""], ["shadow", 2, ""]],
    },
    "viewport of words": {"viewport": ["a", "b"]},
    "viewport with three sides": {"viewport": [1, 2, 3]},
    "scale of words": {"deviceScale": "x"},
    "url of no text": {"url": 5},
    "index of words": {"index": "x"},
    "index without rules": {"index": {}},
    "role outside of the page": {
        "index": {"rules": RULES, "roles": {"link": [5]}, "names": NO_NAMES}
    },
    "role before the page": {"index": {"rules": RULES, "roles": {"link": [-1]}, "names": NO_NAMES}},
    "name outside of the page": {
        "index": {"rules": RULES, "roles": {}, "names": {"at": [9], "values": ["x"]}}
    },
    "more names than places": {
        "index": {"rules": RULES, "roles": {}, "names": {"at": [], "values": ["x"]}}
    },
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_damaged_data_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(ForeignFormat, match="wanted a whole holdfast-snapshot/2"):
        snapshot_from_json({**WHOLE, **damage})


@pytest.mark.parametrize("key", ["tags", "up", "attributes", "runs"])
def test_missing_parts_are_refused(key: str) -> None:
    with pytest.raises(ForeignFormat):
        snapshot_from_json({name: part for name, part in WHOLE.items() if name != key})


@pytest.mark.parametrize("data", [None, 1, "x", [], [WHOLE]])
def test_what_is_no_object_is_refused(data: object) -> None:
    with pytest.raises(ForeignFormat, match="wanted a holdfast-snapshot object"):
        snapshot_from_json(data)


@pytest.mark.parametrize(
    "seen", [None, "", "other/1", "holdfast-snapshot", "holdfast-snapshot/x", 1]
)
def test_foreign_formats_are_refused(seen: object) -> None:
    with pytest.raises(ForeignFormat, match="wanted format"):
        snapshot_from_json({**WHOLE, "format": seen})


@pytest.mark.parametrize("version", ["3", "10", "9" * 5000])
def test_newer_formats_say_what_to_do(version: str) -> None:
    with pytest.raises(ForeignFormat, match="pip install -U holdfast"):
        snapshot_from_json({**WHOLE, "format": f"holdfast-snapshot/{version}"})


def test_edition_1_is_still_read() -> None:
    first = {**WHOLE, "format": "holdfast-snapshot/1"}
    assert snapshot_from_json(first) == snapshot_from_json(WHOLE)


def test_unknown_parts_of_the_same_format_do_no_harm() -> None:
    assert snapshot_from_json({**WHOLE, "later": 1}) == snapshot_from_json(WHOLE)


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(WHOLE)), junk)
def test_whatever_stands_in_a_field_it_is_read_or_refused(key: str, value: object) -> None:
    data = copy.deepcopy(WHOLE)
    data[key] = value
    try:
        page = snapshot_from_json(data)
    except ForeignFormat:
        return
    assert len(page.names) == len(page), "what was read can be used"
    assert [node.xpath for node in page.nodes]
