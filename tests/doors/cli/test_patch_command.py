"""`holdfast patch`: what test runs healed, as a patch, a list or data; checked without a change."""

from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from tests.doors.cli.conftest import Call
from tests.unit.app.test_patch_source import INSTEAD, healed_at, source

from holdfast.app.written import Healed
from holdfast.doors.playwright.suite import Suite

TEXT = 'def test_save(page):\n    page.locator("#save").click()\n    page.locator(where).click()\n'


@pytest.fixture
def healed(project: Path) -> Healed:
    """Return a locator of a test in the project that was healed, and noted."""
    one = healed_at(source(project, TEXT), 'page.locator("#save")', 'locator("#save")')
    Suite(project).save_healed(one)
    return one


def records(project: Path) -> list[Path]:
    return sorted(Suite(project).healed_folder.glob("*.json"))


def test_a_patch_is_written_and_the_source_left_to_git(
    call: Call, project: Path, healed: Healed
) -> None:
    code, _, _ = call("patch", "--out", "healed.patch")
    assert code == 0
    written = (project / "healed.patch").read_text(encoding="utf-8")
    assert written.startswith("--- a/test_shop.py\n+++ b/test_shop.py\n")
    assert f"+    {healed.instead}.click()" in written
    assert (project / "test_shop.py").read_text(encoding="utf-8") == TEXT, "git applies it"


def test_what_is_in_a_patch_is_said_beside_it(call: Call, healed: Healed) -> None:
    code, out, err = call("patch", "--out", "healed.patch")
    assert (code, out) == (0, "")
    assert err == "1 locator in healed.patch; next: git apply healed.patch\n"
    assert healed.used


def test_a_check_writes_nothing_and_fails(call: Call, project: Path, healed: Healed) -> None:
    code, out, err = call("patch", "--check", "--out", "healed.patch")
    assert (code, out) == (1, "")
    assert not (project / "healed.patch").exists()
    arrow = f'test_shop.py:2  page.locator("#save") -> {INSTEAD} ({healed.confidence})'
    assert err == f"{arrow}\n1 healed; next: holdfast patch --out healed.patch\n"
    assert records(project), "what was healed is still known"


def test_a_check_of_a_suite_in_which_all_holds_passes(call: Call) -> None:
    code, out, err = call("patch", "--check")
    assert (code, out) == (0, "")
    assert err == "nothing was healed, so there is nothing to patch\n"


def test_a_patch_is_data_too(call: Call, healed: Healed) -> None:
    code, out, _ = call("patch", "--json")
    told = orjson.loads(out)
    assert code == 0
    (change,) = told["changes"]
    assert (change["file"], change["line"], change["new"]) == ("test_shop.py", 2, INSTEAD)
    assert (change["expression"], change["confidence"]) == (healed.expression, 92)
    assert told["byHand"] == []
    assert told["patch"].count("\n-") == 1


def test_what_goes_by_a_variable_is_for_a_person(call: Call, project: Path, healed: Healed) -> None:
    by_variable = healed_at(
        project / "test_shop.py", "page.locator(where)", 'locator("#other")', instead="page.last"
    )
    Suite(project).save_healed(replace(by_variable, place="test_shop.py/test_save/ff"))
    code, out, err = call("patch", "--json")
    (hand,) = orjson.loads(out)["byHand"]
    assert code == 0
    assert (hand["file"], hand["line"], hand["instead"]) == ("test_shop.py", 3, "page.last")
    assert err == "", "data says it all"
    _, _, told = call("patch", "--check")
    assert "test_shop.py:3  by hand, " in told
    assert told.endswith("2 healed; next: holdfast patch --out healed.patch\n")
    assert healed.line == 2


@pytest.mark.parametrize(
    ("given", "count"),
    [
        pytest.param({"succeeded": False}, 0, id="its test failed later"),
        pytest.param({"used": False}, 0, id="it was only suggested"),
    ],
)
def test_what_did_not_help_a_test_is_not_in_the_patch(
    call: Call, project: Path, given: dict[str, bool], count: int
) -> None:
    one = healed_at(source(project, TEXT), 'page.locator("#save")', 'locator("#save")')
    Suite(project).save_healed(replace(one, **given))  # type: ignore[arg-type]  # flags of it
    _, out, _ = call("patch", "--json")
    assert len(orjson.loads(out)["changes"]) == count


def test_what_worked_in_a_test_that_failed_is_a_comment_when_wanted(
    call: Call, project: Path
) -> None:
    one = healed_at(source(project, TEXT), 'page.locator("#save")', 'locator("#save")')
    Suite(project).save_healed(replace(one, succeeded=False))
    _, out, _ = call("patch", "--all", "--json")
    told = orjson.loads(out)
    assert told["changes"] == []
    (hand,) = told["byHand"]
    assert hand["instead"] == INSTEAD
    assert "\n+    #" in told["patch"], "for a person to change"


def test_a_record_of_a_file_that_is_gone_breaks_nothing(
    call: Call, project: Path, healed: Healed
) -> None:
    (project / "test_shop.py").unlink()
    code, out, _ = call("patch", "--json")
    assert code == 0
    assert orjson.loads(out)["changes"] == []
    assert healed.file


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"{", id="torn"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'{"format": "holdfast-healed/1"}', id="nothing in it"),
        pytest.param(b'\xff\xfe{"a": 1}', id="no text"),
    ],
)
def test_a_damaged_record_is_passed_over(
    call: Call, project: Path, healed: Healed, content: bytes
) -> None:
    (Suite(project).healed_folder / "damaged.json").write_bytes(content)
    code, out, err = call("patch", "--json")
    assert code == 0, err
    assert len(orjson.loads(out)["changes"]) == 1
    assert healed.used
