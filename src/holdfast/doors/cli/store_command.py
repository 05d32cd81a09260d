"""`holdfast store`: where everything is remembered, and how it is kept."""

from contextlib import closing
from dataclasses import asdict
from typing import Annotated

import typer

from holdfast.app.wiring import SystemClock, load_project, migrate_store, name_store
from holdfast.doors.cli.printing import (
    a_group,
    a_table,
    cut,
    day,
    parse_moment,
    print_json,
    print_lines,
    print_told,
)

app = a_group("Where everything is remembered: show, migrate, prune.")


@app.command()
def path(
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show where the store is, without its password.

    [bold]Example[/bold]

      holdfast store path
    """
    project = load_project()
    name, origin = name_store(project), project.plain["store"].place
    print_told(as_json, {"store": name, "from": origin, "exists": project.has_store}, [name])


@app.command()
def migrate() -> None:
    """Bring the store's tables up to date with this version of Holdfast.

    A SQLite file is migrated automatically; a PostgreSQL database is
    shared, so a person decides when: older versions cannot use it afterwards.

    [bold]Example[/bold]

      holdfast store migrate
    """
    project = load_project()
    changed = migrate_store(project)
    typer.echo("brought up to date" if changed else "up to date already")


@app.command()
def audit(
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=10_000)] = 50,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show who answered and set what, newest first.

    [bold]Example[/bold]

      holdfast store audit --limit 20
    """
    with closing(load_project().open_known_store()) as store:
        found = store.page_audit(1, limit).items
    if as_json:
        print_json([{**asdict(one), "at": one.at.isoformat()} for one in found])
    elif not found:
        typer.echo("nobody has answered or set anything yet")
    else:
        rows = [(day(one.at), one.user_id, one.act, one.subject, cut(one.detail)) for one in found]
        print_lines(a_table("when", "who", "did", "what", "more", rows=rows))


@app.command()
def prune(
    older_than: Annotated[str, typer.Option(help="Delete what is older: 90d, 12w, or a date.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Delete old runs, decisions, notifications and accepted healings.

    Healings that await an answer or were rejected are kept, and so are decisions of
    running experiments and what was learned (the outcome cache).

    [bold]Example[/bold]

      holdfast store prune --older-than 90d
    """
    before = parse_moment(older_than, SystemClock().now())
    project = load_project()
    with closing(project.open_known_store()) as store:
        pruned = store.prune(before)
    lines = [
        f"forgot what is older than {day(before)} UTC: {pruned.decisions} decisions, "
        f"{pruned.runs} runs, {pruned.healings} healings, {pruned.notifications} notifications"
    ]
    if pruned.kept_healings:
        lines.append(f"kept {pruned.kept_healings} old healings that were not accepted")
    print_told(as_json, {"before": before.isoformat(), **pruned._asdict()}, lines)
