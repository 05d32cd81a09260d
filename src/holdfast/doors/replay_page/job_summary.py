"""Job summary: a replay as Markdown, as GitHub and GitLab show it beside a job."""

import re

from holdfast.model.harmless import harmless
from holdfast.model.replay_result import Replay, StepOutcome, StepResult

_SIGNS = re.compile(r"([\\`*_\[\]<>|#~!])")
MOST_ROWS = 50


def summarise(replay: Replay) -> str:
    """Return the sums, and each step that was not held; a text of a page is never markup."""
    counts = [(outcome.value, replay.count(outcome)) for outcome in StepOutcome]
    told = ", ".join(f"{count} {word}" for word, count in counts if count)
    head = "passed" if replay.passed else "failed"
    lines = [f"### {_plain(replay.name)}: {head}", "", f"{replay.length}: {told}.", ""]
    if replay.error is not None:
        lines += [f"The run ended early: {_plain(replay.error)}", ""]
    quiet = {StepOutcome.HELD, StepOutcome.DONE, StepOutcome.NOT_RUN}
    rows = [_row(step) for step in replay.steps if step.outcome not in quiet]
    if rows:
        lines += ["| step | what | outcome | why | s |", "|---:|---|---|---|---:|"]
        lines += rows[:MOST_ROWS]
        if len(rows) > MOST_ROWS:
            lines += ["", f"… and {len(rows) - MOST_ROWS} more."]
        lines += ["", f"Next: `holdfast fix --run {replay.run_id}`"]
    return "\n".join(lines) + "\n"


def _row(step: StepResult) -> str:
    seconds = f"{step.duration_ms / 1000:.1f}"
    said = (_plain(step.title), _plain(step.label), _plain(step.reason))
    return f"| {step.number} | {' | '.join(said)} | {seconds} |"


def _plain(text: str) -> str:
    return _SIGNS.sub(r"\\\1", harmless(" ".join(text.split()))[:300])
