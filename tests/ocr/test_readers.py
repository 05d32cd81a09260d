"""Both readers, for real, on pictures of pages that a browser shows."""

from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from holdfast.adapters.ocr import RapidReader, TesseractReader, find_reader
from holdfast.errors import ReadingFailed
from holdfast.model.snapshot import Box
from holdfast.model.text_region import TextRegion
from holdfast.ports import TextReader
from holdfast.testing import a_page, a_strategy
from holdfast.witnesses.text_search import SearchWords, find_words, searchable
from holdfast.witnesses.vision import Vision

pytestmark = pytest.mark.browser

PATIENT_MS = 120_000  # how fast it is, is measured elsewhere
SCALE = 2
HTML = """<!doctype html><body style="font:16px sans-serif;margin:20px;background:#fff">
<p>Already registered? Sign in</p>
<button style="background:#1b1b2f;color:#fff;border:0;padding:10px 18px;font-size:16px">
Place order</button>
<p style="font-size:11px">Terms and conditions apply</p>
<canvas width="200" height="48"></canvas>
<p style="width:100px">Continue to checkout</p>
<p id="russian">Сохранить изменения</p>
<script>
const ink = document.querySelector("canvas").getContext("2d");
ink.fillStyle = "#0a7d5a"; ink.fillRect(0, 0, 200, 48);
ink.fillStyle = "#fff"; ink.font = "18px sans-serif"; ink.textAlign = "center";
ink.fillText("Pay now", 100, 30);
</script></body>"""


@cache
def a_reader(name: str) -> TextReader:
    """Return the reader, the same each time: starting one takes seconds."""
    if name == "rapidocr":
        if not RapidReader.is_installed():
            pytest.skip("rapidocr is not installed: pip install 'holdfast[ocr]'")
        return RapidReader()
    if not TesseractReader.is_installed():
        pytest.skip("the program tesseract is not on the PATH")
    return TesseractReader()


@pytest.fixture(scope="module", params=["rapidocr", "tesseract"])
def reader(request: pytest.FixtureRequest) -> TextReader:
    return a_reader(request.param)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    shown = browser.new_page(viewport={"width": 700, "height": 420}, device_scale_factor=SCALE)
    shown.set_content(HTML)
    yield shown
    shown.close()


@pytest.fixture(scope="module")
def picture(page: Page) -> bytes:
    return page.screenshot()


@pytest.fixture(scope="module")
def whole_page(reader: TextReader, picture: bytes) -> tuple[TextRegion, ...]:
    lines = reader.read_page(picture, PATIENT_MS)
    return tuple(line.moved(SCALE) for line in lines)


def box_of(page: Page, css: str) -> Box:
    box = page.locator(css).bounding_box()
    assert box is not None
    return Box(box["x"], box["y"], box["width"], box["height"])


def contains(outer: Box, inner: Box) -> bool:
    x, y = inner.centre
    return outer.x <= x <= outer.x + outer.width and outer.y <= y <= outer.y + outer.height


@pytest.mark.parametrize("text", ["Sign in", "Terms and conditions apply", "Continue to checkout"])
def test_text_of_the_page_is_read(whole_page: tuple[TextRegion, ...], text: str) -> None:
    assert find_words(searchable(whole_page, 60), SearchWords(text=text)) is not None


def test_the_box_is_where_the_words_are_and_not_the_whole_line(
    page: Page, whole_page: tuple[TextRegion, ...]
) -> None:
    found = find_words(searchable(whole_page, 60), SearchWords(text="Sign in"))
    assert found is not None
    line = box_of(page, "p >> nth=0")
    assert contains(line, found.box)
    # The words are the last quarter of the line; 130 px is where they begin.
    assert found.box.x > line.x + 100


def test_a_known_box_is_read_by_itself(reader: TextReader, page: Page, picture: bytes) -> None:
    boxes = [box_of(page, "button"), box_of(page, "canvas")]
    enlarged = [Box(*(SCALE * side for side in box)) for box in boxes]
    read = reader.read_boxes(picture, enlarged, PATIENT_MS)
    told = " ".join(region.text for region in read)
    assert "Place order" in told
    assert "Pay now" in told


def test_a_dark_button_and_a_canvas_are_read_on_the_whole_page(
    page: Page, reader: TextReader, whole_page: tuple[TextRegion, ...]
) -> None:
    if reader.name == "tesseract":
        pytest.skip("Tesseract reads a third of white-on-colour buttons")
    for text, css in (("Place order", "button"), ("Pay now", "canvas")):
        found = find_words(searchable(whole_page, 60), SearchWords(text=text))
        assert found is not None, text
        assert contains(box_of(page, css), found.box)


def test_cyrillic_is_read_where_the_language_is_installed(page: Page, picture: bytes) -> None:
    reader = a_reader("tesseract")
    reader.start()
    lines = reader.read_page(picture, PATIENT_MS)
    words = SearchWords(text="Сохранить изменения")
    if "rus" not in (getattr(reader, "_languages", "") or ""):
        pytest.skip("Tesseract has no Russian here")
    assert find_words(searchable(lines, 60), words) is not None


def test_a_read_text_leads_back_to_its_element(
    reader: TextReader, page: Page, picture: bytes
) -> None:
    box = box_of(page, "canvas")
    region = reader.read_boxes(picture, [Box(*(SCALE * side for side in box))], PATIENT_MS)
    snapshot = a_page("<canvas></canvas>", boxes={"canvas": (box.x, box.y, box.width, box.height)})
    strategy = a_strategy("vision_ocr", {"targetText": "Pay now"})
    vision = Vision([line.moved(SCALE) for line in region])
    result = vision.evaluate(strategy, snapshot)
    assert result.node == snapshot.select("canvas")[0].index


def test_a_page_of_several_screens_is_read_to_its_end(reader: TextReader, page: Page) -> None:
    browser = page.context.browser
    assert browser is not None
    tall = browser.new_page(viewport={"width": 400, "height": 300})
    tall.set_content(
        "<body style='margin:20px;font:16px sans-serif'>First line"
        "<p style='position:absolute;top:1590px'>On the border</p>"
        "<p style='position:absolute;top:3600px'>Last line</p></body>"
    )
    lines = reader.read_page(tall.screenshot(full_page=True), PATIENT_MS)
    tall.close()
    assert [line.text for line in lines] == ["First line", "On the border", "Last line"]
    assert 3600 < lines[-1].box.y < 3660


def test_a_picture_of_nothing_says_nothing(reader: TextReader, page: Page) -> None:
    browser = page.context.browser
    assert browser is not None
    blank = browser.new_page()
    blank.set_content("<body style='background:#fff'></body>")
    assert reader.read_page(blank.screenshot(), PATIENT_MS) == ()
    blank.close()


def test_what_takes_too_long_is_given_up(reader: TextReader, picture: bytes) -> None:
    reader.start()
    with pytest.raises(ReadingFailed, match="within 1 ms"):
        reader.read_page(picture, 1)


def test_what_is_no_picture_is_an_error_of_ours(reader: TextReader) -> None:
    with pytest.raises(ReadingFailed):
        reader.read_page(b"no picture", PATIENT_MS)


def test_the_reader_that_reads_buttons_is_preferred() -> None:
    if not RapidReader.is_installed():
        pytest.skip("rapidocr is not installed: pip install 'holdfast[ocr]'")
    found = find_reader()
    assert found is not None
    assert found.name == "rapidocr"
