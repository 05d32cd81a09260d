"""`holdfast locate`: what it says, how it exits, and that hostile pages and files do no harm."""

from pathlib import Path

import orjson
import pytest

from holdfast.doors.cli import main

OLD = (
    "<form><button id=save data-testid=save-form>Save</button>"
    "<button id=cancel>Cancel</button></form>"
)
CHANGED = (
    "<main><form><button data-testid=save-form class=b id=store>Save</button>"
    "<button>Cancel</button><button>Help</button></form></main>"
)
BOX = {"x": 10, "y": 10, "w": 80, "h": 20, "visible": True}


@pytest.fixture(autouse=True)
def _in_a_folder_with_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.html").write_text(OLD)
    Path("new.html").write_text(CHANGED)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["locate", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_it_says_where_how_sure_why_and_what_to_paste(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "old.html", "new.html", "--target", "#save")
    assert code == 0
    assert "found again <button> 'Save'" in out
    assert "certainty" in out
    assert "/html/body/main/form/button[1]" in out
    assert 'page.get_by_role("button", name="Save", exact=True)' in out
    assert "same test id 'save-form'" in out
    assert "<button> 'Cancel'" in out  # a runner-up


def test_what_still_holds_is_said_to_be_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "old.html", "old.html", "-t", "#save")
    assert (code, "still there" in out) == (0, True)


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "old.html", "new.html", "-t", "#save", "--json")
    told = orjson.loads(out)
    assert code == 0
    assert told["xpath"] == "/html/body/main/form/button[1]"
    assert (told["found"], told["held"], told["refusal"]) == (True, False, None)
    assert told["candidates"][0]["xpath"] == told["xpath"]
    assert 0 < told["probability"] <= 1
    assert {"strategy", "score", "reason"} == set(told["candidates"][0]["evidence"][0])
    assert told["selectors"][0]["playwright"].startswith("page.")


