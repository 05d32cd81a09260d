"""Locators as written: from the calls that made one to its code, and from code to a locator."""

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.errors import UsageError
from holdfast.selectors.playwright_code import literal

ROOT = "page"
MADE = ("first", "last", "content_frame", "owner", "visible")  # properties that make a locator
# What the code of a healed locator may consist of; it is put together from texts of the page.
FOLLOWED = frozenset(
    {
        "locator",
        "frame_locator",
        "get_by_role",
        "get_by_test_id",
        "get_by_label",
        "get_by_placeholder",
        "get_by_text",
        "get_by_alt_text",
        "get_by_title",
        "filter",
        "nth",
    }
)


def write_call(name: str, arguments: Sequence[object], named: Mapping[str, object]) -> str:
    """Return one call as code; arguments that say nothing (None) are left out."""
    given = [write_value(value) for value in arguments]
    given += [f"{key}={write_value(value)}" for key, value in named.items() if value is not None]
    return f"{name}({', '.join(given)})"


def write_value(value: object) -> str:
    """Return a value as code; a locator as the code that made it."""
    if isinstance(value, str):
        return literal(value)
    if isinstance(value, re.Pattern):
        flags = value.flags & ~re.UNICODE
        told = f", {flags!r}" if flags else ""
        return f"re.compile({literal(str(value.pattern))}{told})"
    made = getattr(value, "holdfast_expression", None)
    return made if isinstance(made, str) else repr(value)


def follow(page: Any, code: str) -> Any:
    """Return the locator that the code makes on a page; nothing but locators can be made.

    Raises ``UsageError`` for any other code.
    """
    return _follow(page, ast.parse(code, mode="eval").body)


def _follow(page: Any, node: ast.expr) -> Any:
    if isinstance(node, ast.Name) and node.id == ROOT:
        return page
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in FOLLOWED:
            raise UsageError(f"{node.func.attr[:80]!r} makes no locator")
        base = _follow(page, node.func.value)
        given = [ast.literal_eval(argument) for argument in node.args]
        named = {word.arg: ast.literal_eval(word.value) for word in node.keywords if word.arg}
        return getattr(base, node.func.attr)(*given, **named)
    raise UsageError(f"this is no locator: {ast.unparse(node)[:80]!r}")
