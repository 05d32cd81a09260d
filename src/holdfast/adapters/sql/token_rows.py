"""Who may use the portal: tokens and sessions in tables, by what can be compared with them."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, select

from holdfast.adapters.sql.inserts import insert_new
from holdfast.adapters.sql.schema import portal_sessions, portal_tokens
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.model.access import Token


class AccessTables(SqlTables):
    """The part of the store that says who may use the portal."""

    def save_token(self, token: Token) -> None:
        with self.database.writing() as connection:
            insert_new(connection, portal_tokens, [asdict(token)], key="token_hash")

    def find_token(self, token_hash: str) -> Token | None:
        wanted = select(portal_tokens).where(portal_tokens.c.token_hash == token_hash)
        with self.database.reading() as connection:
            row = connection.execute(wanted).mappings().first()
        return None if row is None else Token(**row)

    def list_tokens(self) -> Sequence[Token]:
        wanted = (
            select(portal_tokens)
            .where(self._sees(portal_tokens.c.organization_id))
            .order_by(portal_tokens.c.created_at, portal_tokens.c.token_hash)
        )
        with self.database.reading() as connection:
            return [Token(**row) for row in connection.execute(wanted).mappings()]

    def delete_tokens(self, user_id: str) -> int:
        wanted = select(portal_tokens.c.token_hash).where(
            portal_tokens.c.user_id == user_id, self._sees(portal_tokens.c.organization_id)
        )
        with self.database.writing() as connection:
            hashes = connection.scalars(wanted).all()
            for table in (portal_sessions, portal_tokens):
                connection.execute(delete(table).where(table.c.token_hash.in_(hashes)))
        return len(hashes)

    def start_session(
        self, session_hash: str, token_hash: str, *, now: datetime, expires_at: datetime
    ) -> None:
        row = {"session_hash": session_hash, "token_hash": token_hash, "expires_at": expires_at}
        with self.database.writing() as connection:
            connection.execute(delete(portal_sessions).where(portal_sessions.c.expires_at <= now))
            insert_new(connection, portal_sessions, [row], key="session_hash")

    def find_session(self, session_hash: str, now: datetime) -> Token | None:
        wanted = (
            select(portal_tokens)
            .join(portal_sessions, portal_sessions.c.token_hash == portal_tokens.c.token_hash)
            .where(
                portal_sessions.c.session_hash == session_hash, portal_sessions.c.expires_at > now
            )
        )
        with self.database.reading() as connection:
            row = connection.execute(wanted).mappings().first()
        return None if row is None else Token(**row)

    def end_session(self, session_hash: str) -> None:
        this = portal_sessions.c.session_hash == session_hash
        with self.database.writing() as connection:
            connection.execute(delete(portal_sessions).where(this))
