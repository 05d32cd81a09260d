"""Launch: finds the browser that is used, and gets one when there is none.

The order: HOLDFAST_BROWSER, a Chromium on the PATH, Playwright's own download; without a window,
Chromium's headless shell comes before these last two. A browser that is named but not there is an
error and is not passed over: whoever named it wants that one.

`python -m holdfast.adapters.browser.launch --ensure` installs one when none is found.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from holdfast.errors import BrowserMissing

# Debian's name first: it is the one that a package manager installs without questions.
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without windows: a new page costs a third of the CPU (0.18 s instead of 0.48).
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")

# Two minutes are plenty for a download that works; one that hangs must not hold up a first run.
DOWNLOAD_TIMEOUT_S = 120
# Package lists and some 100 MB of packages, on a slow mirror.
PACKAGES_TIMEOUT_S = 900
# A Chromium that works answers in well under a second, but the first start reads a cold disk.
VERSION_TIMEOUT_S = 60

WHAT_TO_DO = """\
  next, one of:
    playwright install --with-deps chromium      downloads one
    apt-get install chromium                     on Debian and the like, as root
    HOLDFAST_BROWSER=/path/to/chrome             names one that is there
    HOLDFAST_NO_BROWSER=1                        does without: saved pages need none"""


# What it is, and a function that does it and returns its complaint, "" if there is none.
WayToInstall: TypeAlias = tuple[str, Callable[[], str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser:
    """A browser program, and why it is the one."""

    path: str
    reason: str


def find_browser(environment: Mapping[str, str] = os.environ) -> Browser | None:
    """Return the browser that would be used, or None when there is none.

    Raises BrowserMissing when HOLDFAST_BROWSER names something that is not a program.
    """
    return (
        _named_by_the_user(environment) or _on_the_path(environment, PROGRAMS) or _playwrights_own()
    )


def find_headless(environment: Mapping[str, str] = os.environ) -> Browser | None:
    """Return the browser that would be used without a window, or None when there is none."""
    shell = None if environment.get("HOLDFAST_BROWSER") else _on_the_path(environment, SHELLS)
    return shell or find_browser(environment)


def get_browser(environment: Mapping[str, str] = os.environ, *, headless: bool = False) -> Browser:
    """Return the browser that would be used; raise BrowserMissing when there is none."""
    browser = find_headless(environment) if headless else find_browser(environment)
    if browser is None:
        raise BrowserMissing(
            "no browser was found: looked at HOLDFAST_BROWSER, for "
            f"{', '.join(PROGRAMS)} on the PATH, and for Playwright's own\n{WHAT_TO_DO}"
        )
    return browser


def launch_arguments() -> list[str]:
    """Return the arguments Chromium needs here, besides those of Playwright."""
    quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    # Chromium refuses to start its sandbox as root.
    return [*quiet, "--no-sandbox"] if _is_root() else quiet


def launch_options(*, headed: bool = False) -> dict[str, Any]:
    """Return what Playwright's ``chromium.launch`` needs; raise BrowserMissing without one."""
    return {
        "executable_path": get_browser(headless=not headed).path,
        "args": launch_arguments(),
        "headless": not headed,
    }


