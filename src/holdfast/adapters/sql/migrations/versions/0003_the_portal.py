"""Each organization has its own; the portal has its tokens, its sessions, and its evidence."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_DEFAULT = "default"


def upgrade() -> None:
    """Say whose each row is, and make the portal's tables."""
    _remake("recordings", _recordings(), ["id"])
    _remake("configs", _configs(), ["scope", "subject"])
    _remake("outcome_cache", _outcome_cache(), ["kind", "key"])
    _remake("calibrators", _calibrators(), ["fitted_at"])
    op.drop_index("ux_experiments_active", "experiments")
    _remake("experiments", _experiments(), ["id"])
    active = sa.text("status = 'active'")
    op.create_index(
        "ux_experiments_active",
        "experiments",
        ["organization_id", "status"],
        unique=True,
        sqlite_where=active,
        postgresql_where=active,
    )
    _say_whose_healings()
    _make_portal()


def _organization() -> sa.Column[str]:
    return sa.Column("organization_id", sa.Text(), nullable=False, server_default=_DEFAULT)


def _remake(table: str, columns: list[sa.Column[object]], keys: list[str]) -> None:
    """Make the table anew with the organization in its key; SQLite cannot change a key."""
    names = ", ".join(f'"{column.name}"' for column in columns)
    op.rename_table(table, f"old_{table}")
    op.create_table(
        table,
        _organization(),
        *columns,
        sa.PrimaryKeyConstraint("organization_id", *keys, name=f"pk_{table}"),
    )
    op.execute(f'INSERT INTO {table} ({names}) SELECT {names} FROM "old_{table}"')  # noqa: S608 - ours
    op.drop_table(f"old_{table}")


def _recordings() -> list[sa.Column[object]]:
    return [
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("start_url", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True)),
    ]


def _configs() -> list[sa.Column[object]]:
    return [
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    ]


def _outcome_cache() -> list[sa.Column[object]]:
    return [
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("successes", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
    ]


def _calibrators() -> list[sa.Column[object]]:
    return [
        sa.Column("fitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    ]


def _experiments() -> list[sa.Column[object]]:
    return [
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("start_date", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    ]


def _say_whose_healings() -> None:
    op.add_column("healings", sa.Column("picked", sa.Integer()))
    op.add_column("healings", _organization())
    op.execute(
        "UPDATE healings SET organization_id = coalesce((SELECT organization_id FROM "
        "confidence_logs WHERE confidence_logs.id = healings.entry_id), 'default')"
    )
    op.create_index("ix_healings_job_id", "healings", ["job_id"])
    op.create_index(
        "ix_healings_queue",
        "healings",
        ["organization_id", "review_state", "action", "confidence", "number", "recording_id"],
    )


def _make_portal() -> None:
    op.create_table(
        "healing_evidence",
        sa.Column("entry_id", sa.Text(), primary_key=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("runners_up", sa.Text(), nullable=False),
        sa.Column("before", sa.LargeBinary()),
        sa.Column("after", sa.LargeBinary()),
    )
    op.create_table(
        "portal_tokens",
        sa.Column("token_hash", sa.Text(), primary_key=True),
        sa.Column("organization_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "portal_sessions",
        sa.Column("session_hash", sa.Text(), primary_key=True),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
    )
