"""Observer: hears of a person's acts, each with the page that surrounds it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from importlib.resources import files
from typing import Any

import orjson

from holdfast.adapters.browser.measurement import (
    MEASURE_SOURCE,
    Frame,
    Placed,
    iter_frames,
    join,
    read_measurement,
)
from holdfast.model.secret_fields import LONGEST_LOOK
from holdfast.model.secret_words import AUTOCOMPLETE_WORDS, HARMLESS_WORDS, NAME_WORDS
from holdfast.model.snapshot import Snapshot

BINDING = "holdfastTells"
_INJECTED = files(__package__).joinpath("injected")
_OBSERVE = _INJECTED.joinpath("observe.js").read_text(encoding="utf-8")
_LETTER = r"[\p{L}\p{N}_]"  # what \w means in Python; in JavaScript it is ASCII alone
_WORDS = {
    "autocomplete": AUTOCOMPLETE_WORDS,
    "secret": NAME_WORDS.replace(r"\w", _LETTER),
    "harmless": HARMLESS_WORDS.replace(r"\w", _LETTER),
    "longest": LONGEST_LOOK,
}
FIELDS_SOURCE = (
    _INJECTED.joinpath("fields.js")
    .read_text(encoding="utf-8")
    .replace("__SECRET_WORDS__", orjson.dumps(_WORDS).decode())
)
EFFECTS_SOURCE = _INJECTED.joinpath("effects.js").read_text(encoding="utf-8")
# In the order in which observe.js takes them up.
_PARTS = "platform signing telling settling mouse clicking typing relaying keys coming bar".split()
_SIGNATURE = 64  # characters

Way = tuple[int, ...]  # to a frame: at each level, which of the window's frames it is


def observer_script(
    secrets: Sequence[str], *, assert_keys: bool, pictures: bool, key: str, bar: str = ""
) -> str:
    """Return the script that tells what happens in a document; ``secrets`` name fields.

    ``key`` signs what it tells. ``bar`` is the name of the event that brings news to the
    recorder's bar; without it there is none.
    """
    settings = {
        "binding": BINDING,
        "key": key,
        "secrets": list(secrets),
        "assertKeys": assert_keys,
        "pictures": pictures,
        "bar": bar,
    }
    told = orjson.dumps(settings).decode()
    parts = {
        "__SETTINGS__": told,
        "__FIELDS__": FIELDS_SOURCE,
        "__EFFECTS__": EFFECTS_SOURCE,
        "__MEASURE__": MEASURE_SOURCE,
    }
    for name in _PARTS:
        part = _INJECTED.joinpath("observing", f"{name}.js").read_text(encoding="utf-8")
        parts[f"__{name.upper()}__"] = part
    return re.sub("|".join(parts), lambda found: parts[found[0]], _OBSERVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One message of the script: what kind, from which frame, and what it says."""

    kind: str
    way: Way
    data: dict[str, Any]
    page: str = field(repr=False)
    signature: str = ""

    @classmethod
    def read(cls, message: object, page: str, key: str) -> "Told | None":
        """Return the message as a value; None for one that a page made up."""
        text = str(message)
        signature, text = text[:_SIGNATURE], text[_SIGNATURE:]
        signed = sha256(f"{key}{text}{key}".encode("utf-16-be", "surrogatepass")).hexdigest()
        if not compare_digest(signature.encode("utf-8", "replace"), signed.encode()):
            return None
        data = orjson.loads(text)
        way = tuple(data["way"])
        return cls(kind=data["kind"], way=way, data=data, page=page, signature=signature)


@dataclass(slots=True)
class Surroundings:
    """The latest measurement of each frame of one tab."""

    _frames: dict[Way, Frame] = field(default_factory=dict)

    def begin(self, way: Way) -> None:
        """Forget what was in a frame (and in the frames inside): a new document is there now."""
        for known in [known for known in self._frames if known[: len(way)] == way]:
            del self._frames[known]

    def see(self, way: Way, page: str) -> None:
        """Take up a new measurement of a frame."""
        self._frames[way] = read_measurement(page)

    def look(self, way: Way) -> tuple[Snapshot, Placed] | None:
        """Return the whole page and where a frame stands in it; None when it was never seen.

        A frame whose surroundings were never seen stands alone, as if it were the page.
        """
        if way not in self._frames:
            return None
        top: Way = () if self._reaches(way) else way
        snapshot, placed = join(self._with_inner(top))
        here = self._frames[way]
        return snapshot, next(one for one in placed if one.frame.data is here.data)

    def _with_inner(self, way: Way) -> Frame:
        frame = Frame(self._frames[way].data)
        for element in iter_frames(frame.data):
            inner = (*way, element.ordinal)
            if element.ordinal >= 0 and inner in self._frames:
                frame.inner[element.place] = self._with_inner(inner)
        return frame

    def _reaches(self, way: Way) -> bool:
        """Return whether the frame stands in the page as far as that was measured."""
        for depth, ordinal in enumerate(way):
            outer = self._frames.get(way[:depth])
            if outer is None or all(e.ordinal != ordinal for e in iter_frames(outer.data)):
                return False
        return () in self._frames
