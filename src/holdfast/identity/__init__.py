"""The anchor/path/target description of an element: made from a page, found on a page."""

from holdfast.identity.generate import generate
from holdfast.identity.identity_json import from_json, to_json
from holdfast.identity.notation import from_string, to_string
from holdfast.identity.resolve import resolve
from holdfast.identity.scores import band_of

__all__ = [
    "band_of",
    "from_json",
    "from_string",
    "generate",
    "resolve",
    "to_json",
    "to_string",
]
