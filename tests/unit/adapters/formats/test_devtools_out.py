"""Recordings for the Chrome DevTools Recorder, and what comes back of them."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.formats.devtools_in import read_devtools
from holdfast.adapters.formats.devtools_keys import split_keys
from holdfast.adapters.formats.devtools_out import write_devtools
from holdfast.model.conversion import Carried, Fate
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import AssertCheck, MouseButton, Pointer, Recording, Step, StepAction
from holdfast.model.snapshot import Point, Size
from holdfast.selectors.describe import describe
from holdfast.testing import a_framed_page, a_page

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
SHOP = "https://shop.example/"
SAVE = Pointer(selectors=(("#save",),))


def a_recording(*steps: Step, viewport: Size | None = None) -> Recording:
    return Recording(name="a shop", start_url=SHOP, created_at=NOON, viewport=viewport, steps=steps)


def written(*steps: Step) -> tuple[list[dict[str, Any]], tuple[Carried, ...]]:
    """Return what steps become, without the first, which opens the page."""
    exported = write_devtools(a_recording(*steps))
    return orjson.loads(exported.text)["steps"][1:], exported.account


def on(fingerprint: Fingerprint, action: StepAction = StepAction.CLICK, **given: Any) -> Step:
    return Step(id="s1", action=action, fingerprint=fingerprint, **given)


def test_a_recording_worked_out_by_hand() -> None:
    page = a_page(
        '<form id="login"><label for="u">User</label><input id="u"><button>Go</button></form>',
        boxes={"button": (10, 20, 60, 30)},
    )
    steps = (
        Step(id="s1", action=StepAction.TYPE, fingerprint=describe(page, "#u"), value="Ada"),
        Step(
            id="s2",
            action=StepAction.CLICK,
            fingerprint=describe(page, "button"),
            point=Point(5, 6),
            modifiers=("Control",),
        ),
    )
    exported = write_devtools(a_recording(*steps, viewport=Size(800, 600)))
    document = orjson.loads(exported.text)
    user, down, click, up = document["steps"][2:]
    assert document["title"] == "a shop"
    assert document["steps"][0] == {
        "type": "setViewport",
        "width": 800,
        "height": 600,
        "deviceScaleFactor": 1,
        "isMobile": False,
        "hasTouch": False,
        "isLandscape": False,
    }
    assert document["steps"][1] == {"type": "navigate", "target": "main", "url": SHOP}
    assert user["type"] == "change"
    assert user["value"] == "Ada"
    assert user["selectors"][:2] == ['aria/User[role="textbox"]', "#u"]
    assert user["selectors"][-1] == "html > body > form > input"
    assert (down["key"], up["type"]) == ("Control", "keyUp")
    assert (click["type"], click["offsetX"], click["offsetY"]) == ("click", 5, 6)
    assert click["selectors"][0] == 'aria/Go[role="button"]'
    assert [told.fate for told in exported.account] == [Fate.TAKEN, Fate.TAKEN]


def test_only_what_finds_nothing_else_is_written() -> None:
    page = a_page("<p><button>Same</button></p><p><button>Same</button></p>")
    steps, _ = written(on(describe(page, "p:first-child button")))
    assert steps[0]["selectors"] == ["html > body > p:nth-of-type(1) > button"]


@pytest.mark.parametrize("name", ['Say "hi"', "it's", "a [b]", "(c)", "back\\slash"])
def test_names_that_cannot_be_written_are_left_to_the_others(name: str) -> None:
    page = a_page(f"<button id='x'>{name}</button>")
    steps, _ = written(on(describe(page, "button")))
    assert steps[0]["selectors"][0] == "#x"


def test_the_way_into_frames_is_counted() -> None:
    page = a_framed_page("<iframe></iframe><iframe id='b'></iframe>", {"#b": "<button>Go</button>"})
    (button,) = [node for node in page.nodes if node.tag == "button"]
    steps, _ = written(on(describe(page, button)))
    assert steps[0]["frame"] == [0]  # the other frame holds no document
    assert steps[0]["selectors"][-1] == "html > body > button"


def test_the_way_into_shadow_roots_has_a_part_for_each() -> None:
    page = a_framed_page("<my-slot></my-slot>", {"my-slot": "<b></b><b>Go</b>"}, kind="shadow")
    inner = [node for node in page.nodes if node.tag == "b"][-1]
    steps, _ = written(on(describe(page, inner)))
    last = steps[0]["selectors"][-1]
    assert last[0] == "html > body > my-slot"
    assert last[1].endswith("b:nth-of-type(2)")


def test_a_click_beside_the_element_goes_to_its_middle() -> None:
    page = a_page("<button>Go</button>", boxes={"button": (0, 0, 60, 30)})
    steps, _ = written(on(describe(page, "button"), point=Point(-4, 6)))
    assert (steps[0]["offsetX"], steps[0]["offsetY"]) == (30, 15)


def test_an_option_is_chosen_by_its_value() -> None:
    page = a_page("<select><option value='at'>Austria</option><option>Chile</option></select>")
    for label, value in (("Austria", "at"), ("Chile", "Chile")):
        steps, _ = written(on(describe(page, "select"), StepAction.SELECT, value=label))
        assert (steps[0]["type"], steps[0]["value"]) == ("change", value)


def test_the_placeholder_of_a_secret_is_told() -> None:
    secret = Step(id="s1", action=StepAction.TYPE, pointer=SAVE, value="${PIN}")
    steps, account = written(secret)
    assert steps[0]["value"] == "${PIN}"
    assert (account[0].fate, "placeholder" in account[0].why) == (Fate.IN_PART, True)


@pytest.mark.parametrize(
    "step",
    [
        Step(id="s2", action=StepAction.DIALOG, accept=True, value="Ada", message="Who?"),
        Step(id="s2", action=StepAction.UPLOAD, pointer=SAVE, values=("a.png", "b.png")),
        Step(id="s2", action=StepAction.DRAG, pointer=SAVE, to_pointer=SAVE, point=Point(1, 2)),
        Step(id="s2", action=StepAction.SUBMIT, pointer=SAVE),
        Step(id="s2", action=StepAction.SELECT, pointer=SAVE, values=("a", "b")),
        Step(
            id="s2",
            action=StepAction.CLICK,
            pointer=Pointer(selectors=(("#a",),), frames=("#frame",)),
        ),
    ],
)
def test_what_devtools_cannot_say_is_told_and_comes_back(step: Step) -> None:
    recording = a_recording(_OPEN, step)
    exported = write_devtools(recording)
    assert exported.account[1].fate is Fate.LEFT
    assert exported.account[1].why
    again = read_devtools(orjson.loads(exported.text), created_at=NOON).recording
    assert again == recording


def test_ticking_becomes_a_click() -> None:
    steps, account = written(Step(id="s1", action=StepAction.CHECK, pointer=SAVE))
    assert (steps[0]["type"], account[0].fate) == ("click", Fate.TAKEN)


@pytest.mark.parametrize(
    ("keys", "pressed"),
    [("Enter", ["Enter"]), ("Control+Shift+k", ["Control", "Shift", "k"]), ("+", ["+"]),
     ("Control++", ["Control", "+"])],
)  # fmt: skip
def test_keys_are_told_apart(keys: str, pressed: list[str]) -> None:
    assert split_keys(keys) == pressed


# ------------------------------------------------------------------------- there and back again

_OPEN = Step(id="s1", action=StepAction.NAVIGATE, url=SHOP, value=SHOP)
words = st.text(st.characters(codec="utf-8", exclude_characters="{}$"), max_size=12)
names = st.sampled_from(["#save", "aria/Save", 'aria/Save[role="button"]', "text/Sa", "xpath///b"])
selectors = st.lists(names, min_size=1, max_size=2).map(tuple)
pointers = st.builds(
    Pointer,
    selectors=st.lists(selectors, min_size=1, max_size=3).map(tuple),
    frames=st.lists(st.integers(0, 3), max_size=2).map(tuple),
)
lengths = st.floats(0, 5000, allow_nan=False).map(lambda number: round(number, 2))
points = st.builds(Point, lengths, lengths)
keys = st.sampled_from(["Enter", "Tab", "Control+a", "Control+Shift+k", "Alt+F4", "é", "+"])


def acting(action: StepAction, **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.builds(Step, id=st.just(""), action=st.just(action), url=st.just(SHOP), **given)


def asserting(check: AssertCheck, value: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return acting(StepAction.ASSERT, check=st.just(check), value=value, pointer=pointers)


modifiers = st.lists(st.sampled_from(["Control", "Shift", "Alt"]), unique=True, max_size=2)
clicking = {
    "pointer": pointers,
    "point": points,
    "button": st.sampled_from(MouseButton),
    "modifiers": modifiers.map(tuple),
}
sayable = st.one_of(
    acting(StepAction.CLICK, **clicking),
    acting(StepAction.DBLCLICK, **clicking),
    acting(StepAction.HOVER, pointer=pointers),
    acting(StepAction.TYPE, pointer=pointers, value=words),
    acting(StepAction.PRESS, value=keys),
    acting(StepAction.SCROLL, point=points, pointer=st.none()),
    acting(StepAction.WAIT, value=st.integers(0, 9999).map(str)),
    acting(StepAction.ASSERT, check=st.just(AssertCheck.URL), value=st.just(f'{SHOP}"?a')),
    asserting(AssertCheck.VISIBLE, st.none()),
    asserting(AssertCheck.HIDDEN, st.none()),
    asserting(AssertCheck.TEXT, words),
    asserting(AssertCheck.VALUE, words),
    asserting(AssertCheck.COUNT, st.integers(0, 99).map(str)),
)


def _numbered(step: Step, number: int) -> Step:
    return replace(step, id=f"s{number}")


@given(st.lists(sayable, max_size=5), st.none() | st.builds(Size, st.just(800.0), st.just(600.0)))
def test_what_devtools_can_say_comes_back_unchanged(
    steps: list[Step], viewport: Size | None
) -> None:
    numbered = [_numbered(step, number) for number, step in enumerate(steps, 2)]
    recording = a_recording(_OPEN, *numbered, viewport=viewport)
    exported = write_devtools(recording)
    assert all(told.fate is not Fate.LEFT for told in exported.account)
    again = read_devtools(orjson.loads(exported.text), created_at=NOON)
    assert again.recording == recording


def test_steps_in_other_tabs_and_where_they_lead_come_back() -> None:
    pop = "https://pop.example/"
    there: dict[str, Any] = {"tab": 1, "pointer": SAVE, "point": Point(1, 1)}
    recording = a_recording(
        _OPEN,
        Step(id="s2", action=StepAction.CLICK, url=SHOP, pointer=SAVE, point=Point(1, 1)),
        Step(id="s3", action=StepAction.NEW_TAB, tab=1, extra={"openedByPage": True}),
        Step(id="s4", action=StepAction.CLICK, url=pop, **there),
        Step(id="s5", action=StepAction.CLICK, url=f"{pop}2", **there),
        Step(id="s6", action=StepAction.NAVIGATE, url=f"{pop}3", value=f"{pop}3", tab=1),
        Step(id="s7", action=StepAction.CLICK, url=f"{pop}3", **there),
        Step(id="s8", action=StepAction.CLOSE_TAB, tab=1),
        Step(id="s9", action=StepAction.CLICK, url=f"{SHOP}2", pointer=SAVE, point=Point(1, 1)),
    )
    exported = write_devtools(recording)
    assert read_devtools(orjson.loads(exported.text), created_at=NOON).recording == recording
