"""Reading a page for one search: known boxes first, the whole page second, each page once."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from holdfast.app.reading import PageReading, Seen, is_in_doubt
from holdfast.engine import locate
from holdfast.errors import ReadingFailed
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.replay_result import Screen
from holdfast.model.snapshot import Box, Point, Snapshot
from holdfast.model.text_region import TextRegion
from holdfast.ports import run_now
from holdfast.testing import a_fingerprint, a_page, a_strategy

OLD = a_page(
    "<h1>Cart</h1><button id=apply>Apply voucher</button>",
    boxes={"h1": (0, 0, 300, 40), "button": (10, 50, 120, 40)},
    viewport=(800, 600),
)
NEW = a_page(
    "<h1>Cart</h1><canvas id=c></canvas>",
    boxes={"h1": (0, 0, 300, 40), "canvas": (10, 50, 240, 40)},
    viewport=(800, 600),
)
APPLY = a_fingerprint(OLD, "button", a_strategy("dom_selector", selector="#apply"))


@dataclass
class FixedReader:
    """A reader that reads the same in every picture, and remembers what it was asked."""

    in_boxes: tuple[TextRegion, ...] = ()
    on_page: tuple[TextRegion, ...] = ()
    boxes: list[Box] = field(default_factory=list)
    pages: list[bytes] = field(default_factory=list)
    fails: bool = False
    name: str = "fixed"

    def start(self) -> None:
        """Be ready."""

    def read_page(self, picture: bytes, timeout_ms: float) -> tuple[TextRegion, ...]:
        if self.fails:
            raise ReadingFailed("no answer")
        self.pages.append(picture)
        return self.on_page

    def read_boxes(
        self, picture: bytes, boxes: Sequence[Box], timeout_ms: float
    ) -> tuple[TextRegion, ...]:
        if self.fails:
            raise ReadingFailed("no answer")
        self.boxes += boxes
        return self.in_boxes


@dataclass
class Pictured:
    """A live page of which only its picture is asked for."""

    picture: bytes = b"now"
    scale: float = 1.0

    async def screen(self) -> Screen:
        return Screen(picture=self.picture, scale=self.scale, corner=Point(0, 0))


def a_line(text: str, box: Box) -> TextRegion:
    return TextRegion(text=text, box=box, confidence=100)


def read(
    reader: FixedReader,
    *,
    fingerprint: Fingerprint = APPLY,
    page: Snapshot = NEW,
    screen: Pictured | None = None,
    reading: PageReading | None = None,
    **seen: object,
) -> Location:
    work = (reading or PageReading(reader)).look_again(
        screen or Pictured(),  # type: ignore[arg-type]  # nothing else is asked of the page
        locate(fingerprint, page),
        page,
        Seen(fingerprint=fingerprint, **seen),  # type: ignore[arg-type]  # what the test gives
    )
    return run_now(work)


def test_words_in_a_known_box_spare_the_whole_page() -> None:
    reader = FixedReader(in_boxes=(a_line("Apply voucher", Box(20, 55, 200, 30)),))
    found = read(reader)
    assert found.node is not None
    assert found.node.tag == "canvas"
    assert Box(10, 50, 240, 40) in reader.boxes  # the canvas is where words may be drawn
    assert reader.pages == []


def test_the_whole_page_is_read_when_the_boxes_say_nothing() -> None:
    reader = FixedReader(on_page=(a_line("Apply voucher", Box(20, 55, 200, 30)),))
    found = read(reader)
    assert found.node is not None
    assert found.node.tag == "canvas"
    assert reader.pages == [b"now"]


def test_the_same_picture_is_read_once() -> None:
    reader = FixedReader()
    reading = PageReading(reader)
    for picture in (b"now", b"now", b"later"):
        read(reader, reading=reading, screen=Pictured(picture))
    assert reader.pages == [b"now", b"later"]


def test_pixels_of_the_picture_are_divided_by_the_scale() -> None:
    # On a screen of double density the canvas is at (20, 100) and 480 x 80 in the picture.
    reader = FixedReader(in_boxes=(a_line("Apply voucher", Box(40, 110, 400, 60)),))
    found = read(reader, screen=Pictured(scale=2.0))
    assert Box(20, 100, 480, 80) in reader.boxes
    (said,) = [r for r in found.results if r.strategy.type.value == "vision_ocr"]
    assert said.click_point == Point(120, 70)  # the middle of (20, 55, 200 wide, 30 high)


def test_a_reader_that_fails_leaves_a_note_and_the_rest_as_it_was() -> None:
    found = read(FixedReader(fails=True))
    assert found.candidates == locate(APPLY, NEW).candidates
    assert found.notes[-1].startswith("vision_ocr: no text could be read")


def test_the_words_of_a_canvas_are_those_where_it_was_clicked() -> None:
    drawn = a_page("<canvas></canvas>", boxes={"canvas": (10, 50, 240, 40)}, viewport=(800, 600))
    lines = (a_line("Cancel", Box(0, 0, 80, 40)), a_line("Sign here", Box(120, 0, 100, 40)))
    reader = FixedReader(on_page=lines)
    found = read(
        reader,
        fingerprint=a_fingerprint(drawn, "canvas"),
        picture=b"then",
        point=Point(170, 20),
    )
    assert reader.pages[0] == b"then"
    (said,) = [r for r in found.results if r.strategy.type.value == "vision_ocr"]
    assert said.strategy.metadata["targetText"] == "Sign here"


def test_only_a_doubt_or_a_canvas_is_worth_a_look() -> None:
    assert not is_in_doubt(locate(a_fingerprint(OLD, "button", *APPLY.strategies), OLD))
    assert is_in_doubt(locate(APPLY, NEW))
    assert is_in_doubt(locate(a_fingerprint(NEW, "canvas"), NEW))
