"""Files of rows: all rows arrive once, in order, after a stop and a killed process too."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import orjson
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.batch.archives import an_archive

from holdfast.batch import part_files
from holdfast.batch.file_job import run_file_job
from holdfast.batch.part_files import BatchCount, iter_chunks
from holdfast.batch.row_answers import RowJob
from holdfast.doors.cli import main
from holdfast.errors import EnvironmentFailure, ForeignFormat, UsageError

TEXT = " ".join(f"Sentence number {number} says something of its own." for number in range(60))


@pytest.fixture
def quotes(tmp_path: Path) -> Path:
    """Return a file of 60 quotes in 3 documents."""
    rows = [
        {"id": n, "exact": f"number {n} says", "text": f"{TEXT} Document {n // 20}."}
        for n in range(60)
    ]
    path = tmp_path / "quotes.jsonl"
    path.write_bytes(b"\n".join(orjson.dumps(row) for row in rows))
    return path


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(part_files.ROWS, RowJob.ANCHOR, 20)


def found(out: Path) -> list[int]:
    return [row["id"] for row in pq.read_table(out).to_pylist() if row["error"] is None]


def test_chunks_end_where_a_document_ends(quotes: Path) -> None:
    sizes = [len(chunk.rows) for chunk in iter_chunks(RowJob.ANCHOR, quotes)]
    assert sizes == [20, 20, 20]


def test_a_page_is_not_split_between_chunks_that_could_end_beside_it(tmp_path: Path) -> None:
    rows = [{"id": n, "target": "p", "old_html": "x", "new_html": n // 50} for n in range(200)]
    path = tmp_path / "rows.jsonl"
    path.write_bytes(
        b"\n".join(orjson.dumps(row | {"new_html": f"{row['new_html']}"}) for row in rows)
    )
    sizes = [len(chunk.rows) for chunk in iter_chunks(RowJob.LOCATE, path)]
    assert sizes == [100, 100]


def test_two_processes_give_what_one_gives(quotes: Path, tmp_path: Path) -> None:
    alone, both = tmp_path / "one.parquet", tmp_path / "two.parquet"
    run_file_job(RowJob.ANCHOR, quotes, alone)
    run_file_job(RowJob.ANCHOR, quotes, both, workers=2)
    columns = ["id", "start", "end", "confidence", "tier", "error"]
    assert pq.read_table(alone, columns=columns) == pq.read_table(both, columns=columns)
    assert found(both) == list(range(60))
    assert not both.with_name("two.parquet.parts").exists()


def test_a_stopped_job_goes_on_where_it_stopped(quotes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"

    def stop(count: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_file_job(RowJob.ANCHOR, quotes, out, progress=stop)
    assert not out.exists()
    count = run_file_job(RowJob.ANCHOR, quotes, out)
    assert count is not None
    assert (count.rows, count.kept) == (60, 20)
    assert found(out) == list(range(60))
    assert run_file_job(RowJob.ANCHOR, quotes, out) is None, "it is there already"


def stopped(source: Path, out: Path) -> list[Path]:
    """Return the parts of a job that was stopped after its second chunk."""

    def stop(count: BatchCount) -> None:
        if count.rows >= 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_file_job(RowJob.ANCHOR, source, out, progress=stop)
    return sorted(out.with_name(f"{out.name}.parts").glob("*.parquet"))


@pytest.mark.parametrize("left", [0, 3, 100], ids=["nothing", "its-mark", "its-beginning"])
def test_a_part_that_a_power_failure_cut_is_answered_anew(
    quotes: Path, tmp_path: Path, left: int
) -> None:
    out = tmp_path / "out.parquet"
    part, _ = stopped(quotes, out)
    part.write_bytes(part.read_bytes()[:left])
    count = run_file_job(RowJob.ANCHOR, quotes, out)
    assert count is not None
    assert (count.rows, count.kept) == (60, 20)
    assert found(out) == list(range(60))


def test_a_result_that_cannot_be_written_is_told_and_the_answers_are_kept(
    quotes: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.parquet"
    stopped(quotes, out)
    out.mkdir()
    with pytest.raises(EnvironmentFailure, match=r"cannot write .*out\.parquet"):
        run_file_job(RowJob.ANCHOR, quotes, out)
    out.rmdir()
    count = run_file_job(RowJob.ANCHOR, quotes, out)
    assert count is not None
    assert (count.rows, count.kept) == (60, 60)
    assert found(out) == list(range(60))


def test_a_part_that_cannot_be_written_is_told(quotes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    part, _ = stopped(quotes, out)
    part.unlink()
    part.mkdir()
    with pytest.raises(EnvironmentFailure, match=r"cannot write .*00000000\.parquet"):
        run_file_job(RowJob.ANCHOR, quotes, out)


def test_a_folder_that_cannot_be_made_is_told(quotes: Path) -> None:
    with pytest.raises(EnvironmentFailure, match="check the path and the room on the disk"):
        run_file_job(RowJob.ANCHOR, quotes, quotes / "out.parquet")


def test_an_old_result_that_cannot_be_removed_is_told(quotes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    out.mkdir()
    with pytest.raises(EnvironmentFailure, match="cannot write"):
        run_file_job(RowJob.ANCHOR, quotes, out, force=True)


def test_a_result_of_something_else_is_not_overwritten(quotes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    pq.write_table(pa.table({"mine": [1]}), out)
    with pytest.raises(UsageError, match="--force"):
        run_file_job(RowJob.ANCHOR, quotes, out)
    assert pq.read_table(out).column_names == ["mine"]
    run_file_job(RowJob.ANCHOR, quotes, out, force=True)
    assert found(out) == list(range(60))


def test_parts_of_another_job_are_not_mixed_in(quotes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    folder = tmp_path / "out.parquet.parts"
    folder.mkdir()
    (folder / "job.json").write_text("{}")
    with pytest.raises(UsageError, match="parts of another job"):
        run_file_job(RowJob.ANCHOR, quotes, out)


def test_lines_that_are_no_rows_have_an_error(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    good = orjson.dumps({"id": "a", "exact": "number 3", "text": TEXT})
    source.write_bytes(good + b"\n{broken\n[1]\n" + good.replace(b'"a"', b"5"))
    count = run_file_job(RowJob.ANCHOR, source, out)
    assert count is not None
    assert (count.rows, count.errors) == (4, 2)
    rows = pq.read_table(out).to_pylist()
    assert [row["id"] for row in rows] == ["a", None, None, "5"]
    assert rows[1]["error"].startswith("line 2 is no JSON")


@pytest.mark.slow
def test_a_killed_worker_loses_no_row(tmp_path: Path) -> None:
    """The row that kills its process each time is the only one with an error."""
    script = tmp_path / "kill.py"
    script.write_text(
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from holdfast.batch import row_answers\n"
        "plain = row_answers._quote\n"
        "def deadly(row):\n"
        "    if row['id'] == 2: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return plain(row)\n"
        "row_answers._quote = deadly\n"
        "from holdfast.batch.file_job import run_file_job\n"
        "if __name__ == '__main__':\n"
        "    from holdfast.batch import part_files\n"
        "    part_files.ROWS[row_answers.RowJob.ANCHOR] = 2\n"
        "    run_file_job(row_answers.RowJob.ANCHOR, Path(sys.argv[1]), Path(sys.argv[2]),"
        " workers=2)\n"
    )
    source, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    rows = [{"id": n, "exact": f"number {n} says", "text": TEXT} for n in range(4)]
    source.write_bytes(b"\n".join(orjson.dumps(row) for row in rows))
    subprocess.run([sys.executable, str(script), str(source), str(out)], check=True)
    assert found(out) == [0, 1, 3]
    (bad,) = [row for row in pq.read_table(out).to_pylist() if row["error"]]
    assert "killed" in bad["error"]


def test_pages_come_from_a_web_archive(tmp_path: Path) -> None:
    pages = {name: f"<h1>{name}</h1><button class=x>Save {name}" for name in "ab"}
    archive = an_archive(tmp_path / "new.warc.gz", pages)
    rows = [
        {
            "id": name,
            "target": "button",
            "old_html": f"<h1>{name}</h1><button>Save {name}</button>",
            "new_url": f"https://shop.example/{name}",
        }
        for name in ("b", "a", "c")
    ]
    source, out = tmp_path / "rows.jsonl", tmp_path / "out.parquet"
    source.write_bytes(b"\n".join(orjson.dumps(row) for row in rows))
    assert main(["batch", "locate", str(source), "--pages", str(archive), "--out", str(out)]) == 0
    found_rows = pq.read_table(out).to_pylist()
    assert [row["xpath"] for row in found_rows] == ["/html/body/button", "/html/body/button", None]
    assert "new_html or new_path" in found_rows[2]["error"]
    another = an_archive(tmp_path / "newer.warc.gz", pages)
    with pytest.raises(UsageError, match="is there already"):
        run_file_job(RowJob.LOCATE, source, out, pages=another)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["batch", "anchor", "none.parquet", "--out", "o.parquet"], "there is no file"),
        (["batch", "anchor", "quotes.jsonl", "--out", "o.csv"], "wants a .parquet file"),
        (["batch", "locate", "quotes.jsonl", "--out", "o.parquet"], "wants a column"),
        (["batch", "anchor", "text.parquet", "--out", "o.parquet"], "wanted a .parquet or .jsonl"),
    ],
)
def test_wrong_files_are_told(
    arguments: list[str],
    told: str,
    quotes: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(quotes.parent)
    (quotes.parent / "text.parquet").write_text("no table")
    assert main(arguments) != 0
    assert told in capsys.readouterr().err


@pytest.mark.slow
def test_a_command_killed_at_any_moment_goes_on_without_loss(tmp_path: Path) -> None:
    source, out = tmp_path / "quotes.jsonl", tmp_path / "out.parquet"
    rows = [
        {"id": n, "exact": f"number {n % 60} says", "text": f"{TEXT} Document {n // 50}."}
        for n in range(20_000)
    ]
    source.write_bytes(b"\n".join(orjson.dumps(row) for row in rows))
    command = [sys.executable, "-m", "holdfast", "batch", "anchor", str(source), "--out", str(out)]
    for kept in range(1, 4):
        process = subprocess.Popen(command, start_new_session=True)
        parts = tmp_path / "out.parquet.parts"
        while process.poll() is None and len(list(parts.glob("*.parquet"))) < 2 * kept:
            os.sched_yield()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert subprocess.run(command, check=False).returncode == 0
    assert found(out) == list(range(20_000))


def written(tmp_path: Path, *rows: dict[str, object]) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\n".join(orjson.dumps(row) for row in rows))
    return path


SOUND: dict[str, object] = {"id": 1, "exact": "b c", "text": "a b c d"}


@pytest.mark.parametrize("text", [5, 1.5, True, ["a b c d"], {"a": "b c"}])
def test_a_row_that_holds_something_else_than_a_text_stops_no_other(
    tmp_path: Path, text: object
) -> None:
    source = written(tmp_path, SOUND, SOUND | {"id": 2, "text": text}, SOUND | {"id": 3})
    run_file_job(RowJob.ANCHOR, source, tmp_path / "out.parquet")
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [(row["id"], row["error"] is None) for row in rows] == [(1, True), (2, False), (3, True)]


@pytest.mark.parametrize("fingerprint", [5, "{}", {"a": 1}, ["x"]])
def test_a_row_whose_fingerprint_is_none_has_an_error(tmp_path: Path, fingerprint: object) -> None:
    source = written(tmp_path, {"id": 1, "fingerprint": fingerprint, "new_html": "<p>a"})
    count = run_file_job(RowJob.LOCATE, source, tmp_path / "out.parquet")
    assert count is not None
    assert (count.rows, count.errors) == (1, 1)


@pytest.mark.parametrize(
    ("ids", "kept"),
    [
        pytest.param([1, 2], [1, 2], id="numbers"),
        pytest.param(["a", None], ["a", None], id="texts"),
        pytest.param([1, "a", None], ["1", "a", None], id="of-several-kinds"),
        # A hash of 64 bits is beyond what Arrow takes a number for.
        pytest.param([2**64 - 1, 2], ["18446744073709551615", "2"], id="large"),
        pytest.param([[1], [2, 3]], ["[1]", "[2, 3]"], id="lists"),
        pytest.param([{"page": 1}, None], ["{'page': 1}", None], id="objects"),
    ],
)
def test_each_answer_has_the_id_of_its_row(
    tmp_path: Path, ids: list[object], kept: list[object]
) -> None:
    source = written(tmp_path, *(SOUND | {"id": one} for one in ids))
    run_file_job(RowJob.ANCHOR, source, tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet").column("id").to_pylist() == kept


def test_ids_are_texts_where_one_chunk_holds_numbers_and_another_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(part_files.ROWS, RowJob.ANCHOR, 1)
    source = written(tmp_path, *(SOUND | {"id": one} for one in (1, None, "a")))
    run_file_job(RowJob.ANCHOR, source, tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet").column("id").to_pylist() == ["1", None, "a"]


def test_lines_that_are_no_rows_have_an_error_and_their_number(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(orjson.dumps(SOUND) + b"\n\n{\n[1]\n")
    run_file_job(RowJob.ANCHOR, path, tmp_path / "out.parquet")
    errors = [row["error"] for row in pq.read_table(tmp_path / "out.parquet").to_pylist()]
    assert errors[0] is None
    assert errors[1].startswith("line 3 is no JSON: ")
    assert errors[2] == "line 4 is no JSON object"


def test_a_file_that_is_not_there_and_one_that_is_no_table_are_told(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFailure, match="cannot read"):
        run_file_job(RowJob.ANCHOR, tmp_path / "missing.jsonl", tmp_path / "out.parquet")
    odd = tmp_path / "odd.parquet"
    odd.write_text("this is no table")
    with pytest.raises(ForeignFormat, match=r"odd\.parquet"):
        run_file_job(RowJob.ANCHOR, odd, tmp_path / "out.parquet")
