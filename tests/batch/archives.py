"""Archives: web archives with a few pages, as crawlers write them."""

import gzip
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4


def an_archive(path: Path, pages: Mapping[str, str]) -> Path:
    """Write an archive of pages, by the last part of their address at shop.example."""
    records = (a_record(name, html) for name, html in pages.items())
    path.write_bytes(b"".join(map(gzip.compress, records)))
    return path


def a_record(name: str, html: str) -> bytes:
    body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}".encode()
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:"
        f"{uuid4()}>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"WARC-Target-URI: https://shop.example/{name}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"
