"""Secret fields: tells by its words which field holds a secret, and what stands for its value.

One table of words (``secret_words``) for saved pages, imported recordings and the recorder's
script. When in doubt it is a secret: a field too many is asked for again, a password too few is on
somebody's disk.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache

from holdfast.model.secret_words import AUTOCOMPLETE_WORDS, HARMLESS_WORDS, NAME_WORDS

_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff]")
_DOTS = str.maketrans("İı", "Ii")
_SEPARATORS = re.compile(r"[_\-.\[\]:/\s\u00a0]+")
_UNNAMEABLE = re.compile(r"\W+", re.ASCII)
_NAMING = ("name", "id", "aria-label", "placeholder", "title", "data-label")
LONGEST_LOOK = 200  # characters of a name or label; more is prose
LONGEST_NAME = 40  # of a secret


@cache
def _compiled(words: str) -> re.Pattern[str]:
    """Return the words as a pattern: compiling takes longer than all else of an import."""
    return re.compile(words, re.IGNORECASE)


def names_a_secret(text: str) -> bool:
    """Return whether a name, a label or a selector speaks of something secret."""
    # Full-width and half-width signs are one, Turkish i are i; soft hyphens part no word.
    plain = unicodedata.normalize("NFKC", _UNSEEN.sub("", text[:LONGEST_LOOK]))
    words = _SEPARATORS.sub(" ", _CAMEL.sub(r"\1 \2", plain.translate(_DOTS)))
    return _compiled(NAME_WORDS).search(_compiled(HARMLESS_WORDS).sub(" ", words)) is not None


def is_secret_field(attributes: Mapping[str, str], label: str = "") -> bool:
    """Return whether what is typed into a field is a secret."""
    if attributes.get("type", "").lower() == "password":
        return True
    if _compiled(AUTOCOMPLETE_WORDS).search(attributes.get("autocomplete", "")):
        return True
    called: Iterable[str] = (*(attributes.get(key, "") for key in _NAMING), label)
    return any(map(names_a_secret, called))


def variable_name(field: str) -> str:
    """Return the name that stands for a secret field's value in a recording."""
    name = _UNNAMEABLE.sub("_", field).strip("_").upper()[:LONGEST_NAME].strip("_")
    if not name:
        return "SECRET"
    return name if name[0].isalpha() else f"SECRET_{name}"
