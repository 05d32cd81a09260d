"""`holdfast.toml` is found, read, and every complaint names its line."""

from pathlib import Path

import pytest

from holdfast.adapters.toml_file import find_root, read_settings_file
from holdfast.errors import EnvironmentFailure, UsageError

TEXT = """\
# our settings
mode = "balanced"

[thresholds]
autoApply = 85
note = \"\"\"
several
lines\"\"\"

[notifications]
emailTo = "a@example.org"
"""


def write(folder: Path, text: str) -> Path:
    (folder / "holdfast.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("mark", ["holdfast.toml", ".holdfast", ".git", "pyproject.toml"])
def test_the_root_is_the_nearest_folder_with_a_mark(tmp_path: Path, mark: str) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / mark).mkdir()
    assert find_root(inner) == tmp_path


def test_our_own_files_go_before_those_of_others(tmp_path: Path) -> None:
    inner = tmp_path / "part"
    inner.mkdir()
    (inner / ".git").mkdir()
    write(tmp_path, "")
    assert find_root(inner) == tmp_path


def test_without_a_file_there_are_no_values(tmp_path: Path) -> None:
    assert read_settings_file(tmp_path).values == {}


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("mode", 2),
        ("thresholds.autoApply", 5),
        ("thresholds.note", 8),
        ("notifications.emailTo", 11),
    ],
)
def test_each_key_is_placed_on_its_line(tmp_path: Path, key: str, line: int) -> None:
    file = read_settings_file(write(tmp_path, TEXT))
    assert key in file.values
    assert file.place_of(key) == f"holdfast.toml line {line}"


def test_inline_tables_and_dotted_keys_have_lines_too(tmp_path: Path) -> None:
    file = read_settings_file(write(tmp_path, "\nthresholds = { autoApply = 85 }\na.b.c = 1\n"))
    assert file.place_of("thresholds.autoApply") == "holdfast.toml line 2"
    assert file.place_of("a.b.c") == "holdfast.toml line 3"


def test_a_mark_before_the_first_character_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").write_bytes(b"\xef\xbb\xbfmode = 'balanced'\r\n")
    assert read_settings_file(tmp_path).values == {"mode": "balanced"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(b"mode = \nstore = 1", "line 1", id="no value"),
        pytest.param(b"\nmode = 'a'\nmode = 'b'\n", "line 3", id="twice"),
        pytest.param(b"mode = '\xff'", "utf-8", id="not UTF-8"),
        pytest.param(b"mode = " + b"[" * 10_000, "cannot be read as TOML", id="too deep"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "holdfast.toml").write_bytes(content)
    with pytest.raises(UsageError, match=told):
        read_settings_file(tmp_path)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").mkdir()
    with pytest.raises(EnvironmentFailure, match="cannot read"):
        read_settings_file(tmp_path)


def test_a_misspelt_key_is_told_with_what_was_meant(tmp_path: Path) -> None:
    file = read_settings_file(write(tmp_path, "\n[thresholds]\nautoAply = 85\n"))
    with pytest.raises(UsageError, match=r"line 3 sets 'thresholds.autoAply' to '85'.*no setting"):
        file.check_keys(frozenset({"thresholds.autoApply", "mode"}))
    with pytest.raises(UsageError, match="did you mean thresholds"):
        file.check_keys(frozenset({"thresholds.autoApply", "mode"}))
    with pytest.raises(UsageError, match="known are mode"):
        file.check_keys(frozenset({"mode"}))
