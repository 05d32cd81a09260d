"""Ports: say as protocols what Holdfast needs from outside; adapters and fakes answer them."""

from holdfast.ports.archive_port import Access, Archive, Queue
from holdfast.ports.browser_port import LivePage, LiveTarget, SelectorProof, Stage, ready, run_now
from holdfast.ports.job_queue import JobQueue, RunClaims
from holdfast.ports.outside import (
    Adviser,
    Clock,
    ElementLooks,
    HealedRecords,
    Notifier,
    RecordingFiles,
    TextReader,
)
from holdfast.ports.store_port import ReviewQueue, RunLog, Shelf, Store

__all__ = [
    "Access",
    "Adviser",
    "Archive",
    "Clock",
    "ElementLooks",
    "HealedRecords",
    "JobQueue",
    "LivePage",
    "LiveTarget",
    "Notifier",
    "Queue",
    "RecordingFiles",
    "ReviewQueue",
    "RunClaims",
    "RunLog",
    "SelectorProof",
    "Shelf",
    "Stage",
    "Store",
    "TextReader",
    "ready",
    "run_now",
]
