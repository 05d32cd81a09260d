"""What the script tells of an act becomes a step; secrets become names, also in addresses."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import parse
from holdfast.adapters.browser.measurement import FrameOrigin
from holdfast.app.recorded_acts import Scene, as_kept, effect_of, mask_parameters, step_of
from holdfast.app.values import Values
from holdfast.model.placeholders import as_text
from holdfast.model.recording import (
    STANDS_FOR,
    UNDER_LABEL,
    WAS,
    AssertCheck,
    Effect,
    EffectKind,
    MouseButton,
    Step,
    StepAction,
)
from holdfast.model.secret_fields import variable_name
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import StrategyType
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

PAGE = a_page(
    """<button id="pay"><b id="word">Pay</b></button><input id="mail" aria-label="Card">
    <ul id="list"><li id="one">One</li><li id="two">Two</li></ul><p id="said">All is paid</p>
    <canvas id="sign"></canvas><div id="hidden" style="display: none">x</div>""",
    boxes={
        "#pay": (100, 50, 80, 20),
        "#word": (110, 52, 40, 16),
        "#one": (0, 100, 50, 20),
        "#two": (0, 120, 50, 20),
        "#list": (0, 100, 50, 40),
        "#sign": (200, 200, 100, 100),
        "#hidden": (0, 160, 50, 20),
    },
)
CARD = "4111 1111 1111 1111"


class _Placed(NamedTuple):
    """A frame in a page."""

    origin: FrameOrigin
    indices: Sequence[int]


def a_scene(
    page: Snapshot = PAGE, origin: FrameOrigin | None = None, tab: int = 0, skipped: int = 0
) -> Scene:
    """Return the page as it was measured; ``skipped`` elements of it are not in the frame."""
    whole = FrameOrigin(x=0, y=0, across=1, down=1)
    indices = range(skipped, len(page))
    return Scene(snapshot=page, placed=_Placed(origin or whole, indices), tab=tab)


def an_act(act: str, css: str | None = None, page: Snapshot = PAGE, **told: Any) -> dict[str, Any]:
    target = -1 if css is None else page.select(css)[0].index
    return {"act": act, "target": target, **told}


def made(act: str, css: str | None = None, **told: Any) -> Step:
    return step_of(an_act(act, css, **told), a_scene())


def id_of(step: Step) -> str:
    return "" if step.fingerprint is None else step.fingerprint.node.get("id")


def test_what_is_clicked_is_the_control_around_the_word_that_was_hit() -> None:
    assert id_of(made("click", "#word")) == "pay"
    assert id_of(made("hover", "#word")) == "word"


@pytest.mark.parametrize(
    ("number", "button"),
    [(0, MouseButton.LEFT), (1, MouseButton.MIDDLE), (2, MouseButton.RIGHT)],
)
def test_the_button_of_the_mouse_is_kept(number: int, button: MouseButton) -> None:
    assert made("click", "#pay", button=number, modifiers=["Shift"]).button is button
    plain = made("click", "#pay", modifiers=["Shift"])
    assert (plain.button, plain.modifiers) == (MouseButton.LEFT, ("Shift",))


def test_an_act_in_a_frame_is_on_its_element_and_in_its_tab() -> None:
    # The frame's window begins at 100, 50 and is drawn in double size.
    scene = a_scene(origin=FrameOrigin(x=90, y=40, across=2, down=2), tab=3, skipped=2)
    act = an_act("click", "#pay", x=10, y=10)
    act["target"] -= 2
    step = step_of(act, scene)
    assert (id_of(step), step.tab) == ("pay", 3)
    assert step.point == Point(90 + 2 * 10 - 100, 40 + 2 * 10 - 50)


def test_where_something_was_hit_is_counted_from_its_corner() -> None:
    assert made("click", "#pay", x=104.256, y=61.123).point == Point(4.26, 11.12)
    assert made("click", "#mail", x=104, y=61).point is None  # nobody measured where it stands
    assert made("click", "#pay").point is None


def test_a_scroll_is_kept_as_where_it_ended() -> None:
    step = made("scroll", "#list", scrollX=0, scrollY=120)
    assert (step.point, id_of(step)) == (Point(0, 120), "list")
    assert made("scroll", "#list", scrollX=0, scrollY=120, whole=True).fingerprint is None


@pytest.mark.parametrize(
    ("body", "is_on_element"),
    [("<p>x", False), ("<p contenteditable>x", False)],
)
def test_a_key_on_the_page_as_a_whole_has_no_element(body: str, is_on_element: bool) -> None:
    page = a_page(body)
    step = step_of(an_act("press", "body", page, keys="Control+s"), a_scene(page))
    assert (step.fingerprint is not None, step.value) == (is_on_element, "Control+s")


@pytest.mark.parametrize(
    ("editable", "is_on_element"), [("", True), ("true", True), ("false", False), ("FALSE", False)]
)
def test_a_key_in_a_document_that_is_an_editor_is_on_it(editable: str, is_on_element: bool) -> None:
    page = parse(f"<!doctype html><body contenteditable='{editable}'>x")
    step = step_of(an_act("press", "body", page, keys="a"), a_scene(page))
    assert (step.fingerprint is not None) is is_on_element


def test_a_key_in_a_field_is_on_it_and_one_that_nothing_has_is_on_the_page() -> None:
    assert id_of(made("press", "#mail", keys="Enter")) == "mail"
    assert made("press", keys="Escape").fingerprint is None


def test_a_click_on_the_ground_is_on_it() -> None:
    assert made("click", "body").fingerprint is not None


def test_typed_is_the_script_s_word_for_type() -> None:
    step = made("typed", "#mail", value="ada")
    assert (step.action, step.value, step.values) == (StepAction.TYPE, "ada", None)


def test_one_option_is_a_value_and_several_are_a_list() -> None:
    one, two = made("select", "#list", values=["S"]), made("select", "#list", values=["S", "M"])
    assert (one.value, one.values) == ("S", None)
    assert (two.value, two.values) == (None, ("S", "M"))
    assert made("select", "#list", values=[]).values == ()


@given(st.text())
def test_whatever_is_typed_is_typed_again_and_no_placeholder(text: str) -> None:
    value = made("typed", "#mail", value=text).value
    assert value is not None
    assert value == as_text(text) or value == "${CARD}"
    assert value == "${CARD}" or Values().fill(value) == text


def test_a_secret_is_a_name_and_nothing_of_it_is_kept() -> None:
    step = made(
        "typed", "#mail", secret=True, field="user[pin]", value="hunter2", values=["a", "b"]
    )
    assert (step.value, step.values) == ("${USER_PIN}", None)
    assert "hunter2" not in str(step)


def test_of_a_secret_field_only_that_it_is_seen_is_asserted_without_a_name() -> None:
    seen = made("assert", "#mail", check="visible", secret=True, field="pin")
    held = made("assert", "#mail", check="value", secret=True, field="pin", value="hunter2")
    assert (seen.value, held.value) == (None, "${PIN}")


def test_a_card_number_in_any_field_is_named_after_the_field() -> None:
    assert made("typed", "#mail", value=CARD).value == "${CARD}"
    assert made("typed", "#pay", value=f"my card is {CARD}").value == "${PAY}"


def test_an_asserted_text_is_what_the_page_says() -> None:
    step = made("assert", "#said", check="text", value="as the script read it")
    assert (step.check, step.value) == (AssertCheck.TEXT, "All is paid")


def test_what_stood_in_an_editor_is_kept_unless_it_looks_like_a_secret() -> None:
    kept = {WAS: "was", UNDER_LABEL: "under", STANDS_FOR: "standsFor"}
    told = {"was": "Dear", "under": "covered", "standsFor": 2}
    step = made("typed", "#mail", value="Dear Ann", **told)
    assert dict(step.extra) == {name: told[key] for name, key in kept.items()}
    assert WAS not in made("typed", "#mail", value="x", was=f"card {CARD}").extra
    assert dict(made("typed", "#mail", value="x").extra) == {}


def test_the_trail_of_the_mouse_is_kept_with_the_element() -> None:
    # Trails are kept as they were seen in the window, and this one was scrolled down by 30.
    scene = a_scene(replace(PAGE, scroll=Point(0, 30)))
    trail = [0, 30, 1000, 10, 40, 1016, 120, 90, 1032]
    step = step_of(an_act("click", "#pay", trail=trail), scene)
    assert step.fingerprint is not None
    (seen,) = [
        one.metadata for one in step.fingerprint.strategies
        if one.type is StrategyType.EVIDENCE_SCORING
    ]  # fmt: skip
    assert seen["endpoint"] == {"x": 120, "y": 60}
    assert seen["mouseTrail"] == [
        {"x": 0, "y": 0, "timestamp": 0},
        {"x": 10, "y": 10, "timestamp": 16},
        {"x": 120, "y": 60, "timestamp": 32},
    ]


# ------------------------------------------------------------------------------------------- drags


def dragged(css: str, to: tuple[float, float], onto: str | None = None, **told: Any) -> Step:
    end = -1 if onto is None else PAGE.select(onto)[0].index
    return made("drag", css, x=5, y=105, toX=to[0], toY=to[1], to=end, **told)


def end_of(step: Step) -> str:
    return "" if step.to is None else step.to.node.get("id")


def test_a_drag_ends_on_what_stands_there() -> None:
    step = dragged("#one", (8, 131))
    assert (end_of(step), step.point, step.delta) == ("two", Point(8, 11), Point(3, 26))


def test_where_a_drag_ended_is_counted_from_the_corner_of_what_it_ended_on() -> None:
    step = dragged("#one", (115.256, 60.123), "#pay", dropped=True)
    assert (end_of(step), step.point) == ("pay", Point(15.26, 10.12))


@pytest.mark.parametrize(
    ("place", "onto"),
    [
        pytest.param((0, 120), "two", id="first-pixel"),
        pytest.param((49.9, 139.9), "two", id="last-pixel"),
        pytest.param((50, 130), "", id="right-of-it"),
        pytest.param((20, 170), "", id="what-nobody-sees"),
        pytest.param((20, 110), "", id="itself"),
        pytest.param((400, 400), "", id="nothing"),
    ],
)
def test_what_a_drag_ended_on(place: tuple[float, float], onto: str) -> None:
    assert end_of(dragged("#one", place)) == onto


def test_what_the_page_says_it_was_dropped_on_counts_before_what_stands_there() -> None:
    assert end_of(dragged("#one", (8, 131), "#list", dropped=True)) == "list"
    assert end_of(dragged("#one", (8, 131), "#list")) == "two"
    assert end_of(dragged("#one", (400, 400), dropped=True)) == ""  # outside of the page
    # The dragged thing comes along with the mouse.
    assert end_of(dragged("#one", (8, 131), "#one", dropped=True)) == "two"


def test_a_stroke_on_a_canvas_ends_on_nothing() -> None:
    step = dragged("#sign", (8, 131), path=[210, 210, 0, 260, 230, 16])
    assert (end_of(step), step.point) == ("", None)
    assert step.path == ((10, 10, 0), (60, 30, 16))


def way(*places: tuple[float, float]) -> list[float]:
    return [one for time, (x, y) in enumerate(places) for one in (x, y, time)]


def test_of_a_straight_way_only_its_ends_are_kept() -> None:
    step = dragged("#one", (8, 131), path=way((5, 107), (15, 117.5), (25, 127), (45, 147)))
    assert step.path == ((5, 7, 0), (45, 47, 3))


def test_where_a_way_bends_is_kept() -> None:
    step = dragged("#one", (8, 131), path=way((5, 107), (25, 107), (45, 107), (45, 147)))
    assert step.path == ((5, 7, 0), (45, 7, 2), (45, 47, 3))


@pytest.mark.parametrize(("off", "points"), [(1.0, 2), (1.1, 3)])
def test_a_hand_that_is_a_pixel_off_the_line_is_on_it(off: float, points: int) -> None:
    # Along 3, 4, 5 the height of the middle point over the line is what it is off.
    across, down = -4 / 5 * off, 3 / 5 * off
    middle = (5 + 30 + across, 107 + 40 + down)
    assert len(dragged("#one", (8, 131), path=way((5, 107), middle, (65, 187))).path) == points


def test_a_way_that_comes_back_keeps_where_it_was() -> None:
    step = dragged("#one", (8, 131), path=way((5, 107), (35, 147), (5, 107)))
    assert step.path == ((5, 7, 0), (35, 47, 1), (5, 7, 2))


def test_a_hand_that_trembles_in_its_place_went_nowhere() -> None:
    step = dragged("#one", (8, 131), path=way((5, 107), (5.5, 107), (5, 107)))
    assert step.path == ((5, 7, 0), (5, 7, 2))


@given(st.lists(st.tuples(*[st.integers(0, 300)] * 2), min_size=2, max_size=20))
def test_a_way_keeps_its_ends_and_its_order(places: list[tuple[int, int]]) -> None:
    first, *_, last = path = dragged("#one", (8, 131), path=way(*places)).path
    (x, y), (end_x, end_y) = places[0], places[-1]
    assert [first, last] == [(x, y - 100, 0), (end_x, end_y - 100, len(places) - 1)]
    assert [when for _, _, when in path] == sorted({when for _, _, when in path})


# ----------------------------------------------------------------------------------------- effects


def typed(
    value: str | None, action: StepAction = StepAction.TYPE, stands_for: int | None = None
) -> Step:
    extra = {} if stands_for is None else {STANDS_FOR: stands_for}
    return Step(id="s1", action=action, value=value, extra=extra)


def told(expected: object, kind: str = "value", **more: str) -> dict[str, object]:
    return {"kind": kind, "expected": expected, **more}


def test_what_an_act_did_is_expected_again() -> None:
    chosen = told(["S", "M"], "selected", of="select")
    assert effect_of(told("ada"), typed("ada")) == Effect(kind=EffectKind.VALUE, expected="ada")
    assert effect_of(chosen, typed(None, StepAction.CLICK)) == Effect(
        kind=EffectKind.SELECTED, expected=("S", "M"), of="select"
    )


def test_of_a_secret_its_name_is_expected_whatever_the_page_says() -> None:
    assert effect_of(told("hunter2"), typed("${PIN}")) == Effect(
        kind=EffectKind.VALUE, expected="${PIN}"
    )
    assert effect_of(told(None), typed("ada")) == Effect(kind=EffectKind.VALUE, expected="ada")


@pytest.mark.parametrize("said", [CARD, "${PIN}", "{{name}}"])
def test_what_a_page_put_there_that_looks_like_a_secret_or_a_variable_is_not_expected(
    said: str,
) -> None:
    assert effect_of(told(said), typed("a", StepAction.PRESS)) is None
    assert effect_of(told(said), typed("a", stands_for=1)) is None
    assert effect_of(told("plain"), typed("a", StepAction.PRESS)) is not None


def test_a_fingerprint_is_kept_without_numbers_that_its_page_shows() -> None:
    page = a_page(f"<button id=pay>Pay</button><p>{CARD}</p>")
    kept = as_kept(describe(page, "#pay"))
    assert "1111 1111" not in kept.page.select("p")[0].text
    assert kept.node.get("id") == "pay"
    plain = describe(a_page("<button id=pay>Pay</button>"), "#pay")
    assert as_kept(plain) is plain


# -------------------------------------------------------------------------------- names, addresses


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("password", "PASSWORD"),
        ("user[password]", "USER_PASSWORD"),
        ("cc-number", "CC_NUMBER"),
        ("2fa", "SECRET_2FA"),
        ("Пароль", "SECRET"),
        ("", "SECRET"),
    ],
)
def test_a_variable_is_named_after_its_field(field: str, name: str) -> None:
    assert variable_name(field) == name


@given(st.text())
def test_every_name_is_one_that_a_replay_can_fill_in(field: str) -> None:
    name = variable_name(field)
    assert Values(secrets={name: "told"}).fill(f"${{{name}}}") == "told"


def test_secret_fields_are_masked_in_every_address_of_a_page() -> None:
    page = '{"url":"https://a.example/?x=1&pin=4711#end","href":"/next?pin=4711&x=1"}'
    masked = mask_parameters(page, {"pin", "a.b"})
    assert masked == '{"url":"https://a.example/?x=1&pin=***#end","href":"/next?pin=***&x=1"}'


def test_without_secret_fields_nothing_is_changed() -> None:
    assert mask_parameters("/?pin=4711", ()) == "/?pin=4711"


@pytest.mark.parametrize(
    "sent", ["a%5Bb%5D", "a%5bb%5d", "a[b]"], ids=["as-forms-send-it", "lower-case", "by-hand"]
)
def test_a_secret_field_is_known_however_its_name_is_written_in_an_address(sent: str) -> None:
    assert mask_parameters(f"/?x=1&{sent}=4711&y=2", {"a[b]"}) == f"/?x=1&{sent}=***&y=2"


def test_a_name_in_the_letters_of_an_old_page_is_known() -> None:
    assert mask_parameters("/?schl%FCssel=4711", {"schlüssel"}) == "/?schl%FCssel=***"


def test_a_name_that_only_begins_or_ends_alike_is_another_field() -> None:
    assert mask_parameters("/?pin2=1&xpin=2&pin=3", {"pin"}) == "/?pin2=1&xpin=2&pin=***"


@given(name=st.text(min_size=1), write=st.sampled_from([quote_plus, quote]))
def test_no_field_sends_its_secret_readably(name: str, write: Any) -> None:
    sent = write(name, safe="")
    assert mask_parameters(f"https://a.example/?{sent}=4711", {name}).endswith(f"?{sent}=***")
