"""`holdfast mcp`: the tools for agents, over standard input or HTTP on loopback."""

import os
from typing import Annotated

import typer


def mcp(
    http: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Serve HTTP on this port of 127.0.0.1."),
    ] = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Offer no tool that acts or changes anything.")
    ] = False,
) -> None:
    """Offer locate, explain, replay and review to agents by the Model Context Protocol.

    Over standard input and output, as agents start it; with --http at
    http://127.0.0.1:PORT/mcp, where clients give the token of
    HOLDFAST_MCP_TOKEN (one is made and shown when it is not set).

    [bold]Examples[/bold]

      holdfast mcp --read-only
      holdfast mcp --http 8765
    """
    from holdfast.doors.mcp_server import make_server, serve_http, token_of

    server = make_server(read_only=read_only)
    if http is None:
        server.run("stdio")
        return
    token, is_new = token_of(os.environ)
    shown = f"; the token is {token}" if is_new else ""
    typer.echo(f"http://127.0.0.1:{http}/mcp{shown}", err=True)
    serve_http(server, "127.0.0.1", http, token)
