"""The parts of the pages: addresses, drawings, templates, and what was taken from others."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.doors.portal.pages.drawings import DrawnColumn, confidence_scale, stacked_columns
from holdfast.doors.portal.pages.figures import bars, whisker
from holdfast.doors.portal.pages.page_rendering import environment, static_url, with_query
from holdfast.doors.portal.pages.queue_filter import ACTION_CHOICES, STATES, Wanted
from holdfast.doors.portal.pages.shown_words import tone_of
from holdfast.history.statistics import Rate
from holdfast.model.thresholds import Thresholds

PORTAL = Path(__file__).parents[3] / "src" / "holdfast" / "doors" / "portal"
TEMPLATES = sorted((PORTAL / "templates").glob("*.html"))
wanted = st.builds(
    Wanted,
    state=st.sampled_from(sorted(STATES)),
    text=st.text(min_size=1, max_size=30),
    recording=st.text(max_size=30),
    run=st.text(max_size=10),
    action=st.sampled_from([value for value, _ in ACTION_CHOICES]),
    least=st.integers(0, 100).map(str),
)


@given(wanted)
def test_a_filter_survives_its_address(asked: Wanted) -> None:
    assert Wanted.read(urlsplit(asked.address(7)).query) == asked


@pytest.mark.parametrize("query", ["state=x", "action=drop", "min=-1", "min=101", "min=%C2%B2"])
def test_nonsense_in_an_address_counts_as_not_said(query: str) -> None:
    assert Wanted.read(query) == Wanted()


def test_the_queue_begins_with_what_is_in_doubt() -> None:
    assert Wanted().filter.waiting
    assert Wanted(action="all").filter.actions == frozenset()
    assert Wanted(state="accepted").filter.actions == frozenset()


def test_a_field_of_an_address_is_set_and_taken_away() -> None:
    changed = with_query("/runs?a=1&b=%26", b="x y", c=2)
    assert dict(parse_qsl(urlsplit(changed).query)) == {"a": "1", "b": "x y", "c": "2"}
    assert with_query("/runs?page=3", page="") == "/runs"


def test_a_files_address_changes_with_the_file() -> None:
    assert re.fullmatch(r"/static/portal\.css\?v=[0-9a-f]{10}", static_url("portal.css"))


@pytest.mark.parametrize(
    ("confidence", "tone"), [(80, "good"), (79, "fair"), (60, "fair"), (59, "weak"), (39, "poor")]
)
def test_tones_follow_the_bands_of_the_report(confidence: int, tone: str) -> None:
    assert tone_of(confidence) == tone


def test_the_scale_names_every_threshold() -> None:
    drawn = str(
        confidence_scale(72, Thresholds(auto_apply=85, apply_with_flag=65, suggest_only=45))
    )
    assert [int(mark) for mark in re.findall(r">(\d+)</text>", drawn)] == [45, 65, 85]
    assert "confidence 72" in drawn


def test_columns_stand_on_each_other_and_the_tallest_fills_the_height() -> None:
    day = datetime(2026, 3, 1, tzinfo=UTC)
    columns = [
        DrawnColumn(day, [("good", 3), ("poor", 1)]),
        DrawnColumn(day + timedelta(days=1), [("good", 2), ("poor", 0)]),
    ]
    drawn = str(stacked_columns("Decisions", columns))
    heights = [float(one) for one in re.findall(r'<rect[^>]* height="([\d.]+)"', drawn)]
    # 158 of the 170 pixels are for four decisions.
    assert heights == [118.5, 39.5, 79.0]


def test_the_longest_bar_fills_the_width() -> None:
    drawn = bars([("used", "good", 30), ("refused", "poor", 10)])
    assert [round(bar.width, 1) for bar in drawn] == [100.0, 33.3]
    assert "25 %" in drawn[1].after


def test_a_rate_without_outcomes_is_no_zero() -> None:
    assert whisker("used", Rate(0, 0)).at is None
    assert whisker("used", Rate(3, 4)).at == 75


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_script_no_style_and_no_foreign_address(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:|\|\s*safe", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_form_that_changes_something_sends_its_token(path: Path) -> None:
    for form in re.findall(
        r'<form[^>]*method="post".*?</form>', path.read_text("utf-8"), re.DOTALL
    ):
        assert "parts.csrf()" in form or "held()" in form


def test_every_template_can_be_read() -> None:
    for path in TEMPLATES:
        environment().get_template(path.name)


@pytest.mark.parametrize("name", ["htmx", "uplot"])
def test_what_was_taken_from_others_keeps_its_licence_and_version(name: str) -> None:
    vendor = PORTAL / "static" / "vendor"
    assert (vendor / name / "LICENSE").stat().st_size > 400
    noted = re.search(rf"\| `{name}/` \|[^|]+\| ([\d.]+) \|", (vendor / "README.md").read_text())
    assert noted is not None
    script = next((vendor / name).glob("*.js")).read_text("utf-8")
    assert noted[1] in script


# What a token of the portal is called in the reports.
IN_REPORT = {"ink": "ink", "soft": "quiet", "paper": "paper", "card": "sheet", "line": "edge"} | {
    tone: tone for tone in ("good", "fair", "weak", "poor")
}
IN_REPLAY = {name: name for name in ("paper", "card", "ink", "soft", "line")} | {
    "good-ink": "good",
    "fair-ink": "healed",
    "weak-ink": "refused",
    "poor-ink": "bad",
}


@pytest.mark.parametrize(
    ("path", "names"),
    [("report_page/report.html", IN_REPORT), ("replay_page/replay.css", IN_REPLAY)],
)
def test_reports_have_the_portals_colours(path: str, names: dict[str, str]) -> None:
    tokens = (PORTAL / "static" / "tokens.css").read_text("utf-8")
    pairs = {
        name: (light, dark)
        for name, light, dark in re.findall(r"--([a-z-]+): light-dark\((#\w+), (#\w+)\)", tokens)
    }
    style = (PORTAL.parent / path).read_text("utf-8")
    for token, name in names.items():
        assert tuple(re.findall(rf"--{name}: (#\w+)", style)[:2]) == pairs[token], name
