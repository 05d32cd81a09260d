"""`holdfast store`: where it is, bringing it up to date, forgetting."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.contract.made_up import a_healing, an_entry

from holdfast.adapters.sql.sql_store import SqlStore

Call = Callable[..., tuple[int, str, str]]


def test_the_path_is_printed_alone(project: Path, call: Call) -> None:
    assert call("store", "path") == (0, f"{project / '.holdfast' / 'holdfast.db'}\n", "")


@pytest.mark.parametrize("name", ["a:x:b/[red].db", "postgresql://ann@[2001:db8:a:b::1]/holdfast"])
def test_the_path_is_printed_letter_by_letter(
    project: Path, call: Call, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("HOLDFAST_STORE", name)
    told = name if "//" in name else project / name
    assert call("store", "path") == (0, f"{told}\n", "")


def test_json_says_where_that_came_from(
    call_json: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLDFAST_STORE", "other/place.db")
    shown = call_json("store", "path")
    assert isinstance(shown, dict)
    assert shown["from"] == "HOLDFAST_STORE"
    assert shown["exists"] is False


def test_a_password_is_not_printed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_STORE", "postgresql://ann:hunter2@db.example/holdfast")
    code, out, _ = call("store", "path")
    assert (code, out) == (0, "postgresql://ann:***@db.example/holdfast\n")


def test_a_store_of_this_version_is_up_to_date(call: Call) -> None:
    assert call("store", "migrate") == (0, "up to date already\n", "")


def test_a_new_store_is_made_by_migrating(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_STORE", "new/place.db")
    assert call("store", "migrate") == (0, "brought up to date\n", "")


def test_pruning_tells_what_went_and_what_stays(store: SqlStore, call: Call) -> None:
    now = datetime.now(UTC)
    old = an_entry(1, timestamp=now - timedelta(days=100), experiment_id=None)
    store.write_decisions([old, an_entry(2, timestamp=now)], [a_healing(old)])
    store.close()
    code, out, _ = call("store", "prune", "--older-than", "90d")
    assert code == 0
    assert "1 decisions, 0 runs, 0 healings" in out
    assert "kept 1 old healings" in out


def test_pruning_answers_in_json_too(call_json: Callable[..., object]) -> None:
    pruned = call_json("store", "prune", "--older-than", "2026-01-01")
    assert isinstance(pruned, dict)
    assert pruned["before"] == "2026-01-01T00:00:00+00:00"
    assert pruned["decisions"] == 0


@pytest.mark.parametrize("period", ["soon", "30", "d", "-3d", "2026-13-01"])
def test_a_period_that_cannot_be_read_is_told(call: Call, period: str) -> None:
    code, _, err = call("store", "prune", f"--older-than={period}")
    assert code == 2
    assert "such as 30d, or a date" in err


def test_a_store_that_is_none_is_told_with_exit_code_3(project: Path, call: Call) -> None:
    (project / ".holdfast" / "holdfast.db").write_bytes(b"<html>" * 1000)
    code, out, err = call("report")
    assert (code, out) == (3, "")
    assert "is not a database" in err
    assert "next:" in err
