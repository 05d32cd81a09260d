"""What `holdfast anchor` shows, and how it exits."""

import io
import json
import sys
from pathlib import Path

import pytest

from holdfast.doors.cli import main
from holdfast.quotes import Quote, quote_to_json, to_annotation

HTML = (
    "<html><body><h1>Terms</h1><p>Delivery is <b>free of</b> charge for orders over 50 euros.</p>"
    "<script>secret script</script><p>Returns are [bold]accepted[/bold].</p></body></html>"
)
TEXT = "Terms: Delivery is free of charge for orders over 50 euros. Returns are accepted."


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(HTML, encoding="utf-8")
    return str(path)


def test_it_shows_the_place_in_its_context(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--exact", "free of charge", "--before", "Delivery is ", "--after", " for orders"]
    assert main(["anchor", page, *asked]) == 0
    shown = capsys.readouterr().out
    assert "found again     free of charge" in shown
    assert "characters 17 to 31" in shown
    assert "/html/body/p[1]/b + 0" in shown
    assert "Delivery is free of charge for orders over 50 euros." in shown


def test_text_of_the_page_is_never_read_as_markup(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["anchor", page, "--exact", "Returns are [bold]accepted[/bold]."]) == 0
    shown = capsys.readouterr().out
    assert "Returns are [bold]accepted[/bold]." in shown
    assert "secret script" not in shown


def test_an_edited_quote_is_shown_with_what_changed(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--exact", "free of charge for orders above 40 euros", "--before", "Delivery is "]
    assert main(["anchor", page, *asked, "--after", "."]) == 0
    shown = capsys.readouterr().out
    assert "found, edited" in shown
    assert "'above 40' is now 'over 50'" in shown or "'40' is now '50'" in shown


def test_an_orphan_exits_with_1_and_names_the_nearest(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["anchor", page, "--exact", "Payment by invoice on account"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("error: 'Payment by invoice on account' is orphaned: ")
    assert "next:" in said


def test_json_says_the_same_to_programs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["anchor", page, "--exact", "Delivery is free of charge", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["range"]["start"], data["range"]["end"]) == (5, 31)
    assert main(["anchor", page, "--exact", "Payment by invoice", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["tier"] == "orphaned"


def test_the_mode_can_be_chosen(page: str) -> None:
    assert main(["anchor", page, "--exact", "Delivery was free", "--mode", "spec"]) == 1


def test_a_stored_quote_and_an_annotation_are_read(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quote = Quote.capture(TEXT, 19, 33)
    stored, noted = tmp_path / "quote.json", tmp_path / "annotation.json"
    stored.write_text(json.dumps(quote_to_json(quote)), encoding="utf-8")
    noted.write_text(json.dumps(to_annotation(quote, "https://example.org")), encoding="utf-8")
    for file in (stored, noted):
        assert main(["anchor", page, "--quote", str(file)]) == 0
        assert "free of charge" in capsys.readouterr().out


def test_plain_text_is_read_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"one\r\n<b>two</b> three")
    assert main(["anchor", str(path), "--exact", "<b>two</b>", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["range"] == {"start": 5, "end": 15}


@pytest.mark.parametrize("given", [HTML, TEXT], ids=["html", "text"])
def test_a_page_may_come_from_stdin(
    given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    assert main(["anchor", "-", "--exact", "Delivery is free of charge"]) == 0
    assert "Delivery is free of charge" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no quote"),
        pytest.param(["--exact", ""], id="an empty quote"),
        pytest.param(["--exact", "a", "--quote", "b.json"], id="two quotes"),
        pytest.param(["--exact", "a", "--mode", "fuzzy"], id="an unknown mode"),
    ],
)
def test_wrong_usage_exits_with_2(
    page: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["anchor", page, *arguments]) == 2
    assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize("content", ["{", "[1]", "{}", '{"format": "holdfast-quote/9"}'])
def test_a_file_that_is_no_quote_exits_with_2(
    page: str, tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = tmp_path / "quote.json"
    stored.write_text(content, encoding="utf-8")
    assert main(["anchor", page, "--quote", str(stored)]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_a_missing_page_exits_with_3(tmp_path: Path) -> None:
    assert main(["anchor", str(tmp_path / "none.html"), "--exact", "a"]) == 3


def test_text_that_is_not_utf_8_exits_with_2(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"caf\xe9")
    assert main(["anchor", str(path), "--exact", "a"]) == 2


# ----------------------------------------------------------------------------------------- many

MANY = [
    {"id": "a", "body": {"value": "<b>why?</b>"}, "target": {"selector": {"type": "X"}}},
    {"id": "b", "target": [{"selector": [{"type": "TextQuoteSelector", "exact": "Terms"}]}]},
    {
        "id": "c",
        "text": "<script>alert(1)</script>",
        "target": {
            "selector": {
                "type": "TextQuoteSelector",
                "exact": "free from charge",
                "prefix": "Delivery is ",
                "suffix": " for orders over 50",
            }
        },
    },
    {"id": "d", "target": "https://a.example/"},
]


def test_many_annotations_are_counted_written_and_shown(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, out, review = (tmp_path / name for name in ("in.json", "out.json", "review.html"))
    asked.write_text(json.dumps({"rows": MANY}), encoding="utf-8")
    options = ["--annotations", str(asked), "--out", str(out), "--review", str(review)]
    assert main(["anchor", page, *options]) == 1  # one cannot be read
    shown = capsys.readouterr().out
    assert shown.startswith("1 kept, 1 edited, 1 page, 1 unreadable")
    assert "edited          c  free from charge" in shown
    rows = json.loads(out.read_text("utf-8"))["rows"]
    assert [row["id"] for row in rows] == ["a", "b", "c", "d"]
    assert rows[2]["target"]["selector"]["exact"] == "free of charge"
    assert rows[0] == MANY[0]
    html = review.read_text("utf-8")
    assert "<script>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "secret script" not in html  # what nobody sees on the page
    assert '<mark class="edited" data-numbers="3">' in html
    assert "http://" not in html
    assert "https://" not in html


def test_many_annotations_as_json(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "in.json"
    asked.write_text(json.dumps(MANY[1:3]), encoding="utf-8")
    assert main(["anchor", page, "--annotations", str(asked), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["id"], row["state"]) for row in rows] == [("b", "kept"), ("c", "edited")]


def test_where_many_go_is_refused_for_one(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["anchor", page, "--exact", "Terms", "--out", "x.json"]) == 2
    assert "give --annotations" in capsys.readouterr().err


def test_marks_that_overlap_are_all_shown(page: str, tmp_path: Path) -> None:
    words = ["free of charge for", "charge for orders", "Returns"]
    rows = [
        {"target": {"selector": {"type": "TextQuoteSelector", "exact": exact}}} for exact in words
    ]
    asked, review = tmp_path / "in.json", tmp_path / "review.html"
    asked.write_text(json.dumps(rows), encoding="utf-8")
    assert main(["anchor", page, "--annotations", str(asked), "--review", str(review)]) == 0
    html = review.read_text("utf-8")
    assert html.count('data-numbers="1 2"') == 1
    assert html.count('data-numbers="2"') == 1
