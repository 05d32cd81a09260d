"""By pairs: writes Selenium's locators, as pairs and as calls."""

import re

from selenium.webdriver.common.by import By

from holdfast.model.snapshot import Node
from holdfast.page.tables import tables_of
from holdfast.selectors.css import css_path
from holdfast.selectors.playwright_code import literal
from holdfast.selectors.writing import selectors_of

_MADE = re.compile(r'\[(id|name)="([^"]*)"\]')
_BY_NAMES = {value: name for name, value in vars(By).items() if name.isupper()}


def find_call(by: str, value: str) -> str:
    """Return the call that finds by this pair, as code."""
    return f"find_element(By.{_BY_NAMES.get(by, by)}, {literal(value)})"


def as_written(by: str, value: str) -> tuple[str, str]:
    """Return the pair that its author probably wrote: Selenium makes CSS of ids and names."""
    made = _MADE.fullmatch(value) if by == By.CSS_SELECTOR else None
    return (by, value) if made is None else (made[1], made[2])


def pairs_of(node: Node, known: Node) -> list[tuple[str, str]]:
    """Return pairs that may find an element, the most readable first and its place last.

    ``known`` is the same element, with as much of it as may be written.
    """
    pairs = [(By.CSS_SELECTOR, one.css) for one in selectors_of(known) if one.css is not None]
    if known.tag == "a" and known.text and '"' not in known.text:
        pairs.insert(0, (By.LINK_TEXT, known.text))
    elif known.tag == "button" and known.text and '"' not in known.text:
        pairs.append((By.XPATH, f'//button[normalize-space()="{known.text}"]'))
    return [*pairs, (By.CSS_SELECTOR, _path(node))]


def _path(node: Node) -> str:
    """Return the path to an element; in a shadow root, from its root on."""
    steps, scopes = css_path(tables_of(node.snapshot), node).split(" > "), node.snapshot.scope_of
    if scopes is None or scopes[node.index] == 0:
        return " > ".join(steps)
    around = [one for one in node.iter_ancestors() if scopes[one.index] == scopes[node.index]]
    return " > ".join(steps[-1 - len(around) :])


def css_of(node: Node) -> str:
    """Return CSS that finds this element and no other of its page."""
    written = [one.css for one in selectors_of(node) if one.css is not None]
    return written[0] if written else _path(node)
