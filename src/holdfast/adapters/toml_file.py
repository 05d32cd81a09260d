"""`holdfast.toml`: finds and reads it."""

import tomllib
from pathlib import Path

from holdfast.adapters.files import read_bytes
from holdfast.errors import UsageError
from holdfast.model.settings_file import SettingsFile, flat

FILE = "holdfast.toml"
FOLDER = ".holdfast"
# What marks a project's root, best first: our own files, else the version control's.
_MARKS = ((FILE, FOLDER), (".git", ".hg"), ("pyproject.toml",))


def find_root(start: Path) -> Path:
    """Return the project's folder: the nearest one, here or above, with a mark; else ``start``."""
    folders = (start, *start.parents)
    for marks in _MARKS:
        for folder in folders:
            if any((folder / mark).exists() for mark in marks):
                return folder
    return start


def read_settings_file(root: Path) -> SettingsFile:
    """Return what the project's file says; an empty one when there is none.

    Raises ``UsageError`` for a file that is not TOML, with the line, and ``EnvironmentFailure`` for
    one that cannot be read.
    """
    path = root / FILE
    try:
        # Editors of Windows put a mark before the first character.
        text = read_bytes(path).decode("utf-8-sig") if path.exists() else ""
        return SettingsFile(path=str(path), text=text, values=dict(flat(tomllib.loads(text))))
    except (ValueError, RecursionError) as exc:  # not UTF-8 or not TOML: it names line and column
        raise UsageError(
            f"{FILE} cannot be read as TOML: {str(exc)[:200]}\n  next: correct that line"
        ) from exc
