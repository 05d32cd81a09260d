"""The shop, served on this machine: its pages before or after the redesign."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import as_file, files

BEFORE, AFTER = "before", "after"


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line in the terminal for each."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base
        pass


@contextmanager
def serve(version: str) -> Iterator[str]:
    """Yield the address of the shop, on a port of its own; it is closed afterwards."""
    with as_file(files("holdfast.demo").joinpath("site", version)) as folder:
        handler = partial(_Quiet, directory=str(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
