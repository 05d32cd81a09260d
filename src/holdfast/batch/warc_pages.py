"""WARC pages: where the page of an address stands in an archive, and its HTML."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from holdfast.app.wiring import open_file
from holdfast.errors import ForeignFormat, TargetMissing, file_failure

_NEXT = "give a .warc or .warc.gz whose records are compressed one by one, as the standard wants"


def index_archive(path: Path) -> dict[str, int]:
    """Return where the response of each address begins; of several, the last one counts."""
    found: dict[str, int] = {}
    try:
        for record, offset in _records(path):
            address = record.rec_headers.get_header("WARC-Target-URI")
            if record.rec_type == "response" and address:
                found[address] = offset
    except OSError as exc:
        raise file_failure("read", path, exc, "check the path") from exc
    if not found:
        raise ForeignFormat("a web archive with pages", f"none in {path.name!r}", _NEXT)
    return found


def read_record(path: str, offset: int) -> bytes:
    """Return the body of the record that begins there."""
    with open_file(path) as file:
        file.seek(offset)
        for record in _iterator(file):
            return bytes(record.content_stream().read())
    raise TargetMissing(f"{path} at {offset}", 0)


def name_records(rows: list[dict[str, Any]], path: Path, index: Mapping[str, int]) -> None:
    """Write into rows that name a ``new_url`` where its page stands."""
    for row in rows:
        offset = index.get(str(row.get("new_url")))
        if offset is not None:
            row["new_record"] = (str(path), offset)


def _records(path: Path) -> Iterator[tuple[Any, int]]:
    with open_file(path) as file:
        records = _iterator(file)
        try:
            for record in records:
                yield record, records.get_record_offset()
        except Exception as exc:
            if isinstance(exc, OSError):
                raise
            raise ForeignFormat(
                "a web archive", f"{type(exc).__name__}: {exc}"[:200], _NEXT
            ) from exc


def _iterator(file: Any) -> Any:
    from warcio.archiveiterator import ArchiveIterator  # only where archives are read

    return ArchiveIterator(file)
