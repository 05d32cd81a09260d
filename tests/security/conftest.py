"""The site and the browser of the browser tests, for attacks."""

from tests.browser.conftest import context, page, site

__all__ = ["context", "page", "site"]
