"""Pytest effects: write what a step did as an expectation of Playwright."""

import re
from urllib.parse import urlsplit

from holdfast.app.export.pytest_values import value_code
from holdfast.model.recording import Effect, EffectKind, Step, StepAction
from holdfast.page.url_pattern import ID, SLUG, url_pattern
from holdfast.selectors.playwright_code import literal

FIELDS = frozenset({"input", "textarea"})
STATES = ("aria-checked", "aria-pressed", "aria-selected")
_ANYTHING = "[^/?#]+"


def expectations(step: Step, page: str, element: str) -> list[str]:
    """Return the lines that look at what a step did.

    None where code cannot see it, or where Playwright's own call makes sure of it: what is filled
    in stands there, what is ticked is ticked.
    """
    effect = step.effect
    if effect is None or step.fingerprint is None:
        return []
    attributes = step.fingerprint.node.attributes
    match effect.kind:
        case EffectKind.URL:
            return [f"expect({page}).to_have_url({_address(str(effect.expected))})"]
        case EffectKind.VALUE if effect.expected != step.value:
            is_field = step.fingerprint.node.tag in FIELDS
            holds = value_code(str(effect.expected))
            return [f"expect({element}).to_have_value({holds})"] * is_field
        case EffectKind.CHECKED | EffectKind.SELECTED if step.action is StepAction.CLICK:
            states = [name for name in STATES if name in attributes]
            is_so = literal(str(effect.expected).lower())
            return [f"expect({element}).to_have_attribute({literal(s)}, {is_so})" for s in states]
        case _:
            return []


def brings(effect: Effect | None, page: str) -> tuple[str, str]:
    """Return what is waited for around a step, and the line that looks at it; "" for nothing."""
    if effect is None or effect.kind is not EffectKind.DOWNLOAD:
        return "", ""
    name = str(effect.expected)
    says_when = any(sign.isdigit() for sign in name)
    look = f"assert download.value.suggested_filename == {literal(name)}"
    return f"{page}.expect_download() as download", "" if says_when else look


def _address(url: str) -> str:
    """Return an address as it is to be seen: ids and queries may be others the next time."""
    route = address_pattern(url)
    return f"re.compile({literal(route)})" if route else literal(url)


def address_pattern(url: str) -> str:
    """Return an address with ids or a query as a pattern of its path, "" for a plain one."""
    path = urlsplit(url).path or "/"
    general = url_pattern(url)
    place = general.find("/")
    if ID not in general and SLUG not in general and "?" not in url:
        return ""
    route = re.escape(general[place:] if place >= 0 else path)
    for name in (ID, SLUG):
        route = route.replace(re.escape(name), _ANYTHING)
    return route
