"""One rule turns every record into plain data and back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple

import pytest

from holdfast.model.records import Record, named, plain, some


class Colour(StrEnum):
    RED = "red"


class Place(NamedTuple):
    x: float
    y: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner(Record):
    SPARSE = True

    label: str = ""
    size: int = 1
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer(Record):
    ALSO = ("is_red",)

    run_id: str = named("jobId")
    colour: Colour
    made_at: datetime
    inner: Inner | None = None
    others: tuple[Inner, ...] = ()
    place: Place | None = None
    picture: bytes | None = None
    pair: tuple[int, str] = (0, "")
    counts: Mapping[Colour, int] = field(default_factory=dict)
    hidden: str = named(None, default="")

    @property
    def is_red(self) -> bool:
        return self.colour is Colour.RED


WHOLE = Outer(
    run_id="r",
    colour=Colour.RED,
    made_at=datetime(2026, 3, 1, tzinfo=UTC),
    inner=Inner(label="a", extra={"later": [1]}),
    others=(Inner(), Inner(size=2)),
    place=Place(1.0, 2.0),
    picture=b"\x89PNG",
    pair=(1, "b"),
    counts={Colour.RED: 3},
    hidden="not written",
)
DATA = {
    "jobId": "r",
    "colour": "red",
    "madeAt": "2026-03-01T00:00:00+00:00",
    "inner": {"label": "a", "later": [1]},
    "others": [{}, {"size": 2}],
    "place": {"x": 1.0, "y": 2.0},
    "picture": "iVBORw==",
    "pair": [1, "b"],
    "counts": {"red": 3},
    "isRed": True,
}


def test_a_record_is_written_by_the_rule() -> None:
    assert WHOLE.to_json() == DATA


def test_a_record_comes_back_but_for_what_is_not_written() -> None:
    back = Outer.from_json(json.loads(json.dumps(DATA)))
    assert back.to_json() == DATA
    assert back.hidden == ""
    assert back.inner is not None
    assert back.inner.extra == {"later": [1]}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"jobId": None}, "jobId is missing"),
        ({"jobId": 7}, "jobId must be of kind str, got 7"),
        ({"colour": "blue"}, "colour must be one of red, got 'blue'"),
        ({"madeAt": "soon"}, "madeAt must be a moment as ISO 8601, got 'soon'"),
        ({"inner": {"size": True}}, "size must be of kind int, got True"),
        ({"inner": 3}, "inner must be an object, got 3"),
        ({"others": [{}, 4]}, r"others\[1\] must be an object, got 4"),
        ({"pair": [1]}, r"pair must hold 2 values, got \[1\]"),
        ({"place": {"y": 1}}, "x is missing"),
    ],
)
def test_an_error_names_the_field(change: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Outer.from_json(DATA | change)


def test_some_fields_and_properties_of_a_value() -> None:
    assert some(WHOLE, "made_at is_red") == {"madeAt": DATA["madeAt"], "isRed": True}


def test_what_is_plain_stays_as_it_is() -> None:
    assert plain({"a": [1, "b", None, True]}) == {"a": [1, "b", None, True]}
