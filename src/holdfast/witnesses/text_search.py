"""Finding words in what was read from a picture: the order of attempts, and how good each is.

Text from a picture is never quite the text of the page: letters are confused, lines are broken,
signs are lost. So four ways are tried, the strictest first.
"""

import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from holdfast.model.snapshot import Box, Point
from holdfast.model.text_region import TextRegion

EXACT_QUALITY = 1.0
CONTAINS_QUALITY = 0.9
# A piece of the target that was read alone must say enough to be it: "Save" for "Save changes".
SHORTEST_PIECE = 3
SMALLEST_SHARE = 0.5
SHORTEST_ALPHANUMERIC = 3
# Lines of one wrapped text: nearer than a line's height, one above the other.
LARGEST_LINE_GAP = 0.8
SMALLEST_COMMON_WIDTH = 0.5
MOST_JOINED_LINES = 3


class MatchType(StrEnum):
    """How the words were found."""

    EXACT = "exact"
    CONTAINS = "contains"
    VARIATION = "variation"
    FUZZY = "fuzzy"


class Variation(NamedTuple):
    """Another way to write the words; a higher priority is tried first."""

    text: str
    type: str
    priority: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMatch:
    """Where the words were read; ``box`` is that of the words alone, if they are in a line."""

    region: TextRegion
    box: Box
    type: MatchType
    quality: float
    search_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchWords:
    """What is looked for; ``near`` is where it stood, to choose among equals."""

    text: str
    exact: bool = False
    case_sensitive: bool = False
    variations: tuple[str, ...] | None = None
    near: Point | None = None


# ------------------------------------------------------------------------------------ the regions


def searchable(lines: Sequence[TextRegion], min_confidence: float) -> list[TextRegion]:
    """Return what can be searched: lines, wrapped lines joined, and words; not doubtful ones."""
    sure = [line for line in lines if line.confidence >= min_confidence and line.text.strip()]
    words = [
        word
        for line in sure
        for word in line.words
        if word.confidence >= min_confidence and word.text.strip()
    ]
    return [*sure, *_joined(sure), *words]


def _joined(lines: Sequence[TextRegion]) -> Iterator[TextRegion]:
    """Yield two and three lines that stand right below each other as one."""
    ordered = sorted(lines, key=lambda line: (line.box.y, line.box.x))
    for place, line in enumerate(ordered):
        block = [line]
        while len(block) < MOST_JOINED_LINES:
            below = _line_below(block[-1], ordered[place + 1 :])
            if below is None:
                break
            block.append(below)
            yield _as_one(block)


def _line_below(line: TextRegion, later: Sequence[TextRegion]) -> TextRegion | None:
    for other in later:
        gap = other.box.y - (line.box.y + line.box.height)
        if gap > LARGEST_LINE_GAP * line.box.height:
            return None  # sorted from the top: all that follow are farther
        if other.box.centre[1] > line.box.y + line.box.height and _shares_width(line, other):
            return other
    return None


def _shares_width(line: TextRegion, other: TextRegion) -> bool:
    left = max(line.box.x, other.box.x)
    right = min(line.box.x + line.box.width, other.box.x + other.box.width)
    return right - left >= SMALLEST_COMMON_WIDTH * min(line.box.width, other.box.width)


def _as_one(block: Sequence[TextRegion]) -> TextRegion:
    return TextRegion(
        text=" ".join(line.text.strip() for line in block),
        box=_around([line.box for line in block]),
        confidence=min(line.confidence for line in block),
        words=tuple(word for line in block for word in line.words),
    )


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right = max(box.x + box.width for box in boxes)
    bottom = max(box.y + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)


# ------------------------------------------------------------------------------ exact and contained


def find_words(regions: Sequence[TextRegion], wanted: SearchWords) -> TextMatch | None:
    """Return where the words stand exactly, else where they are contained, else None."""
    form = _trimmed if wanted.case_sensitive else _folded
    words = form(wanted.text)
    if not words:
        return None
    hits = [region for region in regions if form(region.text) == words]
    # A whole line says it; a word of a longer line may say something else.
    hits = [region for region in hits if region.is_line] or hits
    if hits:
        return _match(_best(hits, wanted.near), wanted.text, MatchType.EXACT, EXACT_QUALITY, form)
    if wanted.exact:
        return None
    hits = [region for region in regions if words in form(region.text)]
    hits = hits or [region for region in regions if _is_piece(region, words, form)]
    if not hits:
        return None
    best = _best(hits, wanted.near)
    return _match(best, wanted.text, MatchType.CONTAINS, CONTAINS_QUALITY, form)


