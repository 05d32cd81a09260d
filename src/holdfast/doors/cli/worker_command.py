"""`holdfast worker`: takes runs from a queue and does them in browsers of this machine."""

import asyncio
import os
import socket
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.values import read_secrets
from holdfast.app.wiring import SystemClock, launch_options, name_store, read_bytes
from holdfast.doors.cli import holdfast_version
from holdfast.doors.cli.browser_options import BrowserWsOption, SecretsOption, StorageStateOption
from holdfast.doors.cli.queue_place import QueueOption, opened_queue, queue_project
from holdfast.doors.cli.replay_view import run_line, show_trouble
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.doors.run_pool import RunPool
from holdfast.doors.run_process import ProcessOptions
from holdfast.model.queued_run import QueueWorker
from holdfast.model.replay_result import Replay

LOST_AFTER_S = 30.0


def worker(  # noqa: PLR0913 - one argument for each option
    *,
    queue: QueueOption = None,
    concurrency: Annotated[
        int, typer.Option(min=1, max=64, help="Runs at once, each in a process with a browser.")
    ] = 1,
    browser_ws: BrowserWsOption = None,
    secrets: SecretsOption = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Type secrets there and nowhere else; http://localhost:* means any port.",
            metavar="ORIGIN",
        ),
    ] = None,
    allow_file: Annotated[
        bool, typer.Option("--allow-file", help="Let recordings open file: addresses.")
    ] = False,
    uploads: Annotated[
        Path | None, typer.Option(help="A folder of files that recordings may upload.")
    ] = None,
    storage_state: StorageStateOption = None,
    lost_after: Annotated[
        float,
        typer.Option(min=1, help="Seconds of silence after which a worker counts as dead."),
    ] = LOST_AFTER_S,
) -> None:
    """Take runs from the queue and do them, until Ctrl-C.

    Start as many as you like, on as many machines as you like. Recordings come
    with the jobs; secrets do not: each worker has its own, and types them only
    where --allow-origin says, whatever a recording says. A run whose worker died
    before it had acted is taken again by another worker; one that had acted ends
    as "worker lost", unless its recording says idempotent.

    [bold]Examples[/bold]

      holdfast worker --queue postgresql://holdfast@db/holdfast --concurrency 2
      holdfast worker --secrets staging.env --allow-origin https://staging.example
    """
    project = queue_project(queue)
    if browser_ws is None:
        launch_options()  # for its error: a worker without a browser would fail every run
    options = ProcessOptions(
        secrets={}
        if secrets is None
        else read_secrets(read_bytes(secrets).decode(errors="replace")),
        allow_origins=tuple(allow_origin or ()),
        allow_file=allow_file,
        browser_ws=browser_ws,
        storage_state=None if storage_state is None else str(storage_state),
        uploads=None if uploads is None else str(uploads),
        store=project.store_place,
    )
    console = HarmlessConsole()

    def show(name: str, replay: Replay) -> None:
        console.print(run_line(replace(replay, name=name)))
        show_trouble(console, replay)

    with (
        opened_queue(project) as opened,
        closing(project.open_store()) as store,
        RunPool(concurrency, options) as pool,
    ):
        from holdfast.doors.queue_worker import Worker

        me = _introduce(concurrency)
        place = name_store(project)
        console.print(f"worker {me.id} takes runs from {place}; Ctrl-C ends it")
        working = Worker(
            queue=opened,
            store=store,
            pool=pool,
            me=me,
            lost_after_s=lost_after,
            say=lambda told: console.print(told),
            on_end=show,
        )
        asyncio.run(working.run())


def _introduce(concurrency: int) -> QueueWorker:
    host, now = socket.gethostname(), SystemClock().now()
    return QueueWorker(
        id=f"{host}:{os.getpid()}",
        host=host,
        version=holdfast_version(),
        concurrency=concurrency,
        started_at=now,
        seen_at=now,
    )
