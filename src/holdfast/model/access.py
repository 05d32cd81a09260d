"""Access: says who may use the portal."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A way in for one user of one organization; the token itself is known to the user alone."""

    token_hash: str
    organization_id: str
    user_id: str
    created_at: datetime
