"""Summary: tells at the end of a test run what it healed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from holdfast.app.call_site import relative_to
from holdfast.app.written import Healed
from holdfast.model.replay_result import StepOutcome


def summary_lines(results: Sequence[dict[str, Any]], *, kept: int, root: Path) -> Iterator[str]:
    """Yield the lines: what was healed, what could have been, what was fingerprinted."""
    told = [Healed.from_json(result) for result in results]
    healed = _each_once([one for one in told if one.used])
    suggested = _each_once([one for one in told if not one.used])
    if healed:
        tests = len({one.test for one in told if one.used})
        yield f"healed: {_counted(len(healed), 'locator')} in {_counted(tests, 'test')}"
        yield from _lines(healed, root)
        yield "  next: holdfast patch writes them into the source; holdfast review answers them"
    if suggested:
        yield f"suggested: {_counted(len(suggested), 'locator')}; nothing of this was used"
        yield from _lines(suggested, root)
        yield "  next: --holdfast heal uses what is sure enough"
    if kept:
        yield f"fingerprinted: {_counted(kept, 'element')} in .holdfast, to be committed"


def _each_once(told: Sequence[Healed]) -> list[tuple[Healed, int]]:
    """Return every healed locator once, with how often it was."""
    times = Counter((one.place, one.line, one.instead) for one in told)
    first = {(one.place, one.line, one.instead): one for one in reversed(told)}
    return [(first[key], count) for key, count in times.items()]


def _lines(told: Sequence[tuple[Healed, int]], root: Path) -> Iterator[str]:
    for one, times in told:
        often = "" if times == 1 else f", {times} times"
        outcome = StepOutcome.HEALED if one.used else StepOutcome.REFUSED
        how = f"({outcome.label(one.action)}{often}, confidence {one.confidence})"
        yield f"  {relative_to(root, one.file)}:{one.line}  {one.expression} -> {one.instead} {how}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