def _is_piece(region: TextRegion, words: str, form: Callable[[str], str]) -> bool:
    """Return whether a line is a part of the words that says enough."""
    read = form(region.text)
    enough = len(read) >= SHORTEST_PIECE and len(read) >= SMALLEST_SHARE * len(words)
    return region.is_line and enough and read in words


def _best(hits: Sequence[TextRegion], near: Point | None) -> TextRegion:
    """Return the one that was read most surely, then the nearest, then the first."""
    return min(hits, key=lambda region: (-region.confidence, _distance(region, near)))


def _distance(region: TextRegion, near: Point | None) -> float:
    return 0.0 if near is None else math.dist(region.box.centre, near)


def _match(
    region: TextRegion, text: str, kind: MatchType, quality: float, form: Callable[[str], str]
) -> TextMatch:
    box = _own_box(region, form(text), form)
    return TextMatch(region=region, box=box, type=kind, quality=quality, search_text=text)


def _own_box(region: TextRegion, words: str, form: Callable[[str], str]) -> Box:
    """Return the box of the words in a longer line, that of the line if they have none."""
    for start in range(len(region.words)):
        for end in range(start + 1, len(region.words) + 1):
            run = region.words[start:end]
            read = form(" ".join(word.text for word in run))
            if read == words:
                return _around([word.box for word in run])
            if len(read) > len(words):
                break
    return region.box


def _trimmed(text: str) -> str:
    return text.strip()


def _folded(text: str) -> str:
    return text.lower().strip()


# -------------------------------------------------------------------------------------- variations


def try_variations(regions: Sequence[TextRegion], wanted: SearchWords) -> TextMatch | None:
    """Return the first variation that is found, of high priority first; ``exact`` limits them."""
    for variation in variations_of(wanted):
        words = SearchWords(text=variation.text, exact=wanted.exact, near=wanted.near)
        found = find_words(regions, words)
        if found is not None:
            return TextMatch(
                region=found.region,
                box=found.box,
                type=MatchType.VARIATION,
                quality=found.quality,
                search_text=variation.text,
            )
    return None


def variations_of(wanted: SearchWords) -> list[Variation]:
    """Return the given variations with priorities 10, 9, 8 …, else those made from the words."""
    if wanted.variations is not None:
        return [
            Variation(text, "custom", 10 - place) for place, text in enumerate(wanted.variations)
        ]
    return generate_variations(wanted.text)


def generate_variations(text: str) -> list[Variation]:
    """Return other ways to write a text, the likeliest first."""
    made = [
        Variation(text, "original", 10),
        Variation(text.lower(), "lowercase", 9),
        Variation(text.upper(), "uppercase", 8),
        Variation(text.strip(), "trimmed", 7),
        Variation(normalise(text), "normalized", 6),
    ]
    plain = _keep(text, _is_alphanumeric).strip()
    if plain != text and len(plain) >= SHORTEST_ALPHANUMERIC:
        made.append(Variation(plain, "normalized", 5))
    collapsed = " ".join(text.split())
    if collapsed != text:
        made.append(Variation(collapsed, "normalized", 4))
    return made


# ------------------------------------------------------------------------------------------- fuzzy


def find_fuzzy(
    regions: Sequence[TextRegion], wanted: SearchWords, threshold: float
) -> TextMatch | None:
    """Return the text most like the words, None if none reaches the threshold."""
    words = normalise(wanted.text)
    scored = [(similarity(words, normalise(region.text)), region) for region in regions]
    good = [(likeness, region) for likeness, region in scored if likeness >= threshold]
    if not good:
        return None
    likeness, region = min(
        good, key=lambda hit: (-hit[0], -hit[1].confidence, _distance(hit[1], wanted.near))
    )
    return TextMatch(
        region=region,
        box=region.box,
        type=MatchType.FUZZY,
        quality=likeness,
        search_text=wanted.text,
    )


def similarity(one: str, other: str) -> float:
    """Return 1 less the share of letters to change; nothing is not similar to anything."""
    if not one or not other:
        return 1.0 if one == other else 0.0
    return 1 - Levenshtein.distance(one, other) / max(len(one), len(other))


def normalise(text: str) -> str:
    """Return the text in lower case, without signs, white space collapsed.

    Letters, their marks and digits of every script stay.
    """
    return " ".join(_keep(text.lower(), _is_word_character).split())


def _keep(text: str, wanted: Callable[[str], bool]) -> str:
    return "".join(character for character in text if wanted(character))


def _is_alphanumeric(character: str) -> bool:
    # Marks belong to letters: without them Hindi and Thai lose their vowels.
    return character.isspace() or unicodedata.category(character)[0] in "LNM"


def _is_word_character(character: str) -> bool:
    return character == "_" or _is_alphanumeric(character)
