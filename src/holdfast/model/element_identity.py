"""The identity of an element: where it belongs (anchor), the way there (path), what it is (target).

An identity is plain data that people can read and programs can store. It holds nothing that moves
with the layout: no place among siblings, no coordinates, no style, no value made by a machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Self

from holdfast.model.json_fields import check_kind, find_field
from holdfast.model.records import Record, named, read, write

IDENTITY_VERSION = "1.0"
Parameter = str | int
_NO_PARAMETERS: Mapping[str, Parameter] = MappingProxyType({})


class ConstraintType(StrEnum):
    """What may choose among elements that all answer the description."""

    UNIQUENESS = "uniqueness"
    VISIBILITY = "visibility"
    TEXT_PROXIMITY = "text-proximity"
    POSITION = "position"


class OnMissing(StrEnum):
    """What comes back when the target is not found, but perhaps its anchor."""

    ANCHOR_ONLY = "anchor-only"
    STRICT = "strict"
    ANCHOR_CHILDREN = "anchor-children"
    NONE = "none"


class ResolutionStatus(StrEnum):
    """How looking for an identity ended."""

    SUCCESS = "success"
    AMBIGUOUS = "ambiguous"
    ERROR = "error"
    DEGRADED_FALLBACK = "degraded-fallback"


class ConfidenceBand(StrEnum):
    """How far an identity can be relied on, in words."""

    CRITICAL = "critical"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextContent(Record):
    """A text as it stands in the page, and with white space collapsed."""

    raw: str
    normalized: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SvgFingerprint(Record):
    """A drawing: its shape, a hash of what it draws, and what it is called."""

    SPARSE: ClassVar[bool] = True
    shape: str
    draws: str = named("dHash", default="")
    title: str = named("titleText", default="")
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSemantics(Record):
    """What a node means, as far as that outlives a change of layout.

    ``text`` is what the node itself says, ``label`` the text of a field's label. ``contains`` are
    texts, and ``has`` are nodes, somewhere inside it: kept only where they are needed to tell it
    from others, as the name in a row of a table, or the icon in a link.
    """

    SPARSE: ClassVar[bool] = True
    id: str = ""
    role: str = ""
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    label: str = ""
    contains: tuple[str, ...] = ()
    has: "tuple[InnerNode, ...]" = ()
    text: TextContent | None = None
    svg: SvgFingerprint | None = None

    def __post_init__(self) -> None:
        """Refuse any order but the canonical one: equal semantics must be written equally."""
        names = tuple(name for name, _ in self.attributes)
        for what, given in (("classes", self.classes), ("attributes", names)):
            if list(given) != sorted(set(given)):
                raise ValueError(f"{what} must be sorted, each once, got {given!r:.80}")

    def to_json(self) -> dict[str, Any]:
        """Return plain data; attributes are an object there."""
        data = write(self)
        return data | {"attributes": dict(self.attributes)} if self.attributes else data

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the semantics, with classes and attributes brought into their order."""
        given = dict(check_kind(data, "semantics", dict))
        attributes = find_field(given, "attributes", dict) or {}
        given["attributes"] = [list(pair) for pair in sorted(attributes.items())]
        if isinstance(given.get("classes"), list):
            given["classes"] = sorted(set(given["classes"]))
        return read(cls, given)


@dataclass(frozen=True, slots=True, kw_only=True)
class InnerNode(Record):
    """A node inside a described one."""

    WHOLE: ClassVar[bool] = True
    tag: str
    semantics: NodeSemantics = NodeSemantics()


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityNode(Record):
    """One node of the way, or the target; ``score`` (0-1) says how telling it is."""

    WHOLE: ClassVar[bool] = True
    tag: str
    semantics: NodeSemantics = NodeSemantics()
    score: float

    def __post_init__(self) -> None:
        """Refuse a node without a tag and a score that is none."""
        if not self.tag:
            raise ValueError("a node must have a tag")
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"score must lie in [0, 1], got {self.score!r} for {self.tag!r:.80}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorNode(IdentityNode):
    """The part of the page an element belongs to; degraded if that is only the whole page."""

    degraded: bool = False

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the anchor; one that says nothing of it is not degraded."""
        return read(cls, {"degraded": False, **check_kind(data, "anchor", dict)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint(Record):
    """One rule that chooses among several; those of higher priority choose first."""

    type: ConstraintType
    params: Mapping[str, Parameter] = field(default_factory=lambda: _NO_PARAMETERS)
    priority: int

    def to_json(self) -> dict[str, Any]:
        """Return plain data; equal constraints are written equally."""
        return write(self) | {"params": dict(sorted(self.params.items()))}


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackRules(Record):
    """What to do when nothing answers: how deep to look below the anchor, and what to give back."""

    WHOLE: ClassVar[bool] = True
    on_missing: OnMissing = OnMissing.ANCHOR_ONLY
    max_depth: int = 3

    def __post_init__(self) -> None:
        """Refuse a depth that is none."""
        if self.max_depth < 0:
            raise ValueError(f"maxDepth must be 0 or more, got {self.max_depth}")


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityMeta(Record):
    """How good an identity is; ``added_nodes`` counts what the shortest way did not need."""

    confidence: float
    degraded: bool = False
    degradation_reason: str = ""
    added_nodes: int = 0

    def __post_init__(self) -> None:
        """Refuse a confidence that is none, and a reason without cause."""
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence must lie in [0, 1], got {self.confidence!r}")
        if self.degraded != bool(self.degradation_reason):
            raise ValueError("degraded and degradationReason go together")
        if self.added_nodes < 0:
            raise ValueError(f"addedNodes must be 0 or more, got {self.added_nodes}")

    def to_json(self) -> dict[str, Any]:
        """Return plain data, without a reason or nodes where there are none."""
        data = write(self)
        usual = [key for key in ("degradationReason", "addedNodes") if not data[key]]
        return {key: value for key, value in data.items() if key not in usual}


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity(Record):
    """One element, described so as to be found again; ``path`` leads from anchor to target."""

    WHOLE: ClassVar[bool] = True
    version: str = IDENTITY_VERSION
    anchor: AnchorNode
    path: tuple[IdentityNode, ...] = ()
    target: IdentityNode
    constraints: tuple[Constraint, ...] = ()
    fallback: FallbackRules = FallbackRules()
    meta: IdentityMeta


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What looking for an identity on a page gave.

    ``node`` is the index of the element; with ``degraded-fallback`` that is what stands in for it
    (its anchor, a child of the anchor) and never the element itself. ``identity`` is what was
    looked for.
    """

    status: ResolutionStatus
    identity: Identity
    node: int | None = None
    candidates: tuple[int, ...] = ()
    confidence: float = 0.0
    warnings: tuple[str, ...] = ()
    degradation_reason: str = ""
    error: str = ""
