"""What `holdfast doctor` says about a machine."""

from importlib import metadata
from pathlib import Path

import orjson
import pytest

from holdfast.doors.cli import main
from holdfast.doors.cli.doctor_command import BrowserFound, Examination, Package


@pytest.fixture
def a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "my-browser"
    program.write_text("#!/bin/sh\necho 'Chromium 156.0'\n")
    program.chmod(0o755)
    monkeypatch.setenv("HOLDFAST_BROWSER", str(program))
    monkeypatch.delenv("HOLDFAST_NO_BROWSER", raising=False)
    return program


def an_examination(*packages: Package, browser: BrowserFound) -> Examination:
    return Examination(
        holdfast="0", python="3", packages=packages, browser=browser, variables=(), folder=None
    )


@pytest.mark.usefixtures("a_browser")
def test_a_machine_that_has_everything_is_healthy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert f"Holdfast   {metadata.version('holdfast')}" in shown
    assert "Chromium 156.0" in shown
    assert "named by HOLDFAST_BROWSER" in shown


def test_json_holds_the_same_facts(a_browser: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    told = orjson.loads(capsys.readouterr().out)
    assert told["browser"]["path"] == str(a_browser)
    assert {package["name"] for package in told["packages"]} >= {"lxml", "playwright", "typer"}
    extras = "playwright store ocr ai portal postgres"
    assert {extra["name"] for extra in told["extras"]} == set(extras.split())


def test_a_browser_that_is_named_but_missing_exits_with_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HOLDFAST_NO_BROWSER", raising=False)
    monkeypatch.setenv("HOLDFAST_BROWSER", "/nowhere/chrome")
    assert main(["doctor"]) == 3
    assert "HOLDFAST_BROWSER names '/nowhere/chrome'" in capsys.readouterr().out


def test_who_wants_no_browser_is_healthy_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOLDFAST_NO_BROWSER", "1")
    assert main(["doctor"]) == 0


@pytest.mark.usefixtures("a_browser")
def test_variables_are_named_and_their_values_never_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOLDFAST_SMTP_PASSWORD", "hunter2")
    main(["doctor"])
    main(["doctor", "--json"])
    shown = capsys.readouterr().out
    assert "HOLDFAST_SMTP_PASSWORD" in shown
    assert "hunter2" not in shown


@pytest.mark.usefixtures("a_browser")
def test_the_nearest_folder_above_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".holdfast").mkdir()
    (tmp_path / "tests" / "unit").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "tests" / "unit")
    main(["doctor"])
    assert f"Folder     {tmp_path / '.holdfast'}" in capsys.readouterr().out


def test_a_missing_extra_is_no_illness_but_a_missing_package_is() -> None:
    browser = BrowserFound(path="/b", version="1", reason="test")
    lxml = Package(name="lxml", version="6", extra=None)
    extra = Package(name="rapidocr", version=None, extra="ocr")
    lost = Package(name="numpy", version=None, extra=None)
    assert an_examination(lxml, extra, browser=browser).healthy
    assert not an_examination(lxml, lost, browser=browser).healthy
    assert an_examination(lxml, lost, browser=browser).missing == ("numpy",)


def test_without_a_wanted_browser_it_is_not_healthy() -> None:
    lxml = Package(name="lxml", version="6", extra=None)
    assert not an_examination(lxml, browser=BrowserFound(reason="none found")).healthy


def test_a_suite_is_told_what_is_kept_of_it_and_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "holdfast.toml").touch()
    source = "page.locator('#save').click()\npage.locator('tr').nth(2).click()\n"
    (tmp_path / "test_it.py").write_text(source, encoding="utf-8")
    look = tmp_path / ".holdfast" / "fingerprints" / "test_it.py" / "test" / "0" / "1-2.json"
    look.parent.mkdir(parents=True)
    kept = {"source": {"file": "test_it.py", "expression": 'page.locator("#save")'}}
    look.write_bytes(orjson.dumps(kept))
    assert main(["doctor", "--suite"]) == 0
    shown = capsys.readouterr().out
    assert "2 locators in 1 files" in shown
    assert "1 have a fingerprint" in shown
    assert "test_it.py:2  page.locator('tr').nth(2)  it counts elements" in shown
    assert main(["doctor", "--suite", "--json"]) == 0
    told = orjson.loads(capsys.readouterr().out)["locators"]
    assert [(one["line"], one["looks"], bool(one["fragile"])) for one in told] == [
        (1, 1, False),
        (2, 0, True),
    ]
