"""`holdfast token`: who may use the portal, for what, and until when."""

from contextlib import closing
from datetime import datetime, timedelta
from typing import Annotated

import typer

from holdfast.app.wiring import SystemClock, load_project
from holdfast.doors.cli.printing import a_group, a_table, day, print_json, print_lines, print_told
from holdfast.errors import EnvironmentFailure, ResolutionError, naming_extras
from holdfast.model.access import AuditEntry, Role, Token

app = a_group("Create, list and revoke tokens for the portal.")

TOKEN_DAYS = 365
MOST_DAYS = 3650
Organization = Annotated[
    str | None, typer.Option("--organization", help="The organization; by default the project's.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.command()
def add(
    user: Annotated[str, typer.Argument(help="Who it is for.")],
    role: Annotated[
        Role, typer.Option(help="What it may be used for.", case_sensitive=False)
    ] = Role.REVIEWER,
    days: Annotated[
        int,
        typer.Option(help="How many days it is valid; 0 means forever.", min=0, max=MOST_DAYS),
    ] = TOKEN_DAYS,
    organization: Organization = None,
    as_json: AsJson = False,
) -> None:
    """Make a token for one person or program, and show it once.

    locate: ask where elements are, see nothing that is kept. viewer: look.
    reviewer: answer healings, too. admin: set, experiment, read the audit log.

    [bold]Examples[/bold]

      holdfast token add ann
      holdfast token add ci --role locate --days 30
    """
    with naming_extras():
        from holdfast.doors.portal.sign_in import make_token

    project, now = load_project(), SystemClock().now()
    age = timedelta(days=days) if days else None
    with closing(project.open_shared_store()) as store:
        token = make_token(
            store,
            now,
            user=user,
            organization=organization or project.organization_id or "default",
            role=role,
            age=age,
            by=project.user_id,
        )
    end = None if age is None else now + age
    until = "for ever" if end is None else f"until {day(end)} UTC"
    data = {"token": token, "user": user, "role": role.value, "expiresAt": end}
    lines = [f"token    {token}", f"         {role} {user}, {until}; it is shown only now"]
    print_told(as_json, data, lines)


@app.command("list")
def list_(organization: Organization = None, as_json: AsJson = False) -> None:
    """Show who has tokens, what they are good for, and until when.

    The tokens themselves are known to their owners alone.

    [bold]Example[/bold]

      holdfast token list
    """
    found, now = _tokens(organization), SystemClock().now()
    if as_json:
        print_json([_token_data(one) for one in found])
    elif not found:
        typer.echo("there is no token yet")
    else:
        rows = [
            (
                one.id,
                one.user_id,
                one.organization_id,
                one.role,
                day(one.created_at),
                _end(one, now),
            )
            for one in found
        ]
        heads = ("token", "of", "organization", "role", "made", "until")
        print_lines(a_table(*heads, rows=rows))


@app.command()
def revoke(
    which: Annotated[
        str, typer.Argument(help="Its name in holdfast token list, or the token itself.")
    ] = "",
    user: Annotated[str | None, typer.Option(help="All tokens of this person.")] = None,
    organization: Organization = None,
) -> None:
    """Take tokens away; whoever signed in with one is out at once.

    [bold]Examples[/bold]

      holdfast token revoke 3f9c2a10b7de
      holdfast token revoke --user ann
    """
    with naming_extras():
        from holdfast.doors.portal.sign_in import hash_secret

    hashed = hash_secret(which.strip())
    gone = [
        one
        for one in _tokens(organization)
        if (which and which in (one.id, one.token_hash))
        or one.token_hash == hashed
        or (user is not None and one.user_id == user)
    ]
    if not gone:
        raise ResolutionError("there is no such token\n  next: holdfast token list shows them")
    project, now = load_project(), SystemClock().now()
    with closing(project.open_shared_store()) as store:
        store.delete_tokens([one.token_hash for one in gone])
        for one in gone:
            store.for_organization(one.organization_id).write_audit(
                AuditEntry(
                    at=now,
                    user_id=project.user_id,
                    act="revoked",
                    subject=f"token {one.id}",
                    detail=f"{one.role} {one.user_id}",
                )
            )
    for one in gone:
        print_lines([f"revoked {one.id} of {one.user_id}"])


def _tokens(organization: str | None) -> list[Token]:
    project = load_project()
    if not project.has_store:
        raise EnvironmentFailure(
            "nobody has a token yet: there is no store\n  next: holdfast token add NAME"
        )
    with closing(project.open_shared_store()) as store:
        found = store.list_tokens()
    return [one for one in found if organization in (None, one.organization_id)]


def _end(token: Token, now: datetime) -> str:
    if token.expires_at is None:
        return "for ever"
    return f"{day(token.expires_at)}{' (expired)' if token.has_expired(now) else ''}"


def _token_data(token: Token) -> dict[str, object]:
    return {
        "id": token.id,
        "user": token.user_id,
        "organization": token.organization_id,
        "role": token.role.value,
        "createdAt": token.created_at,
        "expiresAt": token.expires_at,
    }
