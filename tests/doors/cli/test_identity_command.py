"""`holdfast identity`: describe and find, for people and for programs."""

from pathlib import Path

import orjson
import pytest

from holdfast.doors.cli import main

SHOP = "<main><form aria-label=Pay><button id=pay>Pay now</button></form></main>"
LINE = (
    'holdfast/1.0 form[aria-label="Pay"]*0.8 // button#pay:text("Pay now")*0.75 '
    "! anchor-only(3) = 0.72"
)


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "shop.html"
    path.write_text(SHOP)
    return str(path)


@pytest.fixture
def empty(tmp_path: Path) -> str:
    path = tmp_path / "empty.html"
    path.write_text("<main><form aria-label=Pay></form></main>")
    return str(path)


def test_an_element_is_described_for_people(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identity", page, "--target", "#pay"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == LINE
    assert "confidence  0.72 (medium)" in lines


def test_the_line_alone(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identity", page, "-t", "/html/body/main/form/button", "--string"]) == 0
    assert capsys.readouterr().out == LINE + "\n"


def test_a_json_file_leads_back_to_the_element(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", page, "--target", "#pay", "--json"]) == 0
    saved = tmp_path / "pay.json"
    saved.write_text(capsys.readouterr().out)
    assert main(["identity", page, "--resolve", str(saved), "--json"]) == 0
    found = orjson.loads(capsys.readouterr().out)
    assert (found["status"], found["element"]["xpath"]) == (
        "success",
        "/html/body/main/form/button",
    )


@pytest.mark.parametrize("as_file", [True, False])
def test_a_line_leads_back_to_the_element(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], as_file: bool
) -> None:
    (tmp_path / "line.txt").write_text(LINE + "\n")
    given = str(tmp_path / "line.txt") if as_file else LINE
    assert main(["identity", page, "--resolve", given]) == 0
    assert "/html/body/main/form/button" in capsys.readouterr().out


def test_a_missing_target_exits_with_one_and_names_the_near_miss(
    empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", empty, "--resolve", LINE]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error: degraded-fallback: wanted <button> 'Pay now'")
    assert "near miss: <form> '' at /html/body/main/form" in told.err


def test_a_missing_target_as_json_exits_with_one_too(
    empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", empty, "--resolve", LINE, "--json"]) == 1
    assert orjson.loads(capsys.readouterr().out)["status"] == "degraded-fallback"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param([], 2, id="neither target nor identity"),
        pytest.param(["--target", "#pay", "--resolve", LINE], 2, id="both"),
        pytest.param(["--target", "#pay", "--json", "--string"], 2, id="two forms"),
        pytest.param(["--resolve", LINE, "--string"], 2, id="a result as a line"),
        pytest.param(["--target", "#gone"], 2, id="no such element"),
        pytest.param(["--resolve", "holdfast/1.0 nonsense"], 2, id="no identity"),
        pytest.param(["--resolve", "{}"], 2, id="empty json"),
        pytest.param(["--resolve", "missing.json"], 3, id="no such file"),
    ],
)
def test_wrong_usage_is_told_with_its_exit_code(
    page: str, arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", page, *arguments]) == code
    assert capsys.readouterr().err.startswith("error: ")
