"""Recordings as JSON: ``holdfast-recording/1``.

``{"format", "name", "startUrl", "createdAt", "viewport", "steps": [{"id", "action", "url",
"value"?, "fingerprint"?, "pointer"?, "identity"?, …}], "pages": {name: {…snapshot…}}}``. The page
that a fingerprint was made on is stored once and named by ``pageRef``. Fields that this version
does not know are kept.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from holdfast.errors import ForeignFormat
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.fingerprint_json import fingerprint_from_json, fingerprint_to_json
from holdfast.model.json_fields import find_field, get_field
from holdfast.model.recording import (
    RECORDING_FORMAT,
    AssertCheck,
    DeclaredSecret,
    MouseButton,
    Pointer,
    Recording,
    Step,
    StepAction,
)
from holdfast.model.snapshot import Point, Size, Snapshot
from holdfast.model.snapshot_json import check_format, snapshot_from_json, snapshot_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from holdfast.model.strategy import JsonObject

Json = dict[str, Any]
_KNOWN = frozenset("format name startUrl createdAt viewport steps pages secrets idempotent".split())
_KNOWN_OF_STEP = frozenset(
    "id action url value values fingerprint pointer identity check tab button modifiers point to "
    "toPointer delta accept message picture".split()
)


# ----------------------------------------------------------------------------------------- writing


def recording_to_json(recording: Recording) -> Json:
    """Return the recording as plain JSON values; ``recording_from_json`` gives it back."""
    pages = _Pages()
    steps = [_step_to_json(step, pages) for step in recording.steps]
    data: Json = {
        "format": RECORDING_FORMAT,
        "name": recording.name,
        "startUrl": recording.start_url,
        "createdAt": recording.created_at.isoformat(),
        "viewport": None if recording.viewport is None else recording.viewport._asdict(),
        "steps": steps,
        "pages": pages.to_json(),
    }
    if recording.secrets:
        data["secrets"] = [{"name": one.name, "origin": one.origin} for one in recording.secrets]
    if recording.idempotent:
        data["idempotent"] = True
    return data | dict(recording.extra)


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
    optional: Json = {
        "value": step.value,
        "values": None if step.values is None else list(step.values),
        "check": None if step.check is None else str(step.check),
        "tab": step.tab or None,
        "button": None if step.button is MouseButton.LEFT else str(step.button),
        "modifiers": list(step.modifiers) or None,
        "point": None if step.point is None else step.point._asdict(),
        "delta": None if step.delta is None else step.delta._asdict(),
        "accept": step.accept,
        "message": step.message,
        "fingerprint": _fingerprint_to_json(step.fingerprint, pages),
        "pointer": _pointer_to_json(step.pointer),
        "to": _fingerprint_to_json(step.to, pages),
        "toPointer": _pointer_to_json(step.to_pointer),
        "picture": None if step.picture is None else b64encode(step.picture).decode(),
    }
    if step.fingerprint is not None and step.fingerprint.meaning is IdentityMeaning.SLOT:
        data["identity"] = str(IdentityMeaning.SLOT)
    data |= {key: value for key, value in optional.items() if value is not None}
    return data | dict(step.extra)


def _fingerprint_to_json(fingerprint: Fingerprint | None, pages: _Pages) -> Json | None:
    if fingerprint is None:
        return None
    return fingerprint_to_json(fingerprint, page_ref=pages.name_of(fingerprint.page))


def _pointer_to_json(pointer: Pointer | None) -> Json | None:
    if pointer is None:
        return None
    written = [part[0] if len(part) == 1 else list(part) for part in pointer.selectors]
    data: Json = {"selectors": written}
    return data | ({"frames": list(pointer.frames)} if pointer.frames else {})


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
    viewport = find_field(data, "viewport", dict)
    return Recording(
        name=get_field(data, "name", str),
        start_url=get_field(data, "startUrl", str),
        created_at=datetime.fromisoformat(get_field(data, "createdAt", str)),
        viewport=None if viewport is None else Size(*_sides(viewport, "width", "height")),
        steps=tuple(_step_from_json(step, pages) for step in get_field(data, "steps", list)),
        secrets=tuple(map(_secret_from_json, find_field(data, "secrets", list) or ())),
        idempotent=find_field(data, "idempotent", bool) or False,
        extra=_others(data, _KNOWN),
    )


def _secret_from_json(data: object) -> DeclaredSecret:
    if not isinstance(data, dict):
        raise TypeError(f"a secret must be an object with name and origin, got {data!r:.80}")
    return DeclaredSecret(
        name=get_field(data, "name", str), origin=find_field(data, "origin", str) or ""
    )


def step_from_json(data: object) -> Step:
    """Return one step that stands alone; raises ``TypeError`` or ``ValueError`` for another."""
    return _step_from_json(data, {})


def _step_from_json(data: object, pages: Mapping[str, Snapshot]) -> Step:
    if not isinstance(data, dict):
        raise TypeError(f"a step must be an object, got {data!r:.80}")
    check, picture = find_field(data, "check", str), find_field(data, "picture", str)
    values = find_field(data, "values", list)
    return Step(
        id=get_field(data, "id", str),
        action=StepAction(get_field(data, "action", str)),
        url=find_field(data, "url", str) or "",
        value=find_field(data, "value", str),
        values=None if values is None else tuple(map(str, values)),
        fingerprint=_meant(_fingerprint_from_json(data, "fingerprint", pages), data),
        pointer=_pointer_from_json(data, "pointer"),
        check=None if check is None else AssertCheck(check),
        tab=find_field(data, "tab", int) or 0,
        button=MouseButton(find_field(data, "button", str) or MouseButton.LEFT),
        modifiers=tuple(map(str, find_field(data, "modifiers", list) or ())),
        point=_find_point(data, "point"),
        to=_fingerprint_from_json(data, "to", pages),
        to_pointer=_pointer_from_json(data, "toPointer"),
        delta=_find_point(data, "delta"),
        accept=find_field(data, "accept", bool),
        message=find_field(data, "message", str),
        picture=None if picture is None else b64decode(picture, validate=True),
        excluded=tuple(_iter_excluded(data, pages)),
        extra=_others(data, _KNOWN_OF_STEP),
    )


def _fingerprint_from_json(
    data: Json, key: str, pages: Mapping[str, Snapshot]
) -> Fingerprint | None:
    given = find_field(data, key, dict)
    return None if given is None else fingerprint_from_json(given, pages=pages)


def _pointer_from_json(data: Json, key: str) -> Pointer | None:
    given = find_field(data, key, dict)
    if given is None:
        return None
    frames = find_field(given, "frames", list) or []
    for frame in frames:
        if isinstance(frame, bool) or not isinstance(frame, int | str):
            raise TypeError(f"a frame must be a number or a selector, got {frame!r:.80}")
    selectors = [_parts(selector) for selector in get_field(given, "selectors", list)]
    return Pointer(selectors=tuple(selectors), frames=tuple(frames))


def _parts(selector: object) -> tuple[str, ...]:
    parts = selector if isinstance(selector, list) else [selector]
    if not all(isinstance(part, str) for part in parts):
        raise TypeError(f"a selector must be a text or a list of texts, got {selector!r:.80}")
    return tuple(parts)


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


def _find_point(data: Json, key: str) -> Point | None:
    given = find_field(data, key, dict)
    return None if given is None else Point(*_sides(given, "x", "y"))


def _sides(given: Json, *names: str) -> tuple[float, ...]:
    return tuple(get_field(given, name, float) for name in names)


def _others(data: Json, known: frozenset[str]) -> JsonObject:
    return MappingProxyType({key: value for key, value in data.items() if key not in known})
