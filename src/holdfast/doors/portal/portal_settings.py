"""What the portal stands on: a project, its store, a clock, and whether people sign in."""

import secrets
from dataclasses import dataclass, field
from datetime import timedelta

from holdfast.app.wiring import Project, SystemClock
from holdfast.ports import Archive, Clock, JobQueue

DEFAULT_ORGANIZATION = "default"
# A week: long enough for people who look in every day, short enough for a lost machine.
SESSION_AGE = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class PortalSettings:
    """How a portal is set up.

    ``auth`` off: whoever reaches it is the project's user; only for loopback. ``hosts`` are the
    names it may be called by, empty for any: a page of somebody else's that points its own name at
    this machine is then not answered. ``is_shared``: other portals stand on the same store.
    ``queue`` is where runs wait for workers, if there is one. ``secret`` makes the tokens against
    forged requests when nobody signs in.
    """

    project: Project
    store: Archive
    clock: Clock = field(default_factory=SystemClock)
    auth: bool = True
    hosts: frozenset[str] = frozenset()
    is_shared: bool = False
    queue: JobQueue | None = None
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def organization(self) -> str:
        """Return whose portal it is when nobody signs in."""
        return self.project.organization_id or DEFAULT_ORGANIZATION
