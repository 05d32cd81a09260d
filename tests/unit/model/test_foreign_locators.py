"""Pointers: their notation, and as JSON."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import ForeignFormat
from holdfast.model.foreign_locators import PointerKind, read_aria, split_part, write_aria
from holdfast.model.recording import Pointer, Recording, Step, StepAction
from holdfast.model.recording_json import recording_from_json, recording_to_json


@pytest.mark.parametrize(
    ("part", "kind", "asked"),
    [
        ("#a > b", PointerKind.CSS, "#a > b"),
        ("aria/Save", PointerKind.ARIA, "Save"),
        ("xpath///b", PointerKind.XPATH, "//b"),
        ("text/a/b", PointerKind.TEXT, "a/b"),
        ("pierce/#a", PointerKind.PIERCE, "#a"),
        ("css/#a", PointerKind.CSS, "#a"),
    ],
)
def test_the_kind_of_a_part(part: str, kind: PointerKind, asked: str) -> None:
    assert split_part(part) == (kind, asked)


@pytest.mark.parametrize(
    ("asked", "name", "role"),
    [
        ("Save all", "Save all", ""),
        ('Save[role="button"]', "Save", "button"),
        ("[name='Save'][role='Button']", "Save", "button"),
        ("  Save\n all ", "Save all", ""),
        ("a [b", "a [b", ""),
    ],
)
def test_names_and_roles_are_read(asked: str, name: str, role: str) -> None:
    assert read_aria(asked) == (name, role)


@given(st.text(max_size=12), st.sampled_from(["", "button", "textbox"]))
def test_what_can_be_written_is_read_back(name: str, role: str) -> None:
    written = write_aria(name, role)
    if written is not None:
        kind, asked = split_part(written)
        assert (kind, *read_aria(asked)) == (PointerKind.ARIA, name, role)


pointers = st.builds(
    Pointer,
    selectors=st.lists(
        st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=2).map(tuple),
        min_size=1,
        max_size=3,
    ).map(tuple),
    frames=st.lists(st.integers(0, 9) | st.text(max_size=4), max_size=2).map(tuple),
)


@given(pointers, st.none() | pointers)
def test_pointers_survive_json(pointer: Pointer, end: Pointer | None) -> None:
    step = Step(id="s1", action=StepAction.DRAG, pointer=pointer, to_pointer=end)
    made = datetime(2026, 1, 2, tzinfo=UTC)
    recording = Recording(name="n", start_url="u", created_at=made, steps=(step,))
    assert recording_from_json(recording_to_json(recording)) == recording


@pytest.mark.parametrize(
    "pointer",
    [
        {},
        {"selectors": []},
        {"selectors": [[]]},
        {"selectors": [7]},
        {"selectors": ["a"], "frames": [True]},
        {"selectors": ["a"], "frames": [1.5]},
    ],
)
def test_a_damaged_pointer_is_refused(pointer: object) -> None:
    step = {"id": "s1", "action": "click", "pointer": pointer}
    made = "2026-01-02T00:00:00+00:00"
    document = {"format": "holdfast-recording/1", "name": "", "startUrl": "", "createdAt": made}
    with pytest.raises(ForeignFormat, match="damaged"):
        recording_from_json({**document, "steps": [step]})
