"""Public suites: runs a suite that others wrote, before and after a change, with Holdfast.

    python -m benchmarks.public_suites CHECKOUT --python PYTHON --tests PATH [PATH ...]
        [--rename GLOB | --after PYTHON] [--mended CHECKOUT] [--timeout-ms 8000] [--keep FOLDER]
        [--option=--OPTION ...]

PYTHON is an interpreter that has what the suite needs, pytest-playwright and Holdfast. The checkout
is copied, nothing in it is changed; ``page`` is wrapped, whichever fixture makes it. What changes:
with ``--rename`` every widget id in the apps that the pattern names (``ui.input_*`` and
``ui.output_*`` of Shiny); with ``--after`` the release under test, which another interpreter has;
without both nothing. Runs: without Holdfast, observed, changed, changed and healed. Tried on:

    posit-dev/py-shiny, v0.10.2  shiny 1.7.0: --rename, --tests tests/playwright/shiny/inputs
    holoviz/panel, v0.14.4       panel 0.14.4: --after one with 1.9.4, --option=--ui, --tests ui
    streamlit/streamlit, 1.32.0  streamlit 1.32.0: --tests e2e_playwright/st_write_test.py ...

Each is a checkout of that tag on GitHub; the packages are on PyPI.

A false green is a test that passes when healed, and in which a locator that names a renamed id was
healed to an element outside of the widget that has the new one. With ``--after`` nothing tells it:
what was healed in tests that became green is printed, to be read. A test is broken by a locator if
Playwright says in its failure that it waited for one in vain; and, with ``--mended``, if it is
green in a copy of the checkout in which a person changed its locators and nothing else.
"""

import argparse
import ast
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from holdfast.adapters.browser.launch import launch_options
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.snapshot import Node

_RENAMED = re.compile(r"w\d+x")
_FOUND = re.compile(r"resolved to (?:<|[1-9])|strict mode violation")
_WIDGET = re.compile(r"^(?:input|output)_\w+$")
# Wraps every page, whichever fixture of the suite makes it.
_PLUGIN = """import pytest
from playwright.sync_api import expect

@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    made = yield
    if fixturedef.argname == "browser_type_launch_args":
        made = {{**made, **{options!r}}}
    elif fixturedef.argname == "page":
        expect.set_options(timeout={timeout_ms} / 2)
        made.set_default_timeout({timeout_ms})
        made = request.getfixturevalue("holdfast_heal")(made)
    fixturedef.cached_result = (made, *fixturedef.cached_result[1:])
    return made
"""


@dataclass(frozen=True)
class SuiteResult:
    """One run: which tests passed, which waited for an element in vain, in how many seconds."""

    passed: frozenset[str]
    waited: frozenset[str]
    tests: int
    seconds: float


def main() -> None:
    """Print what Holdfast does to the suite; exit with 1 for a broken test or a false green."""
    asked = _arguments()
    if asked.keep:
        sys.exit(_measure(_copied(asked, asked.keep), asked))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(_measure(_copied(asked, Path(folder)), asked))


def _copied(asked: argparse.Namespace, folder: Path) -> Path:
    """Return the copy of the checkout that is run, beside the plugin that wraps its pages."""
    copy = folder / "suite"
    shutil.copytree(asked.checkout, copy, ignore=shutil.ignore_patterns(".git"))
    if asked.mended:
        shutil.copytree(asked.mended, folder / "mended", ignore=shutil.ignore_patterns(".git"))
    plugin = _PLUGIN.format(timeout_ms=asked.timeout_ms, options=launch_options())
    (folder / "wrapping_pages.py").write_text(plugin, encoding="utf-8")
    (copy / "holdfast.toml").touch()
    return copy


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What Holdfast does to a suite of others.")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--python", required=True)
    parser.add_argument("--after")
    parser.add_argument("--mended", type=Path, help="the checkout with locators mended by hand")
    parser.add_argument("--tests", nargs="+", required=True)
    parser.add_argument("--rename", metavar="GLOB")
    parser.add_argument("--timeout-ms", type=int, default=8000)
    parser.add_argument("--keep", type=Path, help="a new folder for the copy and its reports")
    parser.add_argument("--option", action="append", default=[], help="for pytest: --option=--ui")
    return parser.parse_args()


def _measure(copy: Path, asked: argparse.Namespace) -> int:
    tests = [*asked.option, *asked.tests]
    plain = _run(copy, asked.python, tests, "off", "plain")
    observed = _run(copy, asked.python, tests, "observe", "observed")
    renamed = _rename_all(copy, asked.rename) if asked.rename else {}
    after, is_same = asked.after or asked.python, not (asked.rename or asked.after)
    changed = plain if is_same else _run(copy, after, tests, "off", "changed")
    healed = _run(copy, after, tests, "heal", "healed")
    broken = plain.passed - changed.passed
    by_us = (plain.passed - observed.passed) | (plain.passed & changed.passed - healed.passed)
    false = {name for name in _misled(copy, renamed) if name in healed.passed}
    green = (broken & healed.passed) - false
    print(f"tests {plain.tests}, green without Holdfast {len(plain.passed)}")
    print(f"broken by Holdfast {len(by_us)} {sorted(by_us) or ''}")
    print(f"time {observed.seconds / plain.seconds:.2f} x, fingerprinting every element")
    if is_same:
        return int(bool(by_us))
    print(f"{len(renamed)} ids renamed" if renamed else f"under {asked.after}")
    lost = broken & changed.waited
    if asked.mended:
        mended = _run(copy.parent / "mended", after, tests, "off", "mended")
        print(f"looked in vain {len(lost)}, of them green by hand {len(lost & mended.passed)}")
        print(f"  green when healed, red by hand: {sorted(green - mended.passed) or 'none'}")
        lost &= mended.passed
    print(f"broken by the change {len(broken)}, green when healed {len(green)}")
    beyond = lost - healed.passed - healed.waited
    print(f"broken by locators {len(lost)}, green when healed {len(lost & green)}")
    print(f"  of the others {len(beyond)} find what they look for, and it is not as they expect")
    if renamed:
        print(f"false greens {len(false)} {sorted(false) or ''}")
    else:
        _print_healed(copy, green)
    for name in sorted(broken - healed.passed):
        why = "" if name in lost - beyond else " (not for a locator)"
        print(f"  still red: {name}{why}")
    return int(bool(by_us or false))


