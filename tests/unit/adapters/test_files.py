"""Files are written as a whole or not at all."""

import os
from pathlib import Path

import pytest

from holdfast.adapters.files import read_bytes, write_atomic
from holdfast.errors import EnvironmentFailure


def test_a_new_file_holds_what_was_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a.json", b"one")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.json": b"one"}


def test_an_old_file_is_replaced_and_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(EnvironmentFailure, match="No space left"):
        write_atomic(path, b"new")
    assert os.listdir(tmp_path) == ["a.json"]  # noqa: PTH208  # names are what is asked for
    assert path.read_bytes() == b"old"


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFailure, match="cannot write"):
        write_atomic(tmp_path / "nowhere" / "a.json", b"x")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFailure, match="cannot read"):
        read_bytes(tmp_path / "a.json")
