"""What an SVG draws, as a short hash: enough to tell two icons apart, whatever their colour."""

import re
from collections.abc import Iterator
from hashlib import blake2b

from holdfast.identity.semantics import LONGEST_TEXT, SVG_TAGS, is_writable
from holdfast.identity.voices import Voices
from holdfast.model.element_identity import SvgFingerprint

COMMANDS_HASHED = 5  # the first commands tell icons apart; fewer are taken from shorter paths
DECIMALS = 2  # tools that optimise drawings round more than that
LARGEST_PICTURE = 60  # elements; what is larger is an illustration, not an icon
_READ_AT_MOST = 2000  # characters of a path; five commands never need more

_COMMAND = re.compile(r"([MLHVCSQTAZmlhvcsqtaz])([^MLHVCSQTAZmlhvcsqtaz]*)")
_NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d{1,3})?")
_GEOMETRY = tuple("x y x1 y1 x2 y2 cx cy r rx ry width height points".split())
_SHAPES = SVG_TAGS - {"svg", "g", "text"}


def fingerprint_drawing(index: Voices, node: int) -> SvgFingerprint | None:
    """Return the drawing that an element is, or the only one inside it; None when there is none."""
    picture = node if index.tags[node] in SVG_TAGS else _only_picture(index, node)
    if picture is None:
        return None
    return SvgFingerprint(
        shape=index.tags[picture],
        draws=_drawn(index, picture),
        title=_title(index, picture),
        role=index.kind(picture).semantics.role,
    )


def _only_picture(index: Voices, node: int) -> int | None:
    if index.has_more_steps(node, LARGEST_PICTURE):
        return None
    pictures = [i for i in range(node + 1, index.ends[node]) if index.tags[i] == "svg"]
    return pictures[0] if len(pictures) == 1 else None


def _drawn(index: Voices, picture: int) -> str:
    """Return one hash of all shapes in a picture, whatever their order; "" when there are none."""
    if index.has_more_steps(picture, LARGEST_PICTURE):
        return ""
    shapes = [i for i in range(picture, index.ends[picture]) if index.tags[i] in _SHAPES]
    strokes = sorted("".join(_strokes(index, shape)) for shape in shapes)
    if not any(strokes):
        return ""
    return blake2b("|".join(strokes).encode("utf-8", "replace"), digest_size=6).hexdigest()


def _strokes(index: Voices, shape: int) -> Iterator[str]:
    """Yield what one shape draws, numbers rounded."""
    attributes = index.attributes[shape]
    yield from path_commands(attributes.get("d", ""))
    for name in _GEOMETRY:
        if name in attributes:
            yield f"{name}={rounded(attributes[name][:_READ_AT_MOST])};"
    reference = attributes.get("href") or attributes.get("xlink:href")
    if reference:
        yield f"@{reference[:_READ_AT_MOST]}"


def path_commands(path: str) -> list[str]:
    """Return the first commands of a path, numbers rounded."""
    commands = _COMMAND.findall(path[:_READ_AT_MOST])[:COMMANDS_HASHED]
    return [f"{letter}{rounded(numbers)}" for letter, numbers in commands]


def rounded(numbers: str) -> str:
    """Return the numbers of a text, rounded and separated by spaces."""
    return " ".join(f"{round(float(n), DECIMALS) + 0.0:g}" for n in _NUMBER.findall(numbers))


def _title(index: Voices, picture: int) -> str:
    inside = range(picture, min(index.ends[picture], picture + 4 * LARGEST_PICTURE))
    titles = (index.voice_of.get(i, "") for i in inside if index.tags[i] == "title")
    title = min(titles, default="")[:LONGEST_TEXT]
    return title if is_writable(title) else ""
