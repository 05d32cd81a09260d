"""`holdfast experiment`: two sets of thresholds compared on real decisions."""

from collections.abc import Iterator
from contextlib import closing
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.experimenting import (
    ExperimentPlan,
    change_experiment,
    get_experiment,
    start_experiment,
)
from holdfast.app.wiring import SystemClock, load_project
from holdfast.doors.cli.printing import (
    a_group,
    a_table,
    day,
    headline,
    print_json,
    print_lines,
    print_told,
)
from holdfast.history.experiments import Arm, ExperimentAnalysis, analyse_experiment
from holdfast.model.thresholds import ExperimentStatus, ExperimentUnit, ThresholdExperiment

app = a_group("Compare two sets of thresholds on real decisions.")

Name = Annotated[str, typer.Argument(help="The experiment's id or name.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.command()
def start(  # noqa: PLR0913, PLR0917 - one option each
    name: Annotated[str, typer.Argument(help="What to call it; its id is made from that.")],
    treatment: Annotated[str, typer.Option(help="The new thresholds: 70/50/30, or a mode.")],
    control: Annotated[str, typer.Option(help="What they are compared with.")] = "balanced",
    allocation: Annotated[
        float, typer.Option(help="Percentage that get the new thresholds.")
    ] = 50.0,
    unit: Annotated[
        ExperimentUnit,
        typer.Option(help="What is assigned to an arm; in CI use run."),
    ] = ExperimentUnit.USER,
    days: Annotated[
        int | None, typer.Option(help="End automatically after this many days.", min=1)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Start an experiment; only one can be active at a time.

    It affects only those who have not chosen thresholds themselves.

    [bold]Examples[/bold]

      holdfast experiment start bolder --treatment aggressive
      holdfast experiment start "flag less" --treatment 80/70/40 --unit run
    """
    plan = ExperimentPlan(
        name=name,
        treatment=treatment,
        control=control,
        allocation=allocation,
        unit=unit,
        days=days,
    )
    project = load_project()
    with closing(project.open_store()) as store:
        made = start_experiment(store, plan, SystemClock().now(), by=project.user_id)
    print_told(as_json, made.to_json(), [_described(made)])


@app.command()
def pause(name: Name, as_json: AsJson = False) -> None:
    """Pause an experiment: it affects nobody until it is resumed.

    [bold]Example[/bold]

      holdfast experiment pause bolder
    """
    _change(name, ExperimentStatus.PAUSED, as_json)


@app.command()
def resume(name: Name, as_json: AsJson = False) -> None:
    """Resume a paused experiment.

    [bold]Example[/bold]

      holdfast experiment resume bolder
    """
    _change(name, ExperimentStatus.ACTIVE, as_json)


@app.command()
def stop(name: Name, as_json: AsJson = False) -> None:
    """End an experiment for good.

    [bold]Example[/bold]

      holdfast experiment stop bolder
    """
    _change(name, ExperimentStatus.COMPLETED, as_json)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """Show all experiments, newest first.

    [bold]Example[/bold]

      holdfast experiment list
    """
    with closing(load_project().open_known_store()) as store:
        known = list(store.iter_experiments())
    if as_json:
        print_json([one.to_json() for one in known])
    elif not known:
        typer.echo("no experiment yet; next: holdfast experiment start --help")
    else:
        rows = [
            (
                one.id,
                one.status.value,
                str(one.control),
                str(one.treatment),
                f"{one.allocation:g} %",
                one.unit.value,
                day(one.start_date),
                day(one.end_date),
            )
            for one in known
        ]
        heads = ("id", "status", "control", "treatment", "treated", "by", "from", "to")
        print_lines(a_table(*heads, rows=rows))


@app.command()
def show(name: Name, as_json: AsJson = False) -> None:
    """Show how both arms have done so far.

    [bold]Examples[/bold]

      holdfast experiment show bolder
      holdfast experiment show bolder --json | jq .analysis.alwaysValidP
    """
    with closing(load_project().open_known_store()) as store:
        found = get_experiment(store, name)
        analysis = analyse_experiment(store.iter_experiment(found), found.allocation)
    data = {**found.to_json(), "analysis": analysis.to_json()}
    print_told(as_json, data, _lines(found, analysis))


def _change(name: str, status: ExperimentStatus, as_json: bool) -> None:
    project = load_project()
    with closing(project.open_known_store()) as store:
        now = SystemClock().now()
        changed = change_experiment(store, name, status, now, by=project.user_id)
    print_told(as_json, changed.to_json(), [_described(changed)])


def _described(experiment: ThresholdExperiment) -> str:
    end = "" if experiment.end_date is None else f", until {day(experiment.end_date)} UTC"
    get = "get" if experiment.status is ExperimentStatus.ACTIVE else "got"
    return (
        f"experiment {experiment.id!r} is {experiment.status.value}: {experiment.allocation:g} % "
        f"of {experiment.unit.value}s {get} {experiment.treatment} instead of "
        f"{experiment.control}{end}"
    )


def _lines(experiment: ThresholdExperiment, analysis: ExperimentAnalysis) -> Iterator[str | Text]:
    yield _described(experiment)
    yield ""
    rows = [_arm("control", analysis.control), _arm("treatment", analysis.treatment)]
    units = f"{experiment.unit.value}s"
    heads = ("", "decisions", units, "outcomes", "success", "95 % interval", "average confidence")
    yield from a_table(*heads, rows=rows)
    yield headline("Treatment minus control")
    low, high = analysis.difference
    if analysis.control.success.total and analysis.treatment.success.total:
        yield f"  between {100 * low:+.1f} and {100 * high:+.1f} points (95 % interval)"
        yield f"  at the planned end     p = {analysis.p_value:.4f} ({analysis.test.value})"
        yield f"  whenever you look      p = {analysis.always_valid_p:.4f} (always valid)"
    else:
        yield "  unknown: an arm has no outcome yet"
    if analysis.sample_ratio_alarm:
        yield Text(
            f"  the arms are uneven beyond chance (p = {analysis.sample_ratio_p:.6f}): "
            "trust nothing here before you know why",
            style="bold red",
        )


def _arm(name: str, arm: Arm) -> tuple[object, ...]:
    share, (low, high) = arm.success.share, arm.success.interval
    average = arm.average_confidence
    return (
        name,
        arm.count,
        arm.units,
        arm.success.total,
        "-" if share is None else f"{100 * share:.1f} %",
        "-" if share is None else f"{100 * low:.0f} to {100 * high:.0f} %",
        "-" if average is None else f"{average:.1f}",
    )
