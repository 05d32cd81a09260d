"""`holdfast doctor`: what is here, what is missing, and how to get it."""

import os
import platform
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from holdfast.app.call_site import relative_to
from holdfast.app.suite_check import CheckedLocator, check_suite, iter_sources
from holdfast.app.wiring import (
    FingerprintFiles,
    browser_version,
    find_browser,
    load_project,
    read_bytes,
)
from holdfast.doors.cli.printing import print_json
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.errors import BrowserMissing, EnvironmentFailure

FOLDER = ".holdfast"

EXTRAS = {
    "playwright": "records, replays and heals in a browser",
    "store": "remembers decisions and their outcomes",
    "ocr": "reads text in pictures",
    "ai": "asks a language model when in doubt",
    "portal": "review in the browser",
    "postgres": "keeps the store in PostgreSQL",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package that Holdfast or one of its extras asks for; version None when it is missing."""

    name: str
    version: str | None
    extra: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserFound:
    """The browser that would be used, or why there is none."""

    path: str | None = None
    version: str | None = None
    reason: str
    wanted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """All that the doctor looked at."""

    holdfast: str
    python: str
    packages: tuple[Package, ...]
    browser: BrowserFound
    variables: tuple[str, ...]
    folder: str | None

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the packages that Holdfast cannot do without and that are not there."""
        return tuple(p.name for p in self.packages if p.extra is None and p.version is None)

    @property
    def healthy(self) -> bool:
        """Return whether everything that is not an extra is there."""
        has_browser = self.browser.version is not None or not self.browser.wanted
        return has_browser and bool(self.packages) and not self.missing


def doctor(
    suite: Annotated[
        bool, typer.Option("--suite", help="Look at the locators of this project's tests instead.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Show what is installed, which browser is used and why, and what is missing.

    Exits with 3 when a package that is not an extra, or the browser, is missing.
    HOLDFAST_NO_BROWSER=1 says that none is wanted. --suite says which locators of
    the sources around have a fingerprint, which have none, and which are fragile.

    [bold]Examples[/bold]

      holdfast doctor
      holdfast doctor --suite
      holdfast doctor --json | jq .browser
    """
    if suite:
        _show_suite(as_json=as_json)
        return
    examination = examine()
    if as_json:
        print_json(_as_data(examination))
    else:
        console = HarmlessConsole()
        for line in _lines(examination):
            console.print(line, markup=True)
    if not examination.healthy:
        raise typer.Exit(EnvironmentFailure.exit_code)


def examine(environment: Mapping[str, str] = os.environ) -> Examination:
    """Return what is here; looks, and changes nothing."""
    return Examination(
        holdfast=_version("holdfast") or "(not installed)",
        python=f"{platform.python_version()} on {platform.system()}, {sys.executable}",
        packages=_packages(),
        browser=_browser(environment),
        # Names only: a value may be a secret.
        variables=tuple(sorted(name for name in environment if name.startswith("HOLDFAST_"))),
        folder=_find_folder(Path.cwd()),
    )


def _show_suite(*, as_json: bool) -> None:
    """Print what is known of each locator of the project around."""
    root = load_project(None).root
    sources = ((relative_to(root, str(one)), read_bytes(one)) for one in iter_sources(root))
    checked = check_suite(sources, FingerprintFiles(root / FOLDER).iter_kept())
    if as_json:
        found = {"root": str(root), "locators": [asdict(one) for one in checked]}
        print_json(found)
        return
    console = HarmlessConsole()
    for line in _suite_lines(checked):
        console.print(line, markup=True)


def _suite_lines(checked: Sequence[CheckedLocator]) -> Iterator[str]:
    unknown = [one for one in checked if not one.looks]
    fragile = [one for one in checked if one.fragile]
    files = len({one.file for one in checked})
    known = len(checked) - len(unknown)
    yield f"[bold]Suite[/bold]      {len(checked)} locators in {files} files"
    yield f"[bold]Kept[/bold]       {known} have a fingerprint"
    yield f"[bold]Unknown[/bold]    {len(unknown)} have none: no green test has used them yet"
    yield from (f"  {escape(one.file)}:{one.line}  {escape(one.code)}" for one in unknown)
    yield f"[bold]Fragile[/bold]    {len(fragile)}"
    for one in fragile:
        yield f"  {escape(one.file)}:{one.line}  {escape(one.code)}  [dim]{one.fragile}[/dim]"
    if unknown:
        yield "  next: pytest, while the suite is green, keeps a fingerprint of what it uses"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _packages() -> tuple[Package, ...]:
    """Return every package of the project's own metadata, so that there is no second list."""
    try:
        requirements = requires("holdfast") or []
    except PackageNotFoundError:
        requirements = []
    return tuple(_package(line) for line in requirements if not line.startswith("holdfast["))


def _package(requirement: str) -> Package:
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    extra = re.search(r"extra == ['\"]([\w-]+)['\"]", requirement)
    return Package(name=name, version=_version(name), extra=extra[1] if extra else None)


def _browser(environment: Mapping[str, str]) -> BrowserFound:
    if environment.get("HOLDFAST_NO_BROWSER") == "1":
        return BrowserFound(reason="none wanted: HOLDFAST_NO_BROWSER=1", wanted=False)
    if _version("playwright") is None:
        return BrowserFound(reason="none wanted: the extra playwright is missing", wanted=False)
    try:
        browser = find_browser(environment)
        if browser is None:
            return BrowserFound(reason="none found; next: playwright install chromium")
        return BrowserFound(
            path=browser.path, version=browser_version(browser), reason=browser.reason
        )
    except BrowserMissing as exc:
        return BrowserFound(reason=str(exc).splitlines()[0])


def _find_folder(start: Path) -> str | None:
    """Return the nearest .holdfast folder, here or above, or None."""
    for folder in (start, *start.parents):
        if (folder / FOLDER).is_dir():
            return str(folder / FOLDER)
    return None


def _as_data(examination: Examination) -> dict[str, object]:
    extras = [
        {"name": extra, "missing": missing, "install": _pip(extra)}
        for extra, missing in _missing_by_extra(examination.packages).items()
    ]
    return {**asdict(examination), "extras": extras, "healthy": examination.healthy}


def _missing_by_extra(packages: Sequence[Package]) -> dict[str, list[str]]:
    return {
        extra: [p.name for p in packages if p.extra == extra and p.version is None]
        for extra in EXTRAS
    }


def _pip(extra: str) -> str:
    return f"pip install 'holdfast[{extra}]'"


def _lines(examination: Examination) -> Iterator[str]:
    yield f"[bold]Holdfast[/bold]   {escape(examination.holdfast)}"
    yield f"[bold]Python[/bold]     {escape(examination.python)}"
    yield f"[bold]Packages[/bold]   {_told_packages(examination)}"
    yield f"[bold]Browser[/bold]    {_told_browser(examination.browser)}"
    yield f"[bold]Variables[/bold]  {escape(', '.join(examination.variables)) or 'none'}"
    yield f"[bold]Folder[/bold]     {escape(examination.folder or f'no {FOLDER} here or above')}"
    yield "[bold]Extras[/bold]"
    for extra, missing in _missing_by_extra(examination.packages).items():
        state = "[yellow]missing[/yellow]" if missing else _good("present")
        advice = escape(_pip(extra)) if missing else ""
        yield f"  {extra:12}{state}  [dim]{EXTRAS[extra]:40}[/dim]{advice}".rstrip()


def _told_packages(examination: Examination) -> str:
    if not examination.packages:
        return _bad("unknown: this checkout is not installed; next: pip install -e .")
    if examination.missing:
        return _bad(f"missing: {', '.join(examination.missing)}; next: pip install holdfast")
    needed = [package for package in examination.packages if package.extra is None]
    return _good(f"all {len(needed)} present")


def _told_browser(browser: BrowserFound) -> str:
    if browser.version is None:
        return _bad(browser.reason) if browser.wanted else browser.reason
    return f"{_good(browser.version)}, {escape(browser.path or '')} ({escape(browser.reason)})"


def _good(text: str) -> str:
    return f"[green]{escape(text)}[/green]"


def _bad(text: str) -> str:
    return f"[red]{escape(text)}[/red]"
