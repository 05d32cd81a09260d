"""Errors: name every situation in which Holdfast raises on purpose.

    HoldfastError
    ├── ResolutionError       exit 1: something was not found, refused, or failed a check
    │   ├── QuoteOrphaned         a text quote is nowhere on the page
    │   ├── ElementMissing        a recorded element is not on the page, or cannot be told apart
    │   ├── ActFailed             an element was found, and what was to be done with it failed
    │   │   ├── ActRefused            it was not even tried: a secret or a file would go astray
    │   │   └── EffectMissing         it was done, and what it did when it was recorded was not seen
    │   └── PageChanged           an element of a capture is not in the page any more
    ├── UsageError            exit 2: what was asked for makes no sense
    │   ├── NoDocument            the input holds no HTML document
    │   ├── InvalidSelector       a CSS selector or XPath that cannot be read
    │   ├── TargetMissing         the element to describe is not on the page, or not the only one
    │   ├── ForeignFormat         a file that is not ours, is damaged, or is too new
    │   ├── SettingInvalid        a setting with a value that is not allowed
    │   ├── QuoteInvalid          a text quote or annotation that cannot be used
    │   └── AnsweredAlready       a healing that somebody else has answered, or nobody has
    └── EnvironmentFailure    exit 3: browser, store, network or file is not as needed
        ├── BrowserMissing        no browser was found
        ├── CaptureFailed         the browser could not be asked, or the page not be measured
        ├── ExtraMissing          a package that only some need is not installed
        ├── RunStopped            somebody ended a run, or took it over, before its next act
        ├── ReadingFailed         no text could be read from a picture
        └── AdviceFailed          an adviser could not be asked, or did not answer

Messages say what was wanted, what was seen instead, and what to do next.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import ClassVar, Self

# A package that only some need -> what needs it, and the extra that brings it.
EXTRA_OF: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "playwright": ("a live browser", "playwright"),
        "selenium": ("a driver of Selenium", "selenium"),
        "sqlalchemy": ("the store", "store"),
        "alembic": ("the store", "store"),
        "jinja2": ("a report as a web page", "store"),
        "psycopg": ("a store on PostgreSQL", "postgres"),
        "procrastinate": ("a queue", "queue"),
        "psycopg_pool": ("a queue", "queue"),
        "croniter": ("a schedule", "queue"),
        "fastapi": ("the portal", "portal"),
        "uvicorn": ("the portal", "portal"),
        "python_multipart": ("the portal", "portal"),
        "rapidocr": ("reading text from pictures", "ocr"),
        "PIL": ("reading text from pictures", "ocr"),
        "pyarrow": ("batch work", "batch"),
        "warcio": ("reading web archives", "batch"),
        "pypdf": ("reading a PDF", "pdf"),
        "mcp": ("serving tools to agents", "mcp"),
        "anyio": ("serving tools to agents", "mcp"),
        "anthropic": ("asking Anthropic's models", "ai"),
    }
)


class HoldfastError(Exception):
    """Base of all errors that Holdfast raises on purpose.

    One with arguments of its own keeps each under its name: it is made anew from them where it
    crosses a process border.
    """

    exit_code: ClassVar[int] = 1

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        made_by = getattr(type(self).__init__, "__code__", None)
        if made_by is None:  # a text, as every exception has
            return type(self), self.args
        names = made_by.co_varnames[1 : made_by.co_argcount]
        return type(self), tuple(getattr(self, name) for name in names)


class ResolutionError(HoldfastError):
    """Something was looked for and not found, refused, or failed a check."""

    exit_code = 1


class UsageError(HoldfastError):
    """What was asked for makes no sense, whatever the page looks like."""

    exit_code = 2


class EnvironmentFailure(HoldfastError):
    """The outside (browser, store, network, file) is not as it needs to be."""

    exit_code = 3


def file_failure(doing: str, path: object, exc: Exception, advice: str) -> EnvironmentFailure:
    """Return what is said of a file that the system does not let us read, write or make."""
    told = getattr(exc, "strerror", None) or exc
    return EnvironmentFailure(f"cannot {doing} {str(path)[-80:]!r}: {told}\n  next: {advice}")


class BrowserMissing(EnvironmentFailure):
    """No browser was found, or the one that was named does not start."""


class NoDocument(UsageError):
    """There is no document at all in what was given as HTML."""

    def __init__(self, size: int) -> None:
        self.size = size
        super().__init__(
            f"no HTML document to read: {size} bytes hold no element\n"
            "  next: check that the file is the saved page and not empty"
        )


class InvalidSelector(UsageError):
    """A CSS selector or XPath cannot be read."""

    def __init__(self, selector: str, reason: str) -> None:
        self.selector, self.reason = selector, reason
        super().__init__(
            f"cannot use the selector {selector[:80]!r}: {reason}\n"
            "  next: give a CSS selector such as '#save', an XPath that begins with '/', or "
            'Playwright\'s spelling: role=button[name="Save"], text=Save'
        )


class TargetMissing(UsageError):
    """The element that was to be described is not on the page, or is not the only one."""

    def __init__(self, target: str, seen: int) -> None:
        self.target, self.seen = target, seen
        what = "no element" if seen == 0 else f"{seen} elements"
        super().__init__(
            f"wanted one element for {target[:80]!r}, the page has {what}\n"
            "  next: give a selector that finds exactly the element that is meant"
        )


class ForeignFormat(UsageError):
    """A file is not of our format, is damaged, or comes from a newer major version."""

    def __init__(self, wanted: str, seen: str, advice: str = "") -> None:
        self.wanted, self.seen, self.advice = wanted, seen, advice
        hint = advice or "check that this is the right file"
        super().__init__(f"wanted {wanted}, got {seen[:200]}\n  next: {hint}")


class SettingInvalid(UsageError):
    """A setting has a value that is not allowed; ``place`` is the flag, variable or file line."""

    def __init__(self, key: str, value: str, allowed: str, place: str) -> None:
        self.key, self.value, self.allowed, self.place = key, value, allowed, place
        super().__init__(
            f"{key} must be {allowed}, got {value[:80]} from {place}\n"
            f"  next: change {key} there, or remove it"
        )


class ElementMissing(ResolutionError):
    """A recorded element is not on the page, or cannot be told from others.

    ``nearest`` are the near misses, best first: how likely (0-100), the element, and why.
    """

    def __init__(self, target: str, reason: str, nearest: Sequence[tuple[int, str, str]]) -> None:
        self.target, self.reason, self.nearest = target, reason, tuple(nearest)
        lines = [f"{target[:80]!r} not found: {reason}"]
        for place, (likely, element, why) in enumerate(self.nearest[:3], 1):
            lines.append(f"  {place}. {likely:>2}  {element:<28}  {why}".rstrip())
        advice = "if one of these is the element, record it; " if self.nearest else ""
        lines.append(f"  next: {advice}check that this is the right page, fully loaded")
        super().__init__("\n".join(lines))


class QuoteInvalid(UsageError):
    """A text quote, a range of text or an annotation's selector cannot be used."""

    def __init__(self, wanted: str, seen: str, advice: str) -> None:
        self.wanted, self.seen, self.advice = wanted, seen, advice
        super().__init__(f"wanted {wanted}, got {seen[:200]}\n  next: {advice}")


