"""Recordings as files of the project: JSON, read and written whole."""

from collections.abc import Mapping
from pathlib import Path

import orjson

from holdfast.adapters.files import read_bytes, write_atomic
from holdfast.errors import ForeignFormat
from holdfast.model.recording import RECORDING_FORMAT
from holdfast.model.snapshot_json import check_format


class ProjectRecordings:
    """The recordings below a project's root; paths are relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def load(self, path: str) -> dict[str, object]:
        """Return the recording; raises ``ForeignFormat`` for a damaged, foreign or newer one."""
        try:
            document = orjson.loads(read_bytes(self.root / path))
        except orjson.JSONDecodeError as exc:
            raise ForeignFormat("a recording", f"{path[-80:]!r}, which is no JSON ({exc})") from exc
        if not isinstance(document, dict):
            raise ForeignFormat("a recording", f"{path[-80:]!r}, which holds something else")
        check_format(document.get("format"), RECORDING_FORMAT)
        return document

    def save(self, path: str, document: Mapping[str, object]) -> None:
        """Write the recording so that nobody ever sees a half of it."""
        data = orjson.dumps(dict(document), option=orjson.OPT_INDENT_2)
        write_atomic(self.root / path, data + b"\n")
