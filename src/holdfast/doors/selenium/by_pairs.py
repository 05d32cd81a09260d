"""By pairs: writes Selenium's locators, as pairs and as calls."""

from selenium.webdriver.common.by import By

from holdfast.model.snapshot import Node
from holdfast.page.tables import tables_of
from holdfast.selectors.css import css_path
from holdfast.selectors.playwright_code import literal
from holdfast.selectors.writing import selectors_of

_BY_NAMES = {value: name for name, value in vars(By).items() if name.isupper()}


def find_call(by: str, value: str) -> str:
    """Return the call that finds by this pair, as code."""
    return f"find_element(By.{_BY_NAMES.get(by, by)}, {literal(value)})"


def pairs_of(node: Node, known: Node) -> list[tuple[str, str]]:
    """Return pairs that may find an element, the most readable first and its place last.

    ``known`` is the same element, with as much of it as may be written.
    """
    pairs = [(By.CSS_SELECTOR, one.css) for one in selectors_of(known) if one.css is not None]
    if known.tag == "a" and known.text and '"' not in known.text:
        pairs.insert(0, (By.LINK_TEXT, known.text))
    elif known.tag == "button" and known.text and '"' not in known.text:
        pairs.append((By.XPATH, f'//button[normalize-space()="{known.text}"]'))
    return [*pairs, (By.CSS_SELECTOR, css_path(tables_of(node.snapshot), node))]


def code_to_paste(node: Node) -> str:
    """Return code that finds this element and no other of its page."""
    written = [one.css for one in selectors_of(node) if one.css is not None]
    css = written[0] if written else css_path(tables_of(node.snapshot), node)
    return f"driver.{find_call(By.CSS_SELECTOR, css)}"
