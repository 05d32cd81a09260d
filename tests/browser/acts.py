"""Acts: what a person can do in a browser, each on a page of its own that says what it saw.

``saw`` is what the page says afterwards, ``steps`` what is to be recorded. Everything is done with
the mouse and the keyboard, as a hand does it, never through an element's own methods.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page

FILES = ("cat.txt", "dog.txt")


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something a person does: on which page, how, and what must come of it."""

    name: str
    html: str
    do: Callable[[Page], object]
    steps: tuple[str, ...]
    saw: str
    pages: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