def _run(copy: Path, python: str, tests: list[str], extent: str, named: str) -> SuiteResult:
    report, began = copy.parent / f"{named}.xml", time.perf_counter()
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-c", os.devnull, f"--rootdir={copy}",
         "-p", "no:cacheprovider", f"--junitxml={report}", "--holdfast", extent,
         "-p", "wrapping_pages", "-W", "default", *tests],
        cwd=copy,
        env=_environment(copy, python),
        capture_output=True,
        check=False,
    )  # fmt: skip
    if not report.exists():
        sys.exit(done.stdout.decode() + done.stderr.decode())
    cases = list(ElementTree.parse(report).iter("testcase"))
    passed, waited = set(), set()
    for one in cases:
        name = f"{one.get('classname')}.{one.get('name')}"
        red = [part for kind in ("failure", "error", "skipped") for part in one.iter(kind)]
        if not red:
            passed.add(name)
        elif any(_in_vain(part.text or "") for part in red):
            waited.add(name)
    seconds = time.perf_counter() - began
    return SuiteResult(frozenset(passed), frozenset(waited), len(cases), seconds)


def _environment(copy: Path, python: str) -> dict[str, str]:
    """Return the environment in which an interpreter and the programs beside it are used."""
    beside = os.pathsep.join([str(Path(python).parent), os.environ.get("PATH", "")])
    plugin = {"PYTHONSAFEPATH": "1", "PYTHONPATH": str(copy.parent)}
    return {**os.environ, **plugin, "PATH": beside}


def _in_vain(said: str) -> bool:
    """Return whether a failure tells that an element was waited for, and never found."""
    return "waiting for" in said and _FOUND.search(said) is None


# ----------------------------------------------------------------------------------------- renaming


def _rename_all(copy: Path, pattern: str) -> dict[str, str]:
    """Give every widget of the apps another id; return the new ones by the old."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(copy.glob(pattern))}
    ids = sorted({one for text in sources.values() for one in _widget_ids(text)})
    renamed = {old: f"w{number}x" for number, old in enumerate(ids)}
    for path, text in sources.items():
        path.write_text(_renamed(text, renamed), encoding="utf-8")
    return renamed


def _widget_ids(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            first = node.args[0]
            if _WIDGET.match(node.func.attr) and isinstance(first, ast.Constant):
                yield str(first.value)


def _renamed(source: str, renamed: Mapping[str, str]) -> str:
    """Return a source with other ids: in texts, as inputs, and as names of functions."""
    tokens, before, holder = [], "", ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.string
        if token.type == tokenize.STRING and text[1:-1] in renamed:
            text = text[0] + renamed[text[1:-1]] + text[-1]
        elif token.type == tokenize.NAME and text in renamed and _names_widget(holder, before):
            text = renamed[text]
        holder, before = before, token.string
        tokens.append((token.type, text))
    return tokenize.untokenize(tokens)


def _names_widget(holder: str, before: str) -> bool:
    """Return whether a name is of a widget: ``def name``, ``input.name``."""
    return before == "def" or (before == "." and holder in {"input", "output"})


# ------------------------------------------------------------------------------------------ judging


def _iter_healed(copy: Path) -> Iterator[tuple[str, str, Node]]:
    """Yield what was healed: the test, the old locator, the element that was used."""
    store = copy / ".holdfast" / "holdfast.db"
    if not store.exists():
        return
    query = """select runs.name, old_selector, fingerprint from healings
        join confidence_logs on confidence_logs.id = entry_id join runs on runs.id = healings.job_id
        where applied and fingerprint is not null"""
    with sqlite3.connect(store) as opened:
        for test, old, fingerprint in opened.execute(query):
            file, _, name = test.partition("::")
            node = fingerprint_from_json(json.loads(fingerprint)).node
            yield f"{file.removesuffix('.py').replace('/', '.')}.{name}", old, node


def _misled(copy: Path, renamed: Mapping[str, str]) -> Iterator[str]:
    """Yield the tests in which something was healed to an element of another widget."""
    for test, old, node in _iter_healed(copy):
        asked = {new for one, new in renamed.items() if re.search(rf"\b{one}\b", old)}
        if asked and not asked & _widgets_at(node):
            print(f"  misled: {test}: {old} -> {node.tag} {dict(node.attributes)}")
            yield test


def _print_healed(copy: Path, green: frozenset[str]) -> None:
    """Print what a person has to read where no renamed id tells right from wrong."""
    for test, old, node in _iter_healed(copy):
        if test in green:
            print(f"  healed: {test}: {old} -> {node.tag} {node.text[:40]!r} {node.xpath}")


def _widgets_at(node: Node) -> set[str]:
    """Return the widgets that an element is of: those named in the nearest part around it."""
    around: Node | None = node
    while around is not None:
        inside = (around, *around.iter_descendants())
        values = (value for one in inside for value in one.attributes.values())
        if found := {name for value in values for name in _RENAMED.findall(value)}:
            return found
        around = around.parent
    return set()


if __name__ == "__main__":
    main()