class CaptureFailed(EnvironmentFailure):
    """The browser could not be asked, or the page could not be measured."""

    def __init__(self, doing: str, seen: str) -> None:
        self.doing, self.seen = doing, seen
        super().__init__(
            f"the browser failed while {doing}: {seen[:200]}\n"
            "  next: check that the page is still open, then try again"
        )


class PageChanged(ResolutionError):
    """An element of a capture is not in the page any more."""

    def __init__(self, element: str) -> None:
        self.element = element
        super().__init__(
            f"{element[:80]} is not in the page any more: the page changed after it was captured\n"
            "  next: capture the page again"
        )


class RunStopped(EnvironmentFailure):
    """A run was ended before its next act: interrupted, cancelled, or taken over by another."""


class ExtraMissing(EnvironmentFailure):
    """A package is needed that only some users need, and it is not installed."""

    def __init__(self, doing: str, extra: str) -> None:
        self.doing, self.extra = doing, extra
        super().__init__(
            f"{doing} needs an extra package that is not installed\n"
            f"  next: pip install 'holdfast[{extra}]'"
        )


@contextmanager
def naming_extras(*, queued: bool = False) -> Iterator[None]:
    """Re-raise the want of a package that is an extra as ``ExtraMissing``; for every way in.

    Who is ``queued`` needs several: they are asked for at once, not one after the other.
    """
    try:
        yield
    except ModuleNotFoundError as exc:
        wanted = EXTRA_OF.get((exc.name or "").partition(".")[0])
        if wanted is None:
            raise
        raise _missing(*wanted, queued) from exc
    except ExtraMissing as exc:
        raise _missing(exc.doing, exc.extra, queued) from exc


def _missing(doing: str, extra: str, queued: bool) -> ExtraMissing:
    is_within = queued and extra in {"playwright", "store", "postgres"}
    return ExtraMissing(doing, "queue" if is_within else extra)


class ReadingFailed(EnvironmentFailure):
    """No text could be read from a picture: the reader failed, or took too long."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"no text could be read from the picture: {reason[:200]}\n"
            "  next: holdfast doctor shows which reader is used; other strategies work without it"
        )


class QuoteOrphaned(ResolutionError):
    """A text quote is nowhere on the page; ``near`` is the text that came nearest, if any did."""

    def __init__(self, exact: str, reason: str, near: str = "", confidence: float = 0.0) -> None:
        self.exact, self.reason, self.near, self.confidence = exact, reason, near, confidence
        lines = [f"{exact[:80]!r} is orphaned: {reason}"]
        if near:
            lines.append(f"  nearest: {confidence:.0f}  {near[:80]!r}")
        lines.append(
            "  next: check that this is the right page; if the passage was removed, so be it"
        )
        super().__init__("\n".join(lines))


class ActFailed(ResolutionError):
    """What a step was to do did not work, though its element was found."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"the step was not done: {reason[:300]}")


class ActRefused(ActFailed):
    """What a step was to do is not allowed: a secret, a file or an address would go astray."""


class EffectMissing(ActFailed):
    """A step was done, and what is to be seen of it is not what was recorded."""

    def __init__(self, what: str, expected: str, seen: str) -> None:
        self.what, self.expected, self.seen = what, expected, seen
        super().__init__(f"{what} {expected} expected, {seen} seen")


class AnsweredAlready(UsageError):
    """A healing is not as the answer takes it to be: somebody has answered it, or nobody has.

    ``seen`` says what it is instead.
    """

    def __init__(self, number: int, seen: str, advice: str = "") -> None:
        self.number, self.seen, self.advice = number, seen, advice
        hint = advice or f"holdfast review show {number}"
        super().__init__(f"healing {number} {seen[:200]}\n  next: {hint}")


class AdviceFailed(EnvironmentFailure):
    """An adviser could not be asked, or did not answer what was asked."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"no advice: {reason}\n  next: nothing; the engine decides alone (holdfast doctor)"
        )


# A traceback names an error as people import it, whichever module it was raised in.
for _error in [value for value in vars().values() if isinstance(value, type)]:
    if issubclass(_error, HoldfastError):
        _error.__module__ = "holdfast"
del _error
