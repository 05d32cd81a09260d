"""Access: says who is asking, what they may do, and whether they really asked for a change."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response

from holdfast.doors.portal.needed_roles import SAFE_METHODS, needed_role
from holdfast.doors.portal.portal_settings import SESSION_AGE, PortalSettings
from holdfast.doors.portal.problems import PortalProblem
from holdfast.model.access import AuditEntry, Role, Token
from holdfast.ports import Archive

COOKIE = "holdfast_session"
CSRF_HEADER = "X-CSRF-Token"
CSRF_FIELD = "csrf_token"
TOKEN_PREFIX = "hf_"  # noqa: S105 - how a token begins, so that scanners for secrets know it
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody who looks at the portal; all that is shown is of one organization.

    ``csrf_token`` goes with every change; None for a program that sends its token each time, for a
    foreign page cannot make a browser do that.
    """

    name: str
    organization: str
    csrf_token: str | None
    role: Role = Role.ADMIN
    can_sign_out: bool = True

    @property
    def may_answer(self) -> bool:
        """Return whether this person answers healings."""
        return self.role.allows(Role.REVIEWER)

    @property
    def may_set(self) -> bool:
        """Return whether this person sets what holds for others."""
        return self.role.allows(Role.ADMIN)


def hash_secret(secret: str) -> str:
    """Return what is stored of a token or session: it is random, so no salt is needed."""
    return blake2b(secret.encode("utf-8", "replace"), digest_size=32).hexdigest()


def make_token(  # noqa: PLR0913 - what a token says
    store: Archive,
    now: datetime,
    *,
    user: str,
    organization: str,
    role: Role = Role.ADMIN,
    age: timedelta | None = None,
    by: str = "",
) -> str:
    """Return a new token for one user of one organization; it is shown once and stored hashed."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    made = Token(
        token_hash=hash_secret(token),
        organization_id=organization,
        user_id=user,
        created_at=now,
        role=role,
        expires_at=None if age is None else now + age,
    )
    store.save_token(made)
    store.for_organization(organization).write_audit(
        AuditEntry(
            at=now,
            user_id=by or user,
            act="made",
            subject=f"token {made.id}",
            detail=f"{role} {user}",
        )
    )
    return token


def settings_of(request: Request) -> PortalSettings:
    """Return how the portal is set up."""
    settings = request.app.state.settings
    assert isinstance(settings, PortalSettings)
    return settings


def csrf_token_of(secret: str) -> str:
    """Return what goes with every change of a session; the session cannot be told from it."""
    return blake2b(b"csrf", key=secret.encode()[:64], digest_size=24).hexdigest()


def find_viewer(request: Request) -> Viewer | None:
    """Return who is asking, None for a stranger."""
    settings = settings_of(request)
    if not settings.auth:
        return Viewer(
            name=settings.project.user_id,
            organization=settings.organization,
            csrf_token=csrf_token_of(settings.secret),
            can_sign_out=False,
        )
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return _viewer(_known_token(request, token.strip()), None)
    session = request.cookies.get(COOKIE)
    if not session:
        return None
    now = settings.clock.now()
    found = settings.store.find_session(hash_secret(session), now)
    if found is not None and found.has_expired(now):
        return None
    return _viewer(found, csrf_token_of(session))


def _known_token(request: Request, token: str) -> Token | None:
    """Return whose token it is, None for nobody's and for one that has expired.

    Raises a problem (429) after too many wrong ones. A right one is let in whatever others tried
    from the same address, unless they are guessing at this very one.
    """
    settings, limit = settings_of(request), request.app.state.login_limit
    client = request.client.host if request.client else ""
    limit.check(client, token)
    found = settings.store.find_token(hash_secret(token))
    if found is None:
        limit.count_failure(client, token)
        return None
    return None if found.has_expired(settings.clock.now()) else found


def _viewer(token: Token | None, csrf_token: str | None) -> Viewer | None:
    if token is None:
        return None
    return Viewer(
        name=token.user_id,
        organization=token.organization_id,
        csrf_token=csrf_token,
        role=token.role,
    )


def admit(request: Request) -> Viewer:
    """Return who is asking, if they may; a stranger is sent to sign in. Reads no body."""
    viewer = find_viewer(request)
    if viewer is None:
        raise PortalProblem(401, "sign-in", "this needs a token, or signing in with one")
    needed = needed_role(request.method, request.scope["path"])
    if not viewer.role.allows(needed):
        raise PortalProblem(
            403, "not-allowed", f"this needs a token of the role {needed}, yours is {viewer.role}"
        )
    return viewer


def get_viewer(request: Request) -> Viewer:
    """Return who was let in."""
    viewer = request.state.viewer
    assert isinstance(viewer, Viewer)
    return viewer


CurrentViewer = Annotated[Viewer, Depends(get_viewer)]


async def check_change(request: Request, viewer: CurrentViewer) -> None:
    """Refuse a change that a foreign page may have caused; looking changes nothing."""
    if request.method in SAFE_METHODS or viewer.csrf_token is None:
        return
    check_origin(request)
    sent = request.headers.get(CSRF_HEADER) or await _form_token(request)
    if not hmac.compare_digest(sent.encode("utf-8", "replace"), viewer.csrf_token.encode()):
        raise PortalProblem(
            403, "forged-request", "the change came without its token: load the page again"
        )


async def _form_token(request: Request) -> str:
    if not request.headers.get("content-type", "").startswith(_FORMS):
        return ""
    value = (await request.form()).get(CSRF_FIELD)
    return value if isinstance(value, str) else ""


def check_origin(request: Request) -> None:
    """Refuse what a browser says comes from a page of somebody else."""
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        raise PortalProblem(403, "forged-request", "the change was asked for by another site")
    origin = request.headers.get("origin")
    if origin is not None and _host_of(origin) != request.headers.get("host"):
        raise PortalProblem(403, "forged-request", "the change was asked for by another site")


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # brackets that do not close
        return None


def sign_in(request: Request, token: str, response: Response) -> Viewer | None:
    """Return who the token belongs to, with the session's cookie set; None when nobody's.

    Raises a problem (429) after too many wrong tokens.
    """
    settings = settings_of(request)
    check_origin(request)
    found = _known_token(request, token.strip())
    if found is None:
        return None
    session, now = secrets.token_urlsafe(32), settings.clock.now()
    settings.store.start_session(
        hash_secret(session), found.token_hash, now=now, expires_at=now + SESSION_AGE
    )
    response.set_cookie(
        COOKIE,
        session,
        max_age=int(SESSION_AGE.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return _viewer(found, csrf_token_of(session))


def sign_out(request: Request, response: Response) -> None:
    """End the session, here and in the browser."""
    session = request.cookies.get(COOKIE)
    if session:
        settings_of(request).store.end_session(hash_secret(session))
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
