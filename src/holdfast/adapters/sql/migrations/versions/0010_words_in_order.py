"""In SQLite the queue's words stand in its order, so that a search reads nothing but an index."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

ORDER = (
    "organization_id",
    "useful",
    sa.text("times DESC"),
    sa.text("sure DESC"),
    "least",
    "change_id",
    "words",
)


def upgrade() -> None:
    """Replace the index; PostgreSQL keeps no long texts in one, and needs none here."""
    if op.get_context().dialect.name == "sqlite":
        op.drop_index("ix_changes_waiting", "changes")
        op.create_index("ix_changes_words", "changes", list(ORDER))
