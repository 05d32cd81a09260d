"""An identity as one line that people can read, and back: the same identity, the same line.

    holdfast/1.0 form#login[aria-label="Sign in"]*0.75 / fieldset*0.5 // button:text("Save")*0.55
        ? visibility()^80 ! anchor-only(3) = 0.64

(in one line): the version; the anchor; each node of the path after ``/``; the target after ``//``;
each constraint after ``?`` with its priority after ``^``; the fallback after ``!``; the confidence
after ``=``. A node is written like a CSS selector, with its score after ``*``. Whatever is no plain
name stands as a JSON string.
"""

import re
from collections.abc import Iterator

import orjson

from holdfast.errors import ForeignFormat
from holdfast.identity.identity_json import WANTED, from_data
from holdfast.identity.line_reader import LineReader
from holdfast.model.element_identity import (
    Constraint,
    Identity,
    IdentityMeta,
    InnerNode,
    NodeSemantics,
    Parameter,
)

PREFIX = "holdfast/"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_LINE_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029]")  # JSON allows them inside a string


def to_string(identity: Identity) -> str:
    """Return the identity as one line; equal identities give equal lines."""
    anchor, target = identity.anchor, identity.target
    degraded = ":degraded" if anchor.degraded else ""
    return " ".join(
        (
            f"{PREFIX}{identity.version}",
            f"{_selector(anchor.tag, anchor.semantics)}{degraded}*{anchor.score!r}",
            *(f"/ {_selector(step.tag, step.semantics)}*{step.score!r}" for step in identity.path),
            f"// {_selector(target.tag, target.semantics)}*{target.score!r}",
            *(f"? {_constraint(one)}" for one in identity.constraints),
            f"! {identity.fallback.on_missing}({identity.fallback.max_depth})",
            f"= {_meta(identity.meta)}",
        )
    )


def _selector(tag: str, semantics: NodeSemantics) -> str:
    """Return a node with all that is known of it, always in the same order."""
    return _word(tag) + "".join((*_looks(semantics), *_words(semantics), *_content(semantics)))


def _looks(semantics: NodeSemantics) -> Iterator[str]:
    if semantics.id:
        yield f"#{_word(semantics.id)}"
    for name in semantics.classes:
        yield f".{_word(name)}"
    for name, value in semantics.attributes:
        yield f"[{_word(name)}={_quoted(value)}]"
    if semantics.role:
        yield f":role({_quoted(semantics.role)})"


def _words(semantics: NodeSemantics) -> Iterator[str]:
    if semantics.label:
        yield f":label({_quoted(semantics.label)})"
    if semantics.text is not None:
        texts = dict.fromkeys((semantics.text.normalized, semantics.text.raw))
        yield _call("text", *texts)


def _content(semantics: NodeSemantics) -> Iterator[str]:
    if (svg := semantics.svg) is not None:
        yield _call("svg", svg.shape, svg.draws, svg.title, svg.role)
    for voice in semantics.contains:
        yield f":contains({_quoted(voice)})"
    for inner in semantics.has:
        yield f":has({_inner(inner)})"


def _inner(node: InnerNode) -> str:
    return _selector(node.tag, node.semantics)


def _call(name: str, *texts: str) -> str:
    return f":{name}({', '.join(map(_quoted, texts))})"


def _constraint(constraint: Constraint) -> str:
    params = (f"{_word(key)}={_value(value)}" for key, value in sorted(constraint.params.items()))
    return f"{constraint.type}({', '.join(params)})^{constraint.priority}"


def _meta(meta: IdentityMeta) -> str:
    parts = [repr(meta.confidence)]
    if meta.degraded:
        parts.append(f"degraded({_quoted(meta.degradation_reason)})")
    if meta.added_nodes:
        parts.append(f"added({meta.added_nodes})")
    return " ".join(parts)


def _value(value: Parameter) -> str:
    return _quoted(value) if isinstance(value, str) else str(value)


def _word(text: str) -> str:
    return text if _NAME.match(text) else _quoted(text)


def _quoted(text: str) -> str:
    escaped = orjson.dumps(text).decode()
    return _LINE_BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)


def from_string(line: str) -> Identity:
    """Return the identity that a line stands for; raises ``ForeignFormat`` for anything else."""
    prefixed, _, rest = line.strip().partition(" ")
    if not prefixed.startswith(PREFIX):
        raise ForeignFormat(WANTED, f"a text that does not begin with {PREFIX!r}")
    try:
        data = LineReader(rest).read_identity()
    except ValueError as exc:
        raise ForeignFormat(WANTED, f"a line that cannot be read: {exc}") from exc
    return from_data({"version": prefixed.removeprefix(PREFIX), **data})
