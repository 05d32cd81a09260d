"""Who is asking: tokens, sessions, and whether a change was really asked for by that person."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response

from holdfast.doors.portal.portal_settings import SESSION_AGE, PortalSettings
from holdfast.doors.portal.problems import PortalProblem
from holdfast.model.access import Token
from holdfast.ports import Archive

COOKIE = "holdfast_session"
CSRF_HEADER = "X-CSRF-Token"
CSRF_FIELD = "csrf_token"
TOKEN_PREFIX = "hf_"  # noqa: S105 - how a token begins, so that scanners for secrets know it
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
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
    can_sign_out: bool = True


def hash_secret(secret: str) -> str:
    """Return what is stored of a token or session: it is random, so no salt is needed."""
    return blake2b(secret.encode("utf-8", "replace"), digest_size=32).hexdigest()


def make_token(store: Archive, now: datetime, *, user: str, organization: str) -> str:
    """Return a new token for one user of one organization; it is shown once and stored hashed."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    made = Token(
        token_hash=hash_secret(token),
        organization_id=organization,
        user_id=user,
        created_at=now,
    )
    store.save_token(made)
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
        return _viewer(settings.store.find_token(hash_secret(token.strip())), None)
    session = request.cookies.get(COOKIE)
    if not session:
        return None
    found = settings.store.find_session(hash_secret(session), settings.clock.now())
    return _viewer(found, csrf_token_of(session))


def _viewer(token: Token | None, csrf_token: str | None) -> Viewer | None:
    if token is None:
        return None
    return Viewer(name=token.user_id, organization=token.organization_id, csrf_token=csrf_token)


def get_viewer(request: Request) -> Viewer:
    """Return who is asking; a stranger is sent to sign in."""
    viewer = find_viewer(request)
    if viewer is None:
        raise PortalProblem(401, "sign-in", "this needs a token, or signing in with one")
    request.state.viewer = viewer
    return viewer


CurrentViewer = Annotated[Viewer, Depends(get_viewer)]


async def check_change(request: Request, viewer: CurrentViewer) -> None:
    """Refuse a change that a foreign page may have caused; looking changes nothing."""
    if request.method in SAFE_METHODS or viewer.csrf_token is None:
        return
    check_origin(request)
    sent = request.headers.get(CSRF_HEADER) or await _form_token(request)
    if not hmac.compare_digest(sent.encode(), viewer.csrf_token.encode()):
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
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise PortalProblem(403, "forged-request", "the change was asked for by another site")


def sign_in(request: Request, token: str, response: Response) -> Viewer | None:
    """Return who the token belongs to, with the session's cookie set; None when nobody's.

    Raises a problem (429) after too many wrong tokens.
    """
    settings = settings_of(request)
    check_origin(request)
    client = request.client.host if request.client else ""
    request.app.state.login_limit.check(client)
    found = settings.store.find_token(hash_secret(token.strip()))
    if found is None:
        request.app.state.login_limit.count_failure(client)
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
