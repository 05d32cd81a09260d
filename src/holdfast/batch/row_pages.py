"""Pages of rows: each page that rows name is read and parsed once while rows ask for it."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import orjson

from holdfast.app.wiring import parse, read_bytes
from holdfast.batch.warc_pages import read_record
from holdfast.errors import UsageError
from holdfast.model.snapshot import Snapshot
from holdfast.quotes.quote_index import QuoteIndex

Row = Mapping[str, Any]
Made = TypeVar("Made")
KEPT = 6  # pages; neighbouring rows are about the same ones


class RowPages:
    """The last few pages that rows asked for; relative paths are those of ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._recent: OrderedDict[tuple[object, ...], Any] = OrderedDict()

    def snapshot(self, row: Row, side: str) -> Snapshot:
        """Return the page of one side of a row: ``old_``, ``new_``, or nothing before the names."""
        boxes = row.get(f"{side}boxes")
        key, read = self._source(row, side)
        return self._once(
            ("page", *key, boxes), lambda: parse(read(), boxes=orjson.loads(boxes or "null"))
        )

    def quotes(self, row: Row) -> QuoteIndex:
        """Return the text of a row's document, ready for quotes."""
        text = row.get("text")
        if text is not None:
            return self._once(("text", _digest(text)), lambda: QuoteIndex(str(text)))
        key, read = self._source(row, "")
        return self._once(("quotes", *key), lambda: QuoteIndex(parse(read())))

    def _source(self, row: Row, side: str) -> tuple[tuple[object, ...], Callable[[], Any]]:
        html, path, record = (row.get(side + name) for name in ("html", "path", "record"))
        if html is not None:
            return (_digest(html),), lambda: html
        if path is not None:
            place = self._folder / str(path)
            return (str(place),), lambda: read_bytes(place)
        if record is not None:
            return tuple(record), lambda: read_record(*record)
        wanted = f"{side}html or {side}path" + (", or text" if not side else "")
        raise UsageError(f"wanted {wanted} in the row, saw none of them")

    def _once(self, key: tuple[object, ...], make: Callable[[], Made]) -> Made:
        if key not in self._recent:
            self._recent[key] = make()
        self._recent.move_to_end(key)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        return cast("Made", self._recent[key])


def _digest(text: str | bytes) -> bytes:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=16).digest()
