"""The pytest plugin: options, fixtures, what was healed at the end. Imports nothing until used."""

import os
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from holdfast.app.written import Healed
    from holdfast.doors.playwright.extent import HealSettings
    from holdfast.doors.playwright.suite import Suite

EXTENTS = ("off", "observe", "suggest", "heal")
DEFAULT = "observe"
MARKER = (
    "holdfast(extent, *, mode=None, heal_after_ms=None, allow_risky=False): "
    "how far Holdfast may go in this test; a marker can only make a run more careful."
)
FLAGGED = "apply_with_flag"
# Key in files -> its option, and what happens from there on.
THRESHOLDS = {
    "autoApply": ("--holdfast-auto-apply", "Heal"),
    "applyWithFlag": ("--holdfast-apply-with-flag", "Heal, for somebody to check,"),
    "suggestOnly": ("--holdfast-suggest-only", "Suggest"),
}
REPORTED = "holdfast"  # what a test's report carries to the process that prints the summary


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the options in a group of their own, and the same in the ini file."""
    group = parser.getgroup("holdfast", "Holdfast: locators that find their elements again")
    group.addoption(
        "--holdfast",
        choices=EXTENTS,
        help="off: nothing; observe: fingerprint elements of green tests, suggest what was meant "
        "when a test fails; suggest: the same without writing fingerprints; heal: use what is "
        f"found again (default: {DEFAULT}).",
    )
    group.addoption(
        "--holdfast-mode",
        choices=("conservative", "balanced", "aggressive"),
        help="The thresholds that decide whether something found again is used.",
    )
    for flag, what in THRESHOLDS.values():
        group.addoption(
            flag, metavar="N", type=int, help=f"{what} from this confidence on, before any mode."
        )
    group.addoption(
        "--holdfast-after",
        metavar="MS",
        type=float,
        help="Heal when nothing was found for this long, in milliseconds (default: 2000).",
    )
    group.addoption(
        "--holdfast-fail-on",
        choices=("healed", "flagged"),
        help="Exit 1 when all tests passed and something was healed, or healed with a flag.",
    )
    parser.addini("holdfast", f"How far Holdfast may go: {', '.join(EXTENTS)}.", default="")
    parser.addini(
        "holdfast_mode", "The thresholds: conservative, balanced, aggressive.", default=""
    )
    parser.addini("holdfast_after", "Heal after this many milliseconds.", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and what collects the results."""
    config.addinivalue_line("markers", MARKER)
    config.pluginmanager.register(Collector(config), "holdfast-collector")


