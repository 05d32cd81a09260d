"""Values in files: what is saved comes back, and what is not ours is refused by name."""

import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest

import holdfast

PAGE = holdfast.parse("<form><button id=save>Save</button><p>Kept as it was.</p></form>")
SAVE = holdfast.fingerprint(PAGE, "#save")
RECORDING = holdfast.Recording(
    name="a shop",
    start_url="https://shop.example/",
    created_at=datetime(2026, 1, 2, tzinfo=UTC),
    steps=(holdfast.Step(id="s1", action=holdfast.StepAction.CLICK, fingerprint=SAVE),),
)
QUOTE = holdfast.Quote(exact="Kept", context_after=" as it was.", start=5, text_length=22)

Kept = holdfast.Snapshot | holdfast.Fingerprint | holdfast.Recording | holdfast.Quote
VALUES = [
    pytest.param(PAGE, id="snapshot"),
    pytest.param(SAVE, id="fingerprint"),
    pytest.param(RECORDING, id="recording"),
    pytest.param(QUOTE, id="quote"),
]


@pytest.mark.parametrize("value", VALUES)
def test_what_is_saved_comes_back(value: Kept, tmp_path: Path) -> None:
    value.save(tmp_path / "kept.json")
    assert type(value).load(tmp_path / "kept.json").to_json() == value.to_json()
    assert type(value).load(str(tmp_path / "kept.json")).to_json() == value.to_json()


@pytest.mark.parametrize("value", VALUES)
def test_json_is_read_as_values_as_text_and_as_bytes(value: Kept) -> None:
    data = value.to_json()
    text = orjson.dumps(data)
    for given in (data, text, text.decode()):
        assert type(value).from_json(given).to_json() == data


def test_a_saved_recording_is_what_the_recorder_writes(tmp_path: Path) -> None:
    RECORDING.save(tmp_path / "shop.json")
    lines = (tmp_path / "shop.json").read_text().splitlines()
    assert '      "action": "click",' in lines  # a line for each field of a step


def test_a_loaded_fingerprint_locates(tmp_path: Path) -> None:
    SAVE.save(tmp_path / "save.json")
    found = holdfast.locate(holdfast.Fingerprint.load(tmp_path / "save.json"), PAGE)
    assert found.node == PAGE.select("#save")[0]


def newer(data: dict[str, object]) -> bytes:
    kind = str(data["format"]).partition("/")[0]
    return orjson.dumps(data | {"format": f"{kind}/99"})


WRONG: list[object] = [
    pytest.param(lambda data: orjson.dumps(data)[:-9], "no JSON", id="truncated"),
    pytest.param(
        lambda data: orjson.dumps(data | {"format": "other/1"}), "'other/1'", id="wrong format"
    ),
    pytest.param(lambda data: orjson.dumps({"a": 1}), "format 'None'", id="no format"),
    pytest.param(newer, "/99", id="newer major"),
    pytest.param(lambda data: b"\x89PNG\r\n\x1a\n\x00\xff", "no JSON", id="binary"),
    pytest.param(lambda data: b"", "empty", id="empty"),
    pytest.param(lambda data: b" \n", "empty", id="blank"),
    pytest.param(lambda data: b"[1, 2]", "a list", id="another shape"),
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("spoil", "seen"), WRONG)
def test_a_file_that_is_not_ours_is_refused_by_name(
    value: Kept, spoil: Callable[[dict[str, object]], bytes], seen: str, tmp_path: Path
) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(spoil(value.to_json()))
    with pytest.raises(holdfast.ForeignFormat) as caught:
        type(value).load(path)
    first, advice = str(caught.value).splitlines()
    assert first.startswith("wanted ")
    assert seen in first
    assert "kept.json" in first
    assert advice.startswith("  next: ")


@pytest.mark.parametrize("value", VALUES)
def test_a_file_that_cannot_be_read_says_which_and_why(value: Kept, tmp_path: Path) -> None:
    for path, why in ((tmp_path / "none.json", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(holdfast.EnvironmentFailure, match=why) as caught:
            type(value).load(path)
        assert path.name in str(caught.value)


def test_a_save_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(holdfast.EnvironmentFailure, match="cannot write"):
        SAVE.save(tmp_path / "no-folder" / "kept.json")
    with pytest.raises(holdfast.EnvironmentFailure, match="cannot write"):
        SAVE.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_replaced_file_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    PAGE.save(path)
    path.chmod(0o640)
    SAVE.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
