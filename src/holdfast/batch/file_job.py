"""Batch job: from a file of rows to a file of answers, going on where an earlier run stopped."""

from collections.abc import Callable, Iterator
from pathlib import Path

from holdfast.batch.part_files import BatchCount, Chunk, PartFiles, iter_chunks
from holdfast.batch.row_answers import RowJob
from holdfast.batch.warc_pages import index_archive, name_records
from holdfast.batch.worker_pool import answer_chunks


def run_file_job(  # noqa: PLR0913 - what the command's options say
    job: RowJob,
    source: Path,
    out: Path,
    *,
    pages: Path | None = None,
    workers: int = 1,
    force: bool = False,
    progress: Callable[[BatchCount], object] = id,
) -> BatchCount | None:
    """Return how many rows were answered; None when the result was there already."""
    parts = PartFiles(job, source, out, pages=pages)
    if force:
        parts.discard()
    if parts.is_done():
        return None
    parts.open()
    count = BatchCount()
    todo = _todo(parts, iter_chunks(job, source), count)
    if pages is not None:
        todo = _with_pages(todo, pages)
    for chunk, answers in answer_chunks(job, todo, source.parent, workers):
        parts.keep(chunk, answers)
        count.rows += len(answers)
        count.errors += sum(answer.get("error") is not None for answer in answers)
        progress(count)
    parts.join()
    return count


def _todo(parts: PartFiles, chunks: Iterator[Chunk], count: BatchCount) -> Iterator[Chunk]:
    for chunk in chunks:
        if not parts.has(chunk):
            yield chunk
            continue
        count.rows += len(chunk.rows)
        count.kept += len(chunk.rows)
        count.errors += parts.count_errors(chunk)


def _with_pages(chunks: Iterator[Chunk], archive: Path) -> Iterator[Chunk]:
    index = index_archive(archive)
    for chunk in chunks:
        name_records(chunk.rows, archive, index)
        yield chunk
