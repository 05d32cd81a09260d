"""Selenium elements: write an element as a person would with Selenium, through frames and roots."""

import re
from typing import NamedTuple

from holdfast.app.export.pytest_locators import FRAGILE
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node
from holdfast.page.tables import tables_of
from holdfast.selectors.css import css_path, find_short_css, test_id_trait, write_compound
from holdfast.selectors.markup import dom_traits
from holdfast.selectors.playwright_code import literal

DRIVER = "driver"
LONGEST_TEXT = 60
ROWS = frozenset({"tr", "li", "article"})
_BY = {"id": "ID", "name": "NAME"}


class SeleniumElement(NamedTuple):
    """How an element is found: the frames to enter before, and the call; ``many`` finds all."""

    frames: tuple[str, ...]
    root: str
    asked: str
    note: str = ""

    @property
    def code(self) -> str:
        """Return the call that finds it."""
        return f"{self.root}.find_element({self.asked})"

    @property
    def many(self) -> str:
        """Return the call that finds it and all like it; nothing is no error."""
        return f"{self.root}.find_elements({self.asked})"


def element_of(fingerprint: Fingerprint) -> SeleniumElement:
    """Return how a recorded element is found."""
    node, frames, root = fingerprint.node, list[str](), DRIVER
    snapshot = node.snapshot
    for owner in snapshot.scope_path(node.index):
        found = f"{root}.find_element({_asked(snapshot.nodes[owner])[0]})"
        is_frame = snapshot.tags[owner] in {"iframe", "frame"}
        frames += [found] if is_frame else []
        root = DRIVER if is_frame else f"{found}.shadow_root"
    asked, is_fragile = _asked(node)
    return SeleniumElement(tuple(frames), root, asked, FRAGILE if is_fragile else "")


def root_of(fingerprint: Fingerprint, css: str) -> str:
    """Return where something is looked for by CSS: in an element's shadow root, if it is there."""
    node, page = fingerprint.node, fingerprint.page
    scope = page.scope_path(node.index)
    kind = re.match(r"\w*", css)
    is_inside = any(
        tag == (kind and kind[0]) and page.scope_path(index) == scope
        for index, tag in enumerate(page.tags)
    )
    return element_of(fingerprint).root if is_inside else DRIVER


def _asked(node: Node) -> tuple[str, bool]:
    """Return what is asked for, and whether it counts siblings."""
    page = tables_of(node.snapshot)
    test_id = test_id_trait(node)
    given = [(test_id,)] if test_id is not None else []
    for traits in (*given, *(traits for _, traits in dom_traits(node))):
        if page.is_only(node.index, traits):
            by = _BY.get(traits[-1].name)
            if by is not None:
                return f"By.{by}, {literal(traits[-1].value)}", False
            return f"By.CSS_SELECTOR, {literal(write_compound(traits))}", False
    if _is_in_root(node):
        return f"By.CSS_SELECTOR, {literal(_path_in_root(node))}", True
    text = _only_text(node)
    xpath = f"//{node.tag}[normalize-space()={text}]" if text else ""
    css = "" if xpath else find_short_css(page, node) or ""
    if not xpath and (not css or ":nth-" in css):
        xpath = _in_label(node) or _in_row(node)
    if xpath:
        return f"By.XPATH, {literal(xpath)}", False
    css = css or css_path(page, node)
    return f"By.CSS_SELECTOR, {literal(css)}", ":nth-" in css


def _is_in_root(node: Node) -> bool:
    around = node.snapshot.scope_path(node.index)
    return bool(around) and node.snapshot.tags[around[-1]] not in {"iframe", "frame"}


def _path_in_root(node: Node) -> str:
    """Return the path from the shadow root, which no selector leads into."""
    snapshot = node.snapshot
    assert snapshot.scope_of is not None
    scope, steps, here = snapshot.scope_of, list[str](), node
    while True:
        beside = [
            other
            for other in (here.parent.children if here.parent is not None else (here,))
            if scope[other.index] == scope[node.index]
        ]
        alike = [other.index for other in beside if other.tag == here.tag]
        steps.append(f"{here.tag}:nth-of-type({alike.index(here.index) + 1})")
        if here.parent is None or scope[here.parent.index] != scope[node.index]:
            return " > ".join(reversed(steps))
        here = here.parent


def _in_label(node: Node) -> str:
    """Return the XPath of the only one of its kind in its label, "" without such a label."""
    label = next((one for one in node.iter_ancestors() if one.tag == "label"), None)
    text = "" if label is None else _only_text(label)
    if label is None or sum(one.tag == node.tag for one in label.iter_descendants()) > 1:
        return ""
    return f"//label[normalize-space()={text}]//{node.tag}" if text else ""


def _in_row(node: Node) -> str:
    """Return the XPath of the only one of its kind in its row, "" if no words name that row."""
    rows = [one for one in node.iter_ancestors() if one.tag in ROWS]
    inside = list(rows[0].iter_descendants()) if len(rows) == 1 else []
    if [one.index for one in inside if one.tag == node.tag] != [node.index]:
        return ""
    texts = ((one.tag, _only_text(one)) for one in inside if not _is_in_root(one))
    tag, text = next((told for told in texts if told[1]), ("", ""))
    return f"//{rows[0].tag}[.//{tag}[normalize-space()={text}]]//{node.tag}" if text else ""


def _only_text(node: Node) -> str:
    """Return the words of an element as XPath writes them, "" if others of its kind say the same.

    Only of one without words in other elements in it: XPath reads hidden words, too.
    """
    text = " ".join(node.own_text.split())
    is_plain = text.isprintable() and '"' not in text and "\\" not in text and text.isascii()
    has_more = any(one.own_text.strip() for one in node.iter_descendants())
    if has_more or not 0 < len(text) <= LONGEST_TEXT or not is_plain:
        return ""
    tags = node.snapshot.tags
    for index in range(len(tags)):
        other = node.snapshot.nodes[index]
        if tags[index] == node.tag and index != node.index and other.frame == node.frame:
            said = " ".join("".join((other.text, *(n.own_text for n in other.children))).split())
            if text in said:
                return ""
    return f'"{text}"'
