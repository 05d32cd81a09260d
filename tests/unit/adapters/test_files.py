"""Files are written as a whole or not at all."""

import os
from pathlib import Path

import pytest

from holdfast.adapters.files import OUT_OF_GIT, keep_out_of_git, read_bytes, write_atomic
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


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EnvironmentFailure, match="a pipe or a device, not a file"):
        read_bytes(tmp_path / "pipe")


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/random"])
def test_a_device_is_refused(path: str) -> None:
    with pytest.raises(EnvironmentFailure, match="a pipe or a device"):
        read_bytes(path)


def test_a_folder_and_a_name_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFailure, match=r"a folder, not a file|[Ii]s a directory"):
        read_bytes(tmp_path)
    with pytest.raises(EnvironmentFailure, match="cannot read"):
        read_bytes("a\0b")


def test_a_private_file_is_its_owners_only(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a", b"x", private=True)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600


def test_git_ignores_what_is_no_fingerprint_and_keeps_peoples_own_lines(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("mine", encoding="utf-8")
    keep_out_of_git(tmp_path)
    keep_out_of_git(tmp_path)
    lines = (tmp_path / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert lines == ["mine", *OUT_OF_GIT]
