"""Charts: are drawn here as SVG text, so that the page needs no script."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from holdfast.history.reliability_diagram import Reliability, ReliabilityBin
from holdfast.history.statistics import Rate

_LABEL, _PLOT, _AFTER, _ROW = 150, 560, 170, 34
_WIDTH = _LABEL + _PLOT + _AFTER
_SIDE, _EDGE = 260, 46  # of the reliability diagram, which is a square


class Bar(NamedTuple):
    """One bar: its words, how many decisions, and its tone (a class of the page's style)."""

    words: str
    decisions: int
    tone: str


class Whisker(NamedTuple):
    """One rate with its interval."""

    words: str
    rate: Rate


def bar_chart(title: str, bars: Sequence[Bar]) -> Markup:
    """Return horizontal bars, each with its count and share; the longest fills the width."""
    total = sum(bar.decisions for bar in bars)
    longest = max((bar.decisions for bar in bars), default=0)
    parts = []
    for at, bar in enumerate(bars):
        width = _PLOT * bar.decisions / longest if longest else 0
        share = f" ({100 * bar.decisions / total:.0f} %)" if total else ""
        middle = at * _ROW + _ROW / 2
        parts += [
            _text(_LABEL - 12, middle, bar.words, "end"),
            Markup('<rect class="track" x="{}" y="{}" width="{}" height="18" rx="3"/>').format(
                _LABEL, middle - 9, _PLOT
            ),
            Markup('<rect class="{}" x="{}" y="{}" width="{:.1f}" height="18" rx="3"/>').format(
                bar.tone, _LABEL, middle - 9, width
            ),
            _text(_LABEL + _PLOT + 12, middle, f"{bar.decisions:,}{share}".replace(",", "\u202f")),
        ]
    told = "; ".join(f"{bar.words}: {bar.decisions}" for bar in bars)
    return _svg(title, told, _WIDTH, len(bars) * _ROW, parts)


def interval_chart(title: str, whiskers: Sequence[Whisker]) -> Markup:
    """Return a point and its 95 % interval for each rate, on one scale from 0 to 100 %."""
    height = len(whiskers) * _ROW
    parts = [_scale(height)]
    told = []
    for at, (words, rate) in enumerate(whiskers):
        middle = at * _ROW + _ROW / 2
        parts.append(_text(_LABEL - 12, middle, words, "end"))
        if rate.share is None:
            parts.append(_text(_LABEL + 8, middle, "no outcome is known yet", css="quiet"))
            told.append(f"{words}: unknown")
            continue
        low, high = (_LABEL + _PLOT * end for end in rate.interval)
        after = f"{100 * rate.share:.0f} % ({rate.successes} of {rate.total})"
        parts += [
            _line(low, middle, high, middle, "whisker"),
            _line(low, middle - 5, low, middle + 5, "whisker"),
            _line(high, middle - 5, high, middle + 5, "whisker"),
            _dot(_LABEL + _PLOT * rate.share, middle, 5),
            _text(_LABEL + _PLOT + 12, middle, after),
        ]
        told.append(f"{words}: {after}")
    return _svg(title, "; ".join(told), _WIDTH, height + 22, parts)


def reliability_chart(reliability: Reliability) -> Markup:
    """Return what was promised against what came true; on the diagonal they are the same."""
    parts = [
        Markup('<rect class="track" x="{0}" y="10" width="{1}" height="{1}"/>').format(
            _EDGE, _SIDE
        ),
        _line(_EDGE, 10 + _SIDE, _EDGE + _SIDE, 10, "diagonal"),
    ]
    for tick in range(0, 101, 25):
        along = _SIDE * tick / 100
        parts.append(_text(_EDGE + along, _SIDE + 26, f"{tick}", "middle", "quiet"))
        parts.append(_text(_EDGE - 8, 10 + _SIDE - along, f"{tick}", "end", "quiet"))
    largest = max(bar.count for bar in reliability.bins)
    for bar in reliability.bins:
        parts += _reliability_point(bar, largest)
    parts.append(_text(_EDGE + _SIDE / 2, _SIDE + 46, "promised, %", "middle"))
    told = "; ".join(
        f"promised {100 * bar.predicted:.0f} %, came true {100 * bar.observed:.0f} % of {bar.count}"
        for bar in reliability.bins
    )
    return _svg("Promised and actual success", told, _EDGE + _SIDE + 20, _SIDE + 58, parts)


def _reliability_point(bar: ReliabilityBin, largest: int) -> list[Markup]:
    x = _EDGE + _SIDE * bar.predicted
    low, high = (10 + _SIDE * (1 - end) for end in bar.interval)
    radius = 3 + 5 * (bar.count / largest) ** 0.5  # its area tells how many
    return [
        _line(x, low, x, high, "whisker"),
        _dot(x, 10 + _SIDE * (1 - bar.observed), radius),
    ]


def _scale(height: int) -> Markup:
    ticks = range(0, 101, 25)
    lines = [
        _line(_LABEL + _PLOT * tick / 100, 0, _LABEL + _PLOT * tick / 100, height, "grid")
        for tick in ticks
    ]
    words = [
        _text(_LABEL + _PLOT * tick / 100, height + 12, f"{tick} %", "middle", "quiet")
        for tick in ticks
    ]
    return Markup("").join([*lines, *words])


def _svg(title: str, told: str, width: float, height: float, parts: Iterable[Markup]) -> Markup:
    """Return the drawing; its words are also there for those who cannot see it."""
    return Markup(
        '<svg role="img" viewBox="0 0 {:.0f} {:.0f}" width="{:.0f}" aria-label="{}. {}">{}</svg>'
    ).format(width, height, width, title, told, Markup("").join(parts))


def _text(x: float, y: float, words: str, anchor: str = "start", css: str = "words") -> Markup:
    return Markup(
        '<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}" dominant-baseline="central">'
        "{}</text>"
    ).format(css, x, y, anchor, escape(words))


def _line(x1: float, y1: float, x2: float, y2: float, css: str) -> Markup:
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(
        css, x1, y1, x2, y2
    )


def _dot(x: float, y: float, radius: float) -> Markup:
    return Markup('<circle class="dot" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>').format(x, y, radius)
