"""Recordings of the Chrome DevTools Recorder: every step is taken over, or the reason is told."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.adapters.formats.devtools_in import read_devtools
from holdfast.adapters.recording_files import check_recording
from holdfast.errors import ForeignFormat
from holdfast.model.conversion import Carried, Fate, Imported
from holdfast.model.recording import AssertCheck, MouseButton, Pointer, Step, StepAction
from holdfast.model.recording_json import recording_to_json
from holdfast.model.saved import write_document
from holdfast.model.snapshot import Point, Size

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
SHOP = "https://shop.example/"
NAVIGATE = {"type": "navigate", "url": SHOP}
AT = {"selectors": [["aria/Save"], "#save"], "offsetX": 3, "offsetY": 4.5}
SAVE = Pointer(selectors=(("aria/Save",), ("#save",)))


def imported(*steps: object, **given: Any) -> Imported:
    return read_devtools({"title": "a shop", "steps": list(steps)}, created_at=NOON, **given)


def only(step: dict[str, Any]) -> tuple[Step | None, Carried]:
    """Return the step that one of theirs becomes, and what is told of it."""
    result = imported(NAVIGATE, step)
    made = result.recording.steps[1:]
    assert len(made) < 2
    return (made[0] if made else None), result.account[1]


def test_a_recording_worked_out_by_hand() -> None:
    viewport = {"type": "setViewport", "width": 800, "height": 600, "isMobile": False}
    result = imported(viewport, NAVIGATE, {"type": "click", **AT})
    recording = result.recording
    assert (recording.name, recording.start_url) == ("a shop", SHOP)
    assert recording.viewport == Size(800, 600)
    assert recording.steps == (
        Step(id="s1", action=StepAction.NAVIGATE, url=SHOP, value=SHOP),
        Step(id="s2", action=StepAction.CLICK, url=SHOP, pointer=SAVE, point=Point(3, 4.5)),
    )
    assert [(c.number, c.what, c.fate, c.steps) for c in result.account] == [
        (1, "setViewport", Fate.TAKEN, ()),
        (2, "navigate", Fate.TAKEN, ("s1",)),
        (3, "click", Fate.TAKEN, ("s2",)),
    ]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"type": "doubleClick", **AT}, {"action": "dblclick", "point": Point(3, 4.5)}),
        ({"type": "click", **AT, "button": "secondary"}, {"button": MouseButton.RIGHT}),
        ({"type": "click", **AT, "button": "auxiliary"}, {"button": MouseButton.MIDDLE}),
        ({"type": "hover", **AT}, {"action": "hover", "point": None}),
        ({"type": "change", **AT, "value": "Ä\n'\""}, {"action": "type", "value": "Ä\n'\""}),
        ({"type": "scroll", "x": 1, "y": 20}, {"action": "scroll", "point": Point(1, 20)}),
        ({"type": "scroll", **AT}, {"action": "scroll", "point": Point(0, 0), "pointer": SAVE}),
        ({"type": "keyDown", "key": "Enter"}, {"action": "press", "value": "Enter"}),
        ({"type": "keyDown", "key": " "}, {"action": "press", "value": "Space"}),
        ({"type": "close"}, {"action": "closeTab", "tab": 0}),
        ({"type": "waitForElement", **AT}, {"check": AssertCheck.VISIBLE, "value": None}),
        ({"type": "waitForElement", **AT, "visible": False}, {"check": AssertCheck.HIDDEN}),
        (
            {"type": "waitForElement", **AT, "operator": "==", "count": 3},
            {"check": AssertCheck.COUNT, "value": "3"},
        ),
        (
            {"type": "waitForElement", **AT, "operator": "<=", "count": 0},
            {"check": AssertCheck.COUNT, "value": "0"},
        ),
        (
            {"type": "waitForElement", **AT, "properties": {"innerText": "Saved"}},
            {"check": AssertCheck.TEXT, "value": "Saved"},
        ),
        (
            {"type": "waitForElement", **AT, "properties": {"value": "7"}},
            {"check": AssertCheck.VALUE, "value": "7"},
        ),
    ],
)
def test_what_a_step_becomes(given: dict[str, Any], wanted: dict[str, Any]) -> None:
    step, told = only(given)
    assert step is not None
    assert {key: getattr(step, key) for key in wanted} == wanted
    assert told.fate is Fate.TAKEN


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"type": "click", **AT, "button": "back"}, "mouse button 'back'"),
        ({"type": "emulateNetworkConditions", "download": 1}, "does not slow the network"),
        ({"type": "waitForExpression", "expression": "document.title"}, "a script"),
        ({"type": "customStep", "name": "mine", "parameters": {}}, "'mine'"),
        ({"type": "teleport"}, "no such step is known: 'teleport'"),
        ({"type": "keyUp", "key": "Enter"}, "no keyDown came before it"),
        ({"type": "scroll", "y": 1, "frame": [0]}, "the page of a frame"),
        ({"type": "setViewport", "width": 1, "height": 1}, "one size of its window"),
        ({"type": "waitForElement", **AT, "operator": ">=", "count": 2}, ">= 2"),
        ({"type": "waitForElement", **AT, "visible": False, "count": 2}, "a hidden number"),
    ],
)
def test_what_is_left_behind_has_its_reason(given: dict[str, Any], why: str) -> None:
    step, told = only(given)
    assert step is None
    assert told.fate is Fate.LEFT
    assert why in told.why


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"type": "click", **AT, "duration": 900}, "duration 900"),
        ({"type": "click", **AT, "deviceType": "touch"}, "deviceType 'touch'"),
        ({"type": "waitForElement", **AT, "attributes": {"class": "on"}}, "attribute class"),
        ({"type": "waitForElement", **AT, "properties": {"n": 1}}, "property n"),
        ({"type": "navigate", "url": f"{SHOP}?token=abcdefgh"}, "masked"),
    ],
)
def test_what_is_lost_of_a_step_is_told(given: dict[str, Any], why: str) -> None:
    step, told = only(given)
    assert step is not None
    assert (told.fate, why in told.why) == (Fate.IN_PART, True)


def test_keys_that_go_down_together_are_pressed_together() -> None:
    keys = [("keyDown", "Control"), ("keyDown", "a"), ("keyUp", "a"), ("keyUp", "Control")]
    result = imported(NAVIGATE, *({"type": kind, "key": key} for kind, key in keys))
    assert [step.value for step in result.recording.steps[1:]] == ["Control+a"]
    assert [c.fate for c in result.account[1:]] == [Fate.TAKEN] * 4
    assert result.account[3].steps == ("s2",)


def test_a_key_that_is_held_belongs_to_the_click() -> None:
    down, up = ({"type": kind, "key": "ShiftLeft"} for kind in ("keyDown", "keyUp"))
    steps = imported(NAVIGATE, down, {"type": "click", **AT}, up).recording.steps
    assert [(step.action, step.modifiers) for step in steps[1:]] == [("click", ("Shift",))]


def test_a_modifier_for_nothing_is_pressed_alone() -> None:
    down, up = ({"type": kind, "key": "Alt"} for kind in ("keyDown", "keyUp"))
    assert [s.value for s in imported(NAVIGATE, down, up).recording.steps[1:]] == ["Alt"]


def test_frames_and_shadow_roots_are_kept() -> None:
    step, _ = only({**AT, "type": "hover", "selectors": [["my-host", "button"]], "frame": [0, 2]})
    assert step is not None
    assert step.pointer == Pointer(selectors=(("my-host", "button"),), frames=(0, 2))


def test_a_tab_is_entered_when_it_is_first_used_and_known_where_it_goes() -> None:
    there = {"type": "click", **AT, "target": "https://pop.example/"}
    events = {"assertedEvents": [{"type": "navigation", "url": "https://pop.example/2"}]}
    later = {"type": "close", "target": "https://pop.example/2"}
    steps = imported(NAVIGATE, {**there, **events}, later).recording.steps
    assert [(step.action.value, step.tab) for step in steps[1:]] == [
        ("newTab", 1),
        ("click", 1),
        ("closeTab", 1),
    ]
    assert steps[1].extra["openedByPage"] is True


def test_where_a_click_leads_is_where_the_next_step_is_done() -> None:
    events = {"assertedEvents": [{"type": "navigation", "url": f"{SHOP}cart", "title": "Cart"}]}
    result = imported(NAVIGATE, {"type": "click", **AT, **events}, {"type": "hover", **AT})
    assert [step.url for step in result.recording.steps] == [SHOP, SHOP, f"{SHOP}cart"]


@pytest.mark.parametrize(
    ("selectors", "name"),
    [
        (["#userPassword"], "USERPASSWORD"),
        (["aria/Security code"], "SECURITY_CODE"),
        (["#a", "form > input[name='card-number']"], "CARD_NUMBER"),
        (["xpath///form/input[@id='pin']"], "PIN"),
        (["#api_key"], "API_KEY"),
    ],
)
def test_what_is_typed_into_secret_fields_is_not_written(selectors: list[str], name: str) -> None:
    change = {"type": "change", "selectors": selectors, "value": "hunter2"}
    result = imported(NAVIGATE, change, secrets=["api_key"])
    assert result.recording.steps[1].value == f"${{{name}}}"
    assert "hunter2" not in repr(result)


def test_what_is_around_a_field_does_not_make_it_secret() -> None:
    change = {"type": "change", "selectors": ["#password-form > input.city"], "value": "Graz"}
    assert imported(NAVIGATE, change).recording.steps[1].value == "Graz"


@pytest.mark.parametrize(
    "document",
    [
        [],
        None,
        {"title": "no steps"},
        {"steps": []},
        {"title": "t", "steps": {}},
        {"title": "t", "steps": [7]},
        {"title": "t", "steps": [{}]},
        {"title": "t", "steps": [{"type": "click", "selectors": [], "offsetX": 1, "offsetY": 1}]},
        {"title": "t", "steps": [{"type": "click", "selectors": ["#a"]}]},
        {"title": "t", "steps": [{"type": "click", **AT, "selectors": [[1]]}]},
        {"title": "t", "steps": [{"type": "hover", **AT, "frame": ["a"]}]},
        {"title": "t", "steps": [{"type": "change", "selectors": ["#a"]}]},
        {"title": "t", "steps": [{"type": "setViewport", "width": 0, "height": 10}]},
        {"title": "t", "steps": [{"type": "customStep", "name": "holdfast", "parameters": {}}]},
    ],
)
def test_a_damaged_recording_is_refused(document: object) -> None:
    with pytest.raises(ForeignFormat, match="DevTools"):
        read_devtools(document, created_at=NOON)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
kinds = st.sampled_from(
    "navigate click doubleClick change keyDown keyUp hover scroll setViewport waitForElement "
    "waitForExpression close customStep emulateNetworkConditions other".split()
)
wild_steps = st.fixed_dictionaries(
    {"type": kinds},
    optional={
        key: json_values | st.just(["#a"]) | st.just(3)
        for key in (
            "url selectors offsetX offsetY value key x y width height frame target count "
            "operator visible expression name parameters assertedEvents button".split()
        )
    },
)


@given(st.lists(wild_steps, max_size=3))
@settings(max_examples=60)
def test_whatever_stands_in_a_file_it_becomes_a_valid_recording_or_is_refused(
    steps: list[dict[str, Any]],
) -> None:
    try:
        result = imported(*steps)
    except ForeignFormat:
        return
    assert [told.number for told in result.account] == list(range(1, len(steps) + 1))
    assert all(told.why for told in result.account if told.fate is not Fate.TAKEN)
    assert check_recording(write_document(recording_to_json(result.recording))) == []
