"""Recordings as files: read, checked, written whole."""

from pathlib import Path

import orjson

from holdfast.adapters.files import read_bytes, write_atomic
from holdfast.adapters.recordings import write_document
from holdfast.errors import ForeignFormat
from holdfast.model.recording import Recording
from holdfast.model.recording_json import recording_from_json, recording_to_json


def load_recording(path: Path) -> Recording:
    """Return the recording in a file; raises ``ForeignFormat`` or ``EnvironmentFailure``."""
    data = read_bytes(path)
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError as exc:
        raise ForeignFormat(
            "a recording",
            f"{str(path)[-80:]!r}, which is no JSON (line {exc.lineno}: {exc.msg})",
            "holdfast validate says more",
        ) from exc
    return recording_from_json(document)


def save_recording(path: Path, recording: Recording) -> None:
    """Write the recording so that nobody ever sees a half of it; raises ``EnvironmentFailure``."""
    write_atomic(path, write_document(recording_to_json(recording)))
