"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _make_recordings()
    _make_runs()
    _make_confidence_logs()
    _make_healings()
    _make_healing_notifications()
    _make_experiments()
    _make_configs()
    _make_outcome_cache()
    _make_calibrators()


def _make_recordings() -> None:
    op.create_table(
        "recordings",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("start_url", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True)),
    )


def _make_runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("recording_id", sa.Text()),
        sa.Column("organization_id", sa.Text()),
        sa.Column("user_id", sa.Text()),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("passed", sa.Boolean()),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("held_steps", sa.Integer(), nullable=False),
    )
    op.create_index("ix_runs_started_at", "runs", ["started_at"])


def _make_confidence_logs() -> None:
    op.create_table(
        "confidence_logs",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("step_number", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.Column("raw_ai_confidence", sa.Float(), nullable=False),
        sa.Column("calculated_confidence", sa.SmallInteger(), nullable=False),
        sa.Column("final_confidence", sa.SmallInteger(), nullable=False),
        sa.Column("factors", sa.Text(), nullable=False),
        sa.Column("boosters_applied", sa.Text(), nullable=False),
        sa.Column("penalties_applied", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("threshold_used", sa.Text(), nullable=False),
        sa.Column("gates", sa.Text(), nullable=False),
        sa.Column("applied", sa.Boolean(), nullable=False),
        sa.Column("succeeded", sa.Boolean()),
        sa.Column("organization_id", sa.Text()),
        sa.Column("user_id", sa.Text()),
        sa.Column("recording_id", sa.Text()),
        sa.Column("fingerprint_id", sa.Text()),
        sa.Column("experiment_id", sa.Text()),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("proposer", sa.Text(), nullable=False),
        sa.Column("probability", sa.Float()),
        sa.Column("margin", sa.Float()),
    )
    op.create_index("ix_confidence_logs_experiment_id", "confidence_logs", ["experiment_id"])
    op.create_index("ix_confidence_logs_timestamp", "confidence_logs", ["timestamp"])


def _make_healings() -> None:
    op.create_table(
        "healings",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("entry_id", sa.Text(), nullable=False, unique=True),
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("step_number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confidence", sa.SmallInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("recording_id", sa.Text()),
        sa.Column("step_id", sa.Text()),
        sa.Column("fingerprint_id", sa.Text()),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("old_selector", sa.Text(), nullable=False),
        sa.Column("new_selector", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text()),
        sa.Column("review_state", sa.Text(), nullable=False),
        sa.Column("reviewed_at", sa.DateTime(timezone=True)),
        sa.Column("reviewer", sa.Text()),
        sa.Column("reason", sa.Text()),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_healings_review_state", "healings", ["review_state"])
    op.create_index("ix_healings_step", "healings", ["recording_id", "step_id"])


def _make_healing_notifications() -> None:
    op.create_table(
        "healing_notifications",
        sa.Column("entry_id", sa.Text(), primary_key=True),
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("step_number", sa.Integer(), nullable=False),
        sa.Column("old_selector", sa.Text(), nullable=False),
        sa.Column("new_selector", sa.Text(), nullable=False),
        sa.Column("confidence", sa.SmallInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )


def _make_experiments() -> None:
    op.create_table(
        "experiments",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("start_date", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    )
    op.create_index(
        "ux_experiments_active",
        "experiments",
        ["status"],
        unique=True,
        sqlite_where=sa.text("status = 'active'"),
        postgresql_where=sa.text("status = 'active'"),
    )


def _make_configs() -> None:
    op.create_table(
        "configs",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("subject", sa.Text(), primary_key=True),
        sa.Column("data", sa.Text(), nullable=False),
    )


def _make_outcome_cache() -> None:
    op.create_table(
        "outcome_cache",
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("successes", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
    )


def _make_calibrators() -> None:
    op.create_table(
        "calibrators",
        sa.Column("fitted_at", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("data", sa.Text(), nullable=False),
    )
