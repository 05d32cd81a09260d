"""Job engine: Procrastinate, which hands out jobs from tables beside those of the store."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, inspect, text

from holdfast.adapters.sql.database import CONNECT_TIMEOUT_S, CONNECTING, Database
from holdfast.errors import UsageError, naming_extras

if TYPE_CHECKING:
    from procrastinate import App

RUN_TASK, TICK_TASK = "holdfast.run", "holdfast.tick"
EVERY_MINUTE = "* * * * *"
TICK_PRIORITY = 100  # a look at the clock does not wait behind a night's runs
_PREPARE, _SWEEP = 0x486F6C65, 0x486F6C66  # locks that nobody else takes in this database


class JobEngine:
    """Jobs of one organization: put there, handed out, and found again when a worker died."""

    def __init__(self, database: Database, owner: str) -> None:
        if database.is_sqlite:
            raise UsageError(
                f"a queue needs PostgreSQL, and {database.name[-80:]!r} is a file\n"
                "  next: --queue postgresql://user@host/database, or set HOLDFAST_STORE to it"
            )
        self.database = database
        self.queue = f"holdfast.{owner}"[:128]

    def prepare(self) -> None:
        """Make the engine's tables if there are none."""
        with self.database.reading() as connection:
            if inspect(connection).has_table("procrastinate_jobs"):
                return
        from procrastinate.schema import SchemaManager

        with self.database.writing() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _PREPARE})
            if not inspect(connection).has_table("procrastinate_jobs"):
                # As it stands: there are percent signs and colons in it.
                driver = connection.connection.driver_connection
                assert driver is not None, "a connection that is open has a driver's"
                driver.execute(SchemaManager.get_schema())

    def defer(self, connection: Connection, run_ids: Sequence[str]) -> None:
        """Put jobs on the queue inside a transaction of ours."""
        if run_ids:
            deferrer = self._app().configure_task(
                RUN_TASK, queue=self.queue, connection=connection.connection.driver_connection
            )
            given: list[dict[str, Any]] = [{"run_id": run_id} for run_id in run_ids]
            with self._told("writing"):
                deferrer.batch_defer(*given)

    async def work(
        self,
        do: Callable[[str], Awaitable[None]],
        tick: Callable[[datetime], Awaitable[None]],
        *,
        concurrency: int,
        lost_after_s: float,
    ) -> None:
        """Hand out jobs until this is cancelled, and then wait for those under way.

        Raises ``EnvironmentFailure`` when the database is away.
        """
        app = self._app()
        app.task(name=RUN_TASK, queue=self.queue)(do)

        async def at_minute(timestamp: int) -> None:
            await tick(datetime.fromtimestamp(timestamp, UTC))

        ticking = app.task(name=TICK_TASK, queue=self.queue, priority=TICK_PRIORITY)(at_minute)
        # Also what keeps the engine looking after its own helpers: it stops when the first ends.
        app.periodic(cron=EVERY_MINUTE)(ticking)
        with self._told("asking"):
            async with app.open_async():
                await app.run_worker_async(
                    queues=[self.queue],
                    concurrency=concurrency,
                    install_signal_handlers=False,
                    delete_jobs="successful",
                    fetch_job_polling_interval=min(5.0, lost_after_s / 3),
                    update_heartbeat_interval=lost_after_s / 3,
                    stalled_worker_timeout=lost_after_s,
                )

    async def sweep(
        self, settle: Callable[[str], Awaitable[bool]], lost_after_s: float
    ) -> Sequence[str]:
        """Settle the jobs of workers that are gone; return which.

        ``settle`` says whether one is to be done again. One sweep at a time: between two of them a
        job that was put back could be put back once more while somebody does it.
        """
        swept = []
        with self.database.writing() as guard:
            taken = text("SELECT pg_try_advisory_xact_lock(:lock)")
            if not guard.scalar(taken, {"lock": _SWEEP}):
                return ()
            from procrastinate.jobs import Status

            app = self._app()
            with self._told("asking"):
                async with app.open_async():
                    manager = app.job_manager
                    for job in await manager.get_stalled_jobs(
                        queue=self.queue, seconds_since_heartbeat=lost_after_s
                    ):
                        run_id = str(job.task_kwargs.get("run_id", ""))
                        swept.append(run_id)
                        # What recurs is put there once, however often the clock is looked at.
                        if job.task_name == TICK_TASK or await settle(run_id):
                            await manager.retry_job(job)
                        else:
                            await manager.finish_job(job, Status.FAILED, delete_job=True)
        return swept

    def _app(self) -> "App":
        with naming_extras():
            from procrastinate import App, PsycopgConnector

        url = self.database.url.set(drivername="postgresql")
        return App(
            connector=PsycopgConnector(
                conninfo=url.render_as_string(hide_password=False),
                kwargs=dict(CONNECTING),
                min_size=1,
                max_size=4,
                timeout=CONNECT_TIMEOUT_S,
            )
        )

    @contextmanager
    def _told(self, doing: str) -> Iterator[None]:
        """Re-raise what the engine throws as ours."""
        import psycopg
        import psycopg_pool
        from procrastinate.exceptions import ConnectorException

        try:
            yield
        except ConnectorException as exc:
            raise self.database.failure(doing, exc.__cause__ or exc) from exc
        except (psycopg.Error, psycopg_pool.PoolTimeout) as exc:
            raise self.database.failure(doing, exc) from exc
