"""What an adviser said is kept with its decision, and not asked twice; elements have names."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the adviser's word to the log, a table of answers, and an index by element."""
    op.add_column("confidence_logs", sa.Column("advice", sa.Text()))
    op.create_table(
        "advice_cache",
        sa.Column("organization_id", sa.Text(), nullable=False, server_default="default"),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("organization_id", "key"),
    )
    op.create_index("ix_healings_fingerprint_id", "healings", ["fingerprint_id", "number"])
