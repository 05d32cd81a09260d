"""Helper code: what exported tests need beside one call of their driver: to drag as a hand does."""

from collections.abc import Iterable, Mapping, Sequence

from holdfast.app.dragged_lists import LONGEST_ITEM
from holdfast.app.export.editor_text import EditedText
from holdfast.app.export.pytest_values import value_code
from holdfast.model.recording import Step

DRAGS = "drag("
# In small moves, and with a rest before it lets go: things that make room glide there.
_PLAYWRIGHT_DRAG = '''\
def drag(
    item: Locator, way: list[tuple[float, float]], onto: Locator | None = None
) -> None:
    """Drag as a hand does. Places are from the item's corner, the last from onto's."""
    item.hover()
    page, corner = item.page, item.bounding_box()
    end = corner if onto is None else onto.bounding_box()
    assert corner is not None and end is not None
    places = [(corner["x"] + x, corner["y"] + y) for x, y in way[:-1]]
    places.append((end["x"] + way[-1][0], end["y"] + way[-1][1]))
    page.mouse.move(*places[0])
    page.mouse.down()
    for x, y in places[1:]:
        page.mouse.move(x, y, steps=20)
    for away in (1, 0, 1, 0):
        page.wait_for_timeout(100)
        page.mouse.move(places[-1][0] + away, places[-1][1])
    page.mouse.up()

'''
_SAME_WORDS = '''\
def same_words(said: str, wanted: str) -> bool:
    """Return whether something says what it said then; numbers may be others."""
    return re.sub(r"\\d+", "0", said) == re.sub(r"\\d+", "0", wanted)

'''
_AGREE = '''\
def agree(dialog: Dialog, message: str, answer: str = "") -> None:
    """Agree to what was asked when this was recorded, and to nothing else."""
    if same_words(dialog.message, message):
        dialog.accept(answer)
    else:
        dialog.dismiss()

'''
# As a person does with the mouse; ends of lines are no text, and room for the cursor is none.
_MARK = """\
(editor, [start, end, later]) => {
  const texts = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
  let from = null, to = null, seen = 0;
  for (let node; (node = texts.nextNode()); ) {
    if (/^\\\\s*\\\\n\\\\s*$/.test(node.data)) continue;
    const long = node.data.replace(/[\\\\u200b\\\\u2060\\\\ufeff]/g, "").length;
    const has = place => seen <= place && place <= seen + long;
    if (has(start) && (from === null || later)) from = [node, start - seen];
    if (has(end) && to === null) to = [node, end - seen];
    seen += long;
  }
  editor.focus();
  getSelection().setBaseAndExtent(...from, ...(start < end ? to : from));
  // An editor hears of it a moment later.
  return new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}"""
