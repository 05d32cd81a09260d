"""`holdfast demo`: the main job, in a shop that ships with Holdfast."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.replay import with_start
from holdfast.app.steps import title_of
from holdfast.doors.cli.printing import print_json
from holdfast.doors.cli.replay_view import show_replay, step_line
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.model.recording import Recording, Step
from holdfast.model.replay_result import StepResult

INTRODUCTION = """\
[bold]1. The old shop.[/bold] A scripted person buys a stove, with real mouse moves;
   Holdfast records."""
TURN = """
[bold]2. The new shop.[/bold] Ids and classes renamed, sections moved, words changed, links
   turned into buttons, one button drawn on a canvas, one removed. The same again:
"""


def demo(
    *,
    saved: Annotated[
        bool, typer.Option("--saved", help="Without a browser: use two saved pages instead.")
    ] = False,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser's window.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="The folder for report and recording; by default a new one.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """See it work: a shop before and after its redesign.

    Records what a person does in the old shop and replays it in the new one.
    What moved is healed; what was removed is refused. Writes a report with
    pictures. Nothing is asked, and nothing leaves this machine.

    [bold]Examples[/bold]

      holdfast demo
      holdfast demo --saved --json | jq '.[] | select(.refusal)'
    """
    if saved or os.environ.get("HOLDFAST_NO_BROWSER") == "1":
        from holdfast.doors.cli.demo_saved import show_saved

        show_saved(as_json=as_json)
        return
    # Imported here: it brings the browser's driver.
    from holdfast.demo.run import show

    if as_json:
        from holdfast.doors.cli.replay_command import as_data

        shown = show(folder=out, headed=headed)
        data = {**as_data(shown.replay), "report": str(shown.report)}
        print_json(data)
        return
    _show(out, headed=headed)


def _show(out: Path | None, *, headed: bool) -> None:
    from holdfast.demo.run import Shown, show

    console = HarmlessConsole()
    total = 0
    console.print(INTRODUCTION, markup=True)
    with console.status("recording …") as status:

        def recorded(step: Step) -> None:
            status.update(f"recording … {title_of(step)}")

        def turn(recording: Recording) -> None:
            nonlocal total
            total = len(with_start(recording))
            console.print(
                f"   {len(recording.steps)} steps recorded; the password is not among them."
            )
            console.print(TURN, markup=True)
            status.update("replaying …")

        def replayed(step: StepResult) -> None:
            console.print(step_line(step, total))
            status.update(f"replaying … step {step.number + 1} of {total}")

        shown: Shown = show(
            folder=out, headed=headed, on_recorded=recorded, on_turn=turn, on_step=replayed
        )
    console.print()
    show_replay(console, shown.replay)
    for step in shown.refused:
        console.print(Text(f"\n{_refusal(step)}", "bold yellow"))
    console.print(
        Text.assemble("\n", ("report", "bold"), f"     {shown.report.resolve().as_uri()}")
    )
    console.print(f"recording  {shown.folder / 'recording.json'}")
    console.print(f"next       cd {shown.folder} && holdfast fix   # one key for each change")
    console.print(
        f"           cd {shown.folder} && holdfast serve --no-auth   # the run, with pictures"
    )


def _refusal(step: StepResult) -> str:
    gates = () if step.decision is None else step.decision.gates
    if any(gate.name == "gone" for gate in gates):
        return f"{step.was} is probably gone, so Holdfast clicked nothing else in its place."
    return f"{step.was} was not found with certainty, so Holdfast used nothing else instead."
