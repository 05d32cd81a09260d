"""Runs wait on a queue, and workers do them; portals share how often somebody guessed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables of the queue, and that of wrong tokens."""
    op.create_table(
        "portal_failures",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_portal_failures_key", "portal_failures", ["key", "at"])
    op.create_table(
        "queue_runs",
        sa.Column("run_id", sa.Text(), primary_key=True),
        sa.Column("organization_id", sa.Text(), nullable=False, server_default="default"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("job", sa.Text(), nullable=False),
        sa.Column("recording", sa.LargeBinary(), nullable=False),
        sa.Column("idempotent", sa.Boolean(), nullable=False),
        sa.Column("queued_at", _MOMENT, nullable=False),
        sa.Column("started_at", _MOMENT),
        sa.Column("acted_at", _MOMENT),
        sa.Column("ended_at", _MOMENT),
        sa.Column("claim", sa.Text()),
        sa.Column("worker", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.Column("result", sa.Text()),
    )
    op.create_index("ix_queue_runs_state", "queue_runs", ["state", "queued_at"])
    op.create_table(
        "queue_workers",
        sa.Column("organization_id", sa.Text(), primary_key=True, server_default="default"),
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("concurrency", sa.Integer(), nullable=False),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "queue_schedules",
        sa.Column("organization_id", sa.Text(), primary_key=True, server_default="default"),
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("cron", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("job", sa.Text(), nullable=False),
        sa.Column("recording", sa.LargeBinary(), nullable=False),
    )