class TestRefusal:
    def test_it_exits_with_1_and_names_the_near_misses(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("new.html").write_text("<form><button id=cancel>Cancel</button></form>")
        code, out, err = run(capsys, "old.html", "new.html", "-t", "#save")
        assert (code, out) == (1, "")
        assert err.startswith("error: '#save' not found: ")
        assert "\n  1. " in err
        assert "<button> 'Cancel'" in err
        assert "\n  next: " in err

    def test_json_says_why_and_exits_with_1(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("new.html").write_text("<button>Save</button><hr><button>Save</button>")
        code, out, _ = run(capsys, "old.html", "new.html", "-t", "#save", "--json")
        told = orjson.loads(out)
        assert (code, told["found"], told["xpath"]) == (1, False, None)
        assert told["refusal"] == "ambiguous"
        assert len(told["candidates"]) >= 2


class TestBoxes:
    OLD_PATH = "/html/body/form/button[1]"
    NEW_PATH = "/html/body/main/form/button[1]"

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            pytest.param({OLD_PATH: BOX}, {NEW_PATH: BOX}, id="by xpath"),
            pytest.param(
                {"elements": [{"xpath": OLD_PATH, **BOX}]},
                {"viewport": [1280, 720], "elements": [{"xpath": NEW_PATH, **BOX}]},
                id="a list of elements",
            ),
        ],
    )
    def test_both_forms_are_read(
        self, old: object, new: object, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("old.json").write_bytes(orjson.dumps(old))
        Path("new.json").write_bytes(orjson.dumps(new))
        boxes = ("--boxes", "old.json", "new.json")
        code, out, _ = run(capsys, "old.html", "new.html", "-t", "#save", *boxes)
        assert code == 0
        assert "it stands at the recorded place" in out

    def test_one_of_them_may_be_left_out(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("new.json").write_bytes(orjson.dumps({self.NEW_PATH: BOX}))
        boxes = ("--boxes", "-", "new.json")
        assert run(capsys, "old.html", "new.html", "-t", "#save", *boxes)[0] == 0


class TestFingerprintFile:
    def test_it_stands_for_old_page_and_target(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["fingerprint", "old.html", "-t", "#save", "--out", "save.json"]) == 0
        capsys.readouterr()
        code, out, _ = run(capsys, "new.html", "--fingerprint", "save.json")
        assert (code, "found again <button> 'Save'" in out) == (0, True)

    @pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": "other/1"}', b"\x00\xff"])
    def test_a_damaged_one_is_wrong_usage(
        self, content: bytes, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("save.json").write_bytes(content)
        code, _, err = run(capsys, "new.html", "--fingerprint", "save.json")
        assert code == 2
        assert "holdfast-fingerprint/1" in err


class TestWrongUsage:
    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param((), id="nothing"),
            pytest.param(("old.html", "new.html"), id="no target"),
            pytest.param(("new.html", "-t", "#save"), id="one page"),
            pytest.param(("old.html", "new.html", "old.html", "-t", "#save"), id="three pages"),
            pytest.param(("old.html", "new.html", "-t", "#nowhere"), id="target not on the page"),
            pytest.param(("old.html", "new.html", "-t", "button"), id="two targets"),
            pytest.param(("old.html", "new.html", "-t", "a["), id="target cannot be read"),
            pytest.param(("old.html", "--fingerprint", "x", "-t", "#save"), id="both"),
            pytest.param(
                ("old.html", "new.html", "-t", "#save", "--boxes", "old.html"), id="one box"
            ),
        ],
    )
    def test_it_exits_with_2_and_says_what_to_do(
        self, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert err.startswith("error: ")


class TestFiles:
    @pytest.mark.parametrize("arguments", [("no.html", "new.html"), ("old.html", "no.html")])
    def test_a_missing_file_is_named(
        self, arguments: tuple[str, str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, _, err = run(capsys, *arguments, "-t", "#save")
        assert (code, "'no.html': No such file" in err) == (3, True)

    def test_a_folder_is_no_page(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("folder").mkdir()
        code, _, err = run(capsys, "old.html", "folder", "-t", "#save")
        assert (code, "Is a directory" in err) == (3, True)

    def test_an_empty_file_is_no_page(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("new.html").write_bytes(b"")
        code, _, err = run(capsys, "old.html", "new.html", "-t", "#save")
        assert (code, "no HTML document" in err) == (2, True)

    @pytest.mark.parametrize(
        "content",
        [
            pytest.param(
                b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x08\x06", id="picture"
            ),
            pytest.param(b"PK\x03\x04\x14\x00\x00\x00\x08\x00\x01\x02\x03\x04" * 20, id="archive"),
            pytest.param(bytes(range(32)) * 40, id="noise"),
        ],
    )
    def test_a_binary_file_is_no_page(
        self, content: bytes, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("new.html").write_bytes(content)
        code, _, err = run(capsys, "old.html", "new.html", "-t", "#save")
        assert (code, "binary" in err) == (2, True)

    @pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
    def test_a_page_in_any_charset_is_one(
        self, charset: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("new.html").write_bytes(f"<p>Ärger</p>{CHANGED}".encode(charset))
        assert "binary" not in run(capsys, "old.html", "new.html", "-t", "#save")[2]

    @pytest.mark.parametrize(
        "content", ["", "[]", "{'a': 1}", '{"/html": {"x": "1"}}', '{"elements": 3}']
    )
    def test_boxes_that_are_none_are_told(
        self, content: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("boxes.json").write_text(content)
        boxes = ("--boxes", "boxes.json", "-")
        code, _, err = run(capsys, "old.html", "new.html", "-t", "#save", *boxes)
        assert (code, "boxes" in err) == (2, True)


HOSTILE = "[red]x[/red][/] &#x1b;[31m &#x9b;2J &#x202e; &#7; :smile: {0} %s"


@pytest.mark.parametrize("id_", ["save", "other"])
def test_hostile_text_reaches_the_terminal_as_plain_characters(
    id_: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = f"<button id={id_} data-testid=save-form title='{HOSTILE}'>{HOSTILE}</button>"
    Path("old.html").write_text(f"<p>1</p>{page}")
    Path("new.html").write_text(f"<p>2</p><div>{page}</div><button>Save</button>")
    _, out, err = run(capsys, "old.html", "new.html", "-t", "button")
    shown = out + err
    assert "[red]x[/red]" in shown
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
