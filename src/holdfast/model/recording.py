"""A recorded journey through pages: what a person did, step by step."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.json_fields import check_kind
from holdfast.model.records import Record, named, read, read_as
from holdfast.model.saved import Saved, read_json
from holdfast.model.snapshot import Point, Size
from holdfast.model.strategy import NOTHING, JsonObject

RECORDING_FORMAT = "holdfast-recording/1"
# In the ``extra`` of a step: a box that only its label can tick is "covered" by it, or "hidden".
UNDER_LABEL = "underLabel"
# A field that nobody sees takes keys for what is drawn around it: how many elements up that is.
STANDS_FOR = "standsFor"
# What stood in an editor before something was typed into it.
WAS = "was"


class StepAction(StrEnum):
    """What a step does, by the names that stand in recordings."""

    CLICK = "click"
    DBLCLICK = "dblclick"
    DRAG = "drag"
    TYPE = "type"
    SELECT = "select"
    CHECK = "check"
    UNCHECK = "uncheck"
    NAVIGATE = "navigate"
    SCROLL = "scroll"
    HOVER = "hover"
    PRESS = "press"
    SUBMIT = "submit"
    UPLOAD = "upload"
    DIALOG = "dialog"
    NEW_TAB = "newTab"
    CLOSE_TAB = "closeTab"
    WAIT = "wait"
    ASSERT = "assert"


class AssertCheck(StrEnum):
    """What an assert step looks at."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    TEXT = "text"
    VALUE = "value"
    COUNT = "count"
    URL = "url"


