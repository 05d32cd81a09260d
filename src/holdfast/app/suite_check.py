"""Suite check: says which locators of a suite have a fingerprint, which have none, which are weak.

Sources are read, never run. A locator counts as fingerprinted when a green run kept an element for
an expression of the same file in which it stands.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from holdfast.app.expression import write_call, write_value
from holdfast.app.written import BY_PLACE
from holdfast.model.fingerprint import KeptLook
from holdfast.page.stability import is_generated

_MAKING = re.compile(r"^(?:locator|frame_locator|get_by_\w+)$")
_BY_SELECTOR = frozenset({"click", "fill", "check", "uncheck", "press", "type", "select_option"})
_LINKS = frozenset({"first", "last", "nth", "filter", "and_", "or_"})
_BY_WORDS = re.compile(r"get_by_text|has_text|LINK_TEXT|text\(\)|:has-text")
_NAMED = re.compile(
    r"[#.]([A-Za-z_][\w-]*)|\[(?:id|class)[~^$*]?=[\"']?([^\"'\]]+)"
    r"|By\.(?:ID|CLASS_NAME), '([^']+)'"
)
_FROM_THE_TOP = re.compile(r"[\"'](?:xpath=)?/(?:html|\w+\[\d+\]/)")
SKIPPED = frozenset({"node_modules", "site-packages", "build", "dist"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLocator:
    """A locator in a source; ``said`` stands in the expression of its fingerprint."""

    file: str
    line: int
    code: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedLocator:
    """A locator, how many looks of its element are kept, and why it is fragile, if it is."""

    file: str
    line: int
    code: str
    looks: int
    fragile: str | None


def check_suite(
    sources: Iterable[tuple[str, bytes]], kept: Iterable[KeptLook]
) -> list[CheckedLocator]:
    """Return each locator of the sources, with what is known of it."""
    by_file: dict[str, list[KeptLook]] = {}
    for look in kept:
        by_file.setdefault(look.file, []).append(look)
    return [
        _checked(one, by_file.get(file, ()))
        for file, text in sources
        for one in find_locators(text, file)
    ]


def _checked(one: SourceLocator, kept: Sequence[KeptLook]) -> CheckedLocator:
    looks = [look for look in kept if one.said in look.expression]
    return CheckedLocator(
        file=one.file,
        line=one.line,
        code=one.code,
        looks=len(looks),
        fragile=_why_fragile(one.code, looks),
    )


def _why_fragile(code: str, looks: Sequence[KeptLook]) -> str | None:
    if any(BY_PLACE.search(link) for link in (code, *code.split(")."))):
        return "it counts elements: one more before it, and it finds another"
    if _FROM_THE_TOP.search(code):
        return "it is a path from the top of the page: every wrapper breaks it"
    names = (name for found in _NAMED.findall(code) for name in found if name)
    if any(is_generated(name) for group in names for name in group.split()):
        return "it goes by a name that a program made: the next build makes another"
    if _BY_WORDS.search(code) and any(look.changes for look in looks):
        return "it goes by words that change while the suite runs"
    return None


# ------------------------------------------------------------------------------------------ sources


def iter_sources(root: Path) -> Iterator[Path]:
    """Yield the Python files of a project; no hidden folders, and no environments."""
    for path in sorted(root.iterdir()):
        if path.is_dir() and not path.name.startswith(".") and path.name not in SKIPPED:
            if not path.is_symlink() and not (path / "pyvenv.cfg").exists():
                yield from iter_sources(path)
        elif path.suffix == ".py":
            yield path


def find_locators(source: bytes, file: str) -> list[SourceLocator]:
    """Return the locators that a source writes, in its order; none for one that cannot be read."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    around = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found: dict[ast.AST, SourceLocator] = {}
    for node in ast.walk(tree):
        said = _said(node)
        if said:
            top = _whole(node, around)
            code = ast.unparse(top)
            line = getattr(top, "lineno", 1)
            found.setdefault(top, SourceLocator(file=file, line=line, code=code, said=said))
    return sorted(found.values(), key=lambda one: one.line)


def _said(node: ast.AST) -> str:
    """Return what the expression of a locator says, "" for what is no locator."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if _MAKING.match(node.func.attr) and node.args:
            return _written(node, node.func.attr)
        if node.func.attr in _BY_SELECTOR and ast.unparse(node.func.value).endswith("page"):
            first = node.args[0] if node.args else None
            return f"locator({_literal(first)})" if _is_text(first) else ""
        return _pair(node.args) if node.func.attr == "find_element" else ""
    return _pair(node.elts) if isinstance(node, ast.Tuple) else ""


def _written(call: ast.Call, name: str) -> str:
    """Return a call as it is kept; only how it begins if it has parts that are not literals."""
    try:
        given = [ast.literal_eval(one) for one in call.args]
        named = {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}
    except ValueError:
        first = call.args[0]
        if isinstance(first, ast.JoinedStr) and first.values and _is_text(first.values[0]):
            return f"{name}({_literal(first.values[0])[:-1]}"
        return f"{name}({_literal(first)}" if _is_text(first) else f"{name}("
    return write_call(name, given, named)


def _pair(parts: Sequence[ast.expr]) -> str:
    """Return a ``By`` pair as it is kept."""
    if len(parts) != 2 or not isinstance(parts[0], ast.Attribute):
        return ""
    by, value = ast.unparse(parts[0]), parts[1]
    return f"{by}, {_literal(value)}" if by.startswith("By.") and _is_text(value) else ""


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _literal(node: ast.expr | None) -> str:
    return write_value(getattr(node, "value", ""))


def _whole(node: ast.AST, around: Mapping[ast.AST, ast.AST]) -> ast.AST:
    """Return the chain that a call is a link of, as far as it makes locators."""
    while isinstance(link := around.get(node), ast.Attribute) and (
        link.attr in _LINKS or _MAKING.match(link.attr)
    ):
        call = around.get(link)
        node = call if isinstance(call, ast.Call) and call.func is link else link
    return node
