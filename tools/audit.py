"""Audit: compares the lock and the lower bounds with the known holes; `make audit` calls it.

First with our own list, which needs no network; then pip-audit asks pypi.org about the lock. Exit
codes: 0 nothing is known, 1 a hole is let in, 3 not everything could be looked up.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

LOCK = "requirements/dev.txt"
_LOCKED = re.compile(r"^([\w.-]+)==([\w.!+]+)", re.MULTILINE)


def main(root: Path) -> int:
    """Print what is wrong, and return 1 if anything is."""
    holes = list(iter_holes((root / "requirements/advisories.txt").read_text(encoding="utf-8")))
    lock = (root / LOCK).read_text(encoding="utf-8")
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


def look_up(root: Path) -> int:
    """Ask pypi.org about every package of the lock, by pip-audit; print what came of it."""
    options = ["--format", "json", "--progress-spinner", "off", "--disable-pip", "--require-hashes"]
    command = [sys.executable, "-m", "pip_audit", *options, "-r", LOCK]
    asked = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    code, lines = read_answer(asked.stdout, asked.stderr)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return code


def read_answer(answer: str, errors: str) -> tuple[int, list[str]]:
    """Return what pip-audit's answer means: an exit code, and the lines that say so."""
    try:
        packages = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        said = (errors.strip().splitlines() or ["it said nothing"])[-1]
        return 3, ["audit: pypi.org could not be asked: only our own list was checked", f"  {said}"]
    holes = [(one, hole) for one in packages for hole in one.get("vulns", [])]
    unknown = sum("skip_reason" in one for one in packages)
    lines = [
        f"  {one['name']} {one['version']}: {hole['id']}, fixed in {hole['fix_versions'] or 'none'}"
        for one, hole in holes
    ]
    lines.append(
        f"audit: {len(packages) - unknown} of {len(packages)} packages looked up at"
        f" pypi.org, {len(holes)} known holes"
    )
    if unknown:
        lines.append("  next: again where pypi.org can be reached; our own list was checked")
    return (1 if holes else 3 if unknown else 0), lines


if __name__ == "__main__":
    here = Path(__file__).parent.parent
    sys.exit(look_up(here) if sys.argv[1:] == ["--look-up"] else main(here))
