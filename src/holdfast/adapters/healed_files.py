"""Healed files: what was healed in a suite's source, one JSON file for each written locator."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from holdfast.adapters.files import read_bytes, write_atomic
from holdfast.errors import HoldfastError


@dataclass(frozen=True, slots=True)
class HealedFiles:
    """The records in a folder."""

    folder: Path

    def load(self, prefix: str) -> dict[str, dict[str, object]]:
        """Return the records whose names begin so; damaged ones are left out."""
        found = {}
        for file in sorted(self.folder.glob(f"{prefix}*.json")):
            with contextlib.suppress(HoldfastError, orjson.JSONDecodeError):
                record = orjson.loads(read_bytes(file))
                if isinstance(record, dict):
                    found[file.relative_to(self.folder).with_suffix("").as_posix()] = record
        return found

    def write(self, name: str, record: Mapping[str, object] | None) -> None:
        """Write a record, or remove it."""
        path = self.folder / f"{name}.json"
        if record is None:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, orjson.dumps(dict(record), option=orjson.OPT_INDENT_2) + b"\n")
