"""Which fields hold secrets, told by what they are called, and what stands for their values.

The recorder asks the same of live fields, in ``fields.js``, by the same words.
"""

import re
from collections.abc import Iterable, Mapping

AUTOCOMPLETE_WORDS = r"(?:^|\s)(?:one-time-code|(?:current|new)-password|cc-\S+)(?:\s|$)"
NAME_WORDS = (
    r"passw|passphrase|pass-?code|\bpwd\b|\bsecret|one.?time|\botp\b|2fa|mfa|totp|"
    r"verification.?code|security.?code|auth.?code|card.?num|cc.?num|\bcvv|\bcvc|\bcsc\b|"
    r"\bpin\b|expir(?:y|ation)|credit.?card|\biban\b"
)
_TOKENS = re.compile(AUTOCOMPLETE_WORDS, re.IGNORECASE)
_NAMES = re.compile(NAME_WORDS, re.IGNORECASE)
_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_SEPARATORS = re.compile(r"[_\-.\[\]]+")
_UNNAMEABLE = re.compile(r"\W+", re.ASCII)
_NAMING = ("name", "id", "aria-label", "placeholder")
LONGEST_NAME = 40  # of an environment variable that stands for a secret


def names_a_secret(text: str) -> bool:
    """Return whether a name, a label or a selector speaks of something secret."""
    words = _SEPARATORS.sub(" ", _CAMEL.sub(r"\1 \2", text))
    return _NAMES.search(words) is not None


def is_secret_field(attributes: Mapping[str, str], label: str = "") -> bool:
    """Return whether what is typed into a field is a secret."""
    if attributes.get("type", "").lower() == "password":
        return True
    if _TOKENS.search(attributes.get("autocomplete", "")):
        return True
    called: Iterable[str] = (*(attributes.get(key, "") for key in _NAMING), label)
    return any(map(names_a_secret, called))


def variable_name(field: str) -> str:
    """Return the name of the environment variable that stands for a secret field's value."""
    name = _UNNAMEABLE.sub("_", field).strip("_").upper()[:LONGEST_NAME].strip("_")
    if not name:
        return "SECRET"
    return name if name[0].isalpha() else f"SECRET_{name}"
