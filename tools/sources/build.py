"""Build: opens every state of a source in a browser and writes page, boxes and controls."""

import json
import mimetypes
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lxml import etree
from lxml import html as lxml_html
from playwright.sync_api import Browser, Error, Page, Route, sync_playwright
from tools.sources.packages import bring
from tools.sources.recipe import HERE, Recipe, Side, Step
from tools.sources.server import running

from holdfast.adapters.browser.launch import launch_options

HOST = "http://app.test"
VIEWPORT = (1920, 1080)
NOW = "2024-03-14T10:00:00"
SETTLED = 600  # milliseconds after the last step: the applications move things into place
_TAKEN = re.compile(r' data-taken="\d+"')
# What libraries call random is the same at every build, and another at each version.
_SEEDED = """(() => { let seed = %d; Math.random = () => {
  seed = (seed * 48271) %% 2147483647; return seed / 2147483647; }; })()"""


def build(recipe: Recipe, folder: Path) -> None:
    """Write the pages of both versions of a source below `folder`."""
    with sync_playwright() as playwright:
        for side, told in (("old", recipe.old), ("new", recipe.new)):
            with _answering(recipe, told, folder) as (handler, arguments):
                options = launch_options()
                options["args"] += arguments
                browser = playwright.chromium.launch(**options)
                try:
                    _build_side(browser, recipe, side, folder, handler)
                finally:
                    browser.close()


@contextmanager
def _answering(
    recipe: Recipe, told: Side, folder: Path
) -> Iterator[tuple[Callable[[Route], None], list[str]]]:
    """Yield what answers the browser while one side is built, and how the browser gets there."""
    if told.run:
        with running(recipe, told, folder) as port:
            # Pages have the same address at every build, whatever port was free.
            rule = f"MAP {urlsplit(HOST).netloc} 127.0.0.1:{port}"
            yield _pass, [f"--host-resolver-rules={rule}"]
    else:
        served = {n: bring(n, v, folder / "packages") for n, v in told.packages.items()}
        yield partial(_answer, folder=recipe.folder, served=served), []


def _build_side(
    browser: Browser, recipe: Recipe, side: str, folder: Path, handler: Callable[[Route], None]
) -> None:
    told = recipe.old if side == "old" else recipe.new
    place = folder / "pages" / recipe.name / told.version
    place.mkdir(parents=True, exist_ok=True)
    for state in recipe.states:
        page = browser.new_page(
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]}, locale="en-GB"
        )
        try:
            page.on("pageerror", partial(_say, f"{recipe.name} {side} {state.name}"))
            page.clock.install(time=NOW)
            page.add_init_script(_SEEDED % sum(map(ord, told.version + recipe.name)))
            page.route("**/*", handler)
            page.goto(HOST + (told.open if told.run else f"/{recipe.file(side)}"))
            page.wait_for_timeout(SETTLED)
            _take(page, getattr(state, side), place / state.name)
        finally:
            page.close()


def _say(where: str, error: Error) -> None:
    print(f"{where}: {error}")


def _pass(route: Route) -> None:
    """Let the browser ask the application, and nobody else."""
    if urlsplit(route.request.url).netloc == urlsplit(HOST).netloc:
        route.continue_()
    else:
        route.abort()


def _answer(route: Route, folder: Path, served: dict[str, Path]) -> None:
    """Answer from the recipe's folder and its packages; nothing else exists."""
    url = urlsplit(route.request.url)
    path = url.path.lstrip("/")
    file = folder / path
    if path.startswith("npm/"):
        name = next((n for n in served if path.startswith(f"npm/{n}/")), None)
        file = served[name] / path[len(f"npm/{name}/") :] if name else folder / "none"
    if url.netloc != urlsplit(HOST).netloc:
        route.abort()
    elif not file.is_file():
        if not path.endswith(("favicon.ico", ".map")):
            print(f"not there: {path}")
        route.fulfill(status=404, body="")
    elif file.suffix == ".html":
        route.fulfill(body=_with_parts(file), content_type="text/html; charset=utf-8")
    else:
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        route.fulfill(body=file.read_bytes(), content_type=kind + "; charset=utf-8")


def _with_parts(file: Path) -> str:
    """Return a page with the parts that it shares with its other version put in."""
    part = re.compile(r"<!--part (\S+)-->")
    return part.sub(lambda m: (file.parent / m[1]).read_text("utf-8"), file.read_text("utf-8"))


def _take(page: Page, steps: Sequence[Step], target: Path) -> None:
    for step in steps:
        _do(page, *step)
        page.wait_for_timeout(SETTLED)
    taken = page.evaluate((HERE / "taken.js").read_text("utf-8"))
    tree = lxml_html.document_fromstring(
        taken["html"].encode(), parser=lxml_html.HTMLParser(encoding="utf-8")
    ).getroottree()
    told = [
        {"xpath": tree.getpath(node), **taken["elements"][int(node.attrib["data-taken"])]}
        for node in tree.getroot().iter(etree.Element)
        if node.get("data-taken") is not None  # lxml adds an html and a body where there is none
    ]
    controls = [
        {"xpath": t["xpath"], **t.pop("control"), **_box(t)} for t in told if "control" in t
    ]
    facts = {"url": page.url, "title": taken["title"], "viewport": VIEWPORT, "elements": told}
    target.with_suffix(".html").write_text(_TAKEN.sub("", taken["html"]), "utf-8")
    target.with_suffix(".json").write_text(json.dumps(facts, ensure_ascii=False), "utf-8")
    target.with_suffix(".controls").write_text(
        json.dumps(controls, ensure_ascii=False, indent=0), "utf-8"
    )


def _box(told: dict[str, Any]) -> dict[str, float]:
    return {key: told[key] for key in ("x", "y", "w", "h")}


def _do(page: Page, verb: str, where: str, value: str = "") -> None:
    first = page.locator(where).first
    if verb == "go":
        page.goto(HOST + where)
    elif verb == "click":
        first.click(timeout=30_000)
    elif verb == "right-click":
        first.click(button="right", timeout=30_000)
    elif verb == "hover":
        first.hover(timeout=30_000)
    elif verb == "fill":
        first.fill(value, timeout=30_000)
    elif verb == "press":
        page.keyboard.press(where)
    elif verb == "run":
        page.evaluate(where)
    else:
        first.wait_for(timeout=30_000)
