"""`holdfast fingerprint`: the card, the file, the errors."""

from pathlib import Path

import orjson
import pytest

from holdfast.doors.cli import main
from holdfast.model.fingerprint_json import fingerprint_from_json

PAGE = """<form id="login"><button id=":r7:" class="css-1a2b3c btn-save">Save</button>
<button>Cancel</button></form><ul><li></li><li></li></ul>"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_the_card_shows_what_to_paste_and_what_is_stable(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fingerprint", str(page), "--target", ".btn-save"]) == 0
    shown = capsys.readouterr().out
    assert 'page.get_by_role("button", name="Save", exact=True)' in shown
    assert ".btn-save" in shown
    assert "/html/body/form/button[1]" in shown
    assert "':r7:'   (made by a machine)" in shown


def test_an_element_that_cannot_be_told_apart_is_shown_with_a_warning(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fingerprint", str(page), "-t", "li:first-child"]) == 0
    shown = capsys.readouterr().out
    assert "fragile: it counts siblings" in shown
    assert "no selector is unique" in shown


def test_json_holds_the_same(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fingerprint", str(page), "-t", ".btn-save", "--json"]) == 0
    card = orjson.loads(capsys.readouterr().out)
    assert card["selectors"][0]["kind"] == "role"
    assert {"what": "class", "value": "btn-save"} in card["stable"]
    assert card["unstable"][0]["value"] == ":r7:"
    assert card["strategies"][0]["type"] == "cdp_semantic"


def test_the_file_can_be_read_back(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "save.json"
    assert main(["fingerprint", str(page), "-t", ".btn-save", "--out", str(out)]) == 0
    assert fingerprint_from_json(orjson.loads(out.read_bytes())).node.text == "Save"


@pytest.mark.parametrize(
    "boxes",
    [
        pytest.param(
            {"/html/body/form/button[1]": {"x": 1, "y": 2, "w": 30, "h": 10, "visible": True}},
            id="by XPath",
        ),
        pytest.param(
            {
                "viewport": [800, 600],
                "elements": [
                    {"xpath": "/html/body/form/button[1]", "x": 1, "y": 2, "w": 3, "h": 4}
                ],
            },
            id="as a list",
        ),
    ],
)
def test_with_boxes_the_place_is_recorded(
    page: Path, tmp_path: Path, boxes: object, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "boxes.json"
    path.write_bytes(orjson.dumps(boxes))
    assert main(["fingerprint", str(page), "-t", ".btn-save", "--boxes", str(path)]) == 0
    assert "coordinates" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        pytest.param(["-t", "#gone"], 2, "the page has no element", id="none"),
        pytest.param(["-t", "button"], 2, "the page has 2 elements", id="several"),
        pytest.param(["-t", "button["], 2, "cannot use the selector", id="unreadable"),
        pytest.param(["-t", "form", "--boxes", "gone.json"], 3, "cannot read", id="no boxes"),
        pytest.param(["-t", "form", "--out", "no/such/f.json"], 3, "cannot write", id="no folder"),
    ],
)
def test_what_does_not_work_is_told_with_a_way_out(
    page: Path,
    arguments: list[str],
    code: int,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(page.parent)
    assert main(["fingerprint", str(page), *arguments]) == code
    errors = capsys.readouterr().err
    assert told in errors
    assert "next:" in errors


@pytest.mark.parametrize("content", [b"[]", b"{", b'{"/html": {"x": "a"}}', b'{"elements": 3}'])
def test_a_file_that_holds_no_boxes_is_refused(
    page: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    boxes = page.with_suffix(".json")
    boxes.write_bytes(content)
    assert main(["fingerprint", str(page), "-t", "form", "--boxes", str(boxes)]) == 2
    assert "boxes by XPath" in capsys.readouterr().err


def test_a_page_cannot_write_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "hostile.html"
    page.write_text(
        '<p title="\x1b[31mred" class="\x1b]0;x\x07 [bold]" id="x\u202ey">\u202eevil [red]\x07</p>',
        encoding="utf-8",
    )
    assert main(["fingerprint", str(page), "-t", "p"]) == 0
    shown = capsys.readouterr().out
    assert all(line.isprintable() for line in shown.splitlines())
    assert "[bold]" in shown
