"""Access: says who may use the portal and for what, and what people did."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

ID_LENGTH = 12  # of a token's hash: enough to name one of many


class Role(StrEnum):
    """What a token is good for; each one allows what those before it allow."""

    LOCATE = "locate"  # a program that asks where elements are, and sees nothing that is kept
    VIEWER = "viewer"
    REVIEWER = "reviewer"
    ADMIN = "admin"

    def allows(self, needed: "Role") -> bool:
        """Return whether this is enough for what is needed."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(needed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A way in for one user of one organization; the token itself is known to the user alone."""

    token_hash: str
    organization_id: str
    user_id: str
    created_at: datetime
    role: Role = Role.ADMIN
    expires_at: datetime | None = None

    @property
    def id(self) -> str:
        """Return what people call it by; the token cannot be told from it."""
        return self.token_hash[:ID_LENGTH]

    def has_expired(self, now: datetime) -> bool:
        """Return whether it opens nothing any more."""
        return self.expires_at is not None and self.expires_at <= now


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Who did what when: an answer, a setting, an experiment, a token."""

    at: datetime
    user_id: str
    act: str
    subject: str
    detail: str = ""
