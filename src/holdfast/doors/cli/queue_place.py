"""Queue place: finds the queue's database, from an option or from the project's store."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from holdfast.app.wiring import Project, load_project

if TYPE_CHECKING:
    from holdfast.app.wiring import QueuedRunTables

QueueOption = Annotated[
    str | None,
    typer.Option(
        "--queue",
        help="The queue's PostgreSQL; by default the project's store.",
        metavar="POSTGRESQL://…",
    ),
]


def queue_project(place: str | None) -> Project:
    """Return the project with the queue's database as its store."""
    given = {} if place is None else {"HOLDFAST_STORE": place}
    return load_project(environment={**os.environ, **given})


@contextmanager
def opened_queue(project: Project) -> Iterator["QueuedRunTables"]:
    """Yield the project's queue; raises ``UsageError`` when its store is a file."""
    # Imported here: the database's package takes half a second, and --help does without.
    from holdfast.app.wiring import open_queue

    queue = open_queue(project.store_place, organization_id=project.organization_id)
    with closing(queue):
        yield queue
