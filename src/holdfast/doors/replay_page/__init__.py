"""Replays as one HTML file: small pictures inside, full ones in a folder beside it, no scripts."""

import os
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from holdfast.app.wiring import write_atomic
from holdfast.deciding.decision_words import explain
from holdfast.model.harmless import harmless_page
from holdfast.model.replay_result import Replay, StepOutcome, StepResult

FILTERED = (StepOutcome.HEALED, StepOutcome.REFUSED, StepOutcome.FAILED)
# Bytes of page pictures before they are packed for the file, which makes them a third larger: the
# whole stays below 2 MB. All of them are in the portal.
MOST_PICTURES = 1_250_000
_UNSAFE = re.compile(r"[^A-Za-z0-9_.]+")
_OURS = re.compile(r"[A-Za-z0-9_.-]{1,200}-step-\d{1,9}-(before|after)\.svg")
MOST_OPEN = 6  # refused steps that are opened; when nearly all were, the rest is a list


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What stands around a report: ``lead`` is said at its top, ``portal`` is an address.

    ``path`` is where it is written: full pictures lie in a folder beside it.
    """

    lead: str = ""
    portal: str = ""
    path: Path | None = None

    @property
    def folder(self) -> str:
        """Return what the folder of full pictures is called; nothing without a path."""
        return "" if self.path is None else f"{self.path.stem}-pictures"

    def find_trace(self, replay: Replay) -> str:
        """Return the address of a run's trace, as seen from the report; nothing without one."""
        if self.path is None or replay.trace is None:
            return ""
        return quote(Path(os.path.relpath(replay.trace, self.path.parent)).as_posix())


ALONE = Around()


def write_report(replays: Sequence[Replay], around: Around, *, many: bool = False) -> None:
    """Write the report of one replay, or of many, and full pictures of its pages beside it."""
    assert around.path is not None, "a report is written somewhere"
    folder = around.path.parent / around.folder
    drawn = {name: svg for one in replays for name, svg in _full_pictures(one)}
    for old in folder.glob("*.svg"):
        if _OURS.fullmatch(old.name):
            old.unlink()
    for name, svg in drawn.items():
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / name, svg.encode())
    html = render_replays(replays, around) if many else render_replay(replays[0], around)
    write_atomic(around.path, html.encode())


def _full_pictures(replay: Replay) -> Iterator[tuple[str, str]]:
    for step in replay.steps:
        for when, svg in (("before", step.page_before), ("after", step.page_after)):
            if svg:
                yield _picture_name(replay.run_id, step.number, when), svg


def _picture_name(run_id: str, number: int, when: str) -> str:
    return f"{_UNSAFE.sub('-', run_id)}-step-{number}-{when}.svg"


def render_replay(replay: Replay, around: Around = ALONE) -> str:
    """Return the report; every text of a page in it is escaped."""
    shown = _template("replay.html").render(
        replay=replay,
        lead=around.lead,
        portal=around.portal.rstrip("/"),
        folder=quote(around.folder),
        trace=around.find_trace(replay),
        style=Markup(_read("replay.css")),  # noqa: S704 - our own file, no text of a page
        steps=_views(replay),
        counts=[(outcome.value, replay.count(outcome)) for outcome in StepOutcome],
        filters=[one.value for one in FILTERED if replay.count(one)],
        seconds=(replay.ended_at - replay.started_at).total_seconds(),
    )
    return harmless_page(shown)


def render_replays(replays: Sequence[Replay], around: Around = ALONE) -> str:
    """Return one report of many replays; those that did not pass come first and are open."""
    ordered = sorted(replays, key=lambda replay: replay.passed)
    # What stands between <main> and </main> is escaped already.
    bodies = [
        Markup(render_replay(one, around).partition("<main>")[2].rpartition("</main>")[0])  # noqa: S704
        for one in ordered
    ]
    shown = _template("replays.html").render(
        style=Markup(_read("replay.css")),  # noqa: S704 - our own file, no text of a page
        runs=list(zip(ordered, bodies, strict=True)),
        passed=sum(replay.passed for replay in replays),
    )
    return harmless_page(shown)


def _template(name: str) -> Template:
    # Autoescape for every template, whatever it is called: page text may be hostile.
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters["picture"] = _picture
    environment.filters["drawing"] = _drawing
    environment.globals["picture_name"] = _picture_name
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