_PLAYWRIGHT_MARK = f'''\
MARK = """{_MARK}"""


def mark(editor: Locator, start: int, end: int, *, later: bool = False) -> None:
    """Mark what stands between two places of an editor; ends of lines do not count."""
    editor.evaluate(MARK, [start, end, later])

'''
_SELENIUM_MARK = f'''\
MARK = """{_MARK}"""


def mark(editor: WebElement, start: int, end: int, *, later: bool = False) -> None:
    """Mark what stands between two places of an editor; ends of lines do not count."""
    places = [start, end, later]
    editor.parent.execute_script(f"return ({{MARK}})(...arguments)", editor, places)

'''
_DRAWN = '"() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"'
_PLAYWRIGHT_TYPE = f'''\
DRAWN = {_DRAWN}


def type_lines(editor: Locator, text: str) -> None:
    """Type as a person does, who waits until an editor has drawn a line."""
    for number, line in enumerate(text.split("\\n")):
        if number:
            editor.press("Enter")
            editor.evaluate(DRAWN)
        editor.press_sequentially(line)

'''
_SELENIUM_TYPE = f'''\
DRAWN = {_DRAWN}


def type_lines(editor: WebElement, text: str) -> None:
    """Type as a person does, who waits until an editor has drawn a line."""
    for number, line in enumerate(text.split("\\n")):
        if number:
            editor.send_keys(Keys.ENTER)
            editor.parent.execute_script(f"return ({{DRAWN}})()")
        editor.send_keys(line)

'''
# As they were recorded: a paragraph is a line, an empty one too, and room for a cursor is no text.
_LINES = """\
editor => {
  let text = "", ended = false, parts = 0;
  const begin = () => { text += ended ? "\\\\n" : ""; ended = false; parts++; };
  const walk = (around, isBlock) => {
    const keeps = /^(pre|break)/.test(getComputedStyle(around).whiteSpace);
    const before = parts;
    if (isBlock && text !== "" && !text.endsWith("\\\\n")) ended = true;
    for (const node of around.childNodes) {
      if (node.nodeName === "BR") { begin(); ended = true; }
      if (node.nodeType === Node.TEXT_NODE) {
        const all = node.data.replace(/[\\\\u200b\\\\u2060\\\\ufeff]/g, "");
        const said = keeps ? all : all.replace(/[ \\\\t\\\\r\\\\n]+/g, " ");
        if (said === "" || (!keeps && said === " " && (ended || text === ""))) continue;
        begin();
        text += said;
      } else if (node.nodeType === Node.ELEMENT_NODE && node.nodeName !== "BR") {
        const { display } = getComputedStyle(node);
        if (display !== "none") walk(node, !/^(inline|contents|ruby)/.test(display));
      }
    }
    if (isBlock && parts !== before) ended = true;
  };
  walk(editor, false);
  return text.split("\\\\n").map(line => line.replace(/\\\\s+/g, " ").trim());
}"""
_PLAYWRIGHT_LINES = f'''\
LINES = """{_LINES}"""


def expect_lines(editor: Locator, lines: list[str]) -> None:
    """Wait until these lines and no others stand in an editor; empty ones count."""
    for _ in range(50):
        if editor.evaluate(LINES) == lines:
            return
        editor.page.wait_for_timeout(100)
    assert editor.evaluate(LINES) == lines

'''
# What the body of a test that needs a helper has in it.
PLAYWRIGHT_HELPERS = {
    DRAGS: _PLAYWRIGHT_DRAG,
    "same_words(": _SAME_WORDS,
    "agree(": _AGREE,
    "mark(": _PLAYWRIGHT_MARK,
    "type_lines(": _PLAYWRIGHT_TYPE,
    "expect_lines(": _PLAYWRIGHT_LINES,
}
_SELENIUM_DRAG = '''\
def drag(
    item: WebElement, way: list[tuple[float, float]], onto: WebElement | None = None
) -> None:
    """Drag as a hand does. Places are from the item's corner, the last from onto's."""
    corner, end = item.rect, (onto or item).rect
    places = [(corner["x"] + x, corner["y"] + y) for x, y in way[:-1]]
    places.append((end["x"] + way[-1][0], end["y"] + way[-1][1]))
    x = round(way[0][0] - corner["width"] / 2)
    y = round(way[0][1] - corner["height"] / 2)
    mouse = ActionChains(item.parent, duration=20).scroll_to_element(item)
    mouse.move_to_element_with_offset(item, x, y).click_and_hold()
    x, y = (round(one) for one in places[0])
    for goal in places[1:]:
        for left in range(20, 0, -1):
            across, down = round((goal[0] - x) / left), round((goal[1] - y) / left)
            mouse.move_by_offset(across, down)
            x, y = x + across, y + down
    for away in (1, -1, 1, -1):
        mouse.pause(0.1).move_by_offset(away, 0)
    mouse.release().perform()

'''
_WORDS_IN = f'''\
def words_in(items: WebElement) -> list[str]:
    """Return what each of the items in a list says, {LONGEST_ITEM} characters of it."""
    found = items.find_elements(By.XPATH, "./*")
    said = [item.get_property("textContent") or "" for item in found]
    return [" ".join(str(words).split())[:{LONGEST_ITEM}] for words in said]

'''
_CHOSEN_IN = '''\
def chosen_in(options: WebElement) -> list[str]:
    """Return the labels of the chosen options."""
    chosen = Select(options).all_selected_options
    return [str(one.get_property("label")) for one in chosen]

'''
_LINES_OF = f'''\
LINES = """{_LINES}"""


def lines_of(editor: WebElement) -> list[str]:
    """Return the lines in an editor; empty ones count."""
    asked = f"return ({{LINES}})(...arguments)"
    lines: list[str] = editor.parent.execute_script(asked, editor)
    return lines

'''
_SHOWN_IN = '''\
def shown_in(drawn: WebElement) -> str:
    """Return what an editor draws, without signs that only make room for a cursor."""
    said = re.sub("[\\u200b\\u2060\\ufeff]", "", str(drawn.get_property("innerText")))
    return " ".join(said.split())

'''
_EMULATE = '''\
def emulate(driver: WebDriver, command: str, **settings: object) -> None:
    """Let a Chromium browser pretend to be what this was recorded with."""
    asked = {"cmd": f"Emulation.{command}", "params": settings}
    driver.execute("executeCdpCommand", asked)

'''
_SET_VIEWPORT = '''\
def set_viewport(driver: WebDriver, width: int, height: int) -> None:
    """Make the window as large as it must be for a page of this size."""
    outer = driver.get_window_size()
    across, down = driver.execute_script("return [innerWidth, innerHeight]")
    frame = outer["width"] - across, outer["height"] - down
    driver.set_window_size(width + frame[0], height + frame[1])

'''
_DOWNLOADS_OF = '''\
def downloads_of(driver: WebDriver) -> Path:
    """Return a new folder into which a Chromium browser puts its files from now on."""
    folder = Path(tempfile.mkdtemp())
    settings = {"behavior": "allow", "downloadPath": str(folder)}
    asked = {"cmd": "Browser.setDownloadBehavior", "params": settings}
    driver.execute("executeCdpCommand", asked)
    return folder

'''
SELENIUM_HELPERS = {
    "downloads_of(": _DOWNLOADS_OF,
    "mark(": _SELENIUM_MARK,
    "same_words(": _SAME_WORDS,
    "emulate(": _EMULATE,
    "set_viewport(": _SET_VIEWPORT,
    DRAGS: _SELENIUM_DRAG,
    "words_in(": _WORDS_IN,
    "type_lines(": _SELENIUM_TYPE,
    "lines_of(": _LINES_OF,
    "shown_in(": _SHOWN_IN,
    "chosen_in(": _CHOSEN_IN,
}