class Collector:
    """What all tests of this process share, and the summary at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.results: list[dict[str, Any]] = []
        self.kept = 0
        self.problems: list[str] = []
        self.unseen: list[str] = []
        self._suite: Suite | None = None

    @property
    def suite(self) -> "Suite":
        """Return the project's fingerprints and store, for this process."""
        if self._suite is None:
            from holdfast.doors.playwright.suite import Suite

            self._suite = Suite(self.config.rootpath)
        return self._suite

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Look for tests whose page nobody wraps, if somebody asked for Holdfast."""
        if _asked(self.config) not in {"", "off"}:
            from holdfast.doors.unwrapped_pages import unwrapped, unwrapped_lines

            self.unseen = list(unwrapped_lines(unwrapped(items, self.config.rootpath)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Remember whether the test passed, and let its report carry what was healed."""
        report = yield
        if call.when == "call":
            item.stash[PASSED] = report.passed
        if call.when == "teardown" and HEALED in item.stash:
            setattr(report, REPORTED, item.stash[HEALED])
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect what was healed, from this process or from a worker's."""
        self.results.extend(getattr(report, REPORTED, ()))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Collect what a worker wrote."""
        output = getattr(node, "workeroutput", {})
        self.kept += int(output.get("holdfast_kept", 0))
        self.problems += output.get("holdfast_problems", [])
        self.unseen = self.unseen or output.get("holdfast_unseen", [])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Wait until all fingerprints are written; fail if that was asked for."""
        if self._fails() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        worker = getattr(self.config, "workeroutput", None)
        if worker is not None:
            worker["holdfast_unseen"] = self.unseen
        if self._suite is None:
            return
        self._suite.close(sweep=worker is None)
        if worker is not None:
            worker["holdfast_kept"] = self._suite.written
            worker["holdfast_problems"] = self._suite.problems
        else:
            self.kept += self._suite.written
            self.problems += self._suite.problems

    def _fails(self) -> bool:
        """Return whether something was healed that is to fail the run."""
        wanted = self.config.getoption("--holdfast-fail-on")
        used = [one["action"] for one in self.results if one.get("used")]
        return bool(used) if wanted == "healed" else wanted == "flagged" and FLAGGED in used

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was healed, how sure, and where in the source."""
        if not self.results and not self.problems and not self.kept and not self.unseen:
            return
        from holdfast.doors.playwright.summary import summary_lines
        from holdfast.model.harmless import harmless

        terminalreporter.section("holdfast")
        root = self.config.rootpath
        told = summary_lines(self.results, kept=self.kept, root=root)
        for line in [*told, *sorted(set(self.problems)), *self.unseen]:
            terminalreporter.write_line(harmless(line))
        if self._fails():
            wanted = self.config.getoption("--holdfast-fail-on")
            terminalreporter.write_line(f"failed: --holdfast-fail-on {wanted}")


PASSED = pytest.StashKey[bool]()
HEALED = pytest.StashKey[list[dict[str, Any]]]()


# ----------------------------------------------------------------------------------------- fixtures


@pytest.fixture
def holdfast_heal(request: pytest.FixtureRequest) -> Iterator[Callable[[Any], Any]]:
    """Return what turns any page of Playwright or driver of Selenium into one that heals.

    Within this test; when Holdfast is off it returns what it is given.
    """
    if _word(request.config) == "off":
        yield lambda page: page
        return
    settings = settings_of(request.node)
    if settings is None:
        yield lambda page: page
        return
    from holdfast.doors.playwright.heal import start_run

    collector = request.config.pluginmanager.get_plugin("holdfast-collector")
    assert isinstance(collector, Collector), "it is registered when pytest starts"
    runs: dict[str, Any] = {}

    def heal(thing: Any) -> Any:
        kind = "page" if hasattr(thing, "_impl_obj") else "driver"
        if kind == "page" and kind in runs:  # all pages of a test are one run
            from holdfast.doors.playwright.locators import healing_page

            return healing_page(thing, runs[kind])
        name = request.node.nodeid
        healed, runs[kind] = start_run(thing, collector.suite, settings, name=name)
        return healed

    yield heal
    _finish(request.node, list(runs.values()))


@pytest.fixture
def healing_page(request: pytest.FixtureRequest, holdfast_heal: Callable[[Any], Any]) -> Any:
    """Return the test's ``page``, whichever fixture makes it, with locators that heal."""
    return holdfast_heal(request.getfixturevalue("page"))


def _finish(item: pytest.Item, runs: list[Any]) -> None:
    told: list[Healed] = []
    for run in runs:
        run.finish(passed=item.stash.get(PASSED, False))
        told += [*run.healed, *run.suggested]
    item.stash[HEALED] = [healed.to_json() for healed in told]
    for healed in told:
        name = "holdfast_healed" if healed.used else "holdfast_suggested"
        value = f"{healed.expression} -> {healed.instead} ({healed.confidence})"
        item.user_properties.append((name, value))


# ----------------------------------------------------------------------------------------- settings


def settings_of(item: pytest.Item) -> "HealSettings | None":
    """Return how far healing may go in a test; None when it is off.

    The first that is set: command line, environment, ini file. A marker only makes it less.
    """
    from holdfast.doors.playwright.extent import (
        HEAL_AFTER_MS,
        Extent,
        HealSettings,
        more_careful,
        read_extent,
    )
    from holdfast.model.thresholds import Mode

    config, marker = item.config, item.get_closest_marker("holdfast")
    extent = read_extent(_word(config), "--holdfast, HOLDFAST_EXTENT or the ini file")
    marked = {} if marker is None else dict(marker.kwargs)
    if marker is not None and marker.args:
        extent = more_careful(extent, read_extent(str(marker.args[0]), f"{item.nodeid}'s marker"))
    if extent is Extent.OFF:
        return None
    chosen = config.getoption("--holdfast-mode") or config.getini("holdfast_mode")
    mode = marked.get("mode") or chosen
    after = marked.get("heal_after_ms") or config.getoption("--holdfast-after")
    return HealSettings(
        root=config.rootpath,
        extent=extent,
        heal_after_ms=float(after or config.getini("holdfast_after") or HEAL_AFTER_MS),
        mode=Mode(mode) if mode else None,
        thresholds={
            key: given
            for key, (flag, _) in THRESHOLDS.items()
            if (given := config.getoption(flag)) is not None
        },
        allow_risky=marked.get("allow_risky") is True,
    )


def _word(config: pytest.Config) -> str:
    """Return how far Holdfast may go, as it was written."""
    return _asked(config) or DEFAULT


def _asked(config: pytest.Config) -> str:
    """Return the same, "" when nobody wrote it."""
    given = config.getoption("--holdfast") or os.environ.get("HOLDFAST_EXTENT")
    return str(given or config.getini("holdfast") or "")
