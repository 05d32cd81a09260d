"""Audit: compares the lock and the lower bounds with the known holes; `make audit` calls it."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

_LOCKED = re.compile(r"^([\w.-]+)==([\w.!+]+)", re.MULTILINE)


def main(root: Path) -> int:
    """Print what is wrong, and return 1 if anything is."""
    holes = list(iter_holes((root / "requirements/advisories.txt").read_text(encoding="utf-8")))
    lock = (root / "requirements/dev.txt").read_text(encoding="utf-8")
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    found = [*check_lock(lock, holes), *check_bounds(project, holes)]
    for line in found:
        sys.stdout.write(f"  {line}\n")
    sys.stdout.write(f"audit: {len(holes)} known holes, {len(found)} let in\n")
    return 1 if found else 0


def iter_holes(text: str) -> Iterator[tuple[str, Version, str]]:
    """Yield package, first version without the hole, and the hole's name."""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            package, fixed, name, *_ = line.split()
            yield canonicalize_name(package), Version(fixed), name


def check_lock(lock: str, holes: list[tuple[str, Version, str]]) -> Iterator[str]:
    """Yield what is locked at a version with a hole."""
    pairs = _LOCKED.findall(lock)
    locked: dict[str, Version] = {canonicalize_name(name): Version(v) for name, v in pairs}
    for package, fixed, name in holes:
        if package in locked and locked[package] < fixed:
            yield f"the lock has {package} {locked[package]}: {name}, fixed in {fixed}"


def check_bounds(project: str, holes: list[tuple[str, Version, str]]) -> Iterator[str]:
    """Yield what users may install at a version with a hole."""
    table = tomllib.loads(project)["project"]
    groups = [table["dependencies"], *table.get("optional-dependencies", {}).values()]
    wanted = [Requirement(one) for group in groups for one in group]
    for package, fixed, name in holes:
        for one in (one for one in wanted if canonicalize_name(one.name) == package):
            lowest = [Version(part.version) for part in one.specifier if part.operator == ">="]
            if not lowest or max(lowest) < fixed:
                yield f"pyproject.toml allows {one}: {name}, fixed in {fixed}"


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parent.parent))
