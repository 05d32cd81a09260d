"""Identity keys: what names an element, as far as people chose it, and which of them agree.

A key that only one side has speaks neither for nor against; two that differ contradict.
"""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from holdfast.model.snapshot import Snapshot
from holdfast.page.stability import is_generated

TEST_ID_ATTRIBUTES = ("data-testid", "data-test-id", "data-test", "data-qa", "data-cy")
# Stored pages cut long texts and values, so only what is shorter can be compared.
LONGEST_LABEL = 80
LONGEST_VALUE = 120


def keys_of(snapshot: Snapshot, index: int) -> Mapping[str, str]:
    """Return the element's keys by the words for them; what a machine made is left out."""
    attributes = snapshot.attributes[index]
    test_id = next((attributes[name] for name in TEST_ID_ATTRIBUTES if name in attributes), "")
    keys = {
        "test id": _stable(test_id),
        "id": _stable(attributes.get("id", "")),
        "field name": _stable(attributes.get("name", "")),
        "link": address_of(attributes.get("href", "")),
        "label": label_of(snapshot, index),
    }
    return {word: value for word, value in keys.items() if value}


def label_of(snapshot: Snapshot, index: int) -> str:
    """Return what the element is called: its accessible name, else its text; "" if that is long."""
    label = snapshot.name_of(index) or snapshot.text_of(index)
    return label if len(label) <= LONGEST_LABEL else ""


def agreeing(recorded: Mapping[str, str], seen: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words for the keys that both have and that say the same."""
    return tuple(key for key in recorded if key in seen and _same(recorded[key], seen[key]))


def contradicting(recorded: Mapping[str, str], seen: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words for the keys that both have and that say something else."""
    return tuple(key for key in recorded if key in seen and not _same(recorded[key], seen[key]))


def address_of(href: str) -> str:
    """Return a link's address in comparable form, "" for one that points nowhere."""
    href = href[:LONGEST_VALUE].strip()
    if href in {"", "#", "#!"} or href.lower().startswith("javascript:"):
        return ""
    if _PLAIN_PATH.match(href):  # most are, and taking an address apart is slow
        return href.removeprefix("./").rstrip("/")
    try:
        url = urlsplit(href)
    except ValueError:
        return ""
    host, path = url.netloc.lower().removeprefix("www."), url.path.removeprefix("./").rstrip("/")
    kept = [part for part in url.query.split("&") if part and not _TRACKING.match(part)]
    query = f"?{'&'.join(kept)}" if kept else ""
    return f"{host}{path}{query}{'#' if url.fragment else ''}{url.fragment}"


def has_tracking(href: str) -> bool:
    """Return whether an address says how somebody came here, so that it is soon another."""
    return any(map(_TRACKING.match, href.partition("?")[2].split("&")))


# What says how somebody came here, and not where a link leads.
_TRACKING = re.compile(
    r"\A(?:utm_\w++|gclid|gbraid|wbraid|fbclid|msclkid|yclid|dclid|igshid|twclid|mc_[ce]id|_ga|_gl"
    r"|_hs\w++|ref_src|jsessionid|phpsessid|sid|cachebuster|_)=",
    re.IGNORECASE,
)
# Neither host nor question nor fragment.
_PLAIN_PATH = re.compile(r"(?!//)[A-Za-z0-9_./-]+\Z")


def _stable(value: str) -> str:
    return "" if len(value) > LONGEST_VALUE - 1 or is_generated(value) else value


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
