"""Saved HTML: becomes a snapshot, without a browser."""

from holdfast.adapters.html.lxml_paths import LxmlPaths
from holdfast.adapters.html.parser import parse

__all__ = ["LxmlPaths", "parse"]
