"""Whether something lies over an element is asked of the tree as it is drawn: slots included."""

import pytest
from playwright.sync_api import Page

from holdfast.adapters.browser.live import Target
from holdfast.ports import run_now

pytestmark = pytest.mark.browser

COVER = "<div style='position: fixed; inset: 0'></div>"
# What the host holds, what is in its shadow root, and which element is asked about.
DRAWN = {
    "a button that shows slotted words": (
        "<b>Save</b>",
        "<button><slot></slot></button>",
        "button",
    ),
    "slotted words": ("<b>Save</b>", "<button><slot></slot></button>", "b"),
    "a slotted button": ("<button>Save</button>", "<p><slot></slot></p>", "button"),
    "the host": ("Save", "<p><slot></slot></p>", "x-card"),
    "text in a slot": ("Save", "<button><slot></slot></button>", "button"),
}


@pytest.mark.parametrize("over", ["", COVER], ids=["free", "covered"])
@pytest.mark.parametrize(("light", "shadow", "asked"), DRAWN.values(), ids=DRAWN)
def test_only_what_lies_over_covers(
    page: Page, light: str, shadow: str, asked: str, over: str
) -> None:
    page.set_content(f"<x-card>{light}</x-card>{over}")
    page.locator("x-card").evaluate(
        "(host, shadow) => { host.attachShadow({mode: 'open'}).innerHTML = shadow }", shadow
    )
    usability = run_now(Target(page.locator(asked)).usability())
    assert (usability.seen, usability.covered) == (True, bool(over))


def test_a_cover_in_another_shadow_root_covers(page: Page) -> None:
    page.set_content("<button>Save</button><x-cover></x-cover>")
    page.locator("x-cover").evaluate(
        "(host, cover) => { host.attachShadow({mode: 'open'}).innerHTML = cover }", COVER
    )
    assert run_now(Target(page.locator("button")).usability()).covered
