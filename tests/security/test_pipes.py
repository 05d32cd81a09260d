"""A pipe in the place of a file is refused, wherever a file is read: nobody waits for it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from holdfast.adapters.files import keep_out_of_git, read_bytes
from holdfast.adapters.sql.sql_store import open_store
from holdfast.adapters.toml_file import read_settings_file
from holdfast.batch.warc_pages import index_archive
from holdfast.doors.cli.replay_many import find_recordings
from holdfast.errors import EnvironmentFailure, UsageError

READERS: dict[str, Callable[[Path], object]] = {
    "page.html": read_bytes,
    "holdfast.toml": lambda pipe: read_settings_file(pipe.parent),
    ".gitignore": lambda pipe: keep_out_of_git(pipe.parent),
    "pages.warc.gz": index_archive,
    "holdfast.db": lambda pipe: open_store(f"sqlite:///{pipe}"),
}


@pytest.mark.parametrize("name", READERS)
def test_a_pipe_is_not_waited_for(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(EnvironmentFailure, match="a pipe or a device"):
        READERS[name](tmp_path / name)


def test_a_folder_of_recordings_is_read_past_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(UsageError, match="no recordings below"):
        find_recordings([tmp_path], None)
    (tmp_path / "b.json").write_text('{"format": "holdfast-recording/1"}', encoding="utf-8")
    assert find_recordings([tmp_path], None) == [tmp_path / "b.json"]
