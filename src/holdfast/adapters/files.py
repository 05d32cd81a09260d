"""Files: reads them whole, and writes them so that nobody ever sees a half of one."""

import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import BinaryIO

from holdfast.errors import EnvironmentFailure, file_failure

LARGEST = 512 * 1024 * 1024  # bytes of a file that is read; more is a mistake or an attack
# What `.holdfast/` holds beside fingerprints, which are meant to be committed.
OUT_OF_GIT = ("*.db", "*.db-*", "*.db.*", "traces/", "pictures/", "healed/", "*.tmp")


def read_bytes(path: str | Path) -> bytes:
    """Return the file's bytes; raises ``EnvironmentFailure`` when it cannot be read.

    Only real files are read: a pipe or a device would be waited for, or never end.
    """
    with open_file(path) as file:
        _refuse_huge(path, os.fstat(file.fileno()).st_size)
        try:
            return file.read(LARGEST + 1)
        except OSError as exc:
            raise _unreadable(path, exc) from exc


def open_file(path: str | Path) -> BinaryIO:
    """Open a real file for reading; raises ``EnvironmentFailure`` for all else."""
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb")
    except (OSError, ValueError) as exc:  # a name with a NUL is a ValueError
        raise _unreadable(path, exc) from exc
    try:
        _refuse_endless(path, os.fstat(file.fileno()))
    except EnvironmentFailure:
        file.close()
        raise
    return file


def _unreadable(path: str | Path, exc: Exception) -> EnvironmentFailure:
    return file_failure("read", path, exc, "check the path and who may read it")


def _refuse_endless(path: str | Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe or a device"
        raise EnvironmentFailure(
            f"cannot read {str(path)[-80:]!r}: it is {kind}, not a file\n  next: check the path"
        )


def _refuse_huge(path: str | Path, size: int) -> None:
    if size > LARGEST:
        raise EnvironmentFailure(
            f"cannot read {str(path)[-80:]!r}: it has {size} bytes, and more than "
            f"{LARGEST} are not read\n  next: check that it is the right file"
        )


def keep_out_of_git(folder: Path) -> None:
    """Let git ignore the store, traces and pictures in a folder; lines that are there stay."""
    ignore = folder / ".gitignore"
    known = read_bytes(ignore).decode(errors="replace") if ignore.exists() else ""
    missing = [line for line in OUT_OF_GIT if line not in known.splitlines()]
    if missing:
        gap = "" if not known or known.endswith("\n") else "\n"
        write_atomic(ignore, (known + gap + "\n".join([*missing, ""])).encode())


def write_atomic(path: str | Path, data: bytes, *, private: bool = False) -> None:
    """Write the file as a whole: a crash or a full disk leaves the old one as it was.

    Raises ``EnvironmentFailure`` when it cannot be written. A link is followed, and the rights of
    a file that is replaced stay; a new ``private`` one is its owner's only.
    """
    place = Path(path).resolve()
    try:
        _replace(place, data, 0o600 if private else 0o666)
    except OSError as exc:
        advice = (
            "check that the folder exists, may be written to, and has room left; "
            "the old file, if there was one, is unchanged"
        )
        raise file_failure("write", place, exc, advice) from exc


def _replace(path: Path, data: bytes, rights: int) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(_rights(path, rights))
        draft.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    _sync_folder(path.parent)


def _rights(path: Path, new: int) -> int:
    """Return the rights of the file, or those that a new file gets."""
    try:
        return path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return new & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power failure, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
