"""A healing says its change's words, so that a search with a further filter joins nothing."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

CHANGE = (
    "organization_id",
    "review_state",
    "change_id",
    "action",
    "confidence",
    "number",
    "has_offer",
    "recording_id",
    "words",
)
OF_A_RUN = ("job_id", "organization_id", "review_state", "change_id")
SAID = """
UPDATE healings SET words = changes.words FROM changes
WHERE changes.organization_id = healings.organization_id
  AND changes.change_id = healings.change_id
"""


def upgrade() -> None:
    """Add the words, in SQLite also to the index, as 0010 did; a run's are found by themselves."""
    words = sa.Column("words", sa.Text(), nullable=False, server_default="")
    op.add_column("healings", words)
    op.get_bind().execute(sa.text(SAID))
    op.drop_index("ix_healings_job_id", "healings")
    op.create_index("ix_healings_job_id", "healings", list(OF_A_RUN))
    if op.get_context().dialect.name == "sqlite":
        op.drop_index("ix_healings_change", "healings")
        op.create_index("ix_healings_words", "healings", list(CHANGE))
