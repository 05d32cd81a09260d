"""Plain words: one meaning per name, and a first line that says what a module does."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "holdfast"
MODULES = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if "versions" not in path.parts and path.read_text(encoding="utf-8").strip()
)
SHAPE = re.compile(r"[^:]{1,70}: \S")
# Nobody says these aloud.
UNSPOKEN = frozenset("glimpse doubts whereabouts told telling stash helpers utils common".split())


def repeated(names: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """Return each name that exists more than once, with its places."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in names:
        places[name].append(str(path.relative_to(SOURCE)))
    return {name: found for name, found in places.items() if len(found) > 1}


def module_name(path: Path) -> str:
    return path.parent.name if path.name == "__init__.py" else path.stem


def test_a_module_name_exists_once() -> None:
    found = repeated((module_name(path), path) for path in MODULES)
    assert found == {}


def test_a_public_class_name_exists_once() -> None:
    found = repeated(
        (node.name, path)
        for path in MODULES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert found == {}


def test_modules_are_called_what_people_say() -> None:
    assert {module_name(path) for path in MODULES} & UNSPOKEN == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_first_line_says_what_a_module_does(path: Path) -> None:
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert SHAPE.match(told.partition("\n")[0]), "next: write it as 'X: does Y.'"
