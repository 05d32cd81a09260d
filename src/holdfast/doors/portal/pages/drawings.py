"""Drawings: SVG without script or style that only the portal has; the rest are the report's."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from holdfast.doors.portal.pages.shown_words import tone_of
from holdfast.model.thresholds import CHECK_THIS, Thresholds

_WIDTH, _LINE = 600, 34  # of the scale and of where its bar stands
_PLOT_WIDTH, _PLOT_HEIGHT, _LEFT, _BELOW = 1000, 170, 40, 26
_WIDEST = 46  # a column is never wider, or three days would look like three walls


class DrawnColumn(NamedTuple):
    """One day (or week): how many decisions of each tone."""

    at: datetime
    counts: Sequence[tuple[str, int]]

    @property
    def total(self) -> int:
        """Return how many decisions there were."""
        return sum(count for _, count in self.counts)


def confidence_scale(confidence: int, thresholds: Thresholds) -> Markup:
    """Return the confidence on a line from 0 to 100 with the thresholds that turned it into an act.

    Names stand above their stretch of the line, numbers below where it begins.
    """
    floors = (0, thresholds.suggest_only, thresholds.apply_with_flag, thresholds.auto_apply, 100)
    names = ("refused", "suggested", "check this", "healed")
    parts = [
        Markup('<rect class="track" y="{}" width="{}" height="10" rx="5"/>').format(
            _LINE - 5, _WIDTH
        ),
        Markup('<rect class="{}" y="{}" width="{:.1f}" height="10" rx="5"/>').format(
            tone_of(confidence), _LINE - 5, _WIDTH * confidence / 100
        ),
    ]
    for name, low, high in zip(names, floors, floors[1:], strict=False):
        middle = _WIDTH * (low + high) / 200
        parts.append(_text(middle, 14, name, "middle", "quiet name"))
        if low:
            x = _WIDTH * low / 100
            parts.append(
                Markup('<line class="floor" x1="{0:.1f}" x2="{0:.1f}" y1="{1}" y2="{2}"/>').format(
                    x, _LINE - 11, _LINE + 11
                )
            )
            parts.append(_text(x, _LINE + 32, str(low), "middle"))
    parts.append(
        Markup('<circle class="dot" cx="{:.1f}" cy="{}" r="8"/>').format(
            _WIDTH * confidence / 100, _LINE
        )
    )
    told = f"confidence {confidence}; suggested from {floors[1]}, {CHECK_THIS} from {floors[2]}"
    return Markup(
        '<svg class="scale" role="img" viewBox="-10 0 {} 72" aria-label="{}">{}</svg>'
    ).format(_WIDTH + 20, f"{told}, healed from {floors[3]}", Markup("").join(parts))


def stacked_columns(title: str, columns: Sequence[DrawnColumn]) -> Markup:
    """Return one column for each day, its parts on top of each other, with a scale beside it."""
    tallest = _round_up(max((column.total for column in columns), default=0))
    room = (_PLOT_WIDTH - _LEFT) / max(1, len(columns))
    width = min(_WIDEST, 0.72 * room)
    parts = [_grid(tallest)]
    # So many days have room for their names.
    every = -(-len(columns) // 12)
    for at, column in enumerate(columns):
        middle = _LEFT + room * (at + 0.5)
        parts.append(_column(column, middle, width, tallest))
        if at % every == 0:
            parts.append(_text(middle, _PLOT_HEIGHT + 18, column.at.strftime("%d %b"), "middle"))
    busiest = max(columns, key=lambda column: column.total, default=None)
    told = (
        "no decisions"
        if busiest is None
        else (
            f"{sum(column.total for column in columns)} decisions, most on "
            f"{busiest.at.strftime('%Y-%m-%d')}: {busiest.total}"
        )
    )
    return Markup(
        '<svg class="columns" role="img" viewBox="0 0 {} {}" aria-label="{}. {}">{}</svg>'
    ).format(_PLOT_WIDTH, _PLOT_HEIGHT + _BELOW, title, told, Markup("").join(parts))


def _column(column: DrawnColumn, middle: float, width: float, tallest: int) -> Markup:
    parts, top = [], float(_PLOT_HEIGHT)
    for tone, count in column.counts:
        if not count:
            continue
        height = (_PLOT_HEIGHT - 12) * count / tallest
        top -= height
        parts.append(
            Markup(
                '<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>'
            ).format(tone, middle - width / 2, top, width, height)
        )
    name = f"{column.at.strftime('%Y-%m-%d')}: {column.total}"
    return Markup("<g><title>{}</title>{}</g>").format(name, Markup("").join(parts))


def _round_up(count: int) -> int:
    """Return a number that people count by, whose half is one, too."""
    step = 2
    while count > 5 * step:
        step *= 10
    return step * max(1, -(-count // step))


def _grid(tallest: int) -> Markup:
    parts = []
    for mark in (0, tallest // 2, tallest):
        y = _PLOT_HEIGHT - (_PLOT_HEIGHT - 12) * mark / tallest
        parts.append(
            Markup('<line class="grid" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>').format(
                _LEFT, _PLOT_WIDTH, y, y
            )
        )
        parts.append(_text(_LEFT - 8, y + 4, str(mark), "end"))
    return Markup("").join(parts)


def _text(x: float, y: float, words: str, anchor: str, css: str = "quiet") -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        css, x, y, anchor, words
    )
