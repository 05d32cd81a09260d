"""Which document of the current page is the one that was recorded."""

from dataclasses import replace

import pytest

from holdfast.model.snapshot import Scope, Snapshot
from holdfast.page.frames import Crossing, find_crossing, find_frame
from holdfast.testing import a_framed_page, a_page

INNER = "<button>Pay</button>"


def framed(*frames: str) -> Snapshot:
    return a_framed_page(
        "".join(frames), {f"iframe:nth-of-type({place + 1})": INNER for place in range(len(frames))}
    )


def in_first_frame(page: Snapshot) -> int:
    return page.select("button", frame=1)[0].index


AD, PAY = "<iframe title=Advert></iframe>", "<iframe name=payment></iframe>"


@pytest.mark.parametrize(
    ("recorded", "now", "expected"),
    [
        pytest.param(framed(PAY), framed(AD, PAY), 2, id="by its name"),
        pytest.param(framed(PAY), framed("<iframe id=x></iframe>"), 1, id="by address"),
        pytest.param(framed(PAY), a_page(INNER), None, id="the page has no frames now"),
        pytest.param(framed(PAY, AD), framed(AD, AD), 1, id="names twice, so by address"),
    ],
)
def test_a_frame_is_known_by_name_address_or_being_the_only_one(
    recorded: Snapshot, now: Snapshot, expected: int | None
) -> None:
    assert find_frame(recorded, in_first_frame(recorded), now) == expected


def test_the_page_itself_is_the_page_itself() -> None:
    page = framed(PAY)
    assert find_frame(page, 0, framed(AD)) == 0


def test_a_shadow_root_is_no_frame() -> None:
    page = a_framed_page("<my-app></my-app>", {"my-app": INNER}, kind="shadow")
    (button,) = page.select("button")
    assert find_frame(page, button.index, page) == 0


SHOP, OTHER = "https://shop.example/pay", "https://cards.example/pay"


def at(page: Snapshot, url: str, frame_url: str | None = None) -> Snapshot:
    """Return a page at an address, its first frame at another."""
    scopes = [Scope("document", -1, url), *page.scopes[1:]]
    if frame_url is not None:
        scopes[1] = scopes[1]._replace(url=frame_url)
    return replace(page, url=url, scopes=tuple(scopes))


IN_FRAME, ON_PAGE = framed(PAY), a_page(INNER)


@pytest.mark.parametrize(
    ("recorded", "now", "expected"),
    [
        pytest.param(at(ON_PAGE, SHOP), at(ON_PAGE, OTHER), Crossing.NONE, id="the site moved"),
        pytest.param(
            at(IN_FRAME, SHOP, OTHER), at(IN_FRAME, SHOP, OTHER), Crossing.NONE, id="same frame"
        ),
        pytest.param(
            at(IN_FRAME, SHOP, SHOP), at(IN_FRAME, OTHER, OTHER), Crossing.NONE, id="both moved"
        ),
        pytest.param(
            at(ON_PAGE, SHOP), at(IN_FRAME, SHOP, OTHER), Crossing.ORIGIN, id="into a foreign frame"
        ),
        pytest.param(
            at(IN_FRAME, SHOP, OTHER), at(ON_PAGE, SHOP), Crossing.ORIGIN, id="out of a foreign one"
        ),
        pytest.param(
            at(IN_FRAME, SHOP, OTHER),
            at(IN_FRAME, SHOP, "https://evil.example/pay"),
            Crossing.ORIGIN,
            id="another foreign one",
        ),
        pytest.param(
            at(IN_FRAME, SHOP, SHOP),
            at(IN_FRAME, SHOP, "data:text/html,x"),
            Crossing.ORIGIN,
            id="a data document is nobody's",
        ),
        pytest.param(
            at(ON_PAGE, SHOP), at(IN_FRAME, SHOP, SHOP), Crossing.FRAME, id="into an own frame"
        ),
        pytest.param(
            at(ON_PAGE, SHOP),
            at(IN_FRAME, SHOP, "about:srcdoc"),
            Crossing.FRAME,
            id="a blank frame is of its page's origin",
        ),
    ],
)
def test_crossing_a_frame_and_crossing_an_origin(
    recorded: Snapshot, now: Snapshot, expected: Crossing
) -> None:
    then, found = _button(recorded), _button(now)
    assert find_crossing(recorded, then, now, found) is expected


def _button(page: Snapshot) -> int:
    return next(node.index for node in page.nodes if node.tag == "button")
