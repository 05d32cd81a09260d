"""Pytest locators: write an element as a person would with Playwright."""

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.app.locator_proof import write_locator
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.foreign_locators import PointerKind, read_aria, split_part
from holdfast.model.recording import Pointer
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.selectors import playwright_code as code
from holdfast.selectors.writing import code_of, frames_of

PAGE = "page"
NOT_SEEN = "the element was never seen: replay with --learn first for readable locators"
FRAGILE = "the locator counts siblings: nothing else on the page was unique"
# What is asked for most surely first; a name without a role is not Playwright's way.
_ORDER = (
    PointerKind.ARIA,
    PointerKind.ROLE,
    PointerKind.WITH,
    PointerKind.NTH,
    PointerKind.CSS,
    PointerKind.PIERCE,
    PointerKind.TEXT,
    PointerKind.XPATH,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeLocator:
    """A locator as code that begins with the page, and what is to be said about it."""

    code: str
    note: str = ""


def page_name(tab: int) -> str:
    """Return what the page of a tab is called in the test."""
    return f"{PAGE}{tab}" if tab else PAGE


def locator_of(fingerprint: Fingerprint | None, pointer: Pointer | None) -> CodeLocator | None:
    """Return the locator of an element, None when the step has no element."""
    if fingerprint is not None:
        written = write_locator(fingerprint)
        return CodeLocator(code=written.code, note=FRAGILE if written.is_fragile else "")
    return None if pointer is None else CodeLocator(code=_pointed(pointer), note=NOT_SEEN)


def write_css(css: str, known: Fingerprint) -> str:
    """Return what finds something by CSS in the document of a known element."""
    asked = LocatorStrategy(type=StrategyType.CSS_SELECTOR, selector=css, confidence=1.0)
    return code_of(asked, frames_of(known.node))


def _pointed(pointer: Pointer) -> str:
    best = min(pointer.selectors, key=_worth)
    calls = [_call(part) for part in best]
    return ".".join((PAGE, *(_frame(frame) for frame in pointer.frames), *calls))


def _worth(selector: Sequence[str]) -> tuple[bool, int]:
    kind, asked = split_part(selector[-1])
    has_no_role = kind is PointerKind.ARIA and not read_aria(asked).role
    return has_no_role, _ORDER.index(kind)


def _call(part: str) -> str:
    kind, asked = split_part(part)
    match kind:
        case PointerKind.ARIA:
            name, role = read_aria(asked)
            # A field is found by its name, a button or a link by what it says.
            return code.by_role(role, name) if role else _labelled(name)
        case PointerKind.TEXT:
            return f"get_by_text({code.literal(asked)})"
        case PointerKind.ROLE:
            role, _, words = asked.partition("/")
            name = f", name={code.literal(words)}" if words else ""
            return f"get_by_role({code.literal(role)}{name})" if role else _labelled(words)
        case PointerKind.WITH | PointerKind.NTH:
            has = f"filter(has_text={code.literal(asked)})"
            return has if kind is PointerKind.WITH else f"nth({asked})"
        case _:
            return code.by_css(f"xpath={asked}" if kind is PointerKind.XPATH else asked)


def _labelled(words: str) -> str:
    return f"get_by_label({code.literal(words)})"


def _frame(frame: int | str) -> str:
    if isinstance(frame, int):
        return f'frame_locator("iframe").nth({frame})'
    kind, asked = split_part(frame)
    return (
        f"frame_locator({code.literal(f'xpath={asked}' if kind is PointerKind.XPATH else asked)})"
    )
