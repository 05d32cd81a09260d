"""`holdfast report`: text, JSON, and a page that needs nothing else and trusts no name."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.contract.made_up import an_entry

from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.model.remembered import Outcome

Call = Callable[..., tuple[int, str, str]]
HOSTILE = '<script>alert("x")</script>\x1b[31m & {{ 7 * 7 }}'


def fill(store: SqlStore, count: int = 40, **more: object) -> None:
    """Write decisions of the last days, three of four successful."""
    now = datetime.now(UTC)
    entries = [
        an_entry(step, confidence=40 + step % 60, timestamp=now - timedelta(hours=step), **more)  # type: ignore[arg-type]
        for step in range(1, count + 1)
    ]
    store.write_decisions(entries)
    store.write_outcomes([Outcome(one.id, at % 4 != 0) for at, one in enumerate(entries)])
    store.close()


def test_an_empty_store_says_so(call: Call) -> None:
    code, out, _ = call("report")
    assert code == 0
    assert "0 decisions" in out
    assert "No healing was decided in this period." in out


def test_the_text_holds_bands_actions_accuracy_and_advice(store: SqlStore, call: Call) -> None:
    fill(store)
    code, out, _ = call("report", "--since", "30d")
    assert code == 0
    assert re.search(r"60-79 .* 20 +\(50 %\)", out)
    assert re.search(r"suggested .* 19 +\(48 %\)", out)
    assert re.search(r"all +\d+ % \(\d+ of 21, 95 % interval", out)
    assert "Weakest recordings" in out
    assert "checkout" in out
    assert "Only 21 outcomes are known" in out


def test_json_is_the_same_report(store: SqlStore, call_json: Callable[..., object]) -> None:
    fill(store)
    report = call_json("report")
    assert isinstance(report, dict)
    assert report["distribution"] == {"high": 1, "mediumHigh": 20, "mediumLow": 19, "low": 0}
    assert report["actions"]["suggested"] == 19
    assert set(report["accuracy"]) == {"autoApplySuccess", "flaggedSuccess", "overallSuccess"}


def test_only_the_period_counts(store: SqlStore, call_json: Callable[..., object]) -> None:
    fill(store)
    report = call_json("report", "--since", "10h")
    assert isinstance(report, dict)
    assert report["decisions"] in {9, 10}


def test_a_period_may_end_earlier_than_now(
    store: SqlStore, call: Call, call_json: Callable[..., object]
) -> None:
    fill(store)
    report = call_json("report", "--since", "20h", "--until", "10h")
    assert isinstance(report, dict)
    assert report["decisions"] in {9, 10}
    code, _, err = call("report", "--since", "10h", "--until", "20h")
    assert code == 2
    assert "and ends" in err


def test_only_the_own_organization_counts(
    store: SqlStore, call_json: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    monkeypatch.setenv("HOLDFAST_ORGANIZATION", "another")
    report = call_json("report")
    assert isinstance(report, dict)
    assert report["decisions"] == 0


class Page(HTMLParser):
    """What is on a page, and what it would fetch or run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in {"src", "href"}]
        self.fetched += [name for name, _ in attrs if name.startswith("on")]


def test_the_page_needs_no_network_and_no_scripts(
    store: SqlStore, call: Call, project: Path
) -> None:
    fill(store, 400)
    code, out, _ = call("report", "--html", "report.html")
    assert code == 0
    assert "written to report.html" in out
    text = (project / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.fetched == []
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert page.tags.count("svg") == 4, "bands, actions, accuracy, reliability"
    assert "url(" not in text
    assert "calibration error" in text


def test_names_from_pages_are_only_text(store: SqlStore, call: Call, project: Path) -> None:
    fill(store, recording_id=HOSTILE, fingerprint_id=HOSTILE)
    out = call("report", "--html", "report.html")[1]
    assert all(line.isprintable() for line in out.splitlines())
    text = (project / "report.html").read_text(encoding="utf-8")
    assert "script" not in Page(text).tags
    assert "&lt;script&gt;" in text
    assert "{{ 7 * 7 }}" in text


def test_the_page_of_an_empty_store_says_what_is_missing(call: Call, project: Path) -> None:
    call("report", "--html", "report.html")
    text = (project / "report.html").read_text(encoding="utf-8")
    assert "no outcome is known yet" in text
    assert "not enough data: 0 outcomes are known, 100 are needed" in text


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--since", "2999-01-01"), 2, "in the future"),
        (("--since", "whenever"), 2, "cannot read the period"),
        (("--html", "no/such/folder/report.html"), 3, "cannot write"),
    ],
)
def test_what_does_not_work_is_told(
    call: Call, arguments: tuple[str, ...], code: int, told: str
) -> None:
    seen, _, err = call("report", *arguments)
    assert seen == code
    assert told in err
