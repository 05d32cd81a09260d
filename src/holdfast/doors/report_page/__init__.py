"""The report as one HTML page that needs nothing else: no network, no scripts."""

from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from holdfast.doors.report_page import charts
from holdfast.history.analytics import ConfidenceAnalytics
from holdfast.history.recommendations import recommend
from holdfast.history.report import ConfidenceReport
from holdfast.model.harmless import harmless_page
from holdfast.model.healing_decision import HealingAction

_TONES = {
    HealingAction.AUTO_APPLY: "good",
    HealingAction.APPLY_WITH_FLAG: "fair",
    HealingAction.SUGGEST_ONLY: "weak",
    HealingAction.REJECT: "poor",
}


def report_page(report: ConfidenceReport, analytics: ConfidenceAnalytics, title: str) -> str:
    """Return the page; every text in it is escaped."""
    # Everything is escaped, also what does not look like HTML: names come from pages and people.
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = (files(__package__) / "report.html").read_text(encoding="utf-8")
    shown = environment.from_string(template).render(
        title=title,
        report=report,
        analytics=analytics,
        recommendations=recommend(report),
        bands=charts.bar_chart("Decisions by confidence", _bands(report)),
        actions=charts.bar_chart("Decisions by action", _actions(report)),
        accuracy=charts.interval_chart("Success of applied healings", _accuracy(report)),
        reliability=None
        if analytics.reliability is None
        else charts.reliability_chart(analytics.reliability),
    )
    return harmless_page(shown)


def _bands(report: ConfidenceReport) -> list[charts.Bar]:
    seen = report.distribution
    return [
        charts.Bar("80\u2013100", seen.high, "good"),
        charts.Bar("60\u201379", seen.medium_high, "fair"),
        charts.Bar("40\u201359", seen.medium_low, "weak"),
        charts.Bar("0\u201339", seen.low, "poor"),
    ]


def _actions(report: ConfidenceReport) -> list[charts.Bar]:
    return [
        charts.Bar(action.word, report.actions[action], tone) for action, tone in _TONES.items()
    ]


def _accuracy(report: ConfidenceReport) -> list[charts.Whisker]:
    rates = {
        HealingAction.AUTO_APPLY.word: report.accuracy.auto_applied,
        HealingAction.APPLY_WITH_FLAG.word: report.accuracy.flagged,
        "all": report.accuracy.overall,
    }
    return [charts.Whisker(name, rate) for name, rate in rates.items()]
