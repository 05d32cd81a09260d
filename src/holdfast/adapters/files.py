"""Files, read whole and written so that nobody ever sees a half of one."""

import contextlib
import os
import tempfile
from pathlib import Path

from holdfast.errors import EnvironmentFailure


def read_bytes(path: str | Path) -> bytes:
    """Return the file's bytes; raises ``EnvironmentFailure`` when it cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as exc:
        raise EnvironmentFailure(
            f"cannot read {str(path)[:80]!r}: {exc.strerror or exc}\n"
            "  next: check the path and who may read it"
        ) from exc


def write_atomic(path: str | Path, data: bytes) -> None:
    """Write the file as a whole: a crash or a full disk leaves the old one as it was.

    Raises ``EnvironmentFailure`` when it cannot be written. A link is followed, and the rights of
    a file that is replaced stay.
    """
    place = Path(path).resolve()
    try:
        _replace(place, data)
    except OSError as exc:
        raise EnvironmentFailure(
            f"cannot write {str(place)[:80]!r}: {exc.strerror or exc}\n"
            "  next: check that the folder exists, may be written to, and has room left; "
            "the old file, if there was one, is unchanged"
        ) from exc


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(_rights(path))
        draft.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    _sync_folder(path.parent)


def _rights(path: Path) -> int:
    """Return the rights of the file, or those that a new file gets."""
    try:
        return path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power failure, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
