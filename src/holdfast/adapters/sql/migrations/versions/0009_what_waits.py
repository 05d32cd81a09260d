"""A change says what of it waits, so that the queue is not counted anew for every look."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

COLUMNS: tuple[tuple[str, type[sa.types.TypeEngine[int]]], ...] = (
    ("useful", sa.SmallInteger),
    ("times", sa.Integer),
    ("sure", sa.SmallInteger),
    ("least", sa.BigInteger),
)
ORDER = (
    "organization_id",
    "useful",
    sa.text("times DESC"),
    sa.text("sure DESC"),
    "least",
    "change_id",
)
WAITING = """
SELECT organization_id AS owner, change_id AS change,
  MIN(CASE action WHEN 'suggest_only' THEN 0 WHEN 'reject' THEN 1 ELSE 2 END) AS useful,
  COUNT(*) AS times,
  MAX(confidence) AS sure,
  MIN(CAST(confidence AS BIGINT) * 10000000000 + (10000000000 - number)) AS least
FROM healings
WHERE review_state = 'pending_review' AND (action IN ('suggest_only', 'apply_with_flag')
  OR (action = 'reject' AND confidence >= 40 AND has_offer))
GROUP BY organization_id, change_id
"""
SETTLED = """
UPDATE changes SET useful = :useful, times = :times, sure = :sure, least = :least
WHERE organization_id = :owner AND change_id = :change
"""


def upgrade() -> None:
    """Add the sums, and count what is there."""
    for name, kind in COLUMNS:
        op.add_column("changes", sa.Column(name, kind(), nullable=False, server_default="0"))
    connection = op.get_bind()
    rows = [dict(row) for row in connection.execute(sa.text(WAITING)).mappings()]
    if rows:
        connection.execute(sa.text(SETTLED), rows)
    op.create_index("ix_changes_waiting", "changes", list(ORDER))
