"""Reports of one organization are quick where many share a database."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add an index by organization and time."""
    op.create_index(
        "ix_confidence_logs_organization", "confidence_logs", ["organization_id", "timestamp"]
    )
