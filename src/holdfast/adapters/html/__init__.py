"""Static HTML → Snapshot, without a browser."""

from holdfast.adapters.html.parser import parse

__all__ = ["parse"]
