"""Fingerprints as files of the project: one for each written locator and look of its element.

    .holdfast/fingerprints/FILE/FUNCTION/EXPRESSION/PAGE-ELEMENT.json
    .holdfast/pages/PAGE.json

Names are made from what is inside, so that several processes write the same or different files,
and never a part of one. The time of a file, which git does not keep, says when its element was
last looked at; a fresh checkout counts as looked at today.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from holdfast.adapters.files import read_bytes, write_atomic
from holdfast.errors import ForeignFormat, HoldfastError
from holdfast.model.fingerprint import Fingerprint, KeptLook
from holdfast.model.fingerprint_json import fingerprint_from_json, fingerprint_to_json
from holdfast.model.redaction import mask_shown
from holdfast.model.snapshot import Snapshot
from holdfast.model.snapshot_json import snapshot_from_json, snapshot_to_json

MOST_LOOKS = 4  # of one locator on one kind of page; a page object may serve several dialogs
_PAGE_AGE_DAYS = 1  # a page that nothing names any more may still be about to be named


@dataclass(slots=True)
class FingerprintFiles:
    """The fingerprints below a project's ``.holdfast``; a place names a written locator.

    Where fingerprints are read, ``*`` in a place stands for any one name.
    """

    folder: Path
    _pages: dict[str, Snapshot] = field(default_factory=dict, init=False)
    _names: dict[int, tuple[Snapshot, str]] = field(default_factory=dict, init=False)

    def looks(self, place: str, kind: str | None = None) -> list[Fingerprint]:
        """Return what the element looked like on this kind of page, or on all.

        A damaged file counts as missing: it is written anew on the next green run.
        """
        return [
            found for file in self._files(place, kind) if (found := self._find(file)) is not None
        ]

    def iter_kept(self) -> Iterator[KeptLook]:
        """Yield for which locators fingerprints are kept, without reading their pages."""
        for file in sorted((self.folder / "fingerprints").rglob("*.json")):
            with contextlib.suppress(HoldfastError, ValueError, LookupError, TypeError):
                data = orjson.loads(read_bytes(file))
                file_name, expression = data["source"]["file"], data["source"]["expression"]
                yield KeptLook(str(file_name), str(expression), data.get("changes") is True)

    def is_fresh(self, place: str, kind: str, today: date) -> bool:
        """Return whether the element was looked at today on this kind of page."""
        times = (datetime.fromtimestamp(_age(file), UTC) for file in self._files(place, kind))
        return any(time.date() >= today for time in times)

    def takes_secrets(self, place: str, kind: str) -> bool | None:
        """Return whether the field that was typed into is one for secrets, None if nobody asked."""
        said = {_read(file).get("secret") for file in self._files(place, kind)}
        return True in said if said and None not in said else None

    def touch(self, place: str, kind: str, element: str) -> None:
        """Note that an element still looks as it is written down."""
        with contextlib.suppress(OSError):
            os.utime(self._path(place, kind, element))

    def save(self, place: str, kind: str, element: str, fingerprint: Fingerprint) -> None:
        """Write what an element looks like; the oldest look is dropped where there are too many."""
        path = self._path(place, kind, element)
        path.parent.mkdir(parents=True, exist_ok=True)
        name = self._save_page(fingerprint.page)
        data = fingerprint_to_json(fingerprint, page_ref=name)
        write_atomic(path, orjson.dumps(mask_shown(data), option=orjson.OPT_INDENT_2) + b"\n")
        for old in sorted(self._files(place, kind), key=_age)[:-MOST_LOOKS]:
            old.unlink(missing_ok=True)

    def forget(self, place: str, kind: str, element: str) -> None:
        """Remove a look that is outdated."""
        self._path(place, kind, element).unlink(missing_ok=True)

    def sweep(self, now: float) -> int:
        """Remove pages that no fingerprint names any more; return how many."""
        named = {_page_of(file) for file in (self.folder / "fingerprints").rglob("*.json")}
        removed = 0
        for page in (self.folder / "pages").glob("*.json"):
            if page.stem not in named and now - _age(page) > _PAGE_AGE_DAYS * 86_400:
                page.unlink(missing_ok=True)
                removed += 1
        return removed

    # --------------------------------------------------------------------------------------- inside

    def _files(self, place: str, kind: str | None = None) -> list[Path]:
        names = "*.json" if kind is None else f"{name_of(kind)}-*.json"
        return sorted((self.folder / "fingerprints").glob(f"{place}/{names}"))

    def _path(self, place: str, kind: str, element: str) -> Path:
        return self.folder / "fingerprints" / place / f"{name_of(kind)}-{element[:12]}.json"

    def _find(self, file: Path) -> Fingerprint | None:
        try:
            data = orjson.loads(read_bytes(file))
            name = str(data.get("pageRef"))
            return fingerprint_from_json(data, pages={name: self._page(name)})
        except (HoldfastError, orjson.JSONDecodeError, AttributeError):
            return None

    def _page(self, name: str) -> Snapshot:
        if not name.isalnum():
            raise ForeignFormat("the name of a stored page", name)
        if name not in self._pages:
            data = orjson.loads(read_bytes(self.folder / "pages" / f"{name}.json"))
            self._pages[name] = snapshot_from_json(data)
        return self._pages[name]

    def _save_page(self, page: Snapshot) -> str:
        """Return the name of the page's file, written if there is none yet."""
        known = self._names.get(id(page))
        if known is not None:
            return known[1]
        data = orjson.dumps(mask_shown(snapshot_to_json(page)))
        name = blake2b(data, digest_size=10).hexdigest()
        path = self.folder / "pages" / f"{name}.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, data + b"\n")
        self._names[id(page)] = page, name
        return name


def name_of(kind: str) -> str:
    """Return a short name for a kind of page."""
    return blake2b(kind.encode(), digest_size=4).hexdigest()


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _page_of(file: Path) -> str | None:
    return str(_read(file).get("pageRef"))


def _read(file: Path) -> dict[str, Any]:
    """Return what a file says without its page; nothing for a damaged one."""
    with contextlib.suppress(HoldfastError, orjson.JSONDecodeError):
        data = orjson.loads(read_bytes(file))
        return data if isinstance(data, dict) else {}
    return {}
