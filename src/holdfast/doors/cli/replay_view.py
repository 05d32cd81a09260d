"""A replay in the terminal: a line for each step while it runs, and a table at the end."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from holdfast.model.replay_result import Replay, StepOutcome, StepResult
from holdfast.selectors.playwright_code import as_shown

_STYLES = {
    StepOutcome.HELD: "green",
    StepOutcome.DONE: "green",
    StepOutcome.HEALED: "cyan",
    StepOutcome.REFUSED: "yellow",
    StepOutcome.FAILED: "red",
    StepOutcome.NOT_RUN: "dim",
}
_MARKS = {
    StepOutcome.HELD: "✓",
    StepOutcome.DONE: "✓",
    StepOutcome.HEALED: "~",
    StepOutcome.REFUSED: "!",
    StepOutcome.FAILED: "✗",
    StepOutcome.NOT_RUN: "·",
}
LONGEST = 60


def step_line(step: StepResult, total: int) -> Text:
    """Return a step in one line: number, what it does, how it went."""
    width = len(str(total))
    style = _STYLES[step.outcome]
    return Text.assemble(
        (f"{step.number:>{width}}/{total}  ", "dim"),
        (f"{_MARKS[step.outcome]} ", style),
        (f"{_cut(step.title):<44} ", ""),
        (outcome_words(step), style),
    )


def outcome_words(step: StepResult) -> str:
    """Return how a step went, in a few words."""
    if step.outcome is StepOutcome.HEALED:
        return f"{step.label} (confidence {step.confidence}: {_cut(step.now)})"
    return f"{step.label}: {step.reason}" if step.reason else step.label


def show_replay(console: Console, replay: Replay) -> None:
    """Print what was healed, what was refused and why, and the sums."""
    changed = [s for s in replay.steps if s.decision is not None]
    if changed:
        console.print(_table(changed))
    show_trouble(console, replay)
    console.print(summary(replay))


def show_trouble(console: Console, replay: Replay) -> None:
    """Print which steps were not done, and what ended the run early."""
    for step in replay.steps:
        if not step.outcome.is_good and step.outcome is not StepOutcome.NOT_RUN:
            _show_step(console, step)
    if replay.error is not None:
        console.print(Text(f"the run ended early: {replay.error}", "red"))


def run_line(replay: Replay) -> Text:
    """Return one run of many in a line."""
    mark, style = ("✓", "green") if replay.passed else ("✗", "red")
    return Text.assemble((f"{mark} ", style), f"{as_shown(replay.name)}: ", summary(replay))


def sums(replays: Sequence[Replay]) -> str:
    """Return how many runs passed, in one line."""
    passed = sum(replay.passed for replay in replays)
    healed = sum(replay.count(StepOutcome.HEALED) for replay in replays)
    return (
        f"{len(replays)} runs: {passed} passed, {len(replays) - passed} not; {healed} steps healed"
    )


def summary(replay: Replay) -> Text:
    """Return the sums in one line."""
    counts = [(outcome, replay.count(outcome)) for outcome in StepOutcome]
    parts: list[str | tuple[str, str]] = [f"{replay.length}: "]
    for place, (outcome, count) in enumerate((o, c) for o, c in counts if c):
        parts += [", " if place else "", (f"{count} {outcome.value}", _STYLES[outcome])]
    seconds = (replay.ended_at - replay.started_at).total_seconds()
    return Text.assemble(*parts, f" in {seconds:.1f} s")


def _table(steps: list[StepResult]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("step", justify="right")
    table.add_column("recorded")
    table.add_column("now")
    table.add_column("conf.", justify="right")
    table.add_column("outcome", no_wrap=True)
    for step in steps:
        style = _STYLES[step.outcome]
        now = step.now if step.outcome.is_good else "not used"
        table.add_row(
            str(step.number),
            Text(_cut(step.was)),
            Text(_cut(now), style),
            Text(str(step.confidence), style),
            Text(step.label, style),
        )
    return table


def _show_step(console: Console, step: StepResult) -> None:
    words = f"step {step.number} {as_shown(step.title)!r} {step.label}: "
    console.print(Text(words + as_shown(step.reason), _STYLES[step.outcome]))
    for place, miss in enumerate(step.nearest, 1):
        console.print(Text(f"  {place}. {miss.likely:>2}  {miss.element:<28}  {miss.why}", "dim"))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
