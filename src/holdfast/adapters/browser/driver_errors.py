"""Driver errors: become ours here, and keep their cause."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from holdfast.errors import CaptureFailed


@contextmanager
def browser_errors(doing: str) -> Iterator[None]:
    """Re-raise whatever the driver throws as ours, keeping the cause; ``doing`` says at what."""
    try:
        yield
    except PlaywrightTimeout as exc:
        raise CaptureFailed(doing, "it took too long") from exc
    except PlaywrightError as exc:
        raise CaptureFailed(doing, _first_line(exc)) from exc


def _first_line(error: PlaywrightError) -> str:
    return error.message.strip().partition("\n")[0] or type(error).__name__
