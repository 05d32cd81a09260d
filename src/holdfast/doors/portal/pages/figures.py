"""Figures: numbers as pages show them, and the bars and intervals drawn from them."""

from collections.abc import Sequence
from typing import NamedTuple

from holdfast.history.statistics import Rate

NOTHING = "\N{EN DASH}"


class Figure(NamedTuple):
    """A number and what it counts."""

    value: str
    words: str


class FigureBar(NamedTuple):
    """One bar: its words, its share of the longest, its tone, and what stands behind it."""

    words: str
    width: float
    tone: str
    after: str


class FigureInterval(NamedTuple):
    """A rate with its interval, in percent; None when no outcome is known."""

    words: str
    at: float | None
    low: float
    high: float
    after: str


def thousands(value: int) -> str:
    """Return a count with a thin space between thousands."""
    return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def percent(share: float | None) -> str:
    """Return a share in whole percent."""
    return NOTHING if share is None else f"{100 * share:.0f} %"


def digits(value: float | None, places: int) -> str:
    """Return a number with so many digits behind the point."""
    return NOTHING if value is None else f"{value:.{places}f}"


def bars(rows: Sequence[tuple[str, str, int]]) -> tuple[FigureBar, ...]:
    """Return counts (words, tone, how many) as bars; the longest fills the width."""
    longest = max((count for _, _, count in rows), default=0) or 1
    total = sum(count for _, _, count in rows) or 1
    return tuple(
        FigureBar(
            words,
            100 * count / longest,
            tone,
            f"{thousands(count)} \N{MIDDLE DOT} {percent(count / total)}",
        )
        for words, tone, count in rows
    )


def whisker(words: str, rate: Rate) -> FigureInterval:
    """Return a rate as it is drawn."""
    if rate.share is None:
        return FigureInterval(words, None, 0, 0, "no outcome is known yet")
    low, high = rate.interval
    after = f"{percent(rate.share)} of {thousands(rate.total)}"
    return FigureInterval(words, 100 * rate.share, 100 * low, 100 * high, after)
