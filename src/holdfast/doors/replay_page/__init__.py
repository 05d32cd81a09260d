"""Replays as one HTML file that needs nothing else: pictures inside, no scripts."""

from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from holdfast.deciding.decision_words import explain
from holdfast.model.replay_result import Replay, StepOutcome, StepResult


def render_replay(replay: Replay, *, lead: str = "") -> str:
    """Return the report; every text of a page in it is escaped. ``lead`` is said at the top."""
    return _template("replay.html").render(
        replay=replay,
        lead=lead,
        style=Markup(_read("replay.css")),  # noqa: S704 - our own file, no text of a page
        steps=[_view(step) for step in replay.steps],
        counts=[(outcome.value, replay.count(outcome)) for outcome in StepOutcome],
        seconds=(replay.ended_at - replay.started_at).total_seconds(),
    )


def render_replays(replays: Sequence[Replay]) -> str:
    """Return one report of many replays; those that did not pass come first and are open."""
    ordered = sorted(replays, key=lambda replay: replay.passed)
    # What stands between <main> and </main> is escaped already.
    bodies = [
        Markup(render_replay(one).partition("<main>")[2].rpartition("</main>")[0])  # noqa: S704
        for one in ordered
    ]
    return _template("replays.html").render(
        style=Markup(_read("replay.css")),  # noqa: S704 - our own file, no text of a page
        runs=list(zip(ordered, bodies, strict=True)),
        passed=sum(replay.passed for replay in replays),
    )


def _template(name: str) -> Template:
    # Autoescape for every template, whatever it is called: page text may be hostile.
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters["picture"] = _picture
    return environment.from_string(_read(name))


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _picture(data: bytes) -> str:
    return f"data:image/png;base64,{b64encode(data).decode()}"


def _view(step: StepResult) -> dict[str, object]:
    changed = step.outcome in {StepOutcome.HEALED, StepOutcome.REFUSED, StepOutcome.FAILED}
    return {
        "step": step,
        "word": step.label,
        "tone": step.outcome.value.replace(" ", "-"),
        "is_open": changed,
        "explained": () if step.decision is None else explain(step.decision),
    }
