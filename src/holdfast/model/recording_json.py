"""Recordings as JSON: ``holdfast-recording/1``.

``{"format", "name", "startUrl", "createdAt", "viewport", "steps": [{"id", "action", "url",
"value"?, "fingerprint"?, "pointer"?, "identity"?, …}], "pages": {name: {…snapshot…}}}``. The page
that a fingerprint was made on is stored once and named by ``pageRef``. Fields that this version
does not know are kept.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from holdfast.errors import ForeignFormat
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.fingerprint_json import fingerprint_from_json, fingerprint_to_json
from holdfast.model.json_fields import check_kind, find_field, get_field
from holdfast.model.recording import RECORDING_FORMAT, Recording, Step
from holdfast.model.records import read, write
from holdfast.model.snapshot import Snapshot
from holdfast.model.snapshot_json import check_format, snapshot_from_json, snapshot_to_json

Json = dict[str, Any]
# What is read by hand, for it leads to the stored pages; the rest goes by the rule of records.
_KNOWN = frozenset({"format", "steps", "pages"})
_KNOWN_OF_STEP = frozenset({"fingerprint", "to", "identity"})


# ----------------------------------------------------------------------------------------- writing


def recording_to_json(recording: Recording) -> Json:
    """Return the recording as plain JSON values; ``recording_from_json`` gives it back."""
    pages = _Pages()
    steps = [_step_to_json(step, pages) for step in recording.steps]
    data: Json = {"format": RECORDING_FORMAT, **write(replace(recording, extra={}))}
    for usual in ("secrets", "idempotent"):
        if not data[usual]:
            del data[usual]
    return data | {"steps": steps, "pages": pages.to_json()} | dict(recording.extra)


def step_to_json(step: Step) -> Json:
    """Return one step without what it shows: fingerprints and picture stay behind."""
    return _step_to_json(replace(step, fingerprint=None, to=None, picture=None), _Pages())


class _Pages:
    """The pages that fingerprints were made on, each with a name."""

    def __init__(self) -> None:
        self._named: dict[int, tuple[str, Snapshot]] = {}

    def name_of(self, page: Snapshot) -> str:
        name = f"p{len(self._named) + 1}"
        return self._named.setdefault(id(page), (name, page))[0]

    def to_json(self) -> Json:
        return {name: snapshot_to_json(page) for name, page in self._named.values()}


def _step_to_json(step: Step, pages: _Pages) -> Json:
    data: Json = {"id": step.id, "action": str(step.action), "url": step.url}
    if step.fingerprint is not None and step.fingerprint.meaning is IdentityMeaning.SLOT:
        data["identity"] = str(IdentityMeaning.SLOT)
    for key, found in (("fingerprint", step.fingerprint), ("to", step.to)):
        if found is not None:
            data[key] = fingerprint_to_json(found, page_ref=pages.name_of(found.page))
    return data | step.to_json()


# ----------------------------------------------------------------------------------------- reading


def recording_from_json(data: object) -> Recording:
    """Return the recording; raises ``ForeignFormat`` for damaged, foreign or newer data."""
    if not isinstance(data, dict):
        raise ForeignFormat(f"a {RECORDING_FORMAT} object", f"a {type(data).__name__}")
    check_format(data.get("format"), RECORDING_FORMAT)
    try:
        return _read(data)
    except (TypeError, ValueError) as exc:
        raise ForeignFormat(
            f"a whole {RECORDING_FORMAT}",
            f"a damaged one ({exc})",
            "holdfast validate names the line",
        ) from exc


def _read(data: Json) -> Recording:
    stored = find_field(data, "pages", dict) or {}
    pages = {name: snapshot_from_json(page) for name, page in stored.items()}
    steps = [_step_from_json(step, pages) for step in get_field(data, "steps", list)]
    return replace(read(Recording, _without(data, _KNOWN)), steps=tuple(steps))


def step_from_json(data: object) -> Step:
    """Return one step that stands alone; raises ``ValueError`` for another."""
    return _step_from_json(data, {})


def _step_from_json(data: object, pages: Mapping[str, Snapshot]) -> Step:
    given = check_kind(data, "step", dict)
    return replace(
        Step.from_json(_without(given, _KNOWN_OF_STEP)),
        fingerprint=_meant(_fingerprint_from_json(given, "fingerprint", pages), given),
        to=_fingerprint_from_json(given, "to", pages),
        excluded=tuple(_iter_excluded(given, pages)),
    )


def _fingerprint_from_json(
    data: Json, key: str, pages: Mapping[str, Snapshot]
) -> Fingerprint | None:
    given = find_field(data, key, dict)
    return None if given is None else fingerprint_from_json(given, pages=pages)


def _meant(fingerprint: Fingerprint | None, data: Json) -> Fingerprint | None:
    """Return the fingerprint with the step's own word on what it stands for."""
    word = find_field(data, "identity", str)
    if fingerprint is None or word is None:
        return fingerprint
    return replace(fingerprint, meaning=IdentityMeaning(word))


def _iter_excluded(data: Json, pages: Mapping[str, Snapshot]) -> list[Fingerprint]:
    entries = find_field(data, "excluded", list) or []
    return [
        fingerprint_from_json(entry["fingerprint"], pages=pages)
        for entry in entries
        if isinstance(entry, dict) and "fingerprint" in entry
    ]


def _without(data: Json, keys: frozenset[str]) -> Json:
    return {key: value for key, value in data.items() if key not in keys}
