"""Selenium locators: make selectors from ``id=``, ``css=``, ``xpath=``, ``linkText=`` and so on."""

from collections.abc import Callable, Iterator, Mapping, Sequence

_XPATH_STARTS = ("/", "(")


def read_locator(locator: str) -> str | None:
    """Return the selector, None for a locator that says nothing or in a way that is not known."""
    kind, sign, value = locator.strip().partition("=")
    if locator.strip().startswith(_XPATH_STARTS):
        return f"xpath/{locator.strip()}"
    write = _WAYS.get(kind.strip())
    return None if write is None or not sign or not value else write(value)


def iter_locators(target: str, alternatives: object) -> Iterator[str]:
    """Yield the target, then what ``targets`` offers beside it, as selectors, each once."""
    listed: Sequence[object] = alternatives if isinstance(alternatives, list) else []
    offered = [entry[0] for entry in listed if isinstance(entry, list) and entry]
    seen: set[str] = set()
    for locator in (target, *offered):
        selector = read_locator(locator) if isinstance(locator, str) else None
        if selector is not None and selector not in seen:
            seen.add(selector)
            yield selector


def _css_text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ")
    return f'"{escaped}"'


def _xpath_text(value: str) -> str:
    """Return a text for XPath, which has no escapes: one with both quotes is put together."""
    text = " ".join(value.split())
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    pieces = (f'"{piece}"' for piece in text.split('"'))
    return "concat(" + """, '"', """.join(pieces) + ")"


def _link(value: str) -> str:
    return f"xpath///a[normalize-space()={_xpath_text(value.removeprefix('exact:'))}]"


_WAYS: Mapping[str, Callable[[str], str]] = {
    "css": lambda value: value,
    "id": lambda value: f"[id={_css_text(value)}]",
    "name": lambda value: f"[name={_css_text(value)}]",
    "identifier": lambda value: f"[id={_css_text(value)}], [name={_css_text(value)}]",
    "class": lambda value: f"[class~={_css_text(value)}]",
    "tagName": lambda value: value,
    "xpath": lambda value: f"xpath/{value}",
    "link": _link,
    "linkText": _link,
    "partialLinkText": lambda value: (
        f"xpath///a[contains(normalize-space(), {_xpath_text(value)})]"
    ),
}
