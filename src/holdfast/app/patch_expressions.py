"""A healed locator's expression in its source file: where exactly it stands, or why it does not."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from holdfast.app.call_site import Span
from holdfast.app.expression import MADE, ROOT, write_value
from holdfast.app.written import Healed

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An expression that stands in a source: from and to which character, and its root's code.

    ``tail`` comes behind the new locator: what the old expression did with it itself.
    """

    start: int
    end: int
    line: int
    root: str
    tail: str = ""
    is_pair: bool = False  # ``By.ID, "save"``, in a call or a tuple: only that is replaced
    is_cell: bool = False  # of Robot Framework: the locator alone


# Methods of a page that a locator has too, without the selector.
_BY_SELECTOR = frozenset(
    "click dblclick tap check uncheck set_checked press fill type select_option set_input_files "
    "hover focus dispatch_event inner_text inner_html text_content get_attribute input_value "
    "is_checked is_disabled is_editable is_enabled".split()
)


class Obstacle(Exception):
    """The expression cannot be read from the source alone."""


def find_expression(source: str, healed: Healed) -> Standing | str | None:
    """Return where the healed expression stands; why it is not to be touched; None if it is gone.

    The very characters that ran come first. If the file has changed since, the same expression
    counts when it stands once in the same function.
    """
    tree = ast.parse(source)
    if healed.calls[:1] and healed.calls[0].startswith("find_element("):
        return _find_pair(source, tree, healed)
    reader = _Reader(source, _constants(tree), healed)
    nodes = list(_within(tree, healed.function))
    there = [node for node in nodes if _span(node) == healed.span]
    for node in there:
        if (standing := reader.stand(node)) is not None:
            return standing
    why = next((reason for node in there if (reason := reader.reason(node))), None)
    if why is not None:
        return why
    same = [found for node in nodes if (found := reader.stand(node)) is not None]
    if len(same) == 1:
        return same[0]
    return f"it stands {len(same)} times in {healed.function}" if same else None


def _find_pair(source: str, tree: ast.Module, healed: Healed) -> Standing | str | None:
    """Return where the pair that names an element for Selenium stands.

    In the call itself, else in its function, else as what a name stands for, else anywhere.
    """
    everywhere = [node for node in ast.walk(tree) if _is_pair(node, healed.calls[0])]
    named = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    own = list(_within(tree, healed.function))
    groups = (
        [node for node in everywhere if _span(node) == healed.span],
        [node for node in everywhere if node in own],
        [node for node in everywhere if node in named],
        everywhere,
    )
    found = next((group for group in groups if group), [])
    if len(found) > 1:
        return f"it stands {len(found)} times in the file"
    return _pair_at(source, found[0]) if found else None


def _is_pair(node: ast.AST, call: str) -> TypeGuard[ast.Call | ast.Tuple]:
    match node:
        case ast.Call(args=[by, ast.Constant(value=str(text))]):
            return call == f"find_element({ast.unparse(by)}, {write_value(text)})"
        case ast.Tuple(elts=[by, ast.Constant(value=str(text))]):
            return call == f"find_element({ast.unparse(by)}, {write_value(text)})"
        case _:
            return False


def _pair_at(source: str, node: ast.Call | ast.Tuple) -> Standing:
    by, value = node.args if isinstance(node, ast.Call) else node.elts
    start = _place(source, by.lineno, by.col_offset)
    end = _place(source, value.end_lineno or 0, value.end_col_offset or 0)
    return Standing(start=start, end=end, line=by.lineno, root="", is_pair=True)


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call | ast.Attribute | ast.Tuple):
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


def _constants(tree: ast.Module) -> dict[str, str]:
    """Return the names that are given one text once in the file, and nothing else ever."""
    bound: dict[str, list[object]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[target], value=ast.Constant(value=str(text))):
                bound.setdefault(_last(target), []).append(text)
            case ast.AnnAssign(target=target, value=ast.Constant(value=str(text))):
                bound.setdefault(_last(target), []).append(text)
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                bound.setdefault(name, []).append(None)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                bound.setdefault(name, []).append(None)
            case _:
                pass
    # Each is met twice: as what is assigned to, and with its text.
    return {
        name: texts[0]
        for name, found in bound.items()
        if len(found) == 2 and len(texts := [one for one in found if isinstance(one, str)]) == 1
    }


def _last(target: ast.expr) -> str:
    return target.attr if isinstance(target, ast.Attribute) else ast.unparse(target)


def lines_of(source: str) -> list[str]:
    """Return the lines as Python counts them, with their ends."""
    return _LINE.findall(source)


def _place(source: str, line: int, column: int) -> int:
    """Return the character at a line and column, which counts bytes."""
    lines = lines_of(source)
    before = lines[line - 1].encode()[:column]
    return sum(map(len, lines[: line - 1])) + len(before.decode())


