"""What a snapshot must not hold: what people typed, values of hidden fields, tokens in addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

MASK = "***"
# The value of these says what the control is, not what somebody typed.
_TELLING_VALUES = frozenset({"button", "submit", "reset", "image", "radio", "checkbox"})
_ADDRESSES = ("href", "src", "action", "formaction", "data-href", "data-url", "content", "srcset")
_SECRET_WORDS = (
    "token|secret|passw(?:or)?d|pwd|passwd|api[-_]?key|access[-_]?key|auth|authorization|session|"
    "sessionid|sid|jsessionid|phpsessid|sig|signature|jwt|code|otp|csrf|xsrf|credential|ticket|"
    "nonce|magic|reset[-_]?key|invite"
)
_SECRET_PARAMETER = re.compile(
    rf"(?P<lead>[?&#;/])(?P<name>[\w.\-\[\]%]*?(?:{_SECRET_WORDS})[\w.\-\[\]%]*)=(?P<value>[^&#;]+)",
    re.IGNORECASE,
)
_NAME_IS_SECRET = re.compile(rf"(?:^|[-_.\[])(?:{_SECRET_WORDS})(?:$|[-_.\]])", re.IGNORECASE)
_USERINFO = re.compile(r"(?<=://)[^/@\s]+@")
_JWT = re.compile(r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*")
_CSRF_NAME = re.compile(r"csrf|xsrf|token|nonce", re.IGNORECASE)
_NEVER_KEPT = frozenset({"nonce", "integrity"})
_SUSPECT = re.compile(r"[=@]|eyJ")
_SENSITIVE = frozenset({*_ADDRESSES, *_NEVER_KEPT, "value"})


def mask_url(url: str) -> str:
    """Return the address with sign-in data and the values of secret parameters masked."""
    if not _SUSPECT.search(url):
        return url
    masked = _USERINFO.sub(f"{MASK}@", url)
    return _JWT.sub(MASK, _SECRET_PARAMETER.sub(_mask_parameter, masked))


def _mask_parameter(match: re.Match[str]) -> str:
    name = _camel_to_words(unquote(match["name"]))
    if not _NAME_IS_SECRET.search(name):
        return match[0]
    return f"{match['lead']}{match['name']}={MASK}"


def _camel_to_words(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)


def without_private_values(tag: str, attributes: Mapping[str, str]) -> Mapping[str, str]:
    """Return the attributes that may be kept; the same object when nothing had to go."""
    if _SENSITIVE.isdisjoint(attributes):
        return attributes
    kept: dict[str, str] | None = None
    for name in _ADDRESSES:
        if name in attributes and (masked := mask_url(attributes[name])) != attributes[name]:
            kept = kept or dict(attributes)
            kept[name] = masked
    dropped = [name for name in _NEVER_KEPT if name in attributes]
    if "value" in attributes and not _value_tells(tag, attributes):
        dropped.append("value")
    if tag == "meta" and _CSRF_NAME.search(attributes.get("name", "")):
        dropped.append("content")
    if dropped:
        kept = kept or dict(attributes)
        for name in dropped:
            kept.pop(name, None)
    return attributes if kept is None else kept


def _value_tells(tag: str, attributes: Mapping[str, str]) -> bool:
    if tag == "input":
        return attributes.get("type", "text").lower() in _TELLING_VALUES
    return tag not in {"textarea", "select"}
