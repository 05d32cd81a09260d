"""Fit of reading: counts how often words that are drawn on our own pages lead to their element.

The demo's pages are opened in a browser, their links and buttons drawn on canvases in their place,
and read by the installed text reader. Then each is looked for by its words: as they are, a word
shorter, without their signs, with a letter exchanged.
"""

import math
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from playwright.sync_api import ViewportSize, sync_playwright

from holdfast.app.wiring import LiveTab, find_reader, launch_options
from holdfast.errors import EnvironmentFailure
from holdfast.model.search_settings import LONGEST_READ
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyType
from holdfast.model.text_region import TextRegion
from holdfast.ports.browser_port import run_now
from holdfast.witnesses.text_search import MatchType, normalise
from holdfast.witnesses.vision import Vision, is_news

WINDOW: ViewportSize = {"width": 1280, "height": 800}
PATIENT_MS = 300_000.0
LEAST = 20  # readings from which a way of matching has odds of its own
_SHORTEST = 4  # letters of a label in which one may be exchanged


def fit_reading() -> tuple[dict[str, float], str]:
    """Return the odds by way of matching, and how they were counted as Markdown."""
    counts = {kind: [0, 0] for kind in MatchType}  # right, wrong
    for page, drawn, lines in _read_pages():
        for kind, is_right in _looked_for(page, drawn, lines):
            counts[kind][0 if is_right else 1] += 1
    odds: dict[str, float] = {}
    lowest = math.inf
    for kind, (right, wrong) in counts.items():  # from the strictest to the loosest
        if right + wrong >= LEAST:
            # One imagined reading of either kind: nobody is always right.
            lowest = min(lowest, math.log((right + 1) / (wrong + 1)))
        odds[kind.value] = round(max(lowest, 0.0), 2)
    rows = [f"| {kind} | {right} | {wrong} |" for kind, (right, wrong) in counts.items()]
    return odds, "\n".join(["| found by | right | wrong |", "|---|---|---|", *rows]) + "\n"


# Puts a canvas with the same words in the place of every link and button, and tells the words.
_DRAW = """() => {
  const drawn = [];
  for (const element of document.querySelectorAll("a, button")) {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const words = element.innerText.trim().replace(/\\s+/g, " ");
    if (!words || box.width < 8 || box.height < 8) continue;
    const canvas = Object.assign(document.createElement("canvas"),
      {width: box.width + 12, height: Math.max(box.height, 20), id: `drawn-${drawn.length}`});
    const ink = canvas.getContext("2d");
    const dark = style.backgroundColor !== "rgba(0, 0, 0, 0)";
    ink.fillStyle = dark ? style.backgroundColor : "white";
    ink.fillRect(0, 0, canvas.width, canvas.height);
    ink.fillStyle = style.color;
    ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    ink.textAlign = "center"; ink.textBaseline = "middle";
    ink.fillText(words, canvas.width / 2, canvas.height / 2, canvas.width);
    element.replaceWith(canvas);
    drawn.push(words);
  }
  return drawn;
}"""


def _read_pages() -> Iterator[tuple[Snapshot, list[str], tuple[TextRegion, ...]]]:
    """Yield each page with what is drawn on it, in order, and what was read."""
    reader, demo = find_reader(), files("holdfast.demo")
    if reader is None:
        raise EnvironmentFailure("reading needs an extra package: pip install 'holdfast[ocr]'")
    pages = [demo / "pages" / f"{name}.html" for name in ("before", "after")]
    for name in ("before", "after"):
        pages += [f for f in (demo / "site" / name).iterdir() if f.name.endswith(".html")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        tab: Any = browser.new_page(viewport=WINDOW)
        for page in pages:
            tab.set_content(page.read_text("utf-8"))
            drawn, live = tab.evaluate(_DRAW), LiveTab(tab)
            picture = run_now(live.screen()).picture
            yield run_now(live.capture()), drawn, reader.read_page(picture, PATIENT_MS)
        browser.close()


def _looked_for(
    page: Snapshot, drawn: list[str], lines: tuple[TextRegion, ...]
) -> Iterator[tuple[MatchType, bool]]:
    """Yield how each drawn control was found, as far as what was found is news."""
    vision, kind = Vision(lines), StrategyType.VISION_OCR
    for place, label in enumerate(drawn):
        if drawn.count(label) > 1 or len(label) > LONGEST_READ:
            continue
        for words in _nearly(label):
            metadata = {"targetText": words}
            strategy = LocatorStrategy(type=kind, confidence=BASE_WEIGHTS[kind], metadata=metadata)
            found = vision.evaluate(strategy, page)
            if found.node is not None and is_news(page, found):
                is_right = page.nodes[found.node].get("id") == f"drawn-{place}"
                yield MatchType(found.metadata["matchType"]), is_right


def _nearly(label: str) -> Iterator[str]:
    words = label.split()
    yield label
    if len(words) > 1:
        yield " ".join(words[:-1])
    if normalise(label) != label.lower():
        yield normalise(label)
    if len(label) >= _SHORTEST:
        middle = len(label) // 2
        yield f"{label[:middle]}x{label[middle + 1 :]}"