def helpers_for(body: str, known: Mapping[str, str]) -> list[str]:
    """Return the helpers that the body of a test calls, or that those call."""
    called = "\n".join([body, *(code for call, code in known.items() if call in body)])
    return [code for call, code in known.items() if call in called]


def after_imports(helpers: list[str]) -> list[str]:
    """Return the helpers with as much room before them as ruff leaves below imports."""
    is_name = bool(helpers) and not helpers[0].startswith("def ")
    return [*[""] * (1 if is_name else 2), *helpers]


def says(said: str, wanted: str) -> str:
    """Return what asks whether something says what it said then."""
    has_number = any(sign.isdigit() for sign in wanted)
    return f"same_words({said}, {wanted})" if has_number else f"{said} == {wanted}"


def lines_code(text: str) -> str:
    """Return the lines of an editor as code, with one space wherever there is room in them."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return f"[{', '.join(map(value_code, lines))}]"


def drag_line(step: Step, element: str, onto: str | None) -> str:
    """Return the call that drags along the way of a step."""
    places = [(x, y) for x, y, _ in step.path]
    if onto is not None and step.point is not None:
        places[-1] = step.point.x, step.point.y
    way = f"[{_places(places)}]"
    return f"{DRAGS}{element}, {way}{'' if onto is None else f', {onto}'})"


def type_line(element: str, text: str) -> str:
    """Return the call of Playwright that types into an editor, where its cursor is."""
    if "\n" in text:
        return f"type_lines({element}, {value_code(text)})"
    return f"{element}.press_sequentially({value_code(text)})"


def mark_line(element: str, change: EditedText) -> str:
    """Return the call that marks what a change takes the place of."""
    later = ", later=True" * change.later
    return f"mark({element}, {change.start}, {change.end}{later})"


def _places(places: Sequence[Iterable[float]]) -> str:
    return ", ".join(f"({', '.join(f'{one:g}' for one in place)})" for place in places)
