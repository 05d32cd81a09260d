"""Every step of a run is kept, and a healing says which element it led to."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the steps and the found element; counts by recorded element alone mean nothing now."""
    op.create_table(
        "steps",
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("step_id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("action", sa.Text()),
        sa.Column("confidence", sa.SmallInteger()),
        sa.Column("effect_seen", sa.Boolean()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("duration_ms", sa.Float(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("job_id", "number"),
    )
    op.add_column("healings", sa.Column("found_id", sa.Text()))
    op.execute("DELETE FROM outcome_cache WHERE kind = 'fingerprint'")
