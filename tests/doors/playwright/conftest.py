"""Real pages in a real browser, and a project of its own for what is kept."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from holdfast import heal

Healing = Callable[..., Page]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return an empty project."""
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    return tmp_path


@pytest.fixture
def healing(browser: Browser, root: Path) -> Iterator[Healing]:
    """Return what opens a page that heals, with this content."""
    context = browser.new_context()

    def open_page(html: str, **settings: Any) -> Page:
        page = heal(context.new_page(), root=root, **{"heal_after_ms": 150.0, **settings})
        page.set_default_timeout(5_000)
        page.set_content(f"<!doctype html><title>Shop</title><main>{html}</main>")
        return page

    yield open_page
    context.close()
