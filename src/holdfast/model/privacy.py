"""What a snapshot must not hold: what was typed, values of hidden fields, tokens in addresses."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import unquote

from holdfast.model.placeholders import MASK
from holdfast.model.secret_fields import names_a_secret

# The value of these says what the control is, not what somebody typed.
_TELLING_INPUTS = frozenset({"button", "submit", "reset", "image", "radio", "checkbox"})
_TELLING_TAGS = frozenset({"button", "option", "li", "data", "meter", "progress", "param"})
_TYPED_TAGS = frozenset({"input", "textarea", "select"})
# Values, check values of scripts, whole documents inside a value: kept only for a reason.
_GUARDED = frozenset(
    {"value", "content", "nonce", "integrity", "srcdoc", "aria-valuenow", "aria-valuetext"}
)
_CHOSEN = frozenset({"slider", "spinbutton"})  # roles of fields whose value is in aria-valuenow
# Names and short words: no address and no value stands in these. All others are looked at.
_HARMLESS = frozenset(
    "class id name for type role alt lang dir rel target method width height colspan rowspan "
    "tabindex hidden disabled checked selected placeholder title label scope align valign "
    "aria-label aria-labelledby aria-hidden aria-describedby aria-expanded aria-controls "
    "aria-haspopup aria-current aria-selected aria-disabled data-testid data-test-id data-test "
    "data-qa data-cy d fill viewbox x y cx cy r points transform stroke".split()
)

_WORDS = (
    "[a-z]*token|[a-z]*secret|[a-z]*passw(?:or)?[dt]|pass|pw|pwd|passwd|passphrase|pin|[ct]?otp|cv[cv]|"
    "kennwort|api[-_]?key|access[-_]?key|auth|"
    "authorization|session|sessionid|sid|jsessionid|phpsessid|sig|signature|jwt|csrf|xsrf|"
    "credentials?|ticket|nonce|saml(?:response|request)|assertion"
)
# In an address, these too: they are what a link in a mail is followed with.
_LINK_WORDS = f"{_WORDS}|code|magic|reset[-_]?key|invite|key"
_NAME_IS_SECRET = re.compile(rf"(?:^|[-_.\[:])(?:{_WORDS})\d{{0,3}}(?:$|[-_.\]:])", re.IGNORECASE)
_PARAMETER_IS_SECRET = re.compile(
    rf"(?:^|[-_.\[:])(?:{_LINK_WORDS})\d{{0,3}}(?:$|[-_.\]:])", re.IGNORECASE
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_PARAMETER = re.compile(r"""(?<=[?&#;/])([^=&#;?/\s"']{1,100})=([^?&#;\s"'<>]+)""")
_INNER = re.compile(r"(?i)(?<=%3f|%26)([\w.-]{1,100})%3d([^&#;%\s\"'<>]+)")  # in another's value
_PAIR = re.compile(r"""(?<![\w.-])([\w.-]{1,100}+)(["']?\s*:\s*)(?:"[^"]+"|'[^']+')""")
_USERINFO = re.compile(r"(?<=://)[^/@\s]{1,1000}@")
_SEGMENT = re.compile(
    r"(?i)(/(?:reset|invit|verif|confirm|activat|magic|token|unsubscrib|password)[\w-]{0,40}+/)"
    r"(?=[a-z_-]*+\d)[\w-]{16,}+"
)
_TELLTALE = re.compile(r"""[=@"'%]|eyJ|/[^/]{16}""")
_VALUE_AFTER = re.compile(
    r"""[\w.-]{0,40}+\\?["']?\s{0,9}[:=]\s{0,9}(\\?["'])([^"'\s\\]{4,4000}+)"""
)
_SCRIPT_WORDS = [
    spelling
    for word in ("token", "secret", "password", "csrf", "xsrf", "session", "auth", "apikey",
                 "api_key", "jwt", "nonce", "credential")
    for spelling in (word, word.title(), word.upper())
]  # fmt: skip
_JWT = re.compile(r"(?<![\w-])eyJ[\w-]{8,}+\.[\w-]{8,}+\.[\w-]*+")


def mask_url(url: str) -> str:
    """Return the address with sign-in data and the values of secret parameters masked."""
    if "@" in url:
        url = _USERINFO.sub(f"{MASK}@", url)
    if "=" in url:
        url = _PARAMETER.sub(_mask_parameter, url)
    if "%3" in url:
        url = _INNER.sub(_mask_parameter, url)
    if "eyJ" in url:
        url = _JWT.sub(MASK, url)
    return _SEGMENT.sub(rf"\g<1>{MASK}", url) if "/" in url else url


def find_private(
    name: str,
    column: tuple[Sequence[int], Sequence[str]],
    tags: Sequence[str],
    attributes: Sequence[Mapping[str, str]],
) -> dict[int, str | None]:
    """Return what must be changed of one attribute, by element; None where it must go.

    ``column`` is who has it, and with which value: a value that many have is looked at once.
    """
    if name in _HARMLESS:
        return {}
    places, values = column
    if name in _GUARDED:
        guarded = {i: _kept(tags[i], name, attributes[i]) for i in places}
        return {i: guarded[i] for i, v in zip(places, values, strict=True) if guarded[i] != v}
    if _is_secret_data(name):
        return dict.fromkeys(places, MASK)
    kept = {value: _masked(value) for value in filter(_TELLTALE.search, set(values))}
    changed = {value for value, left in kept.items() if left != value}
    if not changed:
        return {}
    return {i: kept[v] for i, v in zip(places, values, strict=True) if v in changed}


def find_typed(tags: Sequence[str], editable: tuple[Sequence[int], Sequence[str]]) -> set[int]:
    """Return the elements whose text is what somebody typed.

    ``editable`` is who has the attribute contenteditable, and with which value.
    """
    typed = {index for index, value in zip(*editable, strict=True) if _is_edited(value)}
    if "textarea" in tags:
        typed.update(index for index, tag in enumerate(tags) if tag == "textarea")
    return typed


def mask_script(text: str) -> str:
    """Return a program or its data with the values of secrets masked, all else where it was.

    Looking for a few words is twenty times faster than a pattern: pages hold megabytes of this.
    """
    spans = [span for word in _SCRIPT_WORDS for span in _find_values(text, word)]
    if "eyJ" in text:
        spans += [found.span() for found in _JWT.finditer(text)]
    pieces, position = [], 0
    for start, end in sorted(spans):
        if start >= position:
            pieces += [text[position:start], "*" * (end - start)]
            position = end
    return "".join((*pieces, text[position:])) if spans else text


def _find_values(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Yield where the values of names that contain a word stand."""
    place = text.find(word)
    while place >= 0:
        if found := _VALUE_AFTER.match(text, place + len(word)):
            yield found.span(2)
        place = text.find(word, place + len(word))


def is_field(tag: str, attributes: Mapping[str, str]) -> bool:
    """Return whether somebody types into the element; some pages repeat that text around it."""
    return tag in _TYPED_TAGS and not _value_tells(tag, attributes)


def _is_edited(value: str) -> bool:
    return value.strip().lower() in {"", "true", "plaintext-only"}


def _kept(tag: str, name: str, attributes: Mapping[str, str]) -> str | None:
    """Return a guarded value as it may be kept, None if not at all."""
    return None if _is_private(tag, name, attributes) else _masked(attributes[name])


def _is_secret_data(name: str) -> bool:
    return name.startswith("data-") and _is_secret(name)


def _masked(value: str) -> str:
    """Return a value without secrets; without a telltale there is none."""
    if ":" in value and ("'" in value or '"' in value):
        value = _PAIR.sub(_mask_pair, value)
    return mask_url(value)


def _is_private(tag: str, name: str, attributes: Mapping[str, str]) -> bool:
    if name == "value":
        return not _value_tells(tag, attributes)
    if name == "content":
        return tag == "meta" and _is_secret(attributes.get("name", ""))
    if name.startswith("aria-value"):
        return tag == "input" or not _CHOSEN.isdisjoint(attributes.get("role", "").lower().split())
    return True


def _value_tells(tag: str, attributes: Mapping[str, str]) -> bool:
    if tag == "input":
        return attributes.get("type", "text").lower() in _TELLING_INPUTS
    return tag in _TELLING_TAGS


def _mask_parameter(match: re.Match[str]) -> str:
    name, value = match.groups()
    worth = _parameter_worth(name)
    # A key of few characters opens nothing: ?key=name is how pages sort.
    if not worth or (worth == _KEY and len(value) < 16):
        return match[0]
    return match[0].removesuffix(value) + MASK


_KEY, _SECRET = 1, 2


@lru_cache(maxsize=1024)
def _parameter_worth(name: str) -> int:
    words = _CAMEL.sub("_", unquote(name))
    if not _PARAMETER_IS_SECRET.search(words):
        return _SECRET if names_a_secret(words) else 0
    return _KEY if words.lower() == "key" else _SECRET


def _mask_pair(match: re.Match[str]) -> str:
    name, between = match.groups()
    return f'{name}{between}"{MASK}"' if _is_secret(name) else match[0]


@lru_cache(maxsize=1024)
def _is_secret(name: str) -> bool:
    return _NAME_IS_SECRET.search(_CAMEL.sub("_", name)) is not None
