"""Which document of the current page is the one that was recorded."""

import pytest

from holdfast.model.snapshot import Snapshot
from holdfast.page.frames import find_frame
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
