"""Saved as live: compares a saved page as we read it with the same page in a browser.

    HOLDFAST_BENCH=FOLDER python -m benchmarks.saved_as_live [EVERY] [--list]

Takes every page (or every EVERYth) of the folder. No script of a page runs, but the browser reads
it as one that runs scripts. Counted are the elements of the browser that we have at the same XPath,
and the pages whose text is the same to the character (what is in a textarea is blank in ours, and
as long). At least 99.9 % of the elements are promised.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, Route, sync_playwright

from holdfast.adapters.browser.launch import launch_options
from holdfast.adapters.html import parse
from holdfast.quotes import page_text

WANTED = 0.999
_ADDRESS = "http://saved.test/"
# Every element, but for what is drawn inside pictures: their names are not XPath's.
_PATHS = """() => {
  const paths = [], walk = (element, path) => {
    paths.push(path);
    const seen = {}, count = {};
    for (const child of element.children) count[child.nodeName] = (count[child.nodeName] ?? 0) + 1;
    for (const child of element.children) {
      const name = child.nodeName, place = seen[name] = (seen[name] ?? 0) + 1;
      walk(child, `${path}/${name.toLowerCase()}` + (count[name] > 1 ? `[${place}]` : ''));
    }
  };
  walk(document.documentElement, '/html');
  return [paths, document.body.textContent];
}"""


class Read(NamedTuple):
    """One page: how many elements the browser has, how many we have elsewhere, and the text."""

    path: Path
    elements: int
    elsewhere: list[str]
    same_text: bool


def main(arguments: list[str]) -> int:
    """Print how many are the same; return 1 when it is less than promised."""
    folder = os.environ.get("HOLDFAST_BENCH")
    if not folder:
        print(__doc__)
        return 2
    every = next((int(one) for one in arguments if one.isdigit()), 1)
    pages = list(iter_pages(sorted(Path(folder).rglob("*.html"))[::every]))
    elements = sum(page.elements for page in pages)
    same = elements - sum(len(page.elsewhere) for page in pages)
    texts = sum(page.same_text for page in pages)
    print(f"elements   {same} of {elements} at the same XPath ({same / max(elements, 1):.3%})")
    print(f"texts      {texts} of {len(pages)} pages the same to the character")
    if "--list" in arguments:
        for page in pages:
            if page.elsewhere or not page.same_text:
                print(page.path.name, len(page.elsewhere), page.elsewhere[:2], page.same_text)
    enough = same >= WANTED * elements
    print(f"wanted: at least {WANTED:.1%} of the elements: {'yes' if enough else 'NO'}")
    return 0 if enough else 1


def iter_pages(paths: list[Path]) -> Iterator[Read]:
    """Yield each page, as the browser reads it and as we do."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        for path in paths:
            html = path.read_text(encoding="utf-8", errors="replace")
            yield compare(page, path, html)
        browser.close()


def compare(page: Page, path: Path, html: str) -> Read:
    """Return what is the same on one page."""
    page.unroute_all()
    page.route("**/*", lambda route: answer(route, html))
    page.goto(_ADDRESS, wait_until="domcontentloaded")
    theirs, text = page.evaluate(_PATHS)
    snapshot = parse(html)
    ours = {node.xpath for node in snapshot.nodes}
    elsewhere = [one for one in theirs if one not in ours]
    read = page_text(snapshot).text
    is_same = len(read) == len(text) and all(
        one in {other, " "} for one, other in zip(read, text, strict=True)
    )
    return Read(path, len(theirs), elsewhere, is_same)


def answer(route: Route, html: str) -> None:
    """Give the page itself, and nothing of what it asks for; none of its scripts may run."""
    if route.request.url != _ADDRESS:
        route.abort()
        return
    headers = {"Content-Security-Policy": "script-src 'none'; frame-src 'none'"}
    route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=headers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
