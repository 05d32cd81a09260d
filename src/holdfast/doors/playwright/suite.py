"""Suite: what all runs of one process share: fingerprints, store, who reads, who is told."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import orjson

from holdfast.app.proposing import fingerprint_id
from holdfast.app.same_page import UNKNOWN, likeness
from holdfast.app.wiring import (
    FingerprintFiles,
    Project,
    find_reader,
    keep_out_of_git,
    load_project,
    make_notifier,
    write_atomic,
)
from holdfast.app.written import Healed, record_name, short_name
from holdfast.engine import looks_same
from holdfast.errors import HoldfastError
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node
from holdfast.selectors.describe import describe

if TYPE_CHECKING:
    from holdfast.ports import Notifier, Store, TextReader

MOST_PUT_OFF = 100  # runs: what is lost of them if the process is killed
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """An element that a written locator found, to be fingerprinted if the run is green."""

    place: str
    kind: str  # of page: its address without ids
    node: Node
    among: int
    source: MappingProxyType[str, object]
    members: tuple[int, ...] = ()  # of a list, by their places on its page
    secret: bool | None = None  # of a field that was typed into: whether it is one for secrets
    foreign: str = ""  # the origin of its frame, if that is not the page's own

    @property
    def page_text(self) -> str:
        """Return what its page says."""
        return self.node.snapshot.index.page_text


@dataclass
class Suite:
    """The project that tests belong to, for one process."""

    root: Path
    written: int = 0
    problem: str | None = None
    _files: FingerprintFiles | None = None
    _project: Project | None = None
    undelivered: Sequence[str] = ()
    _store: "Store | None" = None
    _opening: threading.Lock = field(default_factory=threading.Lock)
    _jobs: "queue.SimpleQueue[Callable[[], None] | None]" = field(default_factory=queue.SimpleQueue)
    _put_off: list[Callable[[], None]] = field(default_factory=list)
    _thread: threading.Thread | None = None
    _open: dict[tuple[str, str], bool] = field(default_factory=dict)
    _saved: set[tuple[str, str, str]] = field(default_factory=set)
    _takes_secrets: dict[tuple[str, str], bool | None] = field(default_factory=dict)
    _seen: set[tuple[str, str, tuple[int, ...]]] = field(default_factory=set)
    _unkept: dict[str, str] = field(default_factory=dict)
    _kept: set[str] = field(default_factory=set)

    @property
    def folder(self) -> Path:
        """Return where fingerprints are."""
        return self.root / ".holdfast"

    @property
    def files(self) -> FingerprintFiles:
        """Return the fingerprints."""
        if self._files is None:
            self._files = FingerprintFiles(self.folder)
        return self._files

    @property
    def project(self) -> Project:
        """Return the project's settings; raises for wrong ones."""
        if self._project is None:
            self._project = load_project(self.root)
        return self._project

    @property
    def store(self) -> "Store":
        """Return the store, opened on first use; raises ``EnvironmentFailure``."""
        with self._opening:  # the writer may be the first to need it
            if self._store is None:
                self._store = self.project.open_store()
        return self._store

    @cached_property
    def notifier(self) -> "Notifier | None":
        """Return who tells people of healings, None when nobody wants to be told."""
        return make_notifier(self.project, self.store.find_user_config(self.project.user_id))

    @cached_property
    def reader(self) -> "TextReader | None":
        """Return who reads text from pictures of pages, None when nobody is installed."""
        return find_reader()

    @property
    def problems(self) -> list[str]:
        """Return what could not be written or told, in sentences; whole after the end."""
        unwritten = [] if self.problem is None else [f"not everything was written: {self.problem}"]
        told = [*unwritten, *(f"a message was not delivered: {one}" for one in self.undelivered)]
        unkept = {said for place, said in self._unkept.items() if place not in self._kept}
        return told + [f"not fingerprinted, though its test is green: {one}" for one in unkept]

    # ------------------------------------------------------------------------------------- keeping

    def is_due(self, place: str, kind: str) -> bool:
        """Return whether an element was not looked at today, before this process began."""
        known = self._open.get((place, kind))
        if known is None:
            today = datetime.now(UTC).date()
            known = self._open[place, kind] = not self._is_fresh(place, kind, today)
        return known

    def _is_fresh(self, place: str, kind: str, today: date) -> bool:
        with contextlib.suppress(OSError):
            return self.files.is_fresh(place, kind, today)
        return False

    def takes_secrets(self, place: str, kind: str) -> bool | None:
        """Return whether a field that was looked at today is one for secrets; None to ask it."""
        if self.is_due(place, kind):
            return None
        if (place, kind) not in self._takes_secrets:
            self._takes_secrets[place, kind] = self.files.takes_secrets(place, kind)
        return self._takes_secrets[place, kind]

    def is_new(self, place: str, kind: str, state: tuple[int, ...]) -> bool:
        """Return whether this state of the page has not been looked at yet, and note it."""
        key = place, kind, state
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def keep(self, notes: Sequence[Note], unkept: Mapping[str, str] = NOTHING) -> None:
        """Write what a green run saw: describing takes longer than looking.

        ``unkept`` are the expressions that it used, and of which nothing was seen, by place.
        """
        self._unkept |= unkept
        for note in notes:
            self.later(partial(self._write, note))

    def later(self, write: Callable[[], None]) -> None:
        """Write something in a thread of its own; after a failure nothing more is tried."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="holdfast", daemon=True)
            self._thread.start()
        self._jobs.put(write)

    def put_off(self, write: Callable[[], None]) -> None:
        """Write something when there is much of it: while tests run, a thread slows them down."""
        if self._thread is None:
            self.later(self._open_store)
        self._put_off.append(write)
        if len(self._put_off) == MOST_PUT_OFF:
            self._write_put_off()

    def _open_store(self) -> None:
        """Open the store while a test waits for its browser: it takes longer than all writing."""
        _ = self.store

    def _write_put_off(self) -> None:
        while self._put_off:
            self.later(self._put_off.pop(0))

    def _work(self) -> None:
        while (write := self._jobs.get()) is not None:
            if self.problem is None:
                self.now(write)

    def now(self, write: Callable[[], None]) -> None:
        """Write something; a failure is told at the end."""
        try:
            write()
        except (HoldfastError, OSError) as exc:  # a full disk must not fail a green test
            self.problem = str(exc).partition("\n")[0]

    def _write(self, note: Note) -> None:
        self._kept.add(note.place)
        made = describe(note.node.snapshot, note.node)
        element = fingerprint_id(made)
        known = self.files.looks(note.place, note.kind)
        alike = [look.extra.get("secret") for look in known if fingerprint_id(look) == element]
        if alike and note.secret in (None, *alike):
            self.files.touch(note.place, note.kind, element)
            return
        same = [look for look in known if _is_same(look, note.node)]
        extra: dict[str, object] = {"source": dict(note.source), "among": note.among}
        if note.foreign:
            extra["foreign"] = note.foreign
        if note.secret is not None:
            extra["secret"] = note.secret
        if note.members:
            extra["members"] = list(note.members)
        elif any(self._changed(note, look) for look in same):
            extra["changes"] = True
        self.ignore_in_git()
        kept = replace(made, extra=MappingProxyType(extra))
        self.files.save(note.place, note.kind, element, kept)
        self._saved.add((note.place, note.kind, element))
        for old in {fingerprint_id(look) for look in same} - {element}:
            self.files.forget(note.place, note.kind, old)
        self.written += 1

    def _changed(self, note: Note, look: Fingerprint) -> bool:
        """Return whether an element said something else before in this very process."""
        key = note.place, note.kind, fingerprint_id(look)
        is_ours, said = key in self._saved, look.node.text
        return look.extra.get("changes") is True or (is_ours and said != note.node.text)

    def ignore_in_git(self) -> None:
        """Keep the store and what was healed here out of git, and the fingerprints in."""
        self.folder.mkdir(parents=True, exist_ok=True)
        keep_out_of_git(self.folder)

    # -------------------------------------------------------------------------------------- healed

    def save_healed(self, healed: Healed) -> None:
        """Write what was healed, for ``holdfast patch``."""
        self.ignore_in_git()
        path = self.healed_folder / f"{record_name(healed)}.json"
        path.parent.mkdir(exist_ok=True)
        if not healed.succeeded and path.exists():
            return  # it succeeded elsewhere
        write_atomic(path, orjson.dumps(healed.to_json(), option=orjson.OPT_INDENT_2) + b"\n")

    def save_offer(self, refused: Healed) -> None:
        """Write where in the source an element was refused, in case a person says which it is."""
        self.now(lambda: self.save_healed(replace(refused, succeeded=False)))

    def forget_healed(self, place: str) -> None:
        """Note that a locator finds its element by itself again."""
        for file in self.healed_folder.glob(f"{short_name(place)}-*.json"):
            file.unlink(missing_ok=True)

    @property
    def healed_folder(self) -> Path:
        """Return where it is written what was healed."""
        return self.folder / "healed"

    # ----------------------------------------------------------------------------------------- end

    def close(self, *, sweep: bool = False) -> None:
        """Wait until all is written; ``sweep`` removes pages that nothing names any more."""
        self._write_put_off()
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        if sweep and self.written:
            self.files.sweep(time.time())
        notifier = self.__dict__.pop("notifier", None)
        if notifier is not None:
            self.undelivered = notifier.close()
        if self._store is not None:
            self._store.close()
            self._store = None


def _is_same(look: Fingerprint, node: Node) -> bool:
    """Return whether a look is of this element: it looks the same, or only says something else."""
    was, page = look.node, node.snapshot
    if was.tag == node.tag and was.xpath == node.xpath and likeness(look.page, page) > UNKNOWN:
        return True
    return looks_same(look, node.snapshot, node.index)
