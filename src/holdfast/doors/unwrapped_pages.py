"""Unwrapped pages: tells which tests use a page or driver that Holdfast does not see."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

FIXTURES = ("page", "driver", "selenium")
WRAPPED = "holdfast_heal"  # in the names of all fixtures that a test needs, also through others


def unwrapped(items: Iterable[Any], root: Path) -> Counter[str]:
    """Return for how many tests nobody wraps the page, by where the fixture for it stands."""
    found: Counter[str] = Counter()
    for item in items:
        names = getattr(item, "fixturenames", ())
        name = next((one for one in FIXTURES if one in names), None)
        if name is not None and WRAPPED not in names:
            made = item._fixtureinfo.name2fixturedefs.get(name)
            found[f"{name} of {_where(made[-1].func, root)}" if made else name] += 1
    return found


def _where(function: Any, root: Path) -> str:
    """Return where a fixture is written: a file of the project, or the plugin it comes from."""
    code = getattr(function, "__code__", None)
    path = Path("" if code is None else code.co_filename)
    if code is None or not path.is_relative_to(root):
        return str(getattr(function, "__module__", "a plugin")).partition(".")[0]
    return f"{path.relative_to(root).as_posix()}:{code.co_firstlineno}"


def unwrapped_lines(found: Counter[str]) -> Iterator[str]:
    """Yield what to say about them."""
    for fixture, count in found.items():
        tests = "1 test uses" if count == 1 else f"{count} tests use"
        yield f"not seen: {tests} the fixture {fixture}, which nobody wraps"
    if found:
        yield "  next: a fixture of that name, nearer to the tests, that returns holdfast_heal(it)"
