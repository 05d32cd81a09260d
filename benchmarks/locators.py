"""Locators: counts how many of those that we write find their element, and nothing else.

    python -m benchmarks.locators CHECKOUT [--list]

CHECKOUT is that of the web platform tests, as for ``benchmarks.names``. *Written*: of all elements
that have a name, those for which a locator was proved, and how many of these do not count siblings.
*By role*: of the elements that Playwright names as the test expects, and that have no namesake,
those that ``get_by_role`` finds with our role and name. At least 99 % of each are promised.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright
from tests.browser.live_page import PlaywrightPage

from benchmarks.names import EXPECTED, SUITES, serve
from holdfast.adapters.browser.launch import launch_options
from holdfast.adapters.browser.proof import prove
from holdfast.app.locator_proof import proved, write_locator
from holdfast.model.snapshot import Node
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.page.tables import tables_of
from holdfast.ports import run_now
from holdfast.selectors.css import css_path
from holdfast.selectors.describe import describe
from holdfast.selectors.writing import frames_of

WANTED = 0.99
NAMELESS = frozenset({"", "generic", "none", "presentation"})


class Tried(NamedTuple):
    """One element with a name, and whether the locators find it; None where that is not asked."""

    where: str
    written: bool
    is_fragile: bool
    by_role: bool | None


def main(arguments: list[str]) -> int:
    """Print how many are right; return 1 when it is less than promised."""
    if not arguments or not Path(arguments[0]).is_dir():
        print(__doc__)
        return 2
    tried = list(iter_tried(Path(arguments[0]).resolve()))
    written = [one for one in tried if one.written]
    asked = [one for one in tried if one.by_role is not None]
    shares = Counter(written=len(written), by_role=sum(one.by_role is True for one in asked))
    firm = sum(not one.is_fragile for one in written)
    print(
        f"written    {shares['written']} of {len(tried)}, {firm} of them without counting siblings"
    )
    print(f"by role    {shares['by_role']} of {len(asked)}")
    if "--list" in arguments:
        for one in tried:
            if not one.written or one.by_role is False:
                print(one)
    enough = shares["written"] >= WANTED * len(tried) and shares["by_role"] >= WANTED * len(asked)
    print(f"wanted: at least {WANTED:.0%} of each: {'yes' if enough else 'NO'}")
    return 0 if enough else 1


def iter_tried(checkout: Path) -> Iterator[Tried]:
    """Yield every named element of the pages."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        page.route("**/*", lambda route: serve(route, checkout))
        for suite in SUITES:
            for path in sorted((checkout / suite).rglob("*.html")):
                where = path.relative_to(checkout).as_posix()
                if "data-expectedlabel" in path.read_text(encoding="utf-8", errors="replace"):
                    page.goto(f"http://wpt.test/{where}")
                    for node in PlaywrightPage(page).capture().nodes:
                        if node.name and node.role not in NAMELESS:
                            yield try_locators(page, node, where)
        browser.close()


def try_locators(page: Page, node: Node, where: str) -> Tried:
    """Return what the locators of one element find."""
    proof = run_now(prove(page, node))
    if proof is None:
        return Tried(f"{where} {node.xpath} {node.name!r}", False, False, None)
    fingerprint = run_now(proved(proof, describe(node.snapshot, node.index)))
    fragile = fingerprint is not None and write_locator(fingerprint).is_fragile
    by_role, frames = None, frames_of(node)
    expected = node.get(EXPECTED["name"])
    heard = run_now(proof.heard(css_path(tables_of(node.snapshot), node), frames))
    is_theirs = heard is not None and expected.split() == heard[1].split()
    if is_theirs and heard is not None and run_now(proof.is_found(by(*heard), frames)):
        by_role = run_now(proof.is_found(by(node.role, node.name), frames))
    return Tried(f"{where} {node.xpath} {node.name!r}", fingerprint is not None, fragile, by_role)


def by(role: str, name: str) -> LocatorStrategy:
    """Return the selector by a role and a name."""
    return LocatorStrategy(
        type=StrategyType.CDP_SEMANTIC,
        selector="",
        confidence=0.0,
        metadata=MappingProxyType({"role": role, "name": name}),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
