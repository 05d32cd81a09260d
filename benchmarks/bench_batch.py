"""How fast and how small batch work is: processes against one, against a plain loop, and memory.

Fails when two processes are less than 1.7 times as fast as one on two idle cores, or when batch
work takes more than 1.15 times as long as a plain loop. ``--full`` also answers 20 000 page rows
and 100 000 quotes in one go, killed in the middle and gone on with; it fails beyond 1 GB of memory.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.pages import make_page
from holdfast.adapters.html import parse
from holdfast.batch.file_job import run_file_job
from holdfast.batch.row_answers import RowJob
from holdfast.engine import locate
from holdfast.quotes.quote import Quote
from holdfast.quotes.quote_index import QuoteIndex
from holdfast.selectors.describe import describe

if TYPE_CHECKING:
    from holdfast.model.snapshot import Snapshot

LEAST_GAIN, MOST_OVERHEAD, MOST_MEGABYTES = 1.7, 1.15, 1000
IDLE = 0.7  # load at which two cores count as idle
ELEMENTS = 120  # of a page: a small one, so that 20 000 rows are minutes and not an hour
ROWS_OF_PAGE, QUOTES_OF_TEXT = 50, 50
WORDS = [f"word{number}" for number in range(3000)]


def page_rows(count: int) -> Iterator[dict[str, object]]:
    """Yield rows that look for an element of a page on its redesign."""
    before, after = make_page(ELEMENTS), make_page(ELEMENTS, redesigned=True)
    paths = [node.xpath for node in parse(before).nodes if node.tag in {"a", "button", "input"}]
    for number in range(-(-count // ROWS_OF_PAGE)):
        mark = f"<p>Page {number}</p></body>"
        old, new = (page.replace("</body>", mark) for page in (before, after))
        for row in range(min(ROWS_OF_PAGE, count - number * ROWS_OF_PAGE)):
            target = paths[row % len(paths)]
            yield {"id": number * ROWS_OF_PAGE + row, "target": target} | {
                "old_html": old,
                "new_html": new,
            }


def quote_rows(count: int) -> Iterator[dict[str, object]]:
    """Yield quotes of texts of 1 500 words, of which every tenth word was changed."""
    chance = random.Random(7)
    for number in range(-(-count // QUOTES_OF_TEXT)):
        words = [chance.choice(WORDS) for _ in range(1500)]
        now = [chance.choice(WORDS) if chance.random() < 0.1 else word for word in words]
        for row in range(min(QUOTES_OF_TEXT, count - number * QUOTES_OF_TEXT)):
            start = chance.randrange(20, 1470)
            yield {
                "id": number * QUOTES_OF_TEXT + row,
                "exact": " ".join(words[start : start + 8]),
                "prefix": " ".join(words[start - 6 : start]) + " ",
                "suffix": " " + " ".join(words[start + 8 : start + 14]),
                "text": " ".join(now),
            }


ROWS = {RowJob.LOCATE: page_rows, RowJob.ANCHOR: quote_rows}


def write_rows(job: RowJob, count: int, path: Path) -> list[dict[str, object]]:
    """Write the rows as Parquet, some at a time; return the last ones."""
    writer, kept = None, []
    for row in ROWS[job](count):
        kept.append(row)
        if len(kept) == 1000 or row["id"] == count - 1:
            table = pa.Table.from_pylist(kept)
            writer = writer or pq.ParquetWriter(path, table.schema)
            writer.write_table(table)
            kept = [] if row["id"] != count - 1 else kept
    assert writer is not None
    writer.close()
    return kept


def plain_loop(job: RowJob, path: Path) -> float:
    """Return the seconds of CPU of a loop without batch; it parses each page once, too."""
    rows = pq.read_table(path).to_pylist()
    begun = time.process_time()
    made: dict[tuple[str, str], tuple[Snapshot, Snapshot]] = {}
    for row in rows:
        if job is RowJob.LOCATE:
            key = (row["old_html"], row["new_html"])
            if key not in made:
                made = {key: (parse(row["old_html"]), parse(row["new_html"]))}
            locate(describe(made[key][0], row["target"]), made[key][1])
    if job is RowJob.ANCHOR:
        for text, these in groupby(rows, key=lambda row: row["text"]):
            QuoteIndex(text).anchor_all([_quote(row) for row in these])
    return time.process_time() - begun


def _quote(row: dict[str, str]) -> Quote:
    return Quote(exact=row["exact"], context_before=row["prefix"], context_after=row["suffix"])


def batch(job: RowJob, path: Path, workers: int) -> tuple[float, float]:
    """Return the seconds that batch work takes, and those of CPU in this process."""
    begun, computed = time.perf_counter(), time.process_time()
    run_file_job(job, path, path.with_name("out.parquet"), workers=workers, force=True)
    return time.perf_counter() - begun, time.process_time() - computed


def command(job: RowJob, path: Path, out: Path) -> "subprocess.Popen[bytes]":
    """Start the command as people do, with two workers."""
    words = ["batch", job.value, str(path), "--out", str(out), "--workers", "2"]
    return subprocess.Popen(
        [sys.executable, "-m", "holdfast", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def megabytes_of(group: int) -> float:
    """Return the memory of all processes of a session, shared pages counted once."""
    kilobytes = 0
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                if os.getsid(int(process.name)) == group:
                    lines = (process / "smaps_rollup").read_text().splitlines()
                    kilobytes += next(int(one.split()[1]) for one in lines if "Pss:" in one)
            except (OSError, StopIteration):
                continue
    return kilobytes / 1024


def watched(doing: "subprocess.Popen[bytes]", until_parts: Path | None = None) -> float:
    """Return the peak of memory; with a folder, kill it when half of ten parts are there."""
    peak = 0.0
    while doing.poll() is None:
        peak = max(peak, megabytes_of(doing.pid))
        if until_parts is not None and len(list(until_parts.glob("*.parquet"))) >= 5:
            os.killpg(doing.pid, signal.SIGKILL)
            doing.wait()
        time.sleep(0.2)
    return peak


def full(job: RowJob, count: int, folder: Path) -> bool:
    """Print how much memory a long job takes, and whether it goes on after it was killed."""
    path, out = folder / "full.parquet", folder / f"{job.value}.parquet"
    write_rows(job, count, path)
    begun = time.perf_counter()
    peak = watched(command(job, path, out), out.with_name(f"{out.name}.parts"))
    killed_after = time.perf_counter() - begun
    peak = max(peak, watched(command(job, path, out)))
    seconds = time.perf_counter() - begun
    ids = pq.read_table(out, columns=["id"]).column("id").to_pylist()
    whole = sorted(ids) == list(range(count))
    print(
        f"{job.value:9} {count} rows, killed after {killed_after:.0f} s, "
        f"done after {seconds:.0f} s ({count / seconds:.0f} rows/s), peak {peak:.0f} MB, "
        f"{'each row once' if whole else 'ROWS LOST OR TWICE'}"
    )
    return whole and peak <= MOST_MEGABYTES


def ratios(job: RowJob, count: int, folder: Path) -> bool:
    """Print how batch work compares with a loop, and two processes with one."""
    path = folder / f"{job.value}-rows.parquet"
    write_rows(job, count, path)
    idle = os.getloadavg()[0] < IDLE
    # Turn about, so that a loaded machine is unkind to all of them.
    rounds = [(plain_loop(job, path), batch(job, path, 1), batch(job, path, 2)) for _ in range(3)]
    loop, computed = min(one[0] for one in rounds), min(one[1][1] for one in rounds)
    one, two = min(times[1][0] for times in rounds), min(times[2][0] for times in rounds)
    print(
        f"{job.value:9} {count} rows: {computed / loop:.2f} of a plain loop's CPU, "
        f"two processes {one / two:.2f} times as fast as one ({two:.1f} s and {one:.1f} s), "
        f"{count / computed * 3600:.0f} rows an hour and core, {'idle' if idle else 'not idle'}"
    )
    return computed / loop <= MOST_OVERHEAD and (one / two >= LEAST_GAIN or not idle)


def main() -> int:
    """Run the benchmark; return 1 when a bound is broken."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--full", action="store_true")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fine = [ratios(RowJob.LOCATE, 8000, folder), ratios(RowJob.ANCHOR, 25_000, folder)]
        if given.full:
            fine += [full(RowJob.LOCATE, 20_000, folder), full(RowJob.ANCHOR, 100_000, folder)]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
