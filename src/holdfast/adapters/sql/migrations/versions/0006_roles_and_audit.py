"""Tokens have a role and may expire; who answered and set what is written down."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add roles and the log; tokens of before could do all that there was, and still can."""
    op.add_column(
        "portal_tokens", sa.Column("role", sa.Text(), nullable=False, server_default="admin")
    )
    op.add_column("portal_tokens", sa.Column("expires_at", sa.DateTime(timezone=True)))
    op.create_table(
        "audit_log",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("organization_id", sa.Text(), nullable=False, server_default="default"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_log_organization", "audit_log", ["organization_id", "number"])