def browser_version(browser: Browser) -> str:
    """Return what the browser calls itself; raise BrowserMissing when it does not start."""
    try:
        answer = subprocess.run(  # noqa: S603 - the program was chosen by the user or the PATH
            [browser.path, "--version"],
            capture_output=True,
            text=True,
            timeout=VERSION_TIMEOUT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as exc:
        raise BrowserMissing(
            f"the browser {browser.path!r} ({browser.reason}) does not start: {_complaint(exc)}\n"
            f"{WHAT_TO_DO}"
        ) from exc
    return answer.stdout.strip()


def ensure_browser(
    say: Callable[[str], None],
    environment: Mapping[str, str] = os.environ,
    ways: Iterable[WayToInstall] | None = None,
) -> Browser:
    """Return a browser that starts, installing one if need be; raise BrowserMissing if none can be.

    A browser that the user named is never replaced by an installed one.
    """
    if environment.get("HOLDFAST_BROWSER"):
        browser = get_browser(environment)
        browser_version(browser)
        return browser
    found = _find_one_that_starts(environment)
    if found is not None:
        return found
    for way, install in _ways_to_install() if ways is None else ways:
        say(f"no browser found: {way} (once)")
        complaint = install()
        found = _find_one_that_starts(environment)
        if found is not None:
            return found
        say(f"  that did not work: {complaint or 'it installed, but no browser starts'}")
    raise BrowserMissing(f"no browser was found and none could be installed\n{WHAT_TO_DO}")


def _named_by_the_user(environment: Mapping[str, str]) -> Browser | None:
    named = environment.get("HOLDFAST_BROWSER")
    if not named:
        return None
    path = shutil.which(str(Path(named).expanduser()), path=environment.get("PATH"))
    if path is None:
        raise BrowserMissing(
            f"HOLDFAST_BROWSER names {named[:80]!r}, which is not a program here\n{WHAT_TO_DO}"
        )
    return Browser(path=path, reason="named by HOLDFAST_BROWSER")


def _on_the_path(environment: Mapping[str, str], programs: Iterable[str]) -> Browser | None:
    for program in programs:
        path = shutil.which(program, path=environment.get("PATH"))
        if path is not None:
            return Browser(path=path, reason=f"{program} on the PATH")
    return None


def _playwrights_own() -> Browser | None:
    # A thread of its own: Playwright's sync API refuses to start where an event loop runs.
    with ThreadPoolExecutor(max_workers=1) as pool:
        path = pool.submit(_ask_playwright).result()
    if path is None or not Path(path).is_file():
        return None
    return Browser(path=path, reason="downloaded by Playwright")


def _ask_playwright() -> str | None:
    # Imported here: it takes half a second, and mostly the PATH has answered already.
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as playwright:
            return playwright.chromium.executable_path
    except Error:
        return None


def _ways_to_install() -> Iterator[WayToInstall]:
    """Yield each way that is open here."""
    yield (
        "downloading Playwright's",
        lambda: run_quietly(
            [sys.executable, "-m", "playwright", "install", "chromium"], DOWNLOAD_TIMEOUT_S
        ),
    )
    if _is_root() and shutil.which("apt-get"):
        yield "installing the system's package", _install_package


_APT_INSTALL = ("apt-get", "install", "-q", "-y", "--no-install-recommends")


def _install_package() -> str:
    return run_quietly(["apt-get", "update", "-q"], PACKAGES_TIMEOUT_S) or run_quietly(
        [*_APT_INSTALL, "chromium"],
        PACKAGES_TIMEOUT_S,
    )


# Programs that make work lighter or possible, and the packages that bring them.
_BESIDE_IT = {"chromedriver": "chromium-driver", SHELLS[0]: SHELLS[0]}


def ensure_more(say: Callable[[str], None]) -> None:
    """Install Selenium's driver and the headless shell where that is possible, tried once each."""
    for program, package in _BESIDE_IT.items():
        tried = Path(sys.prefix) / f".holdfast-{program}"
        if shutil.which(program) or tried.exists() or not (_is_root() and shutil.which("apt-get")):
            continue
        tried.touch()
        say(f"no {program} found: installing the system's package (once)")
        complaint = run_quietly([*_APT_INSTALL, package], PACKAGES_TIMEOUT_S)
        if complaint:
            say(f"  that did not work: {complaint}; next: apt-get install {package}")


def run_quietly(command: Sequence[str], timeout_s: int) -> str:
    """Return what the command complained of, or "" when it went well."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(  # noqa: S603 - only the commands of this module
            command, capture_output=True, text=True, timeout=timeout_s, check=True, env=environment
        )
    except (OSError, subprocess.SubprocessError) as exc:
        return _complaint(exc)
    return ""


def _complaint(failure: Exception) -> str:
    output = getattr(failure, "stderr", None) or getattr(failure, "stdout", None) or ""
    text = output if isinstance(output, str) else output.decode(errors="replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [str(failure)]
    # The first line that calls itself an error says more than the trace that ends the output.
    told = next((line for line in lines if line.lower().startswith(("error", "e:"))), lines[-1])
    return told[:200]


def _find_one_that_starts(environment: Mapping[str, str]) -> Browser | None:
    browser = find_browser(environment)
    if browser is None:
        return None
    try:
        browser_version(browser)
    except BrowserMissing:
        return None
    return browser


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _main() -> int:
    parser = argparse.ArgumentParser(description="Say which browser is used.")
    parser.add_argument("--ensure", action="store_true", help="install one when there is none")
    wants_install = parser.parse_args().ensure
    if os.environ.get("HOLDFAST_NO_BROWSER") == "1":
        sys.stdout.write("browser: none, as HOLDFAST_NO_BROWSER=1 asks\n")
        return 0
    try:
        browser = ensure_browser(_say) if wants_install else get_browser()
    except BrowserMissing as exc:
        sys.stderr.write(f"error: {exc}\n")
        return exc.exit_code
    sys.stdout.write(f"browser: {browser.path} ({browser.reason})\n")
    if wants_install:
        ensure_more(_say)
    return 0


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(_main())
