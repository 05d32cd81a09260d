"""Recordings as text: readable, and with the line of what is wrong."""

import json
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.recording_files import check_recording, line_of
from holdfast.model.recording import AssertCheck, Recording, Step, StepAction
from holdfast.model.recording_json import recording_to_json
from holdfast.model.saved import write_document
from holdfast.testing import a_fingerprint, a_page, a_strategy

PAGE = a_page("<button>Pay</button>")
PAY = a_fingerprint(PAGE, "button", a_strategy("dom_selector", selector="button"))


def a_document() -> dict[str, Any]:
    steps = (
        Step(id="s1", action=StepAction.CLICK, url="u", fingerprint=PAY),
        Step(id="s2", action=StepAction.ASSERT, check=AssertCheck.VISIBLE, fingerprint=PAY),
    )
    made = datetime(2026, 11, 15, tzinfo=UTC)
    return recording_to_json(Recording(name="n", start_url="u", created_at=made, steps=steps))


def test_a_recording_is_fine() -> None:
    assert check_recording(write_document(a_document())) == []


def test_each_field_of_a_step_and_each_page_has_its_line() -> None:
    lines = write_document(a_document()).decode().splitlines()
    assert orjson.loads("\n".join(lines)) == a_document()
    assert '      "action": "click",' in lines
    assert sum('"tags"' in line for line in lines) == 1
    assert max(map(len, (line for line in lines if "fingerprint" not in line))) > 100


WRONG = {
    "action": (("steps", 1, "action"), "clack", "steps[1].action must be one of click,"),
    "confidence": (
        ("steps", 0, "fingerprint", "strategies", 0, "confidence"),
        7,
        "steps[0].fingerprint.strategies[0].confidence must not be above 1, got 7",
    ),
    "id": (("steps", 1, "id"), "s1", "steps[1].id is given twice: 's1'"),
    "page": (
        ("steps", 1, "fingerprint", "pageRef"),
        "p9",
        "steps[1].fingerprint.pageRef names a page that is not in pages: 'p9'",
    ),
    "kind": (("viewport",), 3, "viewport must be of kind object or null, got 3"),
    "number": (("steps", 0, "tab"), True, "steps[0].tab must be of kind integer, got True"),
    "newer": (("format",), "holdfast-recording/2", "the newer 'holdfast-recording/2'"),
    "foreign": (("format",), "x", "format must be 'holdfast-recording/1', got format 'x'"),
}


@pytest.mark.parametrize(("way", "value", "told"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_with_its_line(
    way: tuple[Any, ...], value: object, told: str
) -> None:
    document: Any = a_document()
    place = document
    for part in way[:-1]:
        place = place[part]
    place[way[-1]] = value
    text = json.dumps(document, indent=2)
    (finding,) = check_recording(text.encode())
    assert told in str(finding)
    line = text.splitlines()[finding.line - 1]
    assert line.strip().startswith(json.dumps(way[-1]))


def test_a_field_that_is_missing_is_told_with_the_line_of_what_it_is_missing_in() -> None:
    document = a_document()
    del document["steps"][1]["check"]
    text = json.dumps(document, indent=1)
    (finding,) = check_recording(text.encode())
    assert str(finding).endswith("steps[1] has no check")
    assert '"id": "s2"' in text.splitlines()[finding.line]


def test_text_that_is_no_json_is_told_with_its_line() -> None:
    (finding,) = check_recording(b'{\n"name": 1,\n oops\n}')
    assert finding.line == 3


def test_a_page_that_is_damaged_is_found_although_no_schema_says_so() -> None:
    document = a_document()
    document["pages"]["p1"]["up"] = [9]
    assert "damaged" in str(check_recording(write_document(document))[0])


values = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values)
def test_every_value_is_found_in_its_line(document: object) -> None:
    text = json.dumps(document, indent=1)
    lines = text.splitlines()
    for way, value in ways(document):
        line = lines[line_of(text, way) - 1]
        shown = json.dumps(value)[:1] if isinstance(value, dict | list) else json.dumps(value)
        assert line.rstrip(",").endswith((shown, "[]", "{}"))


def ways(
    value: object, way: tuple[str | int, ...] = ()
) -> list[tuple[tuple[str | int, ...], object]]:
    found: list[tuple[tuple[str | int, ...], object]] = [(way, value)]
    items = enumerate(value) if isinstance(value, list) else ()
    named = value.items() if isinstance(value, dict) else ()
    for part, inner in (*items, *named):
        found.extend(ways(inner, (*way, part)))
    return found
