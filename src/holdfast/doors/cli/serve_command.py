"""`holdfast serve`: the portal, in a browser of one's own."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holdfast.app.wiring import Project, load_project, name_store
from holdfast.doors.cli.printing import print_lines
from holdfast.doors.cli.token_command import TOKEN_DAYS
from holdfast.errors import EnvironmentFailure, UsageError, naming_extras

if TYPE_CHECKING:
    from holdfast.doors.portal.portal_settings import PortalSettings
    from holdfast.ports import JobQueue

PORT = 8765
MOST_WAITING = 100  # connections that the system holds back for us
GRACE_S = 3  # what is under way at the end has this long
_LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})


def serve(  # noqa: PLR0913, PLR0917 - one option each
    store: Annotated[str | None, typer.Option(help="A path or URL; else the project's.")] = None,
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(help="The port to listen on; 0 picks a free one.", min=0, max=65535),
    ] = PORT,
    no_auth: Annotated[
        bool, typer.Option("--no-auth", help="No sign-in; only allowed on this machine.")
    ] = False,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(help="A proxy to trust: an address or network; repeatable."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name it is reached by, such as portal.example; repeatable."),
    ] = None,
    new_token: Annotated[
        bool, typer.Option("--new-token", help="Make another token, and show it once.")
    ] = False,
    user: Annotated[
        str | None, typer.Option(help="Who the new token is for; by default you.")
    ] = None,
    organization: Annotated[
        str | None,
        typer.Option(help="The organization; by default the project's."),
    ] = None,
) -> None:
    """Show the portal: review healings, look at runs, trust and experiments.

    Serves the pages and the JSON API of this project on your machine. The first
    start makes a token to sign in with and shows it once; holdfast token makes
    others. Ctrl-C ends it.

    [bold]Examples[/bold]

      holdfast serve
      holdfast serve --port 9000 --no-auth
      holdfast serve --new-token --user ann
      holdfast serve --trusted-proxy 127.0.0.1 --name portal.example
    """
    is_local = _is_loopback(host)
    if no_auth and not is_local:
        raise UsageError(
            f"--no-auth would let everybody in who reaches {host[:80]!r}\n"
            "  next: leave --host out, or leave --no-auth out and sign in with the token"
        )
    _check_extra()
    proxies = [_checked_network(one) for one in trusted_proxy or ()]
    project = _project(store)
    with (
        closing(project.open_shared_store()) as opened,
        _queue(project) as queue,
        _listening(host, port) as listener,
    ):
        from holdfast.doors.portal.portal_settings import PortalSettings

        settings = PortalSettings(
            project=project,
            store=opened,
            auth=not no_auth,
            hosts=_LOCAL | {host, *(name or ())} if is_local else frozenset(name or ()),
            is_shared=queue is not None,
            queue=queue,
        )
        _tell(settings, listener, is_local=is_local)
        if not no_auth and (new_token or not opened.list_tokens()):
            _tell_token(settings, user or project.user_id, organization or settings.organization)
        _run(settings, listener, proxies)
    typer.echo("stopped")


def _check_extra() -> None:
    with naming_extras():
        import fastapi  # noqa: F401 - whether it is there
        import python_multipart  # noqa: F401 - whether it is there
        import uvicorn  # noqa: F401 - whether it is there


def _project(store: str | None) -> Project:
    if store is None:
        return load_project()
    place = store if "://" in store else str(Path(store).resolve())
    return load_project(environment={**os.environ, "HOLDFAST_STORE": place})


@contextmanager
def _queue(project: Project) -> Iterator["JobQueue | None"]:
    """Yield the queue beside the store, None where that is a file and nobody else's."""
    if not project.store_place.startswith("postgres"):
        yield None
        return
    from holdfast.app.wiring import open_queue

    with closing(open_queue(project.store_place, make=False)) as queue:
        yield queue


def _checked_network(network: str) -> str:
    try:
        return str(ip_network(network, strict=False))
    except ValueError as exc:
        raise UsageError(
            f"--trusted-proxy must be an address or a network, got {network[:80]!r}\n"
            "  next: --trusted-proxy 127.0.0.1, or --trusted-proxy 10.0.0.0/8"
        ) from exc


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a socket that listens; raises ``EnvironmentFailure`` when it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(MOST_WAITING)
        except OSError as exc:
            raise EnvironmentFailure(
                f"cannot listen at {host[:80]!r}, port {port}: {_said(exc)}\n"
                f"  next: holdfast serve --port {port + 1 if port < 65535 else 0}, "
                "or end what uses it"
            ) from exc
        yield listener


def _said(exc: OSError) -> str:
    return (exc.strerror or str(exc)).lower()


def _tell(settings: "PortalSettings", listener: socket.socket, *, is_local: bool) -> None:
    host, port = listener.getsockname()[:2]
    address = f"[{host}]" if ":" in host else host
    lines = [
        f"portal   http://{address}:{port}/",
        f"store    {name_store(settings.project)}",
    ]
    if not is_local:
        lines.append("note     others can reach this: put a server with TLS in front of it")
    print_lines(lines)


def _tell_token(settings: "PortalSettings", user: str, organization: str) -> None:
    from holdfast.doors.portal.sign_in import make_token

    now, age = settings.clock.now(), timedelta(days=TOKEN_DAYS)
    token = make_token(settings.store, now, user=user, organization=organization, age=age)
    print_lines(
        [
            f"token    {token}",
            f"         of {user} in {organization}, to sign in with for {TOKEN_DAYS} days; "
            "it is shown only now",
        ]
    )


def _run(settings: "PortalSettings", listener: socket.socket, proxies: list[str]) -> None:
    import uvicorn

    from holdfast.doors.portal.application import create_app
    from holdfast.doors.portal.connections import LARGEST_HEAD, BoundedProtocol

    # Strangers do not fill the log with their mistakes, nor with those in what they upload.
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
    config = uvicorn.Config(
        create_app(settings),
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        http=BoundedProtocol,
        ws="none",
        h11_max_incomplete_event_size=LARGEST_HEAD,
        # Nobody is believed about addresses and schemes but those that were named.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )
    typer.echo("Ctrl-C ends it")
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        return  # it has shut down in order, and hands the signal on
