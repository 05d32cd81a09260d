"""A healed locator's expression in its source file: where exactly it stands, or why it does not."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.app.call_site import Span
from holdfast.app.expression import MADE, ROOT, write_value
from holdfast.app.written import Healed

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An expression that stands in a source: from and to which character, and its root's code."""

    start: int
    end: int
    line: int
    root: str


class Obstacle(Exception):
    """The expression cannot be read from the source alone."""


def find_expression(source: str, healed: Healed) -> Standing | str | None:
    """Return where the healed expression stands; why it is not to be touched; None if it is gone.

    The very characters that ran come first. If the file has changed since, the same expression
    counts when it stands once in the same function.
    """
    tree = ast.parse(source)
    there = [node for node in _within(tree, healed.function) if _span(node) == healed.span]
    for node in there:
        if _written(node, healed) is not None:
            return _standing(source, node, healed)
    why = next((reason for node in there if (reason := _reason(node, healed))), None)
    if why is not None:
        return why
    same = [node for node in _within(tree, healed.function) if _written(node, healed) is not None]
    if len(same) == 1:
        return _standing(source, same[0], healed)
    return f"it stands {len(same)} times in {healed.function}" if same else None


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call | ast.Attribute):
            yield node


def _within(tree: ast.Module, function: str) -> Iterator[ast.expr]:
    """Yield the expressions in functions of this name; of the whole file for none."""
    name = function.rpartition(".")[2]
    found: list[ast.AST] = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name
    ]
    for node in found or [tree]:
        yield from _expressions(node)


def _span(node: ast.expr) -> Span:
    return Span(node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)


def _standing(source: str, node: ast.expr, healed: Healed) -> Standing:
    root = _written(node, healed)
    assert root is not None, "it was found by this"
    lines = [found.group() for found in _LINE.finditer(source)]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def place(line: int, column: int) -> int:
        before = lines[line - 1].encode()[:column]  # columns count bytes
        return starts[line - 1] + len(before.decode())

    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return Standing(
        start=place(node.lineno, node.col_offset),
        end=place(node.end_lineno, node.end_col_offset),
        line=node.lineno,
        root=ast.get_source_segment(source, root) or ROOT,
    )


# ------------------------------------------------------------------------------ reading expressions


def _written(node: ast.expr, healed: Healed) -> ast.expr | None:
    """Return the root (the page) of an expression that makes exactly the healed locator."""
    try:
        calls, root = _take(node, len(healed.calls))
    except Obstacle:
        return None
    return root if tuple(calls) == healed.calls else None


def _reason(node: ast.expr, healed: Healed) -> str | None:
    """Return why the expression that ran cannot be replaced."""
    try:
        calls, _ = _take(node, len(healed.calls))
    except Obstacle as exc:
        return str(exc)
    if calls[-1:] == list(healed.calls[-1:]):
        return "it starts from a locator that is written elsewhere"
    called = node.func if isinstance(node, ast.Call) else node
    name = called.attr if isinstance(called, ast.Attribute) else "?"
    if name not in healed.calls[-1]:
        return f"{name}() is given a selector, not a locator"
    return None


def _take(node: ast.expr, count: int) -> tuple[list[str], ast.expr]:
    """Return the last calls of a chain as code, and what they are made on."""
    calls: list[str] = []
    while len(calls) < count:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            calls.insert(0, _call(node))
            node = node.func.value
        elif isinstance(node, ast.Attribute):
            calls.insert(0, node.attr)
            node = node.value
        else:
            break
    return calls, node


def _call(node: ast.Call) -> str:
    assert isinstance(node.func, ast.Attribute)
    given = [_value(argument) for argument in node.args]
    for word in node.keywords:
        if word.arg is None:
            raise Obstacle("it takes its arguments from a dictionary")
        if not (isinstance(word.value, ast.Constant) and word.value.value is None):
            given.append(f"{word.arg}={_value(word.value)}")
    return f"{node.func.attr}({', '.join(given)})"


def _value(node: ast.expr) -> str:
    """Return an argument as code; raises ``Obstacle`` for what is not written out."""
    match node:
        case ast.Constant():
            return write_value(node.value)
        case ast.UnaryOp(operand=ast.Constant()):
            return repr(ast.literal_eval(node))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile")):
            return f"re.{_call(node)}"
        case ast.Call(func=ast.Attribute()):
            return _locator(node)
        case ast.Attribute(attr=attr) if attr in MADE:
            return _locator(node)
        case _:
            raise Obstacle(_why_unwritten(node))


def _why_unwritten(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "it is made by an f-string"
    if isinstance(node, ast.Name | ast.Attribute):
        return f"it goes by the name {ast.unparse(node)}"
    return "it is put together from parts"


def _locator(node: ast.expr) -> str:
    """Return a locator that is an argument, as code."""
    calls: list[str] = []
    while True:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            calls.insert(0, _call(node))
            node = node.func.value
        elif isinstance(node, ast.Attribute) and node.attr in MADE:
            calls.insert(0, node.attr)
            node = node.value
        else:
            return ".".join([ROOT, *calls])
