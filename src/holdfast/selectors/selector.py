"""Selector: one way to write an element down, as people read it."""

from dataclasses import dataclass
from enum import StrEnum

from holdfast.selectors import playwright_code as code


class SelectorKind(StrEnum):
    """What a selector goes by, in the order in which people should prefer them."""

    ROLE = "role"
    TEST_ID = "testId"
    LABEL = "label"
    PLACEHOLDER = "placeholder"
    TEXT = "text"
    ALT = "alt"
    TITLE = "title"
    ID = "id"
    NAME = "name"
    SCOPED_ROLE = "scopedRole"
    BARE_ROLE = "bareRole"
    CSS = "css"
    PATH = "path"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selector:
    """One way to write an element down.

    ``value`` is what is asked for (a name, a text, a CSS selector), ``css`` the same in CSS where
    that is possible, ``playwright`` the code to paste. A fragile one counts siblings: it holds
    only as long as nothing is added before the element.
    """

    kind: SelectorKind
    value: str
    playwright: str
    css: str | None = None
    is_fragile: bool = False


def css_selector(
    kind: SelectorKind, value: str, css: str, frames: tuple[str, ...], *, is_fragile: bool = False
) -> Selector:
    """Return a selector that is written in CSS."""
    playwright = code.in_frames(code.by_css(css), frames)
    return Selector(kind=kind, value=value, playwright=playwright, css=css, is_fragile=is_fragile)
