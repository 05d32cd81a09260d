"""Written locator: as it stands in somebody's source, and what becomes of it in a run."""

import ast
import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Self

from holdfast.app.call_site import CallSite, Span
from holdfast.app.expression import ROOT
from holdfast.model.json_fields import check_kind
from holdfast.model.records import Record, read
from holdfast.model.thresholds import HealingAction

# Whatever stands there is meant, as far as the author said.
BY_PLACE = re.compile(r"^(?:first|last|nth\()|:nth-|:first-|:last-|\[\d+\]|nth=")
_BY_IDENTITY = re.compile(
    r"""^(?:get_by_test_id\(|locator\(["'](?:#[\w-]+|\[data-test\w*=[^\]]+\])["']\))"""
)
_FRAMED = ("frame_locator(", "content_frame")
# Calls whose first argument is what the element says, and arguments of any call that are.
_BY_WORDS = ("get_by_text", "get_by_alt_text", "get_by_title")
_WORDS = ("name", "has_text")
_TEXT_SELECTOR = re.compile(r"""(?:^text=|:(?:has-)?text(?:-is)?\()\s*["']?([^"')]+)""")


@dataclass(frozen=True)
class Written:
    """A locator as written: Playwright's own, and the calls that made it, each with its place."""

    page: Any
    plain: Any
    calls: tuple[str, ...] = ()
    sites: tuple[CallSite, ...] = ()
    base: "Written | None" = None

    def then(self, plain: Any, call: str, site: CallSite) -> "Written":
        """Return the locator that one more call makes."""
        return Written(self.page, plain, (*self.calls, call), (*self.sites, site), self)

    @cached_property
    def expression(self) -> str:
        """Return the whole expression, from the page on."""
        return ".".join([ROOT, *self.calls])

    @property
    def site(self) -> CallSite:
        """Return where the last call stands."""
        return self.sites[-1]

    @property
    def is_framed(self) -> bool:
        """Return whether frames are entered on the way."""
        return any(call.startswith(_FRAMED) for call in self.calls)

    @property
    def goes_by_place(self) -> bool:
        """Return whether it counts elements: whatever stands there is meant."""
        return any(BY_PLACE.search(call) for call in self.calls)

    @cached_property
    def words(self) -> tuple[re.Pattern[str], ...]:
        """Return what the element has to say, as far as the last call asks for it."""
        with contextlib.suppress(SyntaxError):
            call = ast.parse(f"page.{self.calls[-1]}", mode="eval").body
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                return tuple(_iter_words(call, call.func.attr))
        return ()

    @property
    def goes_by_identity(self) -> bool:
        """Return whether it names its element by an id or test id."""
        return bool(self.calls) and _BY_IDENTITY.match(self.calls[-1]) is not None


def _iter_words(call: ast.Call, name: str) -> Iterator[re.Pattern[str]]:
    asked = [word.value for word in call.keywords if word.arg in _WORDS]
    asked += call.args[:1] if name in _BY_WORDS else []
    for value in asked:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield _words(value.value)
        elif isinstance(value, ast.Call) and isinstance(value.args[0], ast.Constant):
            yield re.compile(str(value.args[0].value), re.IGNORECASE)
    if name == "locator" and call.args and isinstance(call.args[0], ast.Constant):
        yield from map(_words, _TEXT_SELECTOR.findall(str(call.args[0].value)))


def _words(text: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, text.split())), re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Healed(Record):
    """One written locator that was healed, or could have been.

    ``expression`` is what stands in the source, ``calls`` its calls, ``instead`` the code that
    found the element, ``was`` and ``now`` the element in words. ``used`` is False for what was only
    suggested, ``succeeded`` for what worked in a test that failed later.
    """

    place: str
    file: str
    function: str
    line: int
    expression: str
    instead: str
    confidence: int
    action: HealingAction
    was: str
    now: str
    reason: str
    used: bool
    calls: tuple[str, ...] = ()
    among: int = 1
    span: Span = field(default_factory=lambda: Span(0, None, None, None))
    test: str = ""
    succeeded: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {"format": HEALED_FORMAT, **Record.to_json(self), "span": list(self.span)}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the healed locator; raises ``ValueError`` or ``TypeError``."""
        given = check_kind(data, "healed", dict)
        found = read(cls, {key: value for key, value in given.items() if key != "span"})
        return replace(found, span=Span(*given.get("span", ())))


HEALED_FORMAT = "holdfast-healed/1"


def record_name(healed: Healed) -> str:
    """Return the name of what is kept of a healed locator: one for each place and outcome."""
    return f"{short_name(healed.place)}-{short_name(f'{healed.line} {healed.instead}')}"


def short_name(text: str) -> str:
    """Return a short name for something long."""
    return blake2b(text.encode(), digest_size=6).hexdigest()