# ------------------------------------------------------------------------------ reading expressions


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the expressions of one source, looking for a healed one."""

    source: str
    constants: Mapping[str, str]
    healed: Healed

    def stand(self, node: ast.expr) -> Standing | None:
        """Return where the node stands, if it makes exactly the healed locator."""
        try:
            by_selector = self._by_selector(node)
            if by_selector is not None:
                return by_selector
            calls, root = self.take(node, len(self.healed.calls))
            if tuple(calls) == self.healed.calls:
                return self._standing(node, self._code(root))
            is_tail = self._is_tail(calls, root)
            return self._standing(node, f"{self._code(root)}.page") if is_tail else None
        except Obstacle:
            return None

    def _is_tail(self, calls: Sequence[str], root: ast.expr) -> bool:
        """Return whether it ends the healed chain, which begins with a locator made elsewhere."""
        is_locator = isinstance(root, ast.Name | ast.Attribute) and calls
        ends = tuple(calls) == self.healed.calls[len(self.healed.calls) - len(calls) :]
        return bool(is_locator) and ends and not any("frame" in c for c in self.healed.calls)

    def _by_selector(self, node: ast.expr) -> Standing | None:
        """Return where ``page.click("#save", …)`` stands: a locator replaces the selector."""
        match node:
            case ast.Call(func=ast.Attribute(value=root, attr=name), args=[selector, *rest]):
                if name not in _BY_SELECTOR:
                    return None
                if (f"locator({self.value(selector)})",) == self.healed.calls:
                    words = [one for one in node.keywords if one.arg != "strict"]  # it always is
                    given = [self._code(one) for one in [*rest, *words]]
                    tail = f".{name}({', '.join(given)})"
                    return self._standing(node, self._code(root), tail)
            case _:
                pass
        return None

    def _standing(self, node: ast.expr, root: str, tail: str = "") -> Standing:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return Standing(
            start=_place(self.source, node.lineno, node.col_offset),
            end=_place(self.source, node.end_lineno, node.end_col_offset),
            line=node.lineno,
            root=root,
            tail=tail,
        )

    def _code(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.source, node) or ast.unparse(node)

    def reason(self, node: ast.expr) -> str | None:
        """Return why the expression that ran cannot be replaced."""
        try:
            calls, _ = self.take(node, len(self.healed.calls))
        except Obstacle as exc:
            return str(exc)
        if calls[-1:] == list(self.healed.calls[-1:]):
            return "it starts from a locator that is written elsewhere"
        called = node.func if isinstance(node, ast.Call) else node
        name = called.attr if isinstance(called, ast.Attribute) else "?"
        if name not in self.healed.calls[-1]:
            return f"{name}() is given a selector, not a locator"
        return None

    def take(self, node: ast.expr, count: int) -> tuple[list[str], ast.expr]:
        """Return the last calls of a chain as code, and what they are made on."""
        calls: list[str] = []
        while len(calls) < count:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                calls.insert(0, self.call(node))
                node = node.func.value
            elif isinstance(node, ast.Attribute) and node.attr in MADE:
                calls.insert(0, node.attr)
                node = node.value
            else:
                break
        return calls, node

    def call(self, node: ast.Call) -> str:
        """Return one call as code."""
        assert isinstance(node.func, ast.Attribute)
        given = [self.value(argument) for argument in node.args]
        for word in node.keywords:
            if word.arg is None:
                raise Obstacle("it takes its arguments from a dictionary")
            if not (isinstance(word.value, ast.Constant) and word.value.value is None):
                given.append(f"{word.arg}={self.value(word.value)}")
        return f"{node.func.attr}({', '.join(given)})"

    def value(self, node: ast.expr) -> str:
        """Return an argument as code; raises ``Obstacle`` for what is not written out."""
        match node:
            case ast.Constant():
                return write_value(node.value)
            case ast.UnaryOp(operand=ast.Constant()):
                return repr(ast.literal_eval(node))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile")):
                return f"re.{self.call(node)}"
            case ast.Call(func=ast.Attribute()):
                return self.locator(node)
            case ast.Attribute(attr=attr) if attr in MADE:
                return self.locator(node)
            case ast.Name() | ast.Attribute() | ast.JoinedStr():
                return write_value(self.text(node))
            case _:
                raise Obstacle(_why_unwritten(node))

    def text(self, node: ast.expr) -> str:
        """Return the text of a constant, or of an f-string that is made of them."""
        match node:
            case ast.Constant(value=str(text)):
                return text
            case ast.JoinedStr(values=parts):
                try:
                    return "".join(map(self.text, parts))
                except Obstacle:
                    raise Obstacle(_why_unwritten(node)) from None
            case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
                return self.text(inner)
            case ast.Name() | ast.Attribute() if _last(node) in self.constants:
                return self.constants[_last(node)]
            case _:
                raise Obstacle(_why_unwritten(node))

    def locator(self, node: ast.expr) -> str:
        """Return a locator that is an argument, as code."""
        calls, _ = self.take(node, 99)
        return ".".join([ROOT, *calls])


def _why_unwritten(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "it is made by an f-string"
    if isinstance(node, ast.Name | ast.Attribute):
        return f"it goes by the name {ast.unparse(node)}"
    return "it is put together from parts"