class EffectKind(StrEnum):
    """What a step changes that can be looked at afterwards."""

    VALUE = "value"  # what is in the field
    CHECKED = "checked"  # whether the box is ticked
    SELECTED = "selected"  # the labels of the chosen options, or whether it is chosen itself
    ORDER = "order"  # the words of the items of the list that something was dragged into
    URL = "url"  # the address that it leads to
    DIALOG = "dialog"  # what the dialog says
    COUNT = "count"  # by how many items a list grew, or shrank where it is negative
    DOWNLOAD = "download"  # the name of the file


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Record):
    """What is to be seen once a step is done; ``${NAME}`` stands for a secret in it.

    ``of``: a CSS selector of what is looked at, where that is not the step's own element.
    """

    kind: EffectKind
    expected: str | bool | int | tuple[str, ...]
    of: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        data = Record.to_json(self)
        return data if self.of else {key: data[key] for key in ("kind", "expected")}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the effect; raises ``ValueError`` that names what is impossible."""
        given = check_kind(data, "effect", dict)
        expected = given.get("expected")
        if isinstance(expected, list):
            expected = tuple(map(str, expected))
        if not isinstance(expected, str | bool | int | tuple):
            raise ValueError("effect.expected must be text, a number, true, false or a list")
        return cls(
            kind=read_as(EffectKind, given.get("kind"), "effect.kind"),
            expected=expected,
            of=check_kind(given.get("of", ""), "effect.of", str),
        )


class MouseButton(StrEnum):
    """The button of a click."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer(Record):
    """What a file of another program says of an element that nobody here has seen yet.

    ``selectors`` are alternatives, best first. The parts of one lead inwards through shadow roots;
    each is CSS, or begins with ``aria/``, ``text/``, ``xpath/`` or ``pierce/``, as in the Chrome
    DevTools Recorder. ``frames`` lead to its document from the outside: each a selector, or a
    number that counts the frames of the document around it from 0. ``only``: it was the only one
    found, so several are none.
    """

    SPARSE = True

    selectors: tuple[tuple[str, ...], ...]
    frames: tuple[int | str, ...] = ()
    only: bool = False

    def __post_init__(self) -> None:
        """Refuse a pointer that points at nothing."""
        if not self.selectors or not all(self.selectors):
            raise ValueError("a pointer needs a selector, and a selector needs a part")

    def to_json(self) -> dict[str, Any]:
        """Return plain data; a selector of one part is that part."""
        parts = [part[0] if len(part) == 1 else list(part) for part in self.selectors]
        return Record.to_json(self) | {"selectors": parts}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the pointer; raises ``ValueError`` that names what is impossible."""
        given = check_kind(data, "pointer", dict)
        selectors = check_kind(given.get("selectors", []), "selectors", list)
        parts = [part if isinstance(part, list) else [part] for part in selectors]
        return read(cls, given | {"selectors": parts})


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Record):
    """One act of a person. What does not belong to the action is left at its default.

    ``value``: the text to type (``${NAME}`` for a secret), the label of the option to select, the
    address to open, the keys to press, the name of the file to upload, the milliseconds to wait,
    what an assert expects, the answer to a prompt. ``values`` stand for it where there are several
    (options, files) or none. ``tab`` counts tabs in the order they were opened.
    ``point`` is where the mouse was, from the element's upper left corner; for a scroll, the place
    scrolled to; for a drag, where it ended, from the corner of ``to`` (or, without one, how far it
    went: ``delta``). ``path`` is the way of a drag or a stroke: x and y from the element's corner,
    and milliseconds. ``effect`` is what must be seen afterwards. ``pointer`` and ``to_pointer``
    stand for ``fingerprint`` and ``to`` in steps that were imported, until the elements are seen.
    ``excluded`` are elements that a person said this step does not mean; they are kept in ``extra``
    with what else is known of them.
    """

    SPARSE = True

    id: str
    action: StepAction
    url: str = ""
    value: str | None = None
    values: tuple[str, ...] | None = None
    fingerprint: Fingerprint | None = named(None, default=None)
    pointer: Pointer | None = None
    check: AssertCheck | None = None
    tab: int = 0
    button: MouseButton = MouseButton.LEFT
    modifiers: tuple[str, ...] = ()
    point: Point | None = None
    to: Fingerprint | None = named(None, default=None)
    to_pointer: Pointer | None = None
    delta: Point | None = None
    path: tuple[tuple[float, float, float], ...] = ()
    effect: Effect | None = None
    accept: bool | None = None  # how a dialog was answered
    message: str | None = None  # what a dialog said
    picture: bytes | None = field(default=None, repr=False)  # of the element, PNG
    excluded: tuple[Fingerprint, ...] = named(None, default=())
    extra: JsonObject = field(default_factory=lambda: NOTHING)

    def __post_init__(self) -> None:
        """Refuse an assert that looks at nothing, and a check without an assert."""
        if (self.action is StepAction.ASSERT) is (self.check is None):
            raise ValueError(f"step {self.id!r}: an assert, and only that, has a check")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredSecret:
    """A secret that a recording uses, and the origin that it was typed at."""

    name: str
    origin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording(Saved):
    """A recorded journey. ``extra`` keeps fields that this version does not know.

    ``secrets`` are those that it uses; one of edition 1 declares none. ``idempotent``: done twice,
    it leaves the same as done once.
    """

    PRIVATE = True

    name: str
    start_url: str
    created_at: datetime
    viewport: Size | None = None
    steps: tuple[Step, ...] = named(None, default=())
    secrets: tuple[DeclaredSecret, ...] = ()
    idempotent: bool = False
    extra: JsonObject = field(default_factory=lambda: NOTHING)

    def __post_init__(self) -> None:
        """Refuse two steps with the same id."""
        ids = [step.id for step in self.steps]
        if len(set(ids)) != len(ids):
            twice = next(one for one in ids if ids.count(one) > 1)
            raise ValueError(f"two steps have the id {twice!r}")

    def to_json(self) -> dict[str, Any]:
        """Return the recording as plain JSON values."""
        from holdfast.model.recording_json import recording_to_json

        return recording_to_json(self)

    @classmethod
    def from_json(cls, data: object) -> "Recording":
        """Return the recording from its JSON, text or values; raises ``ForeignFormat``."""
        from holdfast.model.recording_json import recording_from_json

        return recording_from_json(read_json(data, RECORDING_FORMAT))
