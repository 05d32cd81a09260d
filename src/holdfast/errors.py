"""Every exception that Holdfast raises on purpose.

    HoldfastError
    ├── ResolutionError       exit 1: something was not found, refused, or failed a check
    ├── UsageError            exit 2: what was asked for makes no sense
    └── EnvironmentFailure    exit 3: browser, store, network or file is not as needed
        └── BrowserMissing        no browser was found

Messages say what was wanted, what was seen instead, and what to do next.
"""

from typing import ClassVar


class HoldfastError(Exception):
    """Base of all errors that Holdfast raises on purpose."""

    exit_code: ClassVar[int] = 1


class ResolutionError(HoldfastError):
    """Something was looked for and not found, refused, or failed a check."""

    exit_code = 1


class UsageError(HoldfastError):
    """What was asked for makes no sense, whatever the page looks like."""

    exit_code = 2


class EnvironmentFailure(HoldfastError):
    """The outside (browser, store, network, file) is not as it needs to be."""

    exit_code = 3


class BrowserMissing(EnvironmentFailure):
    """No browser was found, or the one that was named does not start."""
