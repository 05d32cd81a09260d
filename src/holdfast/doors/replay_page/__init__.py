"""Replays as one HTML file that needs nothing else: pictures inside, no scripts."""

from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from holdfast.deciding.decision_words import explain
from holdfast.model.replay_result import Replay, StepOutcome, StepResult

FILTERED = (StepOutcome.HEALED, StepOutcome.REFUSED, StepOutcome.FAILED)
# Bytes of page pictures before they are packed for the file, which makes them a third larger: the
# whole stays below 2 MB. All of them are in the portal.
MOST_PICTURES = 1_250_000
MOST_OPEN = 6  # refused steps that are opened; when nearly all were, the rest is a list


def render_replay(replay: Replay, *, lead: str = "") -> str:
    """Return the report; every text of a page in it is escaped. ``lead`` is said at the top."""
    return _template("replay.html").render(
        replay=replay,
        lead=lead,
        style=Markup(_read("replay.css")),  # noqa: S704 - our own file, no text of a page
        steps=_views(replay),
        counts=[(outcome.value, replay.count(outcome)) for outcome in StepOutcome],
        filters=[one.value for one in FILTERED if replay.count(one)],
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
    environment.filters["drawing"] = _drawing
    return environment.from_string(_read(name))


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _picture(data: bytes) -> str:
    return f"data:image/png;base64,{b64encode(data).decode()}"


def _drawing(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _views(replay: Replay) -> list[dict[str, object]]:
    """Return the steps; pictures of those that were not done come first while there is room."""
    left, shown = MOST_PICTURES, set[int]()
    for step in sorted(replay.steps, key=lambda one: one.outcome.is_good):
        size = len(step.page_before) + len(step.page_after)
        if 0 < size <= left:
            left -= size
            shown.add(step.number)
    troubles = [step for step in replay.steps if not step.outcome.is_good]
    opened = {step.number for step in troubles[:MOST_OPEN]}
    return [
        _view(step, has_pages=step.number in shown, is_open=step.number in opened)
        for step in replay.steps
    ]


def _view(step: StepResult, *, has_pages: bool, is_open: bool) -> dict[str, object]:
    changed = step.outcome in {StepOutcome.HEALED, StepOutcome.REFUSED, StepOutcome.FAILED}
    return {
        "step": step,
        "word": step.label,
        "tone": step.outcome.value.replace(" ", "-"),
        "has_body": changed,
        "has_pages": has_pages,
        "is_open": is_open or step.outcome is StepOutcome.HEALED,
        "duration": f"{step.duration_ms / 1000:.1f} s" if step.duration_ms else "",
        "explained": () if step.decision is None else explain(step.decision),
    }
