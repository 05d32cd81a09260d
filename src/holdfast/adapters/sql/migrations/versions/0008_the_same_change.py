"""The queue puts healings of one change together, and a healing keeps a picture of its page."""

from hashlib import blake2b

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

CHANGE = (
    "organization_id",
    "review_state",
    "change_id",
    "action",
    "confidence",
    "number",
    "has_offer",
    "recording_id",
)
QUEUE = ("organization_id", "review_state", "action", "confidence", "number", "recording_id")
CHANGED = "UPDATE healings SET change_id = :id, has_offer = :offer WHERE number = :number"
SAID = ("label", "old_selector", "new_selector")


def upgrade() -> None:
    """Add what the queue is grouped and searched by, and say it of the healings that are there."""
    op.add_column("healings", sa.Column("change_id", sa.Text(), nullable=False, server_default=""))
    offered: sa.Column[bool] = sa.Column(
        "has_offer", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("healings", offered)
    changes = op.create_table(
        "changes",
        sa.Column("organization_id", sa.Text(), nullable=False, server_default="default"),
        sa.Column("change_id", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("organization_id", "change_id"),
    )
    for name, kind in (
        ("page", sa.LargeBinary()),
        ("page_scale", sa.Float()),
        ("page_x", sa.Float()),
        ("page_y", sa.Float()),
    ):
        op.add_column("healing_evidence", sa.Column(name, kind))
    _fill(changes)
    op.drop_index("ix_healings_queue", "healings")
    op.create_index("ix_healings_queue", "healings", [*QUEUE, "has_offer"])
    op.create_index("ix_healings_change", "healings", list(CHANGE))


def _fill(changes: sa.Table) -> None:
    said = ", ".join(SAID)
    connection = op.get_bind()
    rows = connection.exec_driver_sql(
        f"SELECT number, organization_id, fingerprint IS NOT NULL, {said} FROM healings"  # noqa: S608 - names of columns
    ).all()
    known = {}
    for number, owner, is_offered, *words in rows:
        change_id = blake2b("\0".join(words).encode("utf-8", "replace"), digest_size=8).hexdigest()
        written = {"id": change_id, "offer": bool(is_offered), "number": number}
        connection.execute(sa.text(CHANGED), written)
        known[owner, change_id] = {
            "organization_id": owner,
            "change_id": change_id,
            "words": "\n".join(words).lower(),
        }
    if known:
        connection.execute(sa.insert(changes), list(known.values()))
