"""Names and roles against the web platform tests, beside Chromium's tree and Playwright.

    python -m benchmarks.names CHECKOUT [--list]

CHECKOUT is a checkout of https://github.com/web-platform-tests/wpt (the directories in ``SUITES``
are enough). Elements there carry ``data-expectedlabel`` and ``data-expectedrole``. White space is
compared as Playwright's matching does: runs of it, no-break spaces too, are one space.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, Route, sync_playwright
from tests.browser.live_page import PlaywrightPage

from holdfast.adapters.browser.launch import launch_options
from holdfast.adapters.html import parse
from holdfast.model.snapshot import Snapshot

SUITES = ("accname", "html-aam", "svg-aam", "wai-aria", "core-aam", "dpub-aam", "graphics-aam")
EXPECTED = {"name": "data-expectedlabel", "role": "data-expectedrole"}
# Of the agreed tests: tentative ones ask for what no browser need do.
WANTED = {("name", "live"): 0.96, ("role", "live"): 0.97, ("name", "static"): 0.90}
READERS = ("live", "static", "chromium", "playwright")
ONE_WORD = {"image": "img", "none": "presentation", "directory": "list", "": "generic"}
_LISTED = re.compile(r"assignAndVerifyRolesByRoleNames\(\s*\[(.*?)\]", re.DOTALL)
_LINE = re.compile(r'- \'?([a-z-]+)(?: "((?:[^"\\]|\\.)*)")?')
_HOST = "http://wpt.test"


class Case(NamedTuple):
    """What one test expects of one element, and what each reader says."""

    suite: str
    is_agreed: bool
    kind: str  # name or role
    where: str
    expected: str
    said: dict[str, str]

    def is_in(self, row: str) -> bool:
        """Return whether a row of the table counts the case."""
        return row in {self.suite, "all"} or (row == "agreed" and self.is_agreed)

    def passes(self, reader: str) -> bool:
        """Return whether a reader says what is expected."""
        told, wanted = self.said.get(reader, ""), self.expected
        if self.kind == "name":
            return " ".join(told.split()) == " ".join(wanted.split())
        told, wanted = ONE_WORD.get(told, told), ONE_WORD.get(wanted.lower(), wanted.lower())
        # The tests themselves accept either where there is nothing to say.
        return told == wanted or (wanted == "generic" and told == "presentation")


def main(arguments: list[str]) -> int:
    """Print the table; return 1 when less is right than is promised."""
    if not arguments or not Path(arguments[0]).is_dir():
        print(__doc__)
        return 2
    cases = list(iter_cases(Path(arguments[0]).resolve()))
    for kind in EXPECTED:
        print(f"{kind + 's':<14}{'cases':>6}" + "".join(f"{reader:>12}" for reader in READERS))
        for suite in (*SUITES, "all", "agreed"):
            chosen = [c for c in cases if c.kind == kind and c.is_in(suite)]
            if chosen:
                right = Counter(r for c in chosen for r in READERS if c.passes(r))
                shares = "".join(f"{right[r] / len(chosen):>12.1%}" for r in READERS)
                print(f"{suite:<14}{len(chosen):>6}{shares}")
    if "--list" in arguments:
        for case in cases:
            wrong = [reader for reader in READERS if not case.passes(reader)]
            if not {"live", "static"}.isdisjoint(wrong):
                print(case.kind, case.where, repr(case.expected), case.said, "wrong:", *wrong)
    return 0 if all(share(cases, *which) >= least for which, least in WANTED.items()) else 1


def share(cases: list[Case], kind: str, reader: str) -> float:
    """Return how many of the cases a reader gets right."""
    chosen = [case.passes(reader) for case in cases if case.kind == kind and case.is_agreed]
    return sum(chosen) / max(len(chosen), 1)


def iter_cases(checkout: Path) -> Iterator[Case]:
    """Yield every expectation of the checkout with what the readers say."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        page.route("**/*", lambda route: serve(route, checkout))
        for suite in SUITES:
            for path in sorted((checkout / suite).rglob("*.html")):
                text = path.read_text(encoding="utf-8", errors="replace")
                where = path.relative_to(checkout).as_posix()
                if any(word in text for word in (*EXPECTED.values(), "ex-generic")):
                    page.goto(f"{_HOST}/{where}")
                    yield from _read(page, text, suite, where)
                if listed := _LISTED.search(text):
                    made = _page_of_roles(re.findall(r"[\"']([\w -]+)[\"']", listed[1]))
                    page.goto(f"{_HOST}/blank")
                    page.set_content(made)
                    yield from _read(page, made, suite, where)
        browser.close()


def serve(route: Route, checkout: Path) -> None:
    """Answer a request with a file of the checkout."""
    path = checkout / route.request.url.removeprefix(_HOST).partition("?")[0].lstrip("/")
    if path.is_file() and "/resources/test" not in route.request.url:
        kind = "text/html; charset=utf-8" if path.suffix == ".html" else None
        route.fulfill(path=path, content_type=kind)
    else:  # the harness itself would write into the page
        route.fulfill(status=200, body="")


def _page_of_roles(roles: list[str]) -> str:
    made = (f'<div role="{role}" data-expectedrole="{role}">x</div>' for role in roles)
    return f"<!doctype html><body>{''.join(made)}</body>"


def _read(page: Page, text: str, suite: str, where: str) -> Iterator[Case]:
    live = _ours(PlaywrightPage(page).capture())
    static = dict(_ours(parse(text)))
    chromium, theirs = dict(_chromium(page)), dict(_playwright(page))
    for key, said in live:
        readers = {"live": said, "static": static.get(key, {}), "chromium": chromium[key],
                   "playwright": theirs.get(key, {})}  # fmt: skip
        for kind, expected in _expected(said["attributes"]).items():
            told = {reader: str(of.get(kind, "")) for reader, of in readers.items()}
            yield Case(suite, ".tentative." not in where, kind, f"{where} {key}", expected, told)


def _key(attributes: Mapping[str, str | None], seen: Counter[str]) -> str | None:
    """Return what tells a test's element from the others, in document order."""
    told = [attributes.get("data-testname"), *map(_expected(attributes).get, EXPECTED)]
    if told[1] is None and told[2] is None:
        return None
    key = json.dumps(told)
    seen[key] += 1
    return f"{key}#{seen[key]}"


def _expected(attributes: Mapping[str, str | None]) -> dict[str, str]:
    """Return which name and role a test expects; what it calls ambiguous or undefined is none."""
    found = {kind: attributes.get(attribute) for kind, attribute in EXPECTED.items()}
    if found["role"] is None and "ex-generic" in (attributes.get("class") or "").split():
        found["role"] = "generic"
    if not re.fullmatch(r"[a-z-]*", found["role"] or ""):
        found["role"] = None
    return {kind: value for kind, value in found.items() if value is not None}


def _ours(snapshot: Snapshot) -> list[tuple[str, dict[str, Any]]]:
    seen = Counter[str]()
    keyed = ((_key(node.attributes, seen), node) for node in snapshot.nodes)
    return [
        (key, {"name": node.name, "role": node.role, "attributes": node.attributes})
        for key, node in keyed
        if key is not None
    ]


def _chromium(page: Page) -> Iterator[tuple[str, dict[str, str]]]:
    session = page.context.new_cdp_session(page)
    root = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    seen = Counter[str]()
    for node in _iter_nodes(root):
        flat = node.get("attributes", [])
        key = _key(dict(zip(flat[::2], flat[1::2], strict=True)), seen)
        if key is not None:
            asked = {"backendNodeId": node["backendNodeId"], "fetchRelatives": False}
            (told, *_) = session.send("Accessibility.getPartialAXTree", asked)["nodes"]
            yield key, {kind: told.get(kind, {}).get("value", "") for kind in EXPECTED}
    session.detach()


def _iter_nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the nodes of a document, shadow roots before children, as a capture does."""
    yield node
    for inner in (*node.get("shadowRoots", ()), *node.get("children", ())):
        yield from _iter_nodes(inner)


def _playwright(page: Page) -> Iterator[tuple[str, dict[str, str]]]:
    selector = ", ".join((*(f"[{name}]" for name in EXPECTED.values()), ".ex-generic"))
    seen = Counter[str]()
    for element in page.locator(selector).all():
        names = ("class", "data-testname", *EXPECTED.values())
        key = _key({n: element.get_attribute(n) for n in names}, seen)
        line = _LINE.match(element.aria_snapshot(timeout=5_000))
        if key is not None and line is not None:
            name = re.sub(r"\\(.)", r"\1", line[2] or "").replace("''", "'")
            yield key, {"role": line[1], "name": name}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
