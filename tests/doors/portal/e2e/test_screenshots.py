"""Pictures for the documents, of every page, light and dark; made when asked, checked always."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser
from tests.doors.portal.e2e import shop
from tests.doors.portal.e2e.conftest import PATIENCE_MS, serving
from tests.doors.portal.e2e.every_page import EVERY, OPEN_PAGES, address

from holdfast.ports import JobQueue

ROOT = Path(__file__).parents[4]
IMAGES = ROOT / "docs" / "images"
THEMES = ("light", "dark")
WIDE, NARROW = (1280, 860), (360, 760)
# These are shown on a telephone as well.
ON_A_TELEPHONE = ("review", "healing", "confidence")
SHOTS = dict.fromkeys(EVERY, WIDE) | {f"{name}-narrow": NARROW for name in ON_A_TELEPHONE}
COLOURS = 128  # as many as our pages need; the pictures are a third as large
LARGEST = 90 * 1024


def path_of(name: str, theme: str) -> Path:
    return IMAGES / f"portal-{name}-{theme}.png"


@pytest.mark.browser
@pytest.mark.pictures
@pytest.mark.parametrize("theme", THEMES)
def test_make_the_pictures(
    shop_project: Path, shop_queue: JobQueue, browser: Browser, theme: str
) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with serving(shop_project, shop_queue) as portal:
        token = portal.token_of("ann")
        for name, (width, height) in SHOTS.items():
            page_name = name.removesuffix("-narrow")
            context = browser.new_context(
                base_url=portal.url,
                viewport={"width": width, "height": height},
                color_scheme=theme,  # type: ignore[arg-type] # one of the two words
                locale="en-GB",
                timezone_id="Europe/London",
                reduced_motion="reduce",
            )
            context.set_default_timeout(PATIENCE_MS)
            if page_name not in OPEN_PAGES:
                context.request.post("/login", form={"token": token})
            page = context.new_page()
            page.clock.set_fixed_time(shop.NOW)
            page.goto(address(portal, page_name))
            page.wait_for_load_state("networkidle")
            path_of(name, theme).write_bytes(_small(page.screenshot()))
            context.close()


def _small(picture: bytes) -> bytes:
    """Return the picture with fewer colours."""
    made = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SHOTS)
def test_the_documents_have_a_small_picture_of_every_page(name: str, theme: str) -> None:
    path = path_of(name, theme)
    assert path.exists(), "next: make screenshots"
    assert path.stat().st_size <= LARGEST


def test_no_picture_is_left_over_and_each_is_shown_somewhere() -> None:
    wanted = {path_of(name, theme).name for name in SHOTS for theme in THEMES}
    assert {path.name for path in IMAGES.glob("portal-*.png")} == wanted
    pages = [page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md")]
    shown = set(re.findall(r"portal-[a-z-]+\.png", "\n".join(pages)))
    assert shown == wanted
