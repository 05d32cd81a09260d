"""What pointers of imported recordings find: their selectors, taken as they are."""

import pytest

from holdfast.model.recording import Pointer
from holdfast.model.snapshot import Snapshot
from holdfast.selectors.pointed import count_pointed, find_pointed
from holdfast.testing import a_framed_page, a_page

PAGE = a_page(
    """<h1>Shop</h1><a href="/t" id="terms"><h3>Read the terms</h3></a>
    <label for="m">Email</label><input id="m" title="mail">
    <ul><li>One</li><li>Two</li><li hidden id='three'>Three</li></ul>
    <p id="said">He said <b>yes and no</b></p><button>Save</button><button>Save all</button>"""
)


def found(
    page: Snapshot, *selectors: str | tuple[str, ...], frames: tuple[int | str, ...] = ()
) -> list[str]:
    parts = tuple(s if isinstance(s, tuple) else (s,) for s in selectors)
    pointed = find_pointed(page, Pointer(selectors=parts, frames=frames))
    return [page.nodes[index].get("id") or page.nodes[index].text for index in pointed.nodes]


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ("#m", ["m"]),
        ("pierce/#m", ["m"]),
        ("xpath///input", ["m"]),
        ("aria/Email", ["m"]),
        ("aria/email", ["m"]),
        ('aria/Email[role="textbox"]', ["m"]),
        ('aria/Email[role="button"]', []),
        ('aria/[role="textbox"]', ["m"]),
        ("aria/", []),
        ("text/He said", ["said"]),
        ("text/yes and", ["yes and no"]),
        ("text/", []),
        ("li", ["One", "Two"]),
        ("li[hidden]", ["three"]),
        ("a > > b", []),
        ("xpath/]", []),
        ("", []),
    ],
)
def test_each_kind_of_selector(selector: str, ids: list[str]) -> None:
    assert found(PAGE, selector) == ids


def test_an_outer_element_of_the_same_name_comes_first() -> None:
    assert found(PAGE, "aria/Read the terms")[0] == "terms"


def test_a_selector_that_finds_one_beats_an_earlier_that_finds_several() -> None:
    assert found(PAGE, "li", "#gone", "#m") == ["m"]
    assert found(PAGE, "#gone", "li") == ["One", "Two"]
    assert found(PAGE, "#gone") == []


def test_parts_lead_inwards() -> None:
    assert found(PAGE, ("ul", "li:first-child")) == ["One"]
    assert found(PAGE, ("ul", "b")) == []


def test_shadow_roots_are_entered() -> None:
    page = a_framed_page("<my-box></my-box>", {"my-box": "<b id='in'>x</b>"}, kind="shadow")
    assert found(page, ("my-box", "b")) == ["in"]
    assert found(page, "pierce/#in") == ["in"]


@pytest.mark.parametrize("frames", [(1,), ("#two",), ("xpath///iframe[2]",)])
def test_frames_are_entered_by_number_and_by_selector(frames: tuple[int | str, ...]) -> None:
    page = a_framed_page(
        "<iframe id='one'></iframe><iframe id='two'></iframe>",
        {"#one": "<b id='x'></b>", "#two": "<b id='y'></b>"},
    )
    assert found(page, "b", frames=frames) == ["y"]
    assert found(page, "b") == []


@pytest.mark.parametrize("frames", [(5,), (-1,), ("#none",), (0, 0)])
def test_in_a_frame_that_is_missing_nothing_is_found(frames: tuple[int | str, ...]) -> None:
    page = a_framed_page("<iframe></iframe>", {"iframe": "<b></b>"})
    pointer = Pointer(selectors=(("b",),), frames=frames)
    assert find_pointed(page, pointer).nodes == ()
    assert count_pointed(page, pointer) == 0


def test_the_first_selector_that_finds_any_counts() -> None:
    assert count_pointed(PAGE, Pointer(selectors=(("#gone",), ("button",), ("#m",)))) == 2
