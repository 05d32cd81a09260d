"""Randomness: tells letters that a person put together from those of a hash function."""

import re
from functools import lru_cache

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# How usual each letter (a-z, left to right) is after the letter in front: 9 is every seventh time
# or more, each step down halves that, 0 is never. Counted over the distinct words of user
# interfaces in English and seventeen other languages written in Latin letters (accents removed),
# and over names in programs.
_FOLLOWERS = {
    "a": "67774575757889573988665465",
    "b": "95549444953845940875834262",
    "c": "93658439847744941768732145",
    "d": "95569555955656951775744355",
    "e": "75776675656879564998565655",
    "f": "84568854943845962877823351",
    "g": "95469467835757852886835353",
    "h": "93459335945655941757834051",
    "i": "86877674556879863788463546",
    "j": "95469434946656850575844034",
    "k": "95449447926746960777846061",
    "l": "95569554945866951477753263",
    "m": "98459443924675881565743342",
    "n": "94788695856556841489753264",
    "o": "66775675657889673987776446",
    "p": "94659456804844973977733251",
    "q": "83456442700745655766946123",
    "r": "95679564946676852677754265",
    "s": "84749547927655874589754266",
    "t": "94549437935655841877744264",
    "u": "87777664767889672988554456",
    "v": "94559443923546840665633463",
    "w": "94569446924547850764614474",
    "x": "86868645924675793679644864",
    "y": "96768565856787880687756365",
    "z": "95569356945657851456755176",
}
_USUALNESS = {
    first + second: int(digit)
    for first, row in _FOLLOWERS.items()
    for second, digit in zip(_LETTERS, row, strict=True)
}

# Mean usualness below which letters are taken for random. Below the first lies less than one real
# word in a thousand and a quarter of random strings of 5 to 10 letters; below the last 5 % of the
# words and 78 to 97 % of the random ones, so it is asked only of what is suspicious in itself.
RANDOM_BELOW = 5.0
DOUBTFUL_BELOW = 6.0  # between the two
SUSPICIOUS_BELOW = 6.8
_SHORTEST_WORD = 5  # shorter runs of letters are mostly abbreviations: btn, nav, xhr

_RUN = re.compile(r"[a-z]+|[0-9]+")
_CAMEL_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# Letters and digits that people write in one word, although they alternate as in a hash.
_KNOWN = frozenset(
    "a11y i18n l10n g11n h264 h265 x264 x265 i386 mp4a utf8mb4 sha256 sha384 sha512 crc32 base32 "
    "base58 base64 pbkdf2 win32 win64 log4j oauth2 x509 es2015 h1n1 r2d2 c3po d3js pm25 mp3s "
    "isnan".split()
)
# a11yLink; v200rc1, which is version 2.0.0rc1 in the address of a heading
_KNOWN_SHAPE = re.compile(r"(?:a11y|i18n|l10n)[A-Z]|v\d{2,4}(?:a|b|rc)\d{1,2}\Z")


def mean_usualness(letters: str) -> float:
    """Return how usual the pairs of lower-case letters are, 0 to 9; 9 for too few to tell."""
    if len(letters) < _SHORTEST_WORD:
        return 9.0
    pairs = map(_USUALNESS.__getitem__, map(str.__add__, letters, letters[1:]))
    return sum(pairs) / (len(letters) - 1)


@lru_cache(maxsize=32768)
def looks_random(token: str, *, suspicious: bool = False) -> bool:
    """Return whether a run of ASCII letters and digits seems to come from a machine.

    ``suspicious`` says that it stands where hashes usually stand. Other scripts are never random,
    nor are bare numbers: what a number means depends on what stands around it.
    """
    if len(token) < 4 or token.isdigit() or not token.isalnum() or not token.isascii():
        return False
    lower = token.lower()
    if lower in _KNOWN or _KNOWN_SHAPE.match(token):
        return False
    if _has_odd_case(token, suspicious=suspicious):
        return True
    floor = SUSPICIOUS_BELOW if suspicious else RANDOM_BELOW
    if token.isalpha():
        return any(mean_usualness(part.lower()) < floor for part in _CAMEL_PART.findall(token))
    return _alternates(lower, suspicious=suspicious)


def _has_odd_case(token: str, *, suspicious: bool) -> bool:
    """Return whether capitals stand where neither camelCase nor an acronym puts them: bdVaJa."""
    if token.islower() or token.isupper():
        return False
    parts = _CAMEL_PART.findall(token)
    letters = "".join(parts).lower()
    short = sum(len(part) <= 2 and not (len(part) == 2 and part.isupper()) for part in parts)
    floor = DOUBTFUL_BELOW if short else RANDOM_BELOW
    if len(letters) > _SHORTEST_WORD and mean_usualness(letters) < floor:
        return True
    if suspicious and len(parts) >= 2 and max(map(len, parts)) < 4:
        return True
    # Words have four letters and more on average; capitals by chance cut after every second one.
    return len(parts) >= 3 and short >= 2 and len(letters) / len(parts) < 2.5


def _alternates(lower: str, *, suspicious: bool) -> bool:
    """Return whether letters and digits change places as they do in hashes: 1a2b3c, x7kd2."""
    runs = _RUN.findall(lower)
    words = [run for run in runs if run.isalpha()]
    longest = max(map(len, words))
    if longest < 4 and (len(runs) >= 4 or (suspicious and len(runs) == 3 and len(lower) >= 5)):
        return True
    if not set(lower) - set("0123456789abcdef") and len(lower) >= 6:
        return len(runs) >= 3 or len(lower) >= 12
    if len(runs) >= 3 and mean_usualness("".join(words)) < DOUBTFUL_BELOW:
        return True
    # A person puts the number behind the word: wysihtml5.
    counted = len(runs) == 2 and runs[1].isdigit() and not suspicious
    floor = RANDOM_BELOW if counted else SUSPICIOUS_BELOW
    return any(mean_usualness(word) < floor for word in words)
