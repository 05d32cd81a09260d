"""Pytest effects: write what a step did as an expectation of Playwright."""

import re
from itertools import islice
from urllib.parse import urlsplit

from holdfast.app.dragged_lists import LONGEST_ITEM, ordered_list
from holdfast.app.export.helper_code import lines_code, says
from holdfast.app.export.pytest_locators import PAGE, write_css
from holdfast.app.export.pytest_values import names_in, value_code
from holdfast.app.locator_proof import write_locator
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import STANDS_FOR, Effect, EffectKind, Step, StepAction
from holdfast.page.url_pattern import ID, SLUG, url_pattern
from holdfast.selectors.describe import describe
from holdfast.selectors.playwright_code import literal

FIELDS = frozenset({"input", "textarea"})
ITEMS = frozenset({"li", "tr"})
MOST_ITEMS = 100  # of a list; more were not recorded
STATES = ("aria-checked", "aria-pressed", "aria-selected")
PASSING = frozenset({"option", "menuitemradio", "menuitemcheckbox"})  # go with their list
_ANYTHING = "[^/?#]+"


def expectations(step: Step, page: str, element: str) -> list[str]:
    """Return the lines that look at what a step did; none where code cannot see it.

    Playwright's own call makes sure of what is ticked, and of nothing else: a page may put
    something else in the place of what was filled in.
    """
    effect = step.effect
    if effect is None or step.fingerprint is None:
        return []
    attributes = step.fingerprint.node.attributes
    match effect.kind:
        case EffectKind.URL:
            return [f"expect({page}).to_have_url({_address(str(effect.expected))})"]
        case EffectKind.VALUE:
            return _holds(step, str(effect.expected), page, element)
        case EffectKind.SELECTED if isinstance(effect.expected, tuple):
            other = page + write_css(effect.of, step.fingerprint).removeprefix(PAGE)
            seen = f'expect(options.locator(":checked")).to_have_text({_texts(effect.expected)})'
            return [f"options = {other if effect.of else element}", seen]
        case EffectKind.CHECKED | EffectKind.SELECTED if step.action is StepAction.CLICK:
            is_so = str(effect.expected).lower()
            states = [name for name in STATES if name in attributes]
            is_passing = step.fingerprint.node.role in PASSING
            write = _is_so_or_gone if is_passing else _is_so
            return [write(element, page, state, is_so) for state in states]
        case _:
            return [line for line in (_items_after(step, page),) if line]


def drawn_around(step: Step) -> Fingerprint | None:
    """Return what is drawn for a field that nobody sees; None for any other step."""
    up, known = step.extra.get(STANDS_FOR), step.fingerprint
    if known is None or not isinstance(up, int):
        return None
    around = next(islice(known.node.iter_ancestors(), up - 1, None), None)
    return None if around is None else describe(known.page, around.index)


def _texts(texts: tuple[str, ...]) -> str:
    return f"[{', '.join(map(literal, texts))}]"


def _holds(step: Step, text: str, page: str, element: str) -> list[str]:
    """Return the line that looks at what is in a field or an editor; what fails says a secret."""
    if names_in(text):
        return []
    if (drawn := drawn_around(step)) is not None:
        shown = page + write_locator(drawn).code.removeprefix(PAGE)
        words = value_code(" ".join(text.split()))
        return [f"expect({shown}).to_have_text({words}, use_inner_text=True)"]
    if step.fingerprint is None or step.fingerprint.node.tag in FIELDS:
        return [f"expect({element}).to_have_value({value_code(text)})"]
    return [f"expect_lines({element}, {lines_code(text)})"]


def _is_so(element: str, page: str, state: str, is_so: str) -> str:  # noqa: ARG001 - as below
    return f"expect({element}).to_have_attribute({literal(state)}, {literal(is_so)})"


def _is_so_or_gone(element: str, page: str, state: str, is_so: str) -> str:
    """Return the line that wants an item to be in a state, or gone with its list."""
    # Looked for in the document of the item, a frame's, too.
    others = f"{page}.locator({literal(f':not([{state}={is_so}])')})"
    return f"expect({element}.and_({others})).to_have_count(0)"


def items_before(step: Step, page: str) -> list[str]:
    """Return the lines that count the items of a list before a step adds or takes one."""
    items = _items(step, page) if _kind(step) is EffectKind.COUNT else ""
    return [f"items = {items}", "count = items.count()"] if items else []


def _kind(step: Step) -> EffectKind | None:
    return None if step.effect is None else step.effect.kind


def _items(step: Step, page: str) -> str:
    """Return the locator of the items of a list, "" where there is no list."""
    around = list_of(step)
    if step.effect is not None and step.effect.of and step.fingerprint is not None:
        return page + write_css(counted_by(step.effect.of), step.fingerprint).removeprefix(PAGE)
    if around is None:
        return ""
    code = page + write_locator(around).code.removeprefix(PAGE)
    tags = {one.tag for one in around.node.children}
    of_order = tags.pop() if len(tags) == 1 else "*"  # all that stands in it was recorded
    tag = of_order if _kind(step) is EffectKind.ORDER else item_tag(around)
    return f"{code}.locator({literal(f'> {tag}')})"


def _items_after(step: Step, page: str) -> str:
    items, expected = _items(step, page), step.effect.expected if step.effect else None
    if not items:
        return ""
    if isinstance(expected, int):
        return f"expect(items).to_have_count(count {'+' if expected > 0 else '-'} {abs(expected)})"
    if not isinstance(expected, tuple) or not is_whole(expected):
        return ""
    says = "have" if all(len(text) < LONGEST_ITEM for text in expected) else "contain"
    return f"expect({items}).to_{says}_text({_texts(expected)})"


def is_whole(texts: tuple[str, ...]) -> bool:
    """Return whether all items of a list were recorded."""
    return 0 < len(texts) < MOST_ITEMS


def counted_by(css: str) -> str:
    """Return the selector of the items of a list that is found by CSS."""
    return f"{css} > {'tr' if css.startswith('tbody') else 'li' if css[1:2] == 'l' else '*'}"


def list_of(step: Step) -> Fingerprint | None:
    """Return the list whose items a step moves, adds or takes away; None where it has none."""
    effect, moved = step.effect, step.to or step.fingerprint
    if effect is not None and effect.kind is EffectKind.ORDER:
        return ordered_list(step)
    if effect is None or moved is None or effect.kind is not EffectKind.COUNT:
        return None
    node = moved.node
    item = next((one for one in (node, *node.iter_ancestors()) if one.tag in ITEMS), None)
    around = None if item is None else item.parent
    return None if around is None else describe(moved.page, around.index)


def item_tag(items: Fingerprint) -> str:
    """Return what the items of a list are: rows, or items of a list."""
    return next((one.tag for one in items.node.children if one.tag in ITEMS), "li")


def brings(effect: Effect | None, page: str) -> tuple[str, str]:
    """Return what is waited for around a step, and the line that looks at it; "" for nothing."""
    if effect is None or effect.kind is not EffectKind.DOWNLOAD:
        return "", ""
    name = str(effect.expected)
    look = f"assert {says('download.value.suggested_filename', literal(name))}"
    return f"{page}.expect_download() as download", look


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
