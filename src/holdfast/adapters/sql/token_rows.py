"""Access tables: keep tokens and sessions, by what can be compared with them, and the audit log."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, insert, select

from holdfast.adapters.sql.inserts import insert_new
from holdfast.adapters.sql.schema import audit_log, portal_failures, portal_sessions, portal_tokens
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.model.access import AuditEntry, Token
from holdfast.model.archive import PageOf
from holdfast.model.records import made_of


class AccessTables(SqlTables):
    """The part of the store that says who may use the portal."""

    def save_token(self, token: Token) -> None:
        with self.database.writing() as connection:
            insert_new(connection, portal_tokens, [asdict(token)], key="token_hash")

    def find_token(self, token_hash: str) -> Token | None:
        wanted = select(portal_tokens).where(portal_tokens.c.token_hash == token_hash)
        return self._find(Token, wanted)

    def list_tokens(self) -> Sequence[Token]:
        wanted = (
            select(portal_tokens)
            .where(self._sees(portal_tokens.c.organization_id))
            .order_by(portal_tokens.c.created_at, portal_tokens.c.token_hash)
        )
        return [made_of(Token, row) for row in self._all(wanted)]

    def delete_tokens(self, token_hashes: Collection[str]) -> int:
        wanted = select(portal_tokens.c.token_hash).where(
            portal_tokens.c.token_hash.in_(token_hashes),
            self._sees(portal_tokens.c.organization_id),
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
        return self._find(Token, wanted)

    def end_session(self, session_hash: str) -> None:
        this = portal_sessions.c.session_hash == session_hash
        with self.database.writing() as connection:
            connection.execute(delete(portal_sessions).where(this))

    def count_failure(self, keys: Sequence[str], at: datetime, since: datetime) -> None:
        with self.database.writing() as connection:
            connection.execute(delete(portal_failures).where(portal_failures.c.at < since))
            connection.execute(insert(portal_failures), [{"key": key, "at": at} for key in keys])

    def list_failures(self, key: str, since: datetime) -> Sequence[datetime]:
        table = portal_failures.c
        recent = select(table.at).where(table.key == key, table.at >= since).order_by(table.at)
        return [row.at for row in self._all(recent)]

    def write_audit(self, entry: AuditEntry) -> None:
        with self.database.writing() as connection:
            connection.execute(insert(audit_log), {**asdict(entry), "organization_id": self.owner})

    def page_audit(self, page: int, size: int) -> PageOf[AuditEntry]:
        own = select(audit_log).where(self._sees(audit_log.c.organization_id))
        return self._page(AuditEntry, own, [audit_log.c.number.desc()], page, size)
