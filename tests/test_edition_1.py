"""A project of edition 1: every file of it is still read, and its store is brought up to date."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import holdfast
from holdfast.adapters.fingerprint_files import FingerprintFiles
from holdfast.adapters.sql.schema import REVISIONS
from holdfast.app.wiring import Project, load_project
from holdfast.doors.cli import main
from holdfast.model.healing_decision import ReviewState

KEPT = Path(__file__).parent / "baselines" / "edition-1"
LAST_OF_EDITION_1 = "0004"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return a copy of the project, with its store as edition 1 left it."""
    root = tmp_path / "shop"
    shutil.copytree(KEPT, root)
    (root / "test_shop.txt").rename(root / "test_shop.py")
    for healed in (root / ".holdfast" / "healed").iterdir():
        source = str(root / "test_shop.py")
        healed.write_text(healed.read_text().replace('"test_shop.py"', f'"{source}"'))
    with closing(sqlite3.connect(root / ".holdfast" / "holdfast.db")) as database:
        database.executescript((root / "store.sql").read_text())
    monkeypatch.chdir(root)
    return load_project(root, {})


def test_recording_snapshot_fingerprint_and_quote_are_read() -> None:
    recording = holdfast.Recording.load(KEPT / "checkout.json")
    assert [step.action.value for step in recording.steps] == ["navigate", "type", "click"]
    assert holdfast.Recording.from_json(recording.to_json()) == recording
    page = holdfast.Snapshot.load(KEPT / "page.json")
    assert [node.name for node in page.select("button")] == ["Pay now"]
    assert holdfast.Quote.load(KEPT / "quote.json").exact == "word for word"
    pay = holdfast.Fingerprint.load(KEPT / "pay.json")
    found = holdfast.locate(pay, holdfast.parse((KEPT / "shop-new.html").read_text()))
    assert found.node is not None
    assert found.node.get("class") == "go"


def test_the_fingerprints_of_a_suite_are_found_by_their_place() -> None:
    (look,) = FingerprintFiles(KEPT / ".holdfast").looks("test_shop.py/test_pay/*")
    assert (look.node.tag, look.node.name) == ("button", "Pay now")


def test_the_store_keeps_what_was_decided_answered_and_set(project: Project) -> None:
    with closing(project.open_store()) as store:
        (healing,) = store.iter_healings(ReviewState.ACCEPTED)
        assert healing.number == 1
        entry = store.find_entry("675a6590fd1e/1/1")
        assert entry is not None
        assert (entry.final_confidence, entry.applied, entry.succeeded) == (100, True, True)
        kept = store.find_recording_config("checkout.json")
        assert kept is not None
        assert kept.mode is holdfast.Mode.CONSERVATIVE
        user = store.find_user_config("ann")
        assert user is not None
        assert user.thresholds == holdfast.Thresholds(
            auto_apply=85, apply_with_flag=65, suggest_only=45
        )
        assert [experiment.name for experiment in store.iter_experiments()] == ["bolder"]


def test_an_older_store_is_copied_before_it_is_changed(project: Project) -> None:
    project.open_store().close()
    backups = list((project.root / ".holdfast").glob("holdfast.before-*.db"))
    if REVISIONS[-1].startswith(LAST_OF_EDITION_1):
        assert backups == []  # nothing was changed
        return
    (backup,) = backups
    with closing(sqlite3.connect(backup)) as database:
        assert database.execute("SELECT count(*) FROM confidence_logs").fetchone() == (1,)


def test_the_commands_work_on_it(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "checkout.json"]) == 0
    assert main(["report"]) == 0
    assert main(["config", "show"]) == 0
    capsys.readouterr()
    assert main(["patch"]) == 0
    assert '+    page.get_by_role("button", name="Pay now", exact=True)' in capsys.readouterr().out
