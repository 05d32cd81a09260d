"""Recordings: values that refuse nonsense, and a file format that keeps what it does not know."""

from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import ForeignFormat
from holdfast.model.fingerprint import IdentityMeaning
from holdfast.model.recording import (
    RECORDING_FORMAT,
    AssertCheck,
    MouseButton,
    Recording,
    Step,
    StepAction,
)
from holdfast.model.recording_json import recording_from_json, recording_to_json
from holdfast.model.snapshot import Point, Size
from holdfast.testing import a_fingerprint, a_page, a_strategy

PAGE = a_page("<button>Pay</button><a href='/x'>More</a>")
PAY = a_fingerprint(PAGE, "button", a_strategy("dom_selector", selector="button"))
MORE = a_fingerprint(PAGE, "a", a_strategy("css_selector", selector="a"))


def a_step(action: StepAction = StepAction.CLICK, **given: Any) -> Step:
    return Step(**({"id": "s1", "action": action, "url": "https://example.org/"} | given))


def a_recording(*steps: Step, **given: Any) -> Recording:
    told: dict[str, Any] = {
        "name": "shop",
        "start_url": "https://example.org/",
        "created_at": datetime(2026, 11, 15, 12, 0, tzinfo=UTC),
        "viewport": Size(1280, 720),
        "steps": steps,
    }
    return Recording(**(told | given))


def through_json(recording: Recording) -> Recording:
    return recording_from_json(orjson.loads(orjson.dumps(recording_to_json(recording))))


def test_a_recording_survives_json() -> None:
    recording = a_recording(
        a_step(fingerprint=PAY, point=Point(3, 4), button=MouseButton.RIGHT, modifiers=("Shift",)),
        a_step(StepAction.TYPE, id="s2", fingerprint=MORE, value="${PASSWORD}", picture=b"\x89PNG"),
        a_step(StepAction.SELECT, id="s3", fingerprint=MORE, values=("A", "B")),
        a_step(StepAction.DRAG, id="s4", fingerprint=PAY, to=MORE, delta=Point(5, 6)),
        a_step(StepAction.DIALOG, id="s5", accept=False, message="Sure?"),
        a_step(StepAction.ASSERT, id="s6", check=AssertCheck.URL, value="https://example.org/"),
        a_step(StepAction.NEW_TAB, id="s7", tab=1),
    )
    assert through_json(recording) == recording


@given(
    value=st.none() | st.text(),
    tab=st.integers(0, 9),
    action=st.sampled_from([a for a in StepAction if a is not StepAction.ASSERT]),
    picture=st.none() | st.binary(),
)
def test_every_step_survives_json(
    value: str | None, tab: int, action: StepAction, picture: bytes | None
) -> None:
    if value is not None:
        value = value.encode("utf-8", "replace").decode()
    step = a_step(action, value=value, tab=tab, picture=picture, fingerprint=PAY)
    assert through_json(a_recording(step)) == a_recording(step)


def test_a_page_is_written_once_and_shared_again_when_read() -> None:
    recording = a_recording(a_step(fingerprint=PAY), a_step(id="s2", fingerprint=MORE))
    assert len(recording_to_json(recording)["pages"]) == 1
    first, second = (step.fingerprint for step in through_json(recording).steps)
    assert first is not None
    assert second is not None
    assert first.page is second.page


def test_the_names_that_others_rely_on_are_in_the_file() -> None:
    data = recording_to_json(
        a_recording(a_step(StepAction.NAVIGATE, value="https://example.org/2"))
    )
    assert data["format"] == RECORDING_FORMAT == "holdfast-recording/1"
    assert data["startUrl"] == "https://example.org/"
    assert data["createdAt"] == "2026-11-15T12:00:00+00:00"
    assert data["viewport"] == {"width": 1280, "height": 720}
    assert data["steps"] == [
        {
            "id": "s1",
            "action": "navigate",
            "url": "https://example.org/",
            "value": "https://example.org/2",
        }
    ]


def test_what_this_version_does_not_know_is_kept() -> None:
    data = recording_to_json(a_recording(a_step(StepAction.WAIT)))
    data["mode"] = "aggressive"
    data["history"] = [{"stepId": "s1"}]
    data["steps"][0]["note"] = {"by": "Ada"}
    assert recording_to_json(recording_from_json(data)) == data


def test_a_step_s_own_word_on_identity_counts() -> None:
    recording = a_recording(a_step(fingerprint=replace(PAY, meaning=IdentityMeaning.SLOT)))
    data = recording_to_json(recording)
    assert data["steps"][0]["identity"] == "slot"
    data["steps"][0]["fingerprint"]["identity"] = "content"
    fingerprint = recording_from_json(data).steps[0].fingerprint
    assert fingerprint is not None
    assert fingerprint.meaning is IdentityMeaning.SLOT


def test_elements_that_people_excluded_are_read_and_kept() -> None:
    data = recording_to_json(a_recording(a_step(fingerprint=PAY)))
    wrong = data["steps"][0]["fingerprint"]
    data["steps"][0]["excluded"] = [{"healingId": "h1", "fingerprint": wrong}]
    recording = recording_from_json(data)
    assert recording.steps[0].excluded == (recording.steps[0].fingerprint,)
    assert recording_to_json(recording) == data


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param({"format": "holdfast-recording/2"}, "update Holdfast", id="newer"),
        pytest.param({"format": "something/1"}, "holdfast-recording/1", id="foreign"),
        pytest.param({"steps": [{"id": "s1", "action": "clack"}]}, "clack", id="action"),
        pytest.param({"steps": [{"id": "s1", "action": "assert"}]}, "check", id="check"),
        pytest.param({"steps": [7]}, "must be an object", id="step"),
        pytest.param({"createdAt": "yesterday"}, "yesterday", id="time"),
        pytest.param({"name": None}, "name is missing", id="name"),
    ],
)
def test_damaged_and_newer_recordings_are_refused(change: dict[str, object], told: str) -> None:
    data = recording_to_json(a_recording(a_step(StepAction.WAIT))) | change
    with pytest.raises(ForeignFormat, match=told):
        recording_from_json(data)


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(ForeignFormat):
        recording_from_json([])


def test_two_steps_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two steps have the id 's1'"):
        a_recording(a_step(), a_step())


def test_extra_fields_cannot_be_changed_from_outside() -> None:
    step = recording_from_json(
        recording_to_json(a_recording(a_step(extra=MappingProxyType({"note": 1}))))
    ).steps[0]
    with pytest.raises(TypeError):
        step.extra["note"] = 2  # type: ignore[index]  # that it cannot be done is the claim
